"""Press hints are said until followed once this evening; then only after a silence, or on REPEAT."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing import Asked, VirtualTable, evening
from tests.own_words import asked, asked_who_knows, at_odin, said_after
from tests.scenes import everybody_is_called, night, the_box_learns, throw, to_odin
from tests.seven import ODIN, PANEL, THOR, VALKYRIE_3

ODINS_TURN = Asked("action.odin", ODIN)


def to_odin_again(table: VirtualTable) -> list[str]:
    """From the deal to Odin's turn; returns what is asked then."""
    table.decides("setup.deal", "dealt")
    the_box_learns(table)
    night(table, VALKYRIE_3)
    throw(table, 1, 1, THOR)
    table.hears(ODINS_TURN)
    table.hears_out(6)
    return said_after(table, ODINS_TURN)


def game_ends(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", "end")
    table.decides("leave.end", "end")
    table.hears(Asked("menu.again"))


def test_the_same_people_still_know_it_in_the_next_game(table: VirtualTable) -> None:
    to_odin(table)
    table.answers("pass")
    table.hears(Asked("action.thor"))
    game_ends(table)
    table.answers("again")
    assert to_odin_again(table) == asked_who_knows(at_odin())


def test_other_people_are_told(table: VirtualTable) -> None:
    to_odin(table)
    table.answers("pass")
    table.hears(Asked("action.thor"))
    game_ends(table)
    table.answers("other")
    table.decides("menu.game", "gotterdammerung")
    table.decides("menu.same", "no")
    settings: dict[str, int | str] = {"players": 7, "gods": 3, "ballot": "pads", "dice": "own"}
    for name, value in settings.items():
        table.decides(f"option.{name}", value)
    table.decides("menu.rules", "start")
    everybody_is_called(table)
    assert to_odin_again(table) == asked(at_odin())


def test_after_a_power_cut_everybody_is_told_once_more(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        table.answers("pass")
        table.hears(Asked("action.thor"))
    with evening(tmp_path) as table:
        table.decides("menu.resume", "resume")
        table.hears(Asked("action.thor"))
        table.holds(PANEL, "back")
        table.hears(ODINS_TURN)
        table.hears_out(6)
        assert said_after(table, ODINS_TURN) == asked(at_odin())
