"""House rules chosen at the table, setups of other times, and reminders that cut nobody off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import COUNCIL, COUNCIL_SHORTER, ODINS_TURN
from tests.house_rules import DEAL, EACH_TIME, GOOD_EVENING, HOUSE_RULES, Wanted, settings, with_house_rules
from tests.screenplays.scenes import (
    accuse,
    choose_the_game,
    deal,
    defend,
    everybody_is_called,
    night,
    the_box_learns,
    the_oracle_looks,
    throw,
    vote,
)
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_3


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


# ---------------------------------------------------------------- house rules


def test_without_a_call_pad_one_is_at_seat_one(table: VirtualTable) -> None:
    with_house_rules(table, {"Call the pads?": "No: pad 1, seat 1"})
    table.hears_whatever(until=DEAL)
    table.ok()
    the_box_learns(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")


def test_house_rules_that_mean_nothing_here_are_not_asked(table: VirtualTable) -> None:
    """Thumbs shown to all are told one by one anyhow, and no pad is called."""
    left = [title for title in HOUSE_RULES if title not in ("Call the pads?", "The count", "Seconds a name")]
    left.remove("Vote, seconds")
    with_house_rules(table, {"How to vote?": "Thumbs, for all"}, left)
    table.sees("Deal the cards")


def test_a_house_rule_is_taken_back_with_back(table: VirtualTable) -> None:
    table.hears(GOOD_EVENING)
    table.ok()
    settings(table, EACH_TIME, {})
    table.chooses("House rules")
    settings(table, HOUSE_RULES[:3], {})
    table.sees("The count")
    table.taps(PANEL, "back", 2)
    table.sees("Call the pads?")
    table.taps(PANEL, "back", 2)
    table.sees("Begin?")
    table.ok()
    table.sees("Press your pad", "Odin")


def test_house_rules_are_played_by_and_offered_again_with_the_same_people(tmp_path: Path) -> None:
    wanted: Wanted = {"Call the pads?": "No: pad 1, seat 1", "Accused votes?": "No", "Seating": "We choose"}
    numbers = {"Seconds at night": 5, "Vote, seconds": 4}
    with evening(tmp_path) as table:
        with_house_rules(table, {**wanted, **numbers})
        thor_and_hel_sit_down(table)
        table.hears_whatever(until=DEAL)
        the_rules_of_this_house(table)
    with evening(tmp_path) as table:
        table.hears("Round 1 was interrupted, in the council. Go on? OK, or down for a new game.")
        table.chooses("New game")
        table.hears(GOOD_EVENING)
        table.ok()
        table.hears("The same 7 as last time? OK, or down for others.")
        table.ok()
        thor_and_hel_sit_down(table)
        table.hears_whatever(until=DEAL)
        the_rules_of_this_house(table)


def thor_and_hel_sit_down(table: VirtualTable) -> None:
    """Where they sit in all these scenes."""
    table.hears_whatever(until="Odin sits at seat 1. Where does Thor sit? Choose, then press OK.")
    table.chooses("Seat 3")
    table.hears_whatever(until="Odin sits at seat 1. Where does Hel sit? Choose, then press OK.")
    table.chooses("Seat 6")


def the_rules_of_this_house(table: VirtualTable) -> None:
    """Twenty seconds at night, twelve for a vote, and the accused has none."""
    table.ok()
    the_box_learns(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY), seconds=20)
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    everybody_passes(table)
    accuse(table, ODIN, 1, THOR)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    vote(table, THOR, dict.fromkeys(EVERYBODY, "up"), seconds=12)
    table.hears("0 down, 6 up.", "Thor stays in Asgard.")
    table.hears("The council goes on. One other can be accused. To accuse, hold thumb down.")


def test_three_setups_are_offered_the_newest_first_each_once(tmp_path: Path) -> None:
    for players in (7, 8, 9, 7, 10):
        with evening(tmp_path) as table:
            begin_anew(table)
            if table.title == "Same people?":
                table.chooses("No, others")
            settings(table, EACH_TIME, {"How many play?": players - 7, "How to vote?": "Box goes round"})
            table.ok()
            table.sees("Deal the cards")
    with evening(tmp_path) as table:
        begin_anew(table)
        table.sees("Same people?", "Yes, the same 10", "7 play, 3 gods", "9 play, 3 gods", "No, others")
        table.chooses("9 play, 3 gods")
        table.sees("Deal the cards", "6 protectors", "3 conspirators")
    with evening(tmp_path) as table:
        begin_anew(table)
        table.sees("Same people?", "Yes, the same 9", "10 play, 3 gods", "7 play, 3 gods", "No, others")


def begin_anew(table: VirtualTable) -> None:
    """On to the game's own questions, whatever was interrupted before."""
    if table.title == "Go on?":
        table.chooses("New game")
    table.sees("Choose a game")
    table.ok()


def test_others_at_a_setup_of_another_time_are_called_to_their_pads(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        choose_the_game(table)
        everybody_is_called(table)
    with evening(tmp_path) as table:
        begin_anew(table)
        table.chooses("No, others")
        settings(table, EACH_TIME, {"How many play?": 1})
        table.ok()
        table.sees("Press your pad")
    with evening(tmp_path) as table:
        begin_anew(table)
        table.chooses("7 play, 3 gods")
        table.sees("Press your pad", "Odin")


# ---------------------------------------------------------------- reminders


def test_the_table_is_reminded_of_the_time_and_nobody_is_cut_off(table: VirtualTable) -> None:
    with_house_rules(table, {"Talk, minutes": 2, "Defence, sec.": 20})
    everybody_is_called_whatever_was_said(table)
    deal(table)
    the_box_learns(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    everybody_passes(table)
    table.hears(COUNCIL)
    opened = table.now
    table.hears(COUNCIL_SHORTER, "2 minutes of talk. Take the time you need.")
    assert table.now - opened == pytest.approx(120, abs=0.2)
    table.sees("Council", "2 min of talk", "Accuse: hold ▼")
    table.hears("4 minutes of talk. Take the time you need.")
    assert table.now - opened == pytest.approx(240, abs=0.2)
    table.advance(30)
    table.holds(ODIN, "down")
    table.hears("Odin, whom do you accuse? Up for the next, hold to choose.")
    table.taps(ODIN, "up")
    table.holds(ODIN, "up")
    table.hears("Odin accuses Thor. Who stands with Odin? Thumb up.")
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    table.hears("Thor, your defence. All others silent. Press when you are done.")
    began = table.now
    table.hears("Thor, press when you are done.", "20 seconds of defence. Come to your end, Thor.")
    assert table.now - began == pytest.approx(20, abs=0.2)
    table.hears("40 seconds of defence. Come to your end, Thor.")
    table.sees("Defence", "Thor", "Any thumb: done")
    table.advance(15)
    table.taps(THOR, "up")
    table.hears("Vote on Thor. Thumb down banishes, thumb up spares.")


def everybody_is_called_whatever_was_said(table: VirtualTable) -> None:
    for seat in EVERYBODY:
        table.sees("Press your pad")
        table.taps(seat, "up")
    table.hears_whatever(until="Valkyrie 4.")


def everybody_passes(table: VirtualTable) -> None:
    table.hears(ODINS_TURN)
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Thor")
