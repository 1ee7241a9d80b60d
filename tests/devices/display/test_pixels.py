"""A column has a fixed width, so any text that fits its columns fits its pixels."""

from __future__ import annotations

from functools import cache

import pytest

from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, Screen
from gm_appliance.core.language import CONTEXTS
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import (
    BIG,
    HUGE,
    LARGE,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Typeface,
)
from tests.catalogues import languages, shown
from tests.devices.display.golden_screens import MODES, crowd
from tests.devices.display.words_shown import lost
from tests.tiers import long_but

FACES = {face.name: face for face in (TITLE, TEXT, SMALL, TINY, BIG, LARGE, HUGE)}


@pytest.mark.parametrize("face", FACES.values(), ids=FACES)
def test_every_letter_is_as_wide_as_every_other(face: Typeface) -> None:
    """In all fonts; the largest has only digits."""
    letters = "0123456789" if face is HUGE else fonts.CODES
    widths = {
        letter: fonts.load(face.name, sheet).getlength(places)
        for letter in letters
        for _column, sheet, places in fonts.runs(letter)
    }
    assert {letter: width for letter, width in widths.items() if width != face.width} == {}


def test_as_many_columns_as_a_text_may_have_are_within_the_display() -> None:
    assert CONTEXTS["title"] * TITLE.width <= WIDTH
    assert CONTEXTS["line"] * TEXT.width <= WIDTH
    assert (len("OK: ") + CONTEXTS["button"]) * TEXT.width <= WIDTH


@cache
def every_text() -> frozenset[tuple[str, str, str]]:
    return frozenset(shown())


def screens(context: str, text: str) -> tuple[Screen, ...]:
    """Screens on which text of this context appears."""
    match context:
        case "title":
            return (Lines(text, ("Anna",)), MenuScreen(text, ("Anna",), 0, "OK"))
        case "hint":
            ring = RingScreen("", crowd(), ("Freya",), text)
            return (Lines("Freya", ("Anna", text)), MenuScreen("Freya", ("Anna",), 0, text), ring)
        case "line":
            scrolled = MenuScreen("Freya", (text, *"ABCDE"), 0, "OK")
            return (Lines("Freya", (text,)), MenuScreen("Freya", (text,), 0, "OK"), scrolled)
        case "button":
            return (Lines("Freya", ("Anna", f"OK: {text}")),)
        case _:
            return ()


@pytest.mark.parametrize("mode", MODES.values(), ids=["usual", "large", "upright"])
@pytest.mark.parametrize("language", long_but(languages(), ["de"]))
def test_every_translation_is_shown_whole(language: str, mode: dict[str, bool]) -> None:
    """Also in large letters, on an upright display, and in a ring of fifteen seats."""
    drawn = {
        one for said, context, text in every_text() if said == language for one in screens(context, text)
    }
    assert len(drawn) > 100
    assert [one for one in drawn if lost(one, **mode)] == []


def test_a_hint_that_is_cut_in_a_ring_is_noticed() -> None:
    (_lines, _menu, ring) = screens("hint", "Press the pad ▲ or ▼")
    assert lost(ring) == ["Press the pad ▲ or ▼"]
