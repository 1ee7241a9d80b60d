"""Pads break, are swapped and mixed up in the middle of a game; and questions nobody answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.game import CALL_AGAIN, Decision, Number, OneOf, Option, PersonName, Table
from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import Passed
from gm_appliance.hidden_roles.events import PadCalled
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.host.asked_in_turn import GAME, asking_in_turn
from tests.host.on_request import somebody_asks
from tests.seven import EVERYBODY, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


MIXED_UP = Fault("pads", "mixed-up")


def a_pad_is_broken(table: VirtualTable, seat: int) -> None:
    somebody_asks(table, "pad.broken")
    table.answers(seat)
    scenes.asks_next(table, "setup.pad", seat)
    assert scenes.marked_seat(table) == seat


def none_lies_there(table: VirtualTable, seat: int) -> None:
    table.ok()
    table.hears(PadCalled(seat, none=True, swap=True))


def is_taken_back(table: VirtualTable) -> None:
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))


def test_a_pad_taken_from_another_leaves_that_one_without(table: VirtualTable) -> None:
    scenes.to_odin(table)
    a_pad_is_broken(table, ODIN)
    scenes.presses_in_vain(table, THOR, "up")  # that one is Thor's, and stays Thor's
    none_lies_there(table, ODIN)
    scenes.asks_next(table, "action.odin", ODIN)
    assert table.lit == frozenset()
    del table.pads[ODIN]
    table.answers("pass")  # at the panel
    table.hears(Passed("odin"))
    scenes.asks_next(table, "action.thor", THOR)
    assert table.lit == {THOR}


def all_are_called_again(table: VirtualTable) -> None:
    table.hears(Announced("pads-mixed-up"))
    table.pads = {seat: 8 - seat for seat in EVERYBODY}
    for seat in EVERYBODY:
        scenes.asks_next(table, "setup.pad", seat)
        table.taps(seat, "down")


def test_where_the_box_itself_mixes_them_up_it_calls_all_again(table: VirtualTable) -> None:
    scenes.to_odin(table)
    table.post(MIXED_UP)
    all_are_called_again(table)
    scenes.asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}


def test_that_they_were_mixed_up_is_not_forgotten_while_a_name_is_asked(tmp_path: Path) -> None:
    """The name is asked in a play of its own."""
    call = Decision(CALL_AGAIN.name, Table(), OneOf((1, str(CALL_AGAIN.value))))
    pads = Decision("pads", Table(), OneOf(("called", "not")), on_request=(call,))
    name = Decision("name", Table(), PersonName(seat=2))
    one = Option("players", Number(1, 1, 1), 1)
    registry = asking_in_turn(Decision("first", Table(), OneOf(("on", "wait"))), name, pads, options=(one,))
    with evening(tmp_path, registry=registry, roster=("Anna", "Bo")) as table:
        table.decides("menu.game", GAME)
        table.decides("menu.rules", "start")
        table.decides("menu.people", "choose")
        table.decides("menu.person", 1)
        table.hears(Asked("first"))
        table.post(MIXED_UP)
        table.answers("on")
        table.decides("menu.person", 2)
        table.hears(Announced("pads-mixed-up"))


def test_in_a_vote_they_are_called_before_it_is_taken_again(table: VirtualTable) -> None:
    scenes.to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.hears(Asked("council.support"))
    table.taps(VALKYRIE_1, "up")
    table.hears(Asked("council.defence", THOR))
    table.advance(8)
    table.answers("done")
    table.hears(Asked("council.vote"), AtBeat("now"))
    table.post(Fault("pads", "unplugged"))
    table.hears(Announced("broken-off-one"))
    table.post(MIXED_UP)
    table.post(Fault("pads", "back"))
    all_are_called_again(table)
    scenes.asks_next(table, "council.vote")


def test_a_new_pad_is_taken_back(table: VirtualTable) -> None:
    scenes.to_odin(table)
    a_pad_is_broken(table, ODIN)
    none_lies_there(table, ODIN)
    scenes.asks_next(table, "action.odin", ODIN)
    is_taken_back(table)
    scenes.asks_next(table, "setup.pad", ODIN)
    is_taken_back(table)
    scenes.asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}


@pytest.mark.parametrize("name", ["night.void", "somebody.leaves", "somebody.comes", "pad.broken"])
def test_questions_nobody_answers_close_by_themselves_and_back_closes_them(
    table: VirtualTable, name: str
) -> None:
    scenes.to_odin(table)
    somebody_asks(table, name)
    asked, said = table.now, len(table.heard)
    scenes.asks_next(table, "action.odin", ODIN)
    assert table.now - asked == pytest.approx(30.0, abs=0.3)
    assert table.lit == {ODIN}
    question, *rest = [one.what for one in table.heard[said - 2 :] if isinstance(one.what, Said)]
    assert any(len(one.text) < len(question.text) for one in rest)
    somebody_asks(table, name)
    assert question in table.all_heard(Said)[-2:]
    table.taps(ODIN, "down")  # a pad means nothing there
    table.taps(PANEL, "back")
    scenes.asks_next(table, "action.odin", ODIN)
    assert scenes.marked_seat(table) == VALKYRIE_1
    assert "turned plate" in table.lies_at(VALKYRIE_3)
