"""Pads break, are swapped and mixed up in the middle of a game; and questions nobody answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.games.gotterdammerung.events import Banished, PadCalled, Passed, Supported
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests.host.on_request import somebody_asks
from tests.scenes import (
    asks_next,
    choose_the_game,
    counted,
    everybody_is_called,
    marked_seat,
    night,
    presses_in_vain,
    the_box_learns,
    to_odin,
    to_the_council,
)
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


# ---------------------------------------------------------------- scenes


def nobody_is_called(table: VirtualTable) -> None:
    """By a house rule; all others are as they are mostly. Then the cards are to be dealt."""
    choose_the_game(table, rules="rules")
    while (asked := table.hears(Asked)).name.startswith("option."):
        if asked.name == "option.roll_call":
            table.answers("no")
        else:
            table.ok()
    assert asked.name == "setup.deal"


def a_pad_is_broken(table: VirtualTable, seat: int) -> None:
    """It is for this seat to press another."""
    somebody_asks(table, "pad.broken")
    table.answers(seat)
    asks_next(table, "setup.pad", seat)
    assert marked_seat(table) == seat


def a_new_one_lies_there(table: VirtualTable, seat: int, pad: int) -> None:
    table.pads[seat] = pad
    table.taps(seat, "up")
    table.hears(PadCalled(seat, none=False, swap=True))


def none_lies_there(table: VirtualTable, seat: int) -> None:
    table.ok()
    table.hears(PadCalled(seat, none=True, swap=True))


def is_taken_back(table: VirtualTable) -> None:
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))


# ---------------------------------------------------------------- pads


def test_a_broken_pad_is_replaced_by_another(table: VirtualTable) -> None:
    to_odin(table)
    a_pad_is_broken(table, ODIN)
    a_new_one_lies_there(table, ODIN, 15)
    asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}
    table.holds(ODIN, "down")
    table.hears(Passed("odin"))
    asks_next(table, "action.thor", THOR)


def test_a_pad_taken_from_another_leaves_that_one_without(table: VirtualTable) -> None:
    to_odin(table)
    a_pad_is_broken(table, ODIN)
    presses_in_vain(table, THOR, "up")  # that one is Thor's, and stays Thor's
    none_lies_there(table, ODIN)
    asks_next(table, "action.odin", ODIN)
    assert table.lit == frozenset()
    del table.pads[ODIN]
    table.answers("pass")  # at the panel
    table.hears(Passed("odin"))
    asks_next(table, "action.thor", THOR)
    assert table.lit == {THOR}


def test_where_no_pad_was_called_the_others_are_as_they_were(table: VirtualTable) -> None:
    nobody_is_called(table)
    a_pad_is_broken(table, HEL)
    a_new_one_lies_there(table, HEL, 15)
    asks_next(table, "setup.deal")
    table.ok()
    the_box_learns(table)
    night(table, VALKYRIE_3)


def test_a_seat_whose_pad_broke_votes_at_the_panel(table: VirtualTable) -> None:
    to_the_council(table)
    a_pad_is_broken(table, HEL)
    none_lies_there(table, HEL)
    asks_next(table, "council.accuse")
    del table.pads[HEL]
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    asks_next(table, "council.support")
    assert table.lit == set(EVERYBODY) - {ODIN, THOR, HEL}
    table.taps(VALKYRIE_1, "up")
    table.hears(Supported(VALKYRIE_1, THOR), Asked("council.defence", THOR))
    table.advance(8)
    table.answers("done")
    table.hears(Asked("council.vote"), AtBeat("now"))
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    asks_next(table, "council.booth", HEL)
    table.answers("up")
    counted(table, 6, 1)
    table.hears(Banished(THOR, "council"))


def test_all_pads_are_called_anew_where_they_were_mixed_up(table: VirtualTable) -> None:
    to_odin(table)
    somebody_asks(table, "pad.broken")
    table.answers("everybody")
    table.pads = {seat: 8 - seat for seat in EVERYBODY}
    for seat in EVERYBODY:
        asks_next(table, "setup.pad", seat)
        table.taps(seat, "down")
    asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}
    table.taps(ODIN, "up")
    assert marked_seat(table) == THOR


def test_a_new_pad_is_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    a_pad_is_broken(table, ODIN)
    none_lies_there(table, ODIN)
    asks_next(table, "action.odin", ODIN)
    is_taken_back(table)
    asks_next(table, "setup.pad", ODIN)
    is_taken_back(table)
    asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}


def test_a_pad_broken_before_the_factions_are_told(table: VirtualTable) -> None:
    choose_the_game(table)
    everybody_is_called(table)
    table.hears(Asked("setup.deal"))
    a_pad_is_broken(table, HEL)
    a_new_one_lies_there(table, HEL, 9)
    table.decides("setup.deal", "dealt")
    the_box_learns(table)


# ---------------------------------------------------------------- stray presses


@pytest.mark.parametrize("name", ["night.void", "somebody.leaves", "somebody.comes", "pad.broken"])
def test_questions_nobody_answers_close_by_themselves_and_back_closes_them(
    table: VirtualTable, name: str
) -> None:
    to_odin(table)
    somebody_asks(table, name)
    asked, said = table.now, len(table.all_heard(Said))
    asks_next(table, "action.odin", ODIN)
    assert table.now - asked == pytest.approx(30.0, abs=0.3)
    assert table.lit == {ODIN}
    question, shorter, *_odins = table.all_heard(Said)[said - 1 :]
    assert len(shorter.text) < len(question.text)
    somebody_asks(table, name)
    assert table.all_heard(Said)[-1] == question
    table.taps(ODIN, "up")  # a pad means nothing there
    table.taps(PANEL, "back")
    asks_next(table, "action.odin", ODIN)
    assert marked_seat(table) == VALKYRIE_1
    assert "turned plate" in table.lies_at(VALKYRIE_3)
