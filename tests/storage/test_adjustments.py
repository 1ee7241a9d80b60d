"""Volume and speed at the panel: heard while they are turned, kept over a power cut, no part of the game."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.cues.screens import MenuScreen, NumberScreen
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.scenes import to_odin
from tests.seven import ODIN, PANEL


def to_the_knob(table: VirtualTable, adjustment: str) -> None:
    """It is among the questions."""
    table.taps(PANEL, "back")
    table.decides("questions", adjustment)
    table.hears(Asked(adjustment))


def stands_at(table: VirtualTable, level: int) -> bool:
    return isinstance(table.screen, NumberScreen) and table.screen.value == level


def test_the_volume_is_heard_while_it_is_turned_and_the_game_goes_on_as_it_was(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.advance(6)  # until it has been said
        table.taps(ODIN, "up")
        aimed = table.screen
        to_the_knob(table, "volume")
        assert stands_at(table, 100)
        table.taps(PANEL, "down", 3)
        assert stands_at(table, 97)
        assert table.levels["volume"] == 97
        table.ok()
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked("action.odin"))
        assert table.screen == aimed


def test_what_was_kept_outlives_a_power_cut_and_what_was_left_does_not(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        to_the_knob(table, "rate")
        table.taps(PANEL, "up", 5)
        table.ok()
        table.hears(Asked("questions"))
        table.taps(PANEL, "back")
        table.hears(Asked("menu.game"))
        to_the_knob(table, "volume")
        table.taps(PANEL, "down", 7)
        table.taps(PANEL, "back")  # not kept with OK
        table.hears(Asked("menu.game"))
        assert table.levels == {"rate": 165, "volume": 93}
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        assert table.levels == {"rate": 165}
        to_the_knob(table, "rate")
        assert stands_at(table, 165)


def test_nobody_waits_for_a_knob_that_was_opened_by_mistake(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        to_the_knob(table, "volume")
        table.never_hears(Asked, within=29)
        table.advance(2)
        table.hears(Asked("action.odin"))


def test_larger_letters_are_asked_for_among_the_questions_and_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.taps(PANEL, "back")
        table.decides("questions", "large.1")
        assert table.levels["large"] == 1
        table.hears(Asked("questions"))
        assert isinstance(table.screen, MenuScreen)
        assert "Usual letters" in table.screen.items
        assert "Larger letters" not in table.screen.items
    with evening(tmp_path) as table:
        table.hears(Asked("menu.resume"))
        assert table.levels["large"] == 1
        table.taps(PANEL, "back")
        table.decides("questions", "large.0")
        assert table.levels["large"] == 0
