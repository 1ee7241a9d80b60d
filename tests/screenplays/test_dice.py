"""Dice, and who begins, in full words."""

from __future__ import annotations

from gm_appliance.core.cues.props import ThrownDie
from gm_appliance.games.first_player.rules import Drawn
from gm_appliance.testing import VirtualTable
from tests.seven import PANEL

MENU = "Good evening. Choose a game."
WHICH = "Dice. Which ones?"


def labels(table: VirtualTable) -> list[str]:
    """The page's labels for the dice on the table."""
    return [one.label for one in table.lying if isinstance(one, ThrownDie)]


def test_dice_of_several_kinds(table: VirtualTable) -> None:
    table.hears(MENU)
    table.chooses("Dice")
    table.hears(WHICH)
    table.sees("Which dice?", "Two dice", "One die", "d4", "d20", "d100", "Valda: yellow", "Valda: white")
    table.ok()
    table.hears("1 and 4. Together 5.", "OK: roll again.", "Up and down: how many dice.", "Back: other dice.")
    table.sees("Total: 5", "OK: roll again")
    assert labels(table) == ["Die: 1", "Die: 4"]
    table.ok()
    table.hears("1 and 5. Together 6.")
    table.taps(PANEL, "up")
    table.sees("How many dice?", "3", "OK: roll")
    table.hears("3 dice.")
    table.ok()
    table.hears("4, 4 and 5. Together 13.")

    table.taps(PANEL, "back")
    table.hears(WHICH)
    table.chooses("d20")
    table.hears("19.")
    table.sees("d20")

    table.taps(PANEL, "back")
    table.hears(WHICH)
    table.chooses("Valda: yellow")
    table.hears("1 gold.")
    table.taps(PANEL, "up", 2)
    table.ok()
    table.hears("2 gold and 1 diamond.")
    table.sees("2 gold and 1 diamond")
    assert labels(table) == ["1 gold", "1 diamond", "1 gold"]

    table.taps(PANEL, "back", 2)
    table.hears(WHICH, "Taken back: Dice.", "Choose a game.")


def test_who_begins(table: VirtualTable) -> None:
    table.hears(MENU)
    table.chooses("Who begins?")
    table.hears("Who begins? How many players?")
    table.sees("Players?", "4")
    table.taps(PANEL, "up")
    table.ok()
    table.hears("Player 1 sits in front of the box. Clockwise from there.", Drawn)
    began = table.now
    assert table.lit == {1, 2, 3, 4, 5}
    table.sees("Who begins?")
    assert table.sounds[-1] == "thunder"
    table.hears("Player 1 begins.")
    assert 5 < table.now - began < 7
    table.hears("OK: draw again.", "Back: how many play.")
    table.sees("Who begins?", "Player 1", "OK: draw again")
    assert table.lit == {1}
    table.ok()
    table.hears("Player 4 begins.")
    table.taps(PANEL, "back")
    table.hears("Who begins? How many players?")
    table.sees("Players?", "5")
    assert table.lit == frozenset()
