"""People leave for good, and come late: behind BACK, in whatever moment of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import MenuScreen
from gm_appliance.games.gotterdammerung.events import (
    Absent,
    Accused,
    Banished,
    CouncilEnds,
    Ended,
    Joins,
    Leaves,
    Missing,
    Passed,
    RoundBegins,
    Spared,
    Supported,
    Targetless,
    ThumbsShown,
    Withdrawn,
)
from gm_appliance.testing import Announced, AtBeat, Said, VirtualTable, evening
from tests.host.on_request import somebody_asks
from tests.scenes import (
    FACTIONS,
    asks_next,
    counted,
    marked_seat,
    to_odin,
    to_the_council,
    to_the_first_vote,
)
from tests.seven import (
    EVERYBODY,
    HEL,
    ODIN,
    PANEL,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


# ---------------------------------------------------------------- scenes


def leaves(table: VirtualTable, seat: int, then: str = "nobody") -> None:
    somebody_asks(table, "somebody.leaves")
    table.answers(seat)
    asks_next(table, "somebody.left")
    assert isinstance(table.screen, MenuScreen)
    assert len(table.screen.items) == 2
    table.answers(then)


def plays_on_without(table: VirtualTable, seat: int) -> None:
    leaves(table, seat)
    table.hears(Leaves(seat))


def odin_left_in_his_turn(table: VirtualTable) -> None:
    to_odin(table)
    plays_on_without(table, ODIN)
    table.hears(Absent("odin"))
    asks_next(table, "action.thor", THOR)


def comes(table: VirtualTable, seat: int) -> None:
    somebody_asks(table, "somebody.comes")
    table.answers(seat)
    table.hears(Joins(seat))


def accuses(table: VirtualTable, accuser: int, accused: int) -> None:
    table.decides("council.accuse", accuser)
    table.decides("council.whom", accused)
    table.hears(Accused(accuser, accused))
    asks_next(table, "council.support")


def supports(table: VirtualTable, supporter: int, accused: int) -> None:
    table.answers(supporter)
    table.hears(Supported(supporter, accused))


def defends(table: VirtualTable, accused: int) -> None:
    asks_next(table, "council.defence", accused)
    table.advance(8)
    table.answers("done")


def all_vote_but(table: VirtualTable, gone: int, thumb: str) -> None:
    """They all press, whoever left too; who that is has no vote."""
    asks_next(table, "council.vote")
    table.hears(AtBeat("now"))
    table.everybody_taps(dict.fromkeys(EVERYBODY, thumb))
    assert table.lit == frozenset()
    assert table.hears(ThumbsShown).thumbs == {seat: thumb for seat in EVERYBODY if seat != gone}
    counted(table, *((6, 0) if thumb == "down" else (0, 6)))


def all_is_revealed(table: VirtualTable) -> None:
    assert table.hears(Ended).factions == tuple(FACTIONS.values())
    table.hears(Said, Said)  # that it is over; then who they were
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(THOR)
    asks_next(table, "menu.again")


# ---------------------------------------------------------------- somebody leaves


def test_a_god_whose_player_left_acts_no_more(table: VirtualTable) -> None:
    odin_left_in_his_turn(table)
    assert table.lit == {THOR}
    table.holds(THOR, "down")
    table.hears(Passed("thor"), Targetless("hel"))
    asks_next(table, "oracle.look")
    accuses(table, VALKYRIE_1, THOR)
    table.hears_out(6)
    table.taps(ODIN, "up")  # whoever is not here supports nobody
    table.hears_nothing_for(2)
    supports(table, HEL, THOR)
    defends(table, THOR)
    all_vote_but(table, ODIN, "up")
    table.hears(Spared(THOR, tie=False))


def test_nobody_calls_a_pad_of_who_left_and_at_night_it_is_still(table: VirtualTable) -> None:
    to_the_council(table)
    plays_on_without(table, VALKYRIE_2)
    asks_next(table, "council.accuse")
    assert table.lit == set(EVERYBODY) - {VALKYRIE_2}
    table.answers("close", "council.close")
    table.hears(CouncilEnds("agreed"), RoundBegins(2))
    asks_next(table, "conspiracy")
    # The other conspirator alone decides, and the one who left is named like everybody in Asgard.
    marks = {THOR: HEL, VALKYRIE_2: ODIN}
    for named in (seat for seat in EVERYBODY if seat != VALKYRIE_3):
        assert table.hears(AtBeat("name")).about == named
        table.everybody_taps({seat: "down" if marks.get(seat) == named else "up" for seat in EVERYBODY})
        assert table.lit == frozenset()
    assert table.hears(Banished) == Banished(HEL, "conspiracy")
    assert not table.all_heard(Missing)


def test_who_accuses_and_leaves_accuses_nobody(table: VirtualTable) -> None:
    to_the_council(table)
    table.holds(ODIN, "down")
    asks_next(table, "council.whom", ODIN)
    plays_on_without(table, ODIN)
    table.hears(Withdrawn(ODIN))
    asks_next(table, "council.accuse")
    assert table.lit == set(EVERYBODY) - {ODIN}


def test_an_accusation_whose_accuser_left_stands(table: VirtualTable) -> None:
    to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    asks_next(table, "council.support")
    plays_on_without(table, ODIN)
    asks_next(table, "council.support")
    supports(table, HEL, THOR)
    defends(table, THOR)
    all_vote_but(table, ODIN, "down")
    table.hears(Banished(THOR, "council"))


@pytest.mark.parametrize("when", ["before the support", "in the defence"])
def test_the_vote_on_an_accused_who_left_is_held_without_a_defence(table: VirtualTable, when: str) -> None:
    to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    asks_next(table, "council.support")
    if when == "before the support":
        plays_on_without(table, THOR)
        asks_next(table, "council.support")
    supports(table, HEL, THOR)
    if when == "in the defence":
        asks_next(table, "council.defence", THOR)
        plays_on_without(table, THOR)
    all_vote_but(table, THOR, "down")
    table.hears(Banished(THOR, "council"))


@pytest.mark.parametrize("who", [ODIN, VALKYRIE_2, VALKYRIE_4])
def test_who_leaves_while_the_box_goes_round_has_no_vote_given_or_not(table: VirtualTable, who: int) -> None:
    """It is Valkyrie two's turn: Odin has voted, Valkyrie four has not."""
    table.pads = {}
    to_the_first_vote(table, "booth")
    for seat in (ODIN, VALKYRIE_1, THOR):
        asks_next(table, "council.booth", seat)
        table.answers("down")
    asks_next(table, "council.booth", VALKYRIE_2)
    table.taps(PANEL, "down")  # given to nobody yet
    plays_on_without(table, who)
    for seat in (seat for seat in range(VALKYRIE_2, 8) if seat != who):
        asks_next(table, "council.booth", seat)
        table.answers("up")
    thumbs = {seat: "down" if seat < VALKYRIE_2 else "up" for seat in EVERYBODY if seat != who}
    assert table.hears(ThumbsShown).thumbs == thumbs


