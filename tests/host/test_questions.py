"""Questions between two presses: BACK asks, the game waits, and nothing of it is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import Fault
from gm_appliance.testing.table import VirtualTable, evening
from tests.app.moments import ODINS_TURN, to_odin
from tests.host.on_request import QUESTIONS
from tests.seven import ODIN, PANEL, THOR


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        yield table


def ask(table: VirtualTable, line: str) -> None:
    table.hears(QUESTIONS)
    table.chooses(line)


def test_where_everything_stands(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    table.sees("Questions", "Where we stand", "The rules, a minute")
    ask(table, "Where we stand")
    table.hears("Round 1. In the Underworld: Valkyrie 3.", "The Oracle is at Thor.", QUESTIONS)
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)
    table.sees("Odin protects", "Valkyrie 1")


def test_what_a_god_does(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    ask(table, "What Thor does")
    table.hears("Thor wounds another player. The wounded one has one vote less.", QUESTIONS)


def test_the_rules_can_be_cut_short(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    ask(table, "The rules, a minute")
    table.hears("Some of you conspire. The others protect Asgard, and know nobody.")
    table.ok()
    table.hears(QUESTIONS)


def test_the_last_line_goes_on_with_the_game(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.taps(PANEL, "up")
    table.sees("Questions", "On with the game")
    table.ok()
    table.hears(ODINS_TURN)


def test_questions_nobody_asks_close_by_themselves(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    asked = table.now
    table.hears(QUESTIONS, "Choose a question, then OK. Back: the game.", ODINS_TURN)
    assert table.now - asked == pytest.approx(30.0, abs=0.2)


def test_the_marker_is_where_it_was_when_the_game_goes_on(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "up")
    table.sees("Odin protects", "Thor")
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)
    table.sees("Odin protects", "Thor")


def test_a_pad_means_nothing_while_questions_are_open(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(PANEL, "back")
    table.hears(QUESTIONS)
    table.holds(ODIN, "up")
    table.holds(THOR, "down")
    table.taps(PANEL, "back")
    table.hears(ODINS_TURN)
    table.sees("Odin protects", "Valkyrie 1")
    assert "odin" in table.lies_at(ODIN)


def test_a_part_that_is_lost_is_told_at_once_and_swallows_no_press(table: VirtualTable) -> None:
    to_odin(table)
    table.post(Fault("pads", "lost"))
    table.hears("I have lost the seat pads. Check the cable to the box.")
    table.sees("Seat pads")
    table.taps(ODIN, "up")
    table.sees("Odin protects", "Thor")
