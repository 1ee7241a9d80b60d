"""People leave for good, and come late: behind BACK, in whatever moment of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, ODINS_TURN, to_odin, to_the_council
from tests.host.on_request import THORS_TURN, WHO_COMES, WHO_LEAVES, asks_for, everybodys
from tests.screenplays.scenes import accuse, defend, night, the_oracle_looks, vote
from tests.screenplays.without_pads import FOUR_TO_THREE, SHORT, thumbs_are_shown, to_the_first_vote
from tests.seven import (
    EVERYBODY,
    HEL,
    NAMES,
    ODIN,
    PANEL,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_3,
    VALKYRIE_4,
)

THE_CONSPIRATORS = "The conspirators were Thor and Valkyrie 2."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


# ---------------------------------------------------------------- scenes


def leaves(table: VirtualTable, seat: str, *, spoken: str, then: str = "Play on without") -> None:
    asks_for(table, "Somebody leaves", WHO_LEAVES)
    table.chooses(seat)
    table.hears(f"{spoken} leaves. Play on without, or end the game? Choose, then OK.")
    table.sees("Without?", "Play on without", "End the game")
    table.chooses(then)


def plays_on_without(table: VirtualTable, seat: str, spoken: str) -> None:
    leaves(table, seat, spoken=spoken)
    table.hears(f"Nobody plays {spoken} any more. No vote, no action.")


# ---------------------------------------------------------------- somebody leaves


def test_a_god_whose_player_left_acts_no_more(table: VirtualTable) -> None:
    to_odin(table)
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin is not here, and takes no action.", THORS_TURN)
    assert table.lit == {THOR}
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Thor")
    accuse(table, VALKYRIE_1, 1, THOR)
    table.taps(ODIN, "up")  # whoever is not here supports nobody
    table.hears("Who stands with Valkyrie 1? Thumb up.")
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    vote(table, THOR, everybodys("up"))
    table.hears("0 down, 6 up.", "Thor stays in Asgard.")


def test_nobody_calls_a_pad_of_who_left_and_at_night_it_is_still(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    plays_on_without(table, "Valkyrie 2", "Valkyrie 2")
    table.hears(COUNCIL)
    assert table.lit == set(EVERYBODY) - {VALKYRIE_2}
    table.taps(PANEL, "up")
    table.ok()
    table.hears("The council ends.", "Round 2. In the Underworld: Valkyrie 3.", "The Oracle is at Thor.")
    # The other conspirator alone decides, and the one who left is named like everybody in Asgard.
    night(table, HEL, tuple(seat for seat in EVERYBODY if seat != VALKYRIE_3))
    table.hears("Hel is banished. Turn your card. You play on.")


def test_who_accuses_and_leaves_accuses_nobody(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    table.holds(ODIN, "down")
    table.hears("Odin, whom do you accuse? Up for the next, hold to choose.")
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin takes it back.", COUNCIL)
    assert table.lit == set(EVERYBODY) - {ODIN}


def test_an_accusation_whose_accuser_left_stands(table: VirtualTable) -> None:
    to_the_council(table)
    accuse(table, ODIN, 1, THOR)
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin accuses Thor. Who stands with Odin? Thumb up.")
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    vote(table, THOR, everybodys("down"))
    table.hears("6 down, 0 up.", "Thor is banished. Turn your card. You play on.")


@pytest.mark.parametrize("when", ["before the support", "in the defence"])
def test_the_vote_on_an_accused_who_left_is_held_without_a_defence(table: VirtualTable, when: str) -> None:
    to_the_council(table)
    accuse(table, ODIN, 1, THOR)
    if when == "before the support":
        plays_on_without(table, "Thor", "Thor")
        table.hears("Odin accuses Thor. Who stands with Odin? Thumb up.")
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    if when == "in the defence":
        table.hears("Thor, your defence. All others silent. Press when you are done.")
        plays_on_without(table, "Thor", "Thor")
    vote(table, THOR, everybodys("down"))
    table.hears("6 down, 0 up.", "Thor is banished. Turn your card. You play on.")


@pytest.mark.parametrize("who", [ODIN, VALKYRIE_2, VALKYRIE_4])
def test_who_leaves_while_the_box_goes_round_has_no_vote_given_or_not(table: VirtualTable, who: int) -> None:
    """It is Valkyrie two's turn: Odin has voted, Valkyrie four has not."""
    table.pads = {}
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    for seat in (ODIN, VALKYRIE_1, THOR):
        table.taps(PANEL, "down")
        table.ok()
        table.hears(f"{NAMES[seat]}, take the box: up or down, unseen. Then OK.")
    table.taps(PANEL, "down")  # given to nobody yet
    plays_on_without(table, SHORT[who - 1], NAMES[who - 1])
    for seat in range(VALKYRIE_2, 8):
        if seat != who:
            table.hears(f"{NAMES[seat - 1]}, take the box: up or down, unseen. Then OK.")
            table.taps(PANEL, "up")
            table.ok()
    down = 2 if who == ODIN else 3
    numbers = ("0", "1", "2", "3", "4")
    table.hears(f"{numbers[down].capitalize()} down, {numbers[6 - down]} up.")


