"""Nothing on the display is cut: the longest words allowed, every translation, and whole evenings."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, Screen
from gm_appliance.core.language import CONTEXTS, languages
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import BIG, HUGE, LARGE, SMALL, TEXT, TINY, TITLE, Typeface
from gm_appliance.simulator.transcript import Transcript
from tests import catalogues
from tests.devices.display.golden_screens import MODES, crowd
from tests.devices.display.words_shown import lost, written
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


def test_a_text_as_long_as_its_context_allows_is_shown_whole() -> None:
    """tests/core/test_catalogues.py limits every sentence of every language to these columns."""
    title, line = "W" * CONTEXTS["title"], "W" * CONTEXTS["line"]
    button = "OK: " + "W" * CONTEXTS["button"]
    for screen in (Lines(title, (line, line, line, button)), MenuScreen(title, (line,) * 3, 1, line)):
        assert lost(screen) == []
    assert [one.face for one in written(Lines(title, ("x",)))][:1] == [TITLE]


def test_a_word_too_long_is_noticed() -> None:
    assert lost(Lines("A title of more than twenty-one", ("x",))) == ["A title of more than twenty-one"]
    assert lost(MenuScreen("T", ("An item longer than its row", "b", "c"), 0, "OK"))
    assert lost(RingScreen("Council", crowd(), ("Far too long for the middle",), "Hold"))
    hint = "Press the pad ▲ or ▼"
    assert lost(RingScreen("", crowd(), ("Freya",), hint)) == [hint]


@cache
def every_text() -> frozenset[tuple[str, str, str]]:
    return frozenset(catalogues.shown())


def screens(context: str, text: str) -> tuple[Screen, ...]:
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
@pytest.mark.parametrize("language", long_but(catalogues.languages(), ["de"]))
def test_every_translation_is_shown_whole(language: str, mode: dict[str, bool]) -> None:
    """Also in large letters, on an upright display, and in a ring of fifteen seats."""
    drawn = {
        one for said, context, text in every_text() if said == language for one in screens(context, text)
    }
    assert len(drawn) > 100
    assert [one for one in drawn if lost(one, **mode)] == []


@cache
def evenings(language: str) -> frozenset[Screen]:
    seen: set[Screen] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transcript, "show", lambda self, screen: seen.add(screen))
        for seed in range(5):
            options = {"players": 7 + 2 * seed, "gods": 3 + 3 * seed}
            rehearse("gotterdammerung", options, language, str, seed=seed)
    return frozenset(seen)


@pytest.mark.many
@pytest.mark.parametrize(
    ("language", "mode"),
    [
        pytest.param(language, mode, marks=() if language in ("en", "de") else pytest.mark.long)
        for language, mode in zip(languages(), cycle(MODES.values()))
    ],
)
def test_nothing_is_cut_on_an_evening(language: str, mode: dict[str, bool]) -> None:
    """The test above draws each text in every mode; this one draws the screens of whole evenings."""
    screens = evenings(language)
    assert len({type(screen) for screen in screens}) >= 6
    for screen in screens:
        assert lost(screen, **mode) == [], screen
