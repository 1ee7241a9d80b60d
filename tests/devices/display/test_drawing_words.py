"""Nothing on the display is cut: the longest words allowed, and whole evenings."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.cues.screens import Lines, MenuScreen, RingScreen, Screen
from gm_appliance.core.language import CONTEXTS, languages
from gm_appliance.devices.display.drawing.text import TITLE
from gm_appliance.simulator.transcript import Transcript
from tests.devices.display.golden_screens import MODES, crowd
from tests.devices.display.words_shown import lost, written

# ---------------------------------------------------------------- the longest texts allowed


def test_a_text_as_long_as_its_context_allows_is_shown_whole() -> None:
    """tests/core/test_catalogues.py limits every sentence of every language to these columns."""
    title, line = "W" * CONTEXTS["title"], "W" * CONTEXTS["line"]
    for screen in (Lines(title, (line,) * 4), MenuScreen(title, (line,) * 3, 1, line)):
        assert lost(screen) == []
    assert [one.face for one in written(Lines(title, ("x",)))][:1] == [TITLE]


def test_a_word_too_long_is_noticed() -> None:
    assert lost(Lines("A title of more than twenty-one", ("x",))) == ["A title of more than twenty-one"]
    assert lost(MenuScreen("T", ("An item longer than its row", "b", "c"), 0, "OK"))
    assert lost(RingScreen("Council", crowd(), ("Far too long for the middle",), "Hold"))


# ---------------------------------------------------------------- whole evenings


@cache
def evenings(language: str) -> frozenset[Screen]:
    """All screens of several evenings of different sizes."""
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
    """`test_pixels` draws each text in every mode; this test draws the screens of whole evenings."""
    screens = evenings(language)
    assert len({type(screen) for screen in screens}) >= 6
    for screen in screens:
        assert lost(screen, **mode) == [], screen