def test_who_was_the_last_to_be_asked_leaves_and_the_thumbs_are_counted(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    table.hears("Enter the thumbs, one press each. Odin: up or down?")
    for seat in range(ODIN, VALKYRIE_4):
        table.taps(PANEL, FOUR_TO_THREE[seat])
        table.hears(f"{NAMES[seat]}: up or down?")
    plays_on_without(table, "Valkyrie 4", "Valkyrie 4")
    table.hears("3 down, 3 up.")


def test_a_player_who_left_is_taken_back_question_by_question(table: VirtualTable) -> None:
    to_odin(table)
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin is not here, and takes no action.", THORS_TURN)
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Odin leaves. Play on without, or end the game? Choose, then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", ODINS_TURN)
    assert table.lit == {ODIN}


def test_the_table_ends_the_game_when_somebody_leaves_and_all_is_revealed(table: VirtualTable) -> None:
    to_odin(table)
    leaves(table, "Odin", spoken="Odin", then="End the game")
    table.hears("You end the game. Nobody wins.", THE_CONSPIRATORS)
    table.sees("Game ended", "Thor", "Valkyrie 2", "Rounds: 1")
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(THOR)
    table.hears("Again, with the same people? OK, or down for the menu.")


def test_the_table_ends_a_game_without_pads_and_turns_the_cards_itself(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    asks_for(table, "Somebody leaves", WHO_LEAVES)
    table.chooses("End the game")
    table.hears("You end the game. Nobody wins.", "Turn your faction cards.")
    table.sees("Game ended", "Turn your cards.", "Rounds: 1")


def test_what_revealed_the_factions_cannot_be_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "Somebody leaves", WHO_LEAVES)
    table.chooses("End the game")
    table.hears("You end the game. Nobody wins.")
    table.advance(0.5)
    table.holds(PANEL, "back")
    table.hears_whatever(until="That cannot be taken back.")


def test_after_a_power_cut_who_left_is_still_gone(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_odin(table)
        plays_on_without(table, "Odin", "Odin")
        table.hears("Odin is not here, and takes no action.", THORS_TURN)
    with evening(tmp_path) as table:
        table.hears("Round 1 was interrupted, at the turn of Thor. Go on? OK, or down for a new game.")
        table.ok()
        table.hears("Nobody plays Odin any more. No vote, no action.")
        table.hears_whatever(until=THORS_TURN)


# ---------------------------------------------------------------- somebody comes late


def test_who_comes_late_takes_the_empty_place(table: VirtualTable) -> None:
    to_odin(table)
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin is not here, and takes no action.", THORS_TURN)
    asks_for(table, "Somebody comes late", WHO_COMES)
    table.chooses("Odin")
    table.hears("Odin is played again.", THORS_TURN)
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Thor")
    accuse(table, ODIN, 1, THOR)
    table.holds(PANEL, "back")
    table.hears("Taken back.")


def test_who_comes_in_the_middle_of_a_ballot_votes_too(table: VirtualTable) -> None:
    table.pads = {}
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    plays_on_without(table, "Odin", "Odin")
    table.hears("The box goes round. Valkyrie 1 first: up or down, unseen. Then OK.")
    asks_for(table, "Somebody comes late", WHO_COMES)
    table.chooses("Odin")
    table.hears("Odin is played again.")
    for seat in (VALKYRIE_1, ODIN, *range(THOR, 8)):
        table.hears_whatever(until=_asked_alone(seat))
        table.taps(PANEL, "up")
        table.ok()
    table.hears("0 down, 7 up.")


def _asked_alone(seat: int) -> str:
    return f"{NAMES[seat - 1]}, take the box: up or down, unseen. Then OK."


def test_who_comes_late_is_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    plays_on_without(table, "Odin", "Odin")
    table.hears("Odin is not here, and takes no action.", THORS_TURN)
    asks_for(table, "Somebody comes late", WHO_COMES)
    table.chooses("Odin")
    table.hears("Odin is played again.", THORS_TURN)
    table.holds(PANEL, "back")
    table.hears("Taken back.", THORS_TURN)
    asks_for(table, "Somebody comes late", WHO_COMES)
    table.sees("Who comes?", "Odin")


def test_for_who_comes_late_you_may_begin_anew(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "Somebody comes late", WHO_COMES)
    table.chooses("End, begin anew")
    table.hears("You end the game. Nobody wins.", THE_CONSPIRATORS)
    table.hears("Again, with the same people? OK, or down for the menu.")
    table.chooses("The menu")
    table.hears("Good evening. Choose a game. Up and down, then OK.")
