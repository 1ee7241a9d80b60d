"""Timetables wait for the voice's words, and give people the same time with any voice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gm_appliance.core.ports import PANEL, estimated_length
from gm_appliance.testing import Announced, Asked, AtBeat, Said, VirtualTable
from tests.scenes import choose_the_game, everybody_is_called, the_box_learns, to_the_night


@pytest.mark.parametrize(
    ("pace", "beat"), [(0.5, 2.0), (1.0, 2.0), (2.0, 2 * estimated_length("Valkyrie 1") + 0.5)]
)
def test_a_roll_call_has_one_rhythm_in_which_its_longest_name_is_heard(
    table: VirtualTable, pace: float, beat: float
) -> None:
    table.pace = pace
    to_the_night(table)
    times = []
    for _seat in range(7):
        table.hears(AtBeat("name"))
        times.append(table.now)
    assert [round(after - at, 6) for at, after in pairwise(times)] == [pytest.approx(beat)] * 6


@pytest.mark.parametrize("pace", [0.5, 2.0])
def test_the_seconds_to_agree_are_the_same_after_any_voice(table: VirtualTable, pace: float) -> None:
    table.pace = pace
    to_the_night(table)
    table.hears(AtBeat("agree"))
    begun, said = table.now, table.hears(Said).text
    table.hears(AtBeat("count"))
    assert table.now - begun - pace * estimated_length(said) == pytest.approx(10.0)


def closes_its_eyes_once_rendered(table: VirtualTable, seconds: float) -> float:
    """Go on from the deal, with words that take this many seconds to render; returns when that began."""
    choose_the_game(table)
    everybody_is_called(table)
    table.hears(Asked("setup.deal"))
    begun, table.renders_until = table.now, table.now + seconds
    table.answers("dealt")
    return begun


def test_eyes_stay_open_until_the_words_of_a_step_are_rendered(table: VirtualTable) -> None:
    begun = closes_its_eyes_once_rendered(table, 15.0)
    table.sees_written("One moment.")
    table.hears(AtBeat("lead"))
    assert table.now - begun == pytest.approx(15.0, abs=0.3)


def test_words_that_are_never_rendered_do_not_stop_the_evening(table: VirtualTable) -> None:
    closes_its_eyes_once_rendered(table, float("inf"))
    the_box_learns(table)


def test_waiting_for_words_can_be_paused(table: VirtualTable) -> None:
    closes_its_eyes_once_rendered(table, float("inf"))
    table.holds(PANEL, "repeat")
    table.hears(Announced("paused"))
    table.never_hears(AtBeat, within=120.0)
