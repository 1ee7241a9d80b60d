"""Whole evenings without pads: thumbs shown to all, and the box that goes round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing.table import VirtualTable, evening
from tests.screenplays.without_pads import (
    FOUR_TO_THREE,
    GOES_ON,
    goes_on,
    the_box_goes_round,
    the_conspirators_call_the_end,
    the_second_round_up_to_its_vote,
    thor_is_banished,
    thumbs_are_entered,
    thumbs_are_shown,
    to_the_first_vote,
)
from tests.seven import (
    EVERYBODY,
    PANEL,
    THOR,
    VALKYRIE_1,
    VALKYRIE_2,
    VALKYRIE_4,
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}  # a press on one would be a mistake of the test's
        yield table


# ---------------------------------------------------------------- thumbs shown to all


def test_an_evening_of_thumbs(table: VirtualTable) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    thumbs_are_entered(table, FOUR_TO_THREE)
    thor_is_banished(table)
    goes_on(table)
    the_second_round_up_to_its_vote(table)
    thumbs_are_shown(table, VALKYRIE_2)
    thumbs_are_entered(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears("Seven down, zero up.", "Valkyrie two is banished. Turn your card. You play on.")
    the_conspirators_call_the_end(table)


def test_a_thumb_entered_wrongly_is_taken_back_even_after_the_count(table: VirtualTable) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    table.hears("Enter the thumbs, one press each. Odin: up or down?")
    table.taps(PANEL, "up")  # it was down
    table.hears("Valkyrie one: up or down?")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    wrong = {**FOUR_TO_THREE, VALKYRIE_4: "up"}
    thumbs_are_entered(table, wrong)
    table.hears("Three down, four up.", "Valkyrie one was wounded by Thor: one vote less up.")
    table.hears("That makes three down, three up.", "A tie. Thor stays in Asgard.")
    table.hears("The council goes on. One other can be accused. Choose who accuses, then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    thumbs_are_entered(table, FOUR_TO_THREE, first=VALKYRIE_4)
    thor_is_banished(table)
    table.hears(GOES_ON)
    assert "god-below" in table.marks_at(THOR)
    table.holds(PANEL, "back")
    table.hears("Taken back.", "Thor is back in Asgard. Turn that card.")
    thumbs_are_entered(table, wrong, first=VALKYRIE_4)
    assert "god-below" not in table.marks_at(THOR)
    table.hears("Three down, four up.")


def test_an_end_called_by_mistake_is_taken_back(table: VirtualTable) -> None:
    to_the_first_vote(table, "thumbs")
    thumbs_are_shown(table, THOR)
    thumbs_are_entered(table, FOUR_TO_THREE)
    thor_is_banished(table)
    table.hears(GOES_ON)
    table.chooses("Conspirators won")
    table.hears("The last protector is in the Underworld. Asgard falls.")
    table.holds(PANEL, "back")
    table.hears("Taken back.", GOES_ON)
    table.ok()
    table.hears("Round two. In the Underworld: Thor and Valkyrie three.")


# ---------------------------------------------------------------- alone with the box


def test_an_evening_in_which_the_box_goes_round(table: VirtualTable) -> None:
    to_the_first_vote(table, "booth")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)
    goes_on(table)
    the_second_round_up_to_its_vote(table)
    the_box_goes_round(table, dict.fromkeys(EVERYBODY, "down"))
    table.hears("Seven down, zero up.", "Valkyrie two is banished. Turn your card. You play on.")
    the_conspirators_call_the_end(table)


def test_a_wrong_thumb_is_put_right_before_ok_and_ok_alone_asks_again(table: VirtualTable) -> None:
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    table.advance(6)
    table.ok()
    table.hears("Odin: up spares, down banishes. Then OK.")
    table.sees("Vote", "Odin", "▲ or ▼, then OK")
    table.advance(5)
    table.taps(PANEL, "up")
    table.taps(PANEL, "down")
    table.ok()
    the_box_goes_round(table, FOUR_TO_THREE, first=VALKYRIE_1)
    thor_is_banished(table)


def test_what_was_given_unseen_and_counted_cannot_be_given_again(table: VirtualTable) -> None:
    to_the_first_vote(table, "booth")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)
    table.hears(GOES_ON)
    table.holds(PANEL, "back")
    table.hears("That cannot be taken back.")


def test_a_thumb_given_unseen_is_taken_back_before_the_count(table: VirtualTable) -> None:
    to_the_first_vote(table, "booth")
    table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
    table.taps(PANEL, "up")
    table.ok()
    table.hears("Valkyrie one, take the box: up or down, unseen. Then OK.")
    table.holds(PANEL, "back")
    table.hears("Taken back.")
    the_box_goes_round(table, FOUR_TO_THREE)
    thor_is_banished(table)


def test_after_a_power_cut_a_thumb_not_yet_given_is_forgotten_and_the_others_kept(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        to_the_first_vote(table, "booth")
        table.hears("The box goes round. Odin first: up or down, unseen. Then OK.")
        table.taps(PANEL, "down")
        table.ok()
        table.hears("Valkyrie one, take the box: up or down, unseen. Then OK.")
        table.taps(PANEL, "down")
    with evening(tmp_path) as table:
        table.hears("Round one was interrupted, in the vote on Thor. Go on? OK, or down for a new game.")
        table.ok()
        table.hears_whatever(until="Valkyrie one, take the box: up or down, unseen. Then OK.")
        table.ok()
        table.hears("Valkyrie one: up spares, down banishes. Then OK.")
        table.taps(PANEL, "up")
        table.ok()
        the_box_goes_round(table, FOUR_TO_THREE, first=THOR)
        thor_is_banished(table)
