"""Nothing that is shown on an evening is cut: every word of the catalogues, and whole evenings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.catalogue import languages
from gm_appliance.core.cues import GridScreen, Lines, MenuScreen, RingScreen, Screen, VersusScreen
from gm_appliance.devices.display.drawing.text import TITLE
from gm_appliance.simulator.transcript import Transcript
from tests.devices.display.golden_screens import MODES, crowd
from tests.devices.display.test_drawing_few import bare, essential, said, written

CATALOGUES = files("gm_appliance.core") / "catalogues"
NAMES = ("house", "gotterdammerung", "scorepad")
COLUMNS = {"title": 16, "row": 21}

# ---------------------------------------------------------------- every word of the catalogues

LONGEST = {"points": "-9999", "place": "15", "up": "14", "below": "14", "god": "Brynhild", "card": "Brynhild"}
NUMBERS = ("n", "number", "low", "high")


def flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


@cache
def catalogue(language: str, name: str) -> dict[str, str]:
    return dict(flat(tomllib.loads((CATALOGUES / language / f"{name}.toml").read_text("utf-8"))))


def kind(key: str) -> str:
    """Where words of this key are shown: a ``title``, a ``row``, ``prose``; or ``""``, nowhere."""
    first, last = key.split(".")[0], key.split(".")[-1]
    if first in ("title", "trouble-title") or (first, last) == ("option", "title"):
        return "title"
    if first in ("line", "hint", "item", "short", "topic", "show"):
        return "row"
    if first == "option":
        return "" if last in ("ask", "again", "help") else "row"
    return "prose" if first == "trouble" else ""


def filled(key: str, text: str, name: str) -> str:
    """The words with the longest there is to be filled in. In a title a round has one digit."""
    number = "9" if kind(key) == "title" else "12"
    seat = "15" if name == "scorepad" else "Valkyrie 12"
    places = {place for _, place, _, _ in Formatter().parse(text) if place}
    return text.format_map({one: number if one in NUMBERS else LONGEST.get(one, seat) for one in places})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", languages())
def test_every_word_of_the_catalogues_fits(language: str, name: str) -> None:
    found = {"title": 0, "row": 0, "prose": 0, "": 0}
    for key, text in catalogue(language, name).items():
        words, shown = filled(key, text, name), kind(key)
        found[shown] += 1
        if shown in COLUMNS:
            assert len(words) <= COLUMNS[shown], (key, words)
        if shown == "title":
            assert [one.face for one in written(Lines(words, ("x",)))][:1] == [TITLE], words
        if shown == "prose":
            assert lost(Lines("Title", (words,))) == [], key
    assert found["title"] > 5
    assert found["row"] > 5


def test_a_word_too_long_is_noticed() -> None:
    assert lost(Lines("A title of more than twenty-one", ("x",))) == ["A title of more than twenty-one"]
    assert lost(MenuScreen("T", ("An item longer than its row", "b", "c"), 0, "OK"))
    assert lost(RingScreen("Council", crowd(), ("Far too long for the middle",), "Hold"))


# ---------------------------------------------------------------- whole evenings


def lost(screen: Screen, **mode: bool) -> list[str]:
    """What of a screen cannot be read; with few words, of what matters."""
    shown = said(written(screen, **mode))
    if mode:
        return [text for text in essential(screen) if bare(text) not in shown]
    texts = [getattr(screen, "title", ""), getattr(screen, "hint", ""), getattr(screen, "line", "")]
    texts += getattr(screen, "lines", ())
    if isinstance(screen, MenuScreen):
        texts = [screen.title, screen.hint, screen.items[screen.at]]
    if isinstance(screen, VersusScreen):
        texts += [str(screen.left), str(screen.right)]
    if isinstance(screen, GridScreen):
        # Names may be cut, for the players know themselves; points never.
        texts += [cell for row in screen.rows for cell in row[1:]]
    return [text for text in texts if bare(text) not in shown]


@cache
def evenings(language: str) -> frozenset[Screen]:
    """Every screen of some evenings of all sizes."""
    seen: set[Screen] = set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transcript, "show", lambda self, screen: seen.add(screen))
        for seed in range(9):
            rehearse("gotterdammerung", {"players": 7 + seed, "gods": 3 + seed}, language, str, seed=seed)
    return frozenset(seen)


@pytest.mark.many
@pytest.mark.parametrize("mode", MODES.values(), ids=["usual", "large", "upright"])
@pytest.mark.parametrize("language", languages())
def test_nothing_is_cut_on_an_evening(language: str, mode: dict[str, bool]) -> None:
    screens = evenings(language)
    assert len({type(screen) for screen in screens}) >= 6
    for screen in screens:
        assert lost(screen, **mode) == [], screen