def test_who_was_the_last_to_be_asked_leaves_and_the_thumbs_are_counted(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "thumbs")
    asks_next(table, "council.show")
    thumbs = {seat: "down" if seat in (ODIN, VALKYRIE_3, HEL) else "up" for seat in range(ODIN, VALKYRIE_4)}
    for seat, thumb in thumbs.items():
        asks_next(table, "council.thumb", seat)
        table.answers(thumb)
    asks_next(table, "council.thumb", VALKYRIE_4)
    plays_on_without(table, VALKYRIE_4)
    assert table.hears(ThumbsShown).thumbs == thumbs


def test_a_player_who_left_is_taken_back_question_by_question(table: VirtualTable) -> None:
    odin_left_in_his_turn(table)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))
    asks_next(table, "somebody.left")
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))
    asks_next(table, "action.odin", ODIN)
    assert table.lit == {ODIN}


def test_the_table_ends_the_game_when_somebody_leaves_and_all_is_revealed(table: VirtualTable) -> None:
    to_odin(table)
    leaves(table, ODIN, then="end")
    all_is_revealed(table)


def test_the_table_ends_a_game_without_pads_and_turns_the_cards_itself(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "booth")
    asks_next(table, "council.booth", ODIN)
    somebody_asks(table, "somebody.leaves")
    table.answers("end")
    table.hears(Ended(()))
    asks_next(table, "menu.again")
    assert not any({"protect", "conspire"} & set(table.lies_at(seat)) for seat in EVERYBODY)


def test_what_revealed_the_factions_cannot_be_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    somebody_asks(table, "somebody.leaves")
    table.answers("end")
    table.hears(Ended)
    table.advance(0.5)
    table.holds(PANEL, "back")
    table.hears(Announced("not-back"))
    assert not table.all_heard(Announced("taken-back"))


def test_after_a_power_cut_who_left_is_still_gone(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        odin_left_in_his_turn(table)
    with evening(tmp_path) as table:
        table.decides("menu.resume", "resume")
        asks_next(table, "action.thor", THOR)
        somebody_asks(table, "somebody.comes")
        assert marked_seat(table) == ODIN  # his is the empty place


# ---------------------------------------------------------------- somebody comes late


def test_who_comes_late_takes_the_empty_place(table: VirtualTable) -> None:
    odin_left_in_his_turn(table)
    comes(table, ODIN)
    asks_next(table, "action.thor", THOR)
    table.answers("pass")
    table.hears(Passed("thor"), Targetless("hel"))
    accuses(table, ODIN, THOR)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))


def test_who_comes_in_the_middle_of_a_ballot_votes_too(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "booth")
    asks_next(table, "council.booth", ODIN)
    plays_on_without(table, ODIN)
    asks_next(table, "council.booth", VALKYRIE_1)
    comes(table, ODIN)
    for seat in (VALKYRIE_1, ODIN, *range(THOR, 8)):
        asks_next(table, "council.booth", seat)
        table.answers("up")
    assert table.hears(ThumbsShown).thumbs == dict.fromkeys(EVERYBODY, "up")


def test_who_comes_late_is_taken_back(table: VirtualTable) -> None:
    odin_left_in_his_turn(table)
    comes(table, ODIN)
    asks_next(table, "action.thor", THOR)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"))
    asks_next(table, "action.thor", THOR)
    somebody_asks(table, "somebody.comes")
    assert marked_seat(table) == ODIN  # his place is empty again


def test_for_who_comes_late_you_may_begin_anew(table: VirtualTable) -> None:
    to_odin(table)
    somebody_asks(table, "somebody.comes")
    table.answers("anew")
    all_is_revealed(table)
    table.answers("other")
    asks_next(table, "menu.game")
