"""Sentences and screens while large numbers are entered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import NumberScreen
from gm_appliance.core.ports import PANEL
from gm_appliance.testing import Said, VirtualTable, evening
from tests.scenes import to_the_first_points


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """Player 2 is asked for points."""
    with evening(tmp_path) as table:
        to_the_first_points(table, 2)
        table.hears_out(20.0)
        yield table


def number(table: VirtualTable) -> NumberScreen:
    assert isinstance(table.screen, NumberScreen)
    return table.screen


def holds_until(table: VirtualTable, button: str, wanted: int) -> float:
    """Hold a button until 0.2 s after the number is shown; returns how long it was held, in seconds."""
    began = table.now
    table.press(PANEL, button)
    while number(table).value != wanted:
        table.advance(0.04)
        assert table.now - began < 10.0, number(table)
    table.advance(0.2)
    table.press(PANEL, button, down=False)
    return table.now - began


def test_the_hint_says_what_the_next_hold_does(table: VirtualTable) -> None:
    for wanted in (10, 20):
        assert number(table).hint.count("10") == 1
        table.holds(PANEL, "up", 0.8)
        assert number(table).value == wanted
    holds_until(table, "up", 1000)
    assert "100" in number(table).hint
    table.holds(PANEL, "up", 0.8)
    assert number(table).value == 1100
    table.taps(PANEL, "up")
    assert number(table).value == 1101


def test_the_number_is_said_once_the_hold_has_ended(table: VirtualTable) -> None:
    holds_until(table, "up", 200)
    table.never_hears(Said, within=0.2)
    assert table.hears(Said).text == "200"
    table.hears_nothing_for(5.0)
