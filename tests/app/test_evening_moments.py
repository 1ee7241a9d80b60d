"""Moments of an evening: a wrong press, a silence, undo, pauses, impatience, and what closed eyes forbid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import (
    COUNCIL,
    COUNCIL_SHORTER,
    ODINS_TURN,
    ODINS_TURN_SHORTER,
    to_odin,
    to_the_council,
    to_the_night,
)
from tests.screenplays.scenes import (
    accuse,
    deal,
    defend,
    night,
    the_box_learns,
    the_night_itself,
    to_the_deal,
    vote,
)
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


def test_a_wrong_press_is_answered_with_what_is_possible_now(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(HEL, "up")
    table.hears(ODINS_TURN_SHORTER)
    table.sees("Odin protects", "Valkyrie 1")
    table.taps(HEL, "up", 5)  # while it is being said, nothing is said twice
    table.hears_nothing_for(60)


def test_ten_silent_seconds_and_the_prompt_is_repeated_once_and_shorter(table: VirtualTable) -> None:
    to_odin(table)
    table.hears(ODINS_TURN_SHORTER)
    table.hears_nothing_for(600)
    table.sees("Odin protects", "Valkyrie 1")


def test_repeat_says_it_again_in_full(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "repeat")
    table.hears(ODINS_TURN, ODINS_TURN_SHORTER)
    table.hears_nothing_for(60)


def test_the_councils_talk_is_not_hurried_and_its_minutes_are_counted(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL, COUNCIL_SHORTER)
    table.hears_nothing_for(290)
    table.sees("Council", "5 min of talk", "Accuse: hold ▼")


def test_back_held_takes_the_last_choice_back(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "up", 2)
    table.holds(ODIN, "up")
    table.hears("Odin protects Valkyrie 2. Put Odin's card there.")
    assert "odin" in table.lies_at(VALKYRIE_2)
    table.holds(PANEL, "back")
    table.hears("Taken back.", "The card of Odin goes back to Odin.", ODINS_TURN)
    assert "odin" in table.lies_at(ODIN)
    table.sees("Odin protects", "Valkyrie 1")


def test_a_banishment_cannot_be_taken_back(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    table.hears("Silence until the council. Throw two dice. Enter the first, then press OK.")
    table.holds(PANEL, "back")
    table.hears("That cannot be taken back.")
    assert "turned plate" in table.lies_at(VALKYRIE_3)


def test_a_pause_at_an_open_prompt(table: VirtualTable) -> None:
    to_odin(table)
    table.holds(PANEL, "repeat")
    table.hears("Paused. Keep what you have. Press repeat to go on.")
    table.sees("Paused", "REPEAT: go on")
    assert table.lit == frozenset()
    table.hears_nothing_for(3600)
    table.taps(PANEL, "repeat")
    table.hears("We go on.", "1 and 1. The Oracle goes 2 seats on, to Thor.")
    table.hears("Round 1. In the Underworld: Valkyrie 3.", ODINS_TURN)
    assert table.lit == {ODIN}


def test_a_pause_in_the_night_begins_the_night_anew(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.")
    table.hears("Conspirators, open your eyes. Agree on one. Not a sound.")
    table.advance(6)
    table.holds(PANEL, "repeat")
    table.hears("Paused. Open your eyes. Press repeat, and we begin this step anew.")
    assert not table.hears_the_storm()
    table.sees("Paused")
    table.hears_nothing_for(3600)
    table.taps(PANEL, "repeat")
    table.hears("We go on.", "Open your eyes, all of you.", "The thumbs fit the cards.")
    table.hears("Round 1. All are in Asgard.")
    night(table, HEL, tuple(EVERYBODY))
    table.hears("Hel is banished. Turn your card. You play on.")


def test_marks_made_before_a_pause_are_forgotten(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.")
    table.hears("Conspirators, open your eyes. Agree on one. Not a sound.")
    table.hears("5", "4", "3", "2", "1")
    table.hears("Everybody, tap once at every name. Conspirators, thumb down for your victim.")
    table.hears("Odin")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    table.holds(PANEL, "repeat")
    table.hears("Paused. Open your eyes. Press repeat, and we begin this step anew.")
    table.taps(PANEL, "repeat")
    table.hears("We go on.", "Open your eyes, all of you.", "The thumbs fit the cards.")
    table.hears("Round 1. All are in Asgard.")
    night(table, VALKYRIE_4, tuple(EVERYBODY))
    table.hears("Valkyrie 4 is banished. Turn your card. You play on.")


def test_the_lead_in_of_a_night_can_be_stopped(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears("Night falls over Asgard.")
    table.holds(PANEL, "repeat")
    table.hears("Paused. Keep what you have. Press repeat to go on.")
    assert not table.hears_the_storm()


def test_the_lead_in_of_a_night_can_be_taken_back(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    table.taps(PANEL, "up")
    table.ok()  # end the council
    table.hears("The council ends.", "Round 2. In the Underworld: Valkyrie 3.")
    table.hears("The Oracle is at Thor.", "Night falls over Asgard.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", COUNCIL)
    assert not table.hears_the_storm()


def test_a_pause_in_a_vote_begins_the_vote_anew(table: VirtualTable) -> None:
    to_the_council(table)
    accuse(table, ODIN, 1, THOR)
    table.taps(HEL, "up")
    table.hears("Hel stands with the accusation.")
    defend(table, THOR)
    vote(table, THOR, dict.fromkeys(EVERYBODY, "down"))
    table.holds(PANEL, "repeat")
    table.hears("Paused. Keep what you have. Press repeat to go on.")
    table.taps(PANEL, "repeat")
    table.hears("We go on.", "Round 1. In the Underworld: Valkyrie 3.")
    vote(table, THOR, dict.fromkeys(EVERYBODY, "up"))
    table.hears("0 down, 7 up.", "Thor stays in Asgard.")


def test_with_eyes_closed_no_other_button_does_anything(table: VirtualTable) -> None:
    to_the_night(table)
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.")
    for button in ("ok", "back", "up", "down", "repeat"):
        table.taps(PANEL, button)
    table.holds(PANEL, "back")
    the_night_itself(table, HEL, tuple(EVERYBODY))
    table.hears("Hel is banished. Turn your card. You play on.")


def test_ok_skips_what_is_told_but_not_what_it_did(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    table.advance(0.5)
    told = table.now
    table.ok()
    table.hears("Silence until the council. Throw two dice. Enter the first, then press OK.")
    assert table.now - told < 0.3
    assert "turned plate" in table.lies_at(VALKYRIE_3)


def test_a_choice_cuts_the_prompt_short(table: VirtualTable) -> None:
    to_the_deal(table)
    table.hears("Deal 5 protectors and 2 conspirators. Look at your own card. Then press OK.")
    asked = table.now
    table.ok()
    table.hears("Now I learn your factions. I tell nobody.")
    assert table.now - asked < 0.3


def test_a_thumb_still_held_from_before_chooses_nothing(table: VirtualTable) -> None:
    to_the_council(table)
    table.hears(COUNCIL)
    table.press(ODIN, "down")
    table.hears("Odin, whom do you accuse? Up for the next, hold to choose.")
    table.advance(8)  # held on, it does not take the accusation back
    table.press(ODIN, "down", down=False)
    table.sees("Accused is", "Valkyrie 1")
    table.hears("Odin: up for the next, hold to accuse.")


def test_a_wrong_count_of_factions_is_repeated_for_all(table: VirtualTable) -> None:
    to_the_deal(table)
    deal(table)
    table.hears("Now I learn your factions. I tell nobody.", "Close your eyes, all of you.")
    table.hears("Thumb down if you conspire. Thumb up if you protect.", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
    table.hears("Open your eyes, all of you.", "That count cannot be. Look again; we repeat it.")
    table.sees("The factions", "Wrong count. Again.")
    the_box_learns(table)


def test_good_night(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.hears("Good evening. Choose a game. Up and down, then OK.")
    table.sees("Good night")
    assert not table.hears_the_storm()
    assert table.lit == frozenset()
