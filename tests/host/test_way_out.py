"""No step is a trap: BACK leads out of every game, to another setup or to its end."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Said, VirtualTable, evening
from gm_appliance.testing.screens import words_of
from tests.scenes import asks_next, choose_the_game, everybody_is_called, to_odin, to_the_first_points
from tests.seven import ODIN, PANEL

QUESTIONS = Asked("questions")


def leaves(table: VirtualTable, way: str) -> None:
    table.taps(PANEL, "back")
    table.decides("questions", way)
    table.hears(Asked(f"leave.{way}"), Said)
    table.ok()


def test_after_the_same_people_the_setup_can_be_changed(table: VirtualTable) -> None:
    choose_the_game(table)
    everybody_is_called(table)
    table.hears(Asked("setup.deal"))
    leaves(table, "end")
    table.decides("menu.again", "again")
    table.hears(Asked("setup.deal"))
    leaves(table, "setup")
    asks_next(table, "option.players")
    table.taps(PANEL, "back")
    asks_next(table, "menu.same")
    table.taps(PANEL, "back")
    asks_next(table, "menu.game")


def test_back_held_before_the_first_choice_asks_for_another_setup(table: VirtualTable) -> None:
    choose_the_game(table)
    table.hears(Asked("setup.pad", ODIN))
    table.holds(PANEL, "back")
    table.hears(Asked("leave.setup"), Said)
    table.taps(PANEL, "back")
    asks_next(table, "setup.pad", ODIN)
    table.holds(PANEL, "back")
    table.hears(Asked("leave.setup"), Said)
    table.ok()
    asks_next(table, "option.players")


def test_a_score_pad_that_is_ended_says_who_leads(table: VirtualTable) -> None:
    to_the_first_points(table, 2)
    table.answers(7)
    table.hears(Asked("entry.points"))
    leaves(table, "end")
    table.hears(Said)
    assert isinstance(table.screen, GridScreen)
    assert [row[-1] for row in table.screen.rows] == ["7", "0"]
    asks_next(table, "menu.again")


def test_a_game_that_was_left_is_not_gone_on_with_after_a_power_cut(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        leaves(table, "setup")
        asks_next(table, "option.players")
    with Journal(tmp_path / "journal.sqlite") as journal:
        assert journal.running() is None
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))


def test_a_way_out_is_meant_or_the_game_goes_on(table: VirtualTable) -> None:
    to_odin(table)
    for way in ("setup", "end"):
        table.taps(PANEL, "back")
        table.decides("questions", way)
        table.hears(Asked(f"leave.{way}"))
        asks_next(table, "action.odin", ODIN)  # nobody answered


def test_the_menu_has_no_way_out_but_its_own(table: VirtualTable) -> None:
    table.hears(Asked("menu.game"), Said)
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    in_the_menu = len(words_of(table.screen))
    table.taps(PANEL, "back")
    table.decides("menu.game", "scorepad")
    table.decides("option.players", 3)
    for name, value in (("mode", "free"), ("wins", "highest"), ("until", "none")):
        table.decides(f"option.{name}", value)
    table.decides("dealer.first", 1)
    table.hears(Asked("free.who"), Said)
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    # Two topics, who comes and who leaves, whether everybody is asked, and two ways out.
    assert len(words_of(table.screen)) == in_the_menu + 2 + 2 + 1 + 2
