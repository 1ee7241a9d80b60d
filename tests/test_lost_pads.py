"""Somebody trips over the cable of the seat pads: a window is broken off aloud and taken again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.table.ports import Trouble
from tests.stage import Table, evening
from tests.test_evening import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_3, defend, night
from tests.test_evening_moments import to_odin, to_the_council, to_the_night

LOST, BACK = Trouble("pads", "lost"), Trouble("pads", "back")
IS_LOST = "I have lost the seat pads. Check the cable to the box."
BROKEN_OFF = "I have lost the seat pads. Check the cable, then we begin again."
ARE_BACK = "The seat pads are back."
OPEN_EYES = "Open your eyes, all of you."
AGREE = "Conspirators, open your eyes. Agree on one. Not a sound."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with evening(tmp_path) as table:
        yield table


def the_night_begins(table: Table) -> None:
    table.hears("Night falls over Asgard.", "Close your eyes, all of you.", AGREE)


def test_a_night_is_broken_off_aloud_and_begun_anew_once_they_are_back(table: Table) -> None:
    to_the_night(table)
    the_night_begins(table)
    table.hears("five", "four", "three", "two", "one")
    table.hears("Everybody, tap once at every name. Conspirators, thumb down for your victim.", "Odin")
    table.press(THOR, "down")
    table.post(LOST)
    table.hears(OPEN_EYES, BROKEN_OFF)
    assert not table.hears_the_storm()
    table.sees("Seat pads", "Check the cable.", "OK: without pads")
    # Nobody is named, and nothing goes on by itself.
    table.hears_nothing_for(300)
    table.post(BACK)
    table.hears(ARE_BACK, OPEN_EYES, "The thumbs fit the cards.", "Round one. All are in Asgard.")
    # What was marked in the night that was broken off does not count.
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie three is banished. Turn your card. You play on.")


def test_a_press_at_the_panel_says_again_what_is_waited_for(table: Table) -> None:
    to_the_night(table)
    the_night_begins(table)
    table.post(LOST)
    table.hears(OPEN_EYES, BROKEN_OFF)
    table.taps(PANEL, "repeat")
    table.hears(BROKEN_OFF)


def test_a_vote_is_taken_again_and_no_thumb_of_the_first_one_counts(table: Table) -> None:
    to_the_council(table)
    to_the_vote(table)
    table.hears("three", "two", "one", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "down"))
    table.post(LOST)
    table.hears(BROKEN_OFF)
    table.post(BACK)
    table.hears(ARE_BACK, "Round one. In the Underworld: Valkyrie three.")
    table.hears("Vote on Hel. Thumb down banishes, thumb up spares.", "three", "two", "one", "Now.")
    table.everybody_taps(dict.fromkeys(EVERYBODY, "up"))
    table.hears("Zero down, seven up.", "Hel stays in Asgard.")


def test_where_they_stay_lost_ok_goes_on_and_everybody_votes_at_the_panel(table: Table) -> None:
    to_the_council(table)
    to_the_vote(table)
    table.post(LOST)
    table.hears(BROKEN_OFF)
    table.ok()
    table.hears("Round one. In the Underworld: Valkyrie three.")
    names = "Odin, Valkyrie one, Thor, Valkyrie two, Valkyrie three, Hel and Valkyrie four"
    for missing in (f"Still missing: {names}.", f"Still missing: {names}. The panel is for you."):
        table.hears("Vote on Hel. Thumb down banishes, thumb up spares.", "three", "two", "one", "Now.")
        table.hears(missing)
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")


def test_any_other_step_goes_on_with_nothing_lost(table: Table) -> None:
    to_odin(table)
    table.taps(ODIN, "up")  # to Thor
    table.post(LOST)
    table.hears(IS_LOST, "Odin: up for the next, hold to choose. Hold down to pass.")
    table.post(BACK)
    table.hears(ARE_BACK)
    table.holds(ODIN, "up")
    table.hears("Odin protects Thor. Put Odin's card there.")


def to_the_vote(table: Table) -> None:
    table.hears("The council is open. To accuse, hold thumb down.")
    table.holds(ODIN, "down")
    table.hears("Odin, whom do you accuse? Up for the next, hold to choose.")
    table.taps(ODIN, "down", 3)  # past the last one: passing, Valkyrie four, Hel
    table.holds(ODIN, "up")
    table.hears("Odin accuses Hel. Who stands with Odin? Thumb up.")
    table.taps(THOR, "up")
    table.hears("Thor stands with the accusation.")
    defend(table, HEL)
    table.hears("Vote on Hel. Thumb down banishes, thumb up spares.")
