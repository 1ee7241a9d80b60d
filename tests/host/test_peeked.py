"""Somebody had the eyes open, and says so afterwards: the night is void."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, ODINS_TURN, to_odin, to_the_council, to_the_night
from tests.host.on_request import PEEKED, QUESTIONS, THORS_TURN, asks_for
from tests.screenplays.scenes import choose_the_game, deal, night, the_oracle_looks, throw
from tests.screenplays.without_pads import GOES_ON, acts, goes_on, night_with_the_die
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


# ---------------------------------------------------------------- somebody peeked


def test_a_void_night_brings_everything_back_and_begins_anew(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "up", 5)
    table.holds(ODIN, "up")
    table.hears("Odin protects Valkyrie 4. Put Odin's card there.", THORS_TURN)
    asks_for(table, "Somebody peeked", PEEKED)
    table.sees("Night is void?", "Yes, it is void")
    table.ok()
    table.hears("The night is void. All is as it was before.")
    table.sees("A void night")
    assert table.lit == frozenset()
    table.hears("Valkyrie 3 is back in Asgard. Turn that card.")
    table.hears("The card of Odin goes back to Odin.")
    assert "turned plate" not in table.lies_at(VALKYRIE_3)
    assert "odin" in table.lies_at(ODIN)
    assert "oracle" in table.lies_at(ODIN)
    table.hears("Round 1. All are in Asgard.", "The Oracle is at Odin.")
    night(table, HEL, tuple(EVERYBODY))
    table.hears("Hel is banished. Turn your card. You play on.")


def test_what_lay_out_before_a_void_night_lies_there_again(table: VirtualTable) -> None:
    """In the second round: the dice sent Thor's wound home, and it comes back to Valkyrie one."""
    to_odin(table)
    table.holds(ODIN, "down")
    table.hears("Odin passes.", THORS_TURN)
    table.taps(THOR, "up")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie 1. Put Thor's card there.")
    table.hears("Hel. Banish somebody wounded: up for the next, hold to choose. Hold down to pass.")
    table.holds(HEL, "down")
    table.hears("Hel passes.")
    the_oracle_looks(table, "Thor")
    table.hears(COUNCIL)
    table.taps(PANEL, "up")
    table.ok()
    table.hears("The council ends.", "Round 2. In the Underworld: Valkyrie 3.")
    table.hears("Valkyrie 1 is wounded by Thor.", "The Oracle is at Thor.")
    night(table, HEL, tuple(seat for seat in EVERYBODY if seat != VALKYRIE_3))
    table.hears("Hel is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Valkyrie 3.")
    table.hears("The action cards go back to their gods.", ODINS_TURN)
    asks_for(table, "Somebody peeked", PEEKED)
    table.ok()
    table.hears("The night is void. All is as it was before.")
    table.hears("Hel is back in Asgard. Turn that card.", "The card of Thor goes back to Valkyrie 1.")
    assert "thor" in table.lies_at(VALKYRIE_1)
    assert "turned plate" in table.lies_at(VALKYRIE_3), "that was another night"
    table.hears("Round 2. In the Underworld: Valkyrie 3.", "Valkyrie 1 is wounded by Thor.")
    table.hears("The Oracle is at Thor.", "Night falls over Asgard.")


def test_a_peek_is_said_before_the_dice_are_entered(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    table.hears("Silence until the council. Throw two dice. Enter the first, then press OK.")
    table.taps(PANEL, "up", 2)
    table.taps(PANEL, "back")  # what is half entered goes first
    table.sees("First die", "1")
    asks_for(table, "Somebody peeked", PEEKED)
    table.ok()
    table.hears("The night is void. All is as it was before.")


def test_two_come_back_from_a_night_without_pads(table: VirtualTable) -> None:
    """The one at whom the die lay, and the one Hel banished."""
    table.pads = {}
    choose_the_game(table, "thumbs")
    deal(table)
    night_with_the_die(table, "Valkyrie 3")
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    goes_on(table)
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    acts(table, "Odin. Protect somebody", "Pass")
    table.hears("Odin passes.")
    acts(table, "Thor. Wound somebody", "Valkyrie 1")
    table.hears("Thor wounds Valkyrie 1. Put Thor's card there.")
    acts(table, "Hel. Banish somebody wounded", "Valkyrie 1")
    table.hears("Hel banishes Valkyrie 1. Turn your card. You play on.", GOES_ON)
    asks_for(table, "Somebody peeked", PEEKED)
    table.ok()
    table.hears("The night is void. All is as it was before.")
    table.hears("Valkyrie 1 is back in Asgard. Turn that card.")
    table.hears("Valkyrie 3 is back in Asgard. Turn that card.", "The card of Thor goes back to Thor.")
    table.hears("Round 1. All are in Asgard.", "The Oracle is at Odin.", "Night falls over Asgard.")


def test_a_void_night_is_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    asks_for(table, "Somebody peeked", PEEKED)
    table.ok()
    table.hears("The night is void. All is as it was before.")
    table.hears("Valkyrie 3 is back in Asgard. Turn that card.")
    table.hears("Round 1. All are in Asgard.", "The Oracle is at Odin.", "Night falls over Asgard.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Valkyrie 3 is in the Underworld. Turn that card.")
    table.hears("The Oracle goes back to Thor.", ODINS_TURN)
    assert "turned plate" in table.lies_at(VALKYRIE_3)


def test_after_the_oracle_has_looked_it_is_too_late(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.sees("Questions", "Somebody leaves")
    with pytest.raises(AssertionError, match="Somebody peeked"):
        table.chooses("Somebody peeked")
