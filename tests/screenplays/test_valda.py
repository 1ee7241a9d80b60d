"""A turn of Valda's companion, in full words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.screenplays.at_the_panel import choose
from tests.seven import PANEL

LIST = "Up and down, then OK."
"""Instructions, given to each player until they have followed them once."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo", "Cem")) as table:
        table.pads = {}  # one of them keeps the box, and presses for all
        yield table


def choose_valda(table: VirtualTable, mode: str) -> None:
    table.decides("menu.game", "valda")
    table.hears(Said("Valda. How many players?"))
    table.sees("Players?", "4")
    table.taps(PANEL, "down", 2)
    table.ok()
    choose(table, "Shall I guide you, track everything, or track followers only?", "What shall I do?", mode)
    choose(table, "Six rounds, or a race to 20 followers?", "How does it end?", "After six rounds")


def sit_down(table: VirtualTable) -> None:
    table.decides("menu.rules", "start")
    table.decides("menu.people", "choose")
    for name in ("Anna", "Bo"):
        table.hears(Asked("menu.person"))
        table.chooses(name)


def number(table: VirtualTable, question: str, title: str, up: int, *how: str) -> None:
    """Add this many to the number shown."""
    table.hears(question, *map(Said, how))
    table.sees(title)
    table.taps(PANEL, "up" if up > 0 else "down", abs(up))
    table.ok()


def begins(table: VirtualTable, starts: str, other: str) -> None:
    """Choose the oldest, who begins; hear what both players start with."""
    table.hears(Said("The oldest player begins. Who is it?"), "Anna?", LIST)
    table.sees("Who begins?", "Anna", "Bo", "↑↓ OK")
    table.chooses(starts)
    table.hears(
        f"{starts} takes 2 blood, 1 gold and 1 diamond.", f"{other} takes 2 blood, 2 gold and 2 diamonds."
    )
    table.hears("Everybody takes six cards, nine temples and two mines.", f"Round 1. {starts} begins.")


def test_a_turn_with_a_temple_and_an_attack(table: VirtualTable) -> None:
    choose_valda(table, "Track everything")
    choose(table, "Shall I roll the dice, or will you?", "Who rolls?", "We do")
    sit_down(table)
    begins(table, "Anna", "Bo")

    number(table, "Anna, your turn. Roll. How many dice show gold?", "Gold rolled", 1, LIST)
    table.hears("Anna rolls 2 gold.", "Draw two cards face up.", "Then take three actions.", "Card: 2 blood?")
    table.sees("Anna acts", "Card: 2 blood", "Card: 2 gold", "Card: 2 diamonds", "Card: 1 follower")
    table.chooses("Another card")
    table.hears("What does the card do?", "Blood?")
    table.sees("The card")
    table.chooses("Diamond")
    table.hears("How many diamonds are printed on the card?")
    table.sees("Diamond", "1")
    table.ok()
    table.hears("Anna gains 1 diamond.", "What else does it do?")
    table.chooses("That is all")
    table.hears("Actions left: 2.", "Card: 1 diamond?")  # now a line, because it came up
    table.sees("Anna acts", "Card: 1 diamond")
    table.chooses("End of actions")
    table.hears("Keep at most 10 cards.")
    table.sees_written("Keep at most 10 cards.")

    # What can be paid for is listed, and nothing else.
    table.hears("Anna, you may build up to two buildings.", "Nothing?")
    table.sees(
        "Anna builds", "Heimdall: 1B 2G 2D", "Tyr: 2B 2G", "Surtur: 2B 2D", "Drill: 2G 2D", "Mine: 1B 1G 1D"
    )
    table.taps(PANEL, "down")
    table.hears("A temple of Heimdall costs 1 blood, 2 gold and 2 diamonds.")
    table.chooses("Surtur: 2B 2D")
    table.hears("Anna builds a temple of Surtur: one follower.", "Look at two cards of Surtur. Keep one.")
    table.sees_written("Look at two cards of Surtur. Keep one.")

    table.hears("Bo, do you attack Anna?", "No attack?")
    table.sees("Attack Anna?", "No attack", "Bo")
    table.chooses("Bo")
    number(table, "Bo, how many swords are on your card?", "Swords", 1, LIST)
    number(table, "Anna, 4 swords against you. How many shields?", "Shields", -1)
    table.hears("It hits.")
    table.sees("Attack, defence")
    table.hears("What does the attack do?", "Kill 1 follower?")
    table.sees("The card", "Kill 1 follower")
    table.ok()
    table.hears("Anna loses 1 follower.")

    table.hears("Bo, your turn. Roll. How many dice show gold?")
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    table.chooses("How things stand")
    table.hears(Asked("questions"))
    table.chooses("What everybody has")
    table.hears(Said("Bo: 2 blood, 2 gold and 2 diamonds."))
    table.sees("Bo", "Blood 2", "Gold 2", "Diamond 2", "Mine 2", "Drill 0", "Followers 0", "Su 0")
    table.hears("Buildings: 2 mines.", "Anna: 3 gold.")
    table.sees("Anna", "Gold 3", "Su 1")
    table.hears("Buildings: 2 mines.", "Temples: Surtur 1.")
