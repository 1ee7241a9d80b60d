"""Volume and speed at the panel: heard while they are turned, kept over a power cut, no part of the game."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import ODINS_TURN, to_odin
from tests.host.asides import QUESTIONS
from tests.seven import ODIN, PANEL

HOW_LOUD = "How loud? Up and down, then OK."
HOW_FAST = "How many words a minute? Up and down, then OK."
MENU = "Good evening. Choose a game. Up and down, then OK."


def to_the_knob(table: VirtualTable, back_from_the_end: int, asked: str) -> None:
    """The knobs are the last but one line of the questions; UP goes there from the first one."""
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.taps(PANEL, "up", back_from_the_end)
    table.ok()
    table.hears(asked)


def test_the_volume_is_heard_while_it_is_turned_and_the_game_goes_on_as_it_was(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.taps(ODIN, "up")
        to_the_knob(table, 3, HOW_LOUD)
        table.sees("Volume, percent", "100")
        table.taps(PANEL, "down", 3)
        table.sees("Volume, percent", "97")
        assert table.levels["volume"] == 97
        table.ok()
        table.hears(QUESTIONS)
        table.taps(PANEL, "back")
        table.hears(ODINS_TURN)
        table.sees("Odin protects", "Thor")


def test_what_was_kept_outlives_a_power_cut_and_what_was_left_does_not(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears(MENU)
        to_the_knob(table, 2, HOW_FAST)
        table.taps(PANEL, "up", 5)
        table.ok()
        table.hears(QUESTIONS)
        table.taps(PANEL, "back")
        table.hears(MENU)
        to_the_knob(table, 3, HOW_LOUD)
        table.taps(PANEL, "down", 7)
        table.taps(PANEL, "back")  # not kept with OK
        table.hears(MENU)
        assert table.levels == {"rate": 165, "volume": 93}
    with evening(tmp_path) as table:
        table.hears(MENU)
        assert table.levels == {"rate": 165}
        to_the_knob(table, 2, HOW_FAST)
        table.sees("Words a minute", "165")


def test_nobody_waits_for_a_knob_that_was_opened_by_mistake(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        to_the_knob(table, 3, HOW_LOUD)
        table.advance(31)
        table.hears("How loud, in percent? Then OK.", ODINS_TURN)
