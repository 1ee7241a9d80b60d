"""People leave for good and come late, behind BACK, at any moment of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.testing import Announced, AtBeat, Said, VirtualTable, evening
from tests import scenes
from tests.host.on_request import somebody_asks
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_2, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


def leaves(table: VirtualTable, seat: int, then: str = "nobody") -> None:
    somebody_asks(table, "somebody.leaves")
    table.answers(seat)
    scenes.asks_next(table, "somebody.left")
    assert isinstance(table.screen, MenuScreen)
    assert len(table.screen.items) == 3
    table.answers(then)


def comes(table: VirtualTable, seat: int) -> None:
    somebody_asks(table, "somebody.comes")
    table.answers(seat)
    table.hears(kit_events.Joins(seat))


def all_is_revealed(table: VirtualTable) -> None:
    assert table.hears(kit_events.Ended).factions == tuple(scenes.FACTIONS.values())
    table.hears(Said, Said)  # that it is over; then who they were
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(THOR)
    scenes.asks_next(table, "menu.again")


def test_nobody_calls_a_pad_of_who_left_and_at_night_it_is_still(table: VirtualTable) -> None:
    scenes.to_the_council(table)
    leaves(table, VALKYRIE_2)
    table.hears(kit_events.Leaves(VALKYRIE_2))
    scenes.asks_next(table, "council.accuse")
    assert table.lit == set(EVERYBODY) - {VALKYRIE_2}
    table.answers("close", "council.close")
    table.hears(kit_events.CouncilEnds("agreed"), kit_events.RoundBegins(2))
    scenes.asks_next(table, "conspiracy")
    # The other conspirator alone decides, and the one who left is named like everybody in Asgard.
    marks = {THOR: HEL, VALKYRIE_2: ODIN}
    for named in (seat for seat in EVERYBODY if seat != VALKYRIE_3):
        assert table.hears(AtBeat("name")).about == named
        table.everybody_taps({seat: "down" if marks.get(seat) == named else "up" for seat in EVERYBODY})
        assert table.lit == frozenset()
    assert table.hears(kit_events.Banished) == kit_events.Banished(HEL, "conspiracy")
    assert not table.all_heard(kit_events.Missing)


def test_the_table_ends_the_game_when_somebody_leaves_and_all_is_revealed(table: VirtualTable) -> None:
    scenes.to_odin(table)
    leaves(table, ODIN, then="end")
    all_is_revealed(table)


def test_the_table_ends_a_game_without_pads_and_turns_the_cards_itself(table: VirtualTable) -> None:
    table.pads = {}
    scenes.to_the_first_vote(table, "booth")
    scenes.asks_next(table, "council.booth", ODIN)
    somebody_asks(table, "somebody.leaves")
    table.answers("end")
    table.decides("leave.end", "end")
    table.hears(kit_events.Ended(()))
    scenes.asks_next(table, "menu.again")
    assert not any({"protect", "conspire"} & set(table.lies_at(seat)) for seat in EVERYBODY)


def test_one_more_ok_takes_nobody_away(table: VirtualTable) -> None:
    """Somebody chosen by mistake stays: the box asks again, and the first line says no."""
    scenes.to_odin(table)
    somebody_asks(table, "somebody.leaves")
    table.ok()
    scenes.asks_next(table, "somebody.left")
    table.ok()
    scenes.asks_next(table, "action.odin", ODIN)
    assert not table.all_heard(kit_events.Leaves)


def test_what_revealed_the_factions_cannot_be_taken_back(table: VirtualTable) -> None:
    scenes.to_odin(table)
    somebody_asks(table, "somebody.leaves")
    table.answers("end")
    table.decides("leave.end", "end")
    table.hears(kit_events.Ended)
    table.advance(0.5)
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"))
    assert not table.all_heard(Announced("taken-back"))


def test_for_who_comes_late_you_may_begin_again(table: VirtualTable) -> None:
    scenes.to_odin(table)
    somebody_asks(table, "somebody.comes")
    table.answers("anew")
    table.decides("leave.end", "end")
    all_is_revealed(table)
    table.answers("other")
    scenes.asks_next(table, "menu.game")
