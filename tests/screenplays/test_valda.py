"""Two evenings of Valda, in full words: a turn of the companion with an attack, and a whole score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import VirtualTable, evening
from tests.seven import PANEL

ASK = "What would you like to know? Choose, then OK. Back: the game."
ENTER = "Up and down, then OK."
PRESS = "Up and down, then OK. At your pad, hold up."
NOTHING = "OK: nothing. Else down, then OK. At your pad, hold up."
NOBODY = "OK: nobody. Else down, then OK."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo", "Cem")) as table:
        table.pads = {}  # one of them keeps the box, and presses for all
        yield table


def choose(table: VirtualTable, question: str, title: str, line: str) -> None:
    table.hears(question)
    table.sees(title)
    table.chooses(line)


def choose_valda(table: VirtualTable, fewer: int, mode: str) -> None:
    """For so many fewer than four."""
    choose(table, "Good evening. Choose a game. Up and down, then OK.", "Choose a game", "Valda")
    table.hears("Valda. How many play? Up and down, then OK.")
    table.sees("How many play?", "4")
    table.taps(PANEL, "down", fewer)
    table.ok()
    question = "Shall I keep everything, or followers only? Choose, then OK."
    choose(table, question, "The box keeps", mode)
    question = "Six rounds, or a race to 20 followers? Choose, then OK."
    choose(table, question, "How does it end?", "After six rounds")


def sit_down(table: VirtualTable, *names: str) -> None:
    choose(table, "Players by name? OK, or down for no names.", "Who plays?", "Choose by name")
    for number, name in enumerate(names, 1):
        question = f"Player {number}: {name}? OK, or down for others."
        choose(table, question, f"Player {number}", name)


def number(table: VirtualTable, question: str, title: str, up: int, *how: str) -> None:
    """So many more than are shown."""
    table.hears(question, *how)
    table.sees(title)
    table.taps(PANEL, "up", up)
    table.ok()


def test_a_turn_with_a_temple_and_an_attack(table: VirtualTable) -> None:
    choose_valda(table, fewer=2, mode="Everything")
    choose(table, "Shall I roll the dice, or do you? Choose, then OK.", "Who rolls?", "We do")
    question = "Shall I keep every part of a turn? Choose, then OK."
    choose(table, question, "Parts of a turn", "All of them")
    choose(table, "OK to begin, or down for house rules.", "Begin?", "Begin")
    sit_down(table, "Anna", "Bo")
    question = "The oldest of you begins. Choose the player, then OK."
    choose(table, question, "Who begins?", "Anna")
    table.hears("Anna takes 2 blood, 1 gold and 1 diamond.", "Bo takes 2 blood, 2 gold and 2 diamonds.")
    table.hears("Everybody: six cards, nine temples, two mines.", "Round 1. Anna begins.")

    number(table, "Anna, your turn. Roll. How many dice show gold?", "Gold rolled", 1, ENTER)
    table.hears("2 gold.", "Anna, draw two cards openly. Then three actions.", NOTHING)
    table.sees("Anna acts", "End of actions", "A yellow card", "Take 1 blood")
    table.chooses("A yellow card")
    table.hears("What does the card bring?", PRESS)
    table.sees("The card")
    table.chooses("Diamond")
    table.hears("How many, as printed?")
    table.sees("How many?", "1")
    table.ok()
    table.hears("Anna gains 1 diamond.", "What else does it do?")
    table.chooses("That is all")
    table.hears("Actions left: 2.")
    table.chooses("End of actions")

    # What can be paid for is listed, and nothing else.
    table.hears("Anna, you may build up to two.")
    table.sees(
        "Anna builds", "Heimdall: 1B 2G 2D", "Tyr: 2B 2G", "Surtur: 2B 2D", "Drill: 2G 2D", "Mine: 1B 1G 1D"
    )
    table.taps(PANEL, "down")
    table.hears("A temple of Heimdall costs 1 blood, 2 gold and 2 diamonds.")
    table.chooses("Surtur: 2B 2D")
    table.hears("Anna builds a temple of Surtur: one follower.", "Look at two cards of Surtur. Keep one.")

    table.hears("Who attacks Anna? In order: Bo.", NOBODY)
    table.sees("Attack Anna?", "Nobody", "Bo")
    table.chooses("Bo")
    number(table, "Bo, how many swords are on your card?", "Swords", 1, ENTER)
    table.hears("Bo attacks with 4.")
    number(table, "Anna, how many shields? No defence is zero.", "Shields", 3)
    table.hears("Only 3 against 4. It hits.")
    table.sees("Attack, defence")
    table.hears("What does the attack do?", PRESS)  # Bo is told, who has not chosen so yet
    table.sees("The card")
    table.chooses("Kill followers")
    table.hears("How many, as printed?")
    table.ok()
    table.hears("Anna loses 1 follower.", "What else does it do?", NOTHING)
    table.chooses("That is all")

    table.hears("Bo, your turn. Roll. How many dice show gold?")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("What all have")
    table.hears("Bo: 2 blood, 2 gold and 2 diamonds.")
    table.sees("Bo", "Blood 2", "Gold 2", "Diamond 2", "Mine 2", "Drill 0", "Followers 0", "Su 0")
    table.hears("2 mines.", "Anna: 3 gold.")
    table.sees("Anna", "Gold 3", "Su 1")
    table.hears("2 mines.", "Temples: Surtur 1.")


def turn(table: VirtualTable, player: str, more: int, *told: str, new: bool = False) -> None:
    """A turn in which somebody gains so many followers. new: nobody has pressed it yet."""
    how = [ENTER] if new else []
    table.hears(f"{player}, your turn. At its end, set your followers.", *how)
    table.sees(f"{player} plays", "↑↓ OK")
    table.taps(PANEL, "up", more)
    table.ok()
    table.hears(*told)


def test_six_rounds_of_the_score(table: VirtualTable) -> None:
    choose_valda(table, fewer=2, mode="Followers only")
    choose(table, "OK to begin, or down for house rules.", "Begin?", "Begin")
    sit_down(table, "Anna", "Bo")
    question = "The oldest of you begins. Choose the player, then OK."
    choose(table, question, "Who begins?", "Bo")
    table.hears("Round 1. Bo begins.")
    table.sees("Round 1", "An 0", "Bo 0")

    turn(table, "Bo", 3, "Bo: 3 followers.", new=True)
    turn(table, "Anna", 5, "Anna: 5 followers.", "Anna keeps 5 for good.", "Round 2. Bo begins.")
    turn(table, "Bo", 1, "Bo: 4 followers.")
    table.hears("Anna, your turn. At its end, set your followers.")
    table.holds(PANEL, "back")  # Bo had two more
    table.hears("Taken back.", "Bo: 3 followers.")
    turn(table, "Bo", 2, "Bo: 5 followers.", "Bo keeps 5 for good.")
    turn(table, "Anna", 0, "Round 3. Bo begins.")

    # How do they stand?
    table.hears("Bo, your turn. At its end, set your followers.")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("Where we stand")
    table.hears("First, tied with 5: Anna and Bo.")
    table.sees("Where we stand", "An 5", "Bo 5")
    table.hears(ASK)
    table.taps(PANEL, "back")

    for round in (4, 5):
        turn(table, "Bo", 0)
        turn(table, "Anna", 0, f"Round {round}. Bo begins.")
    turn(table, "Bo", 0)
    turn(table, "Anna", 0, "The last round. Bo begins.")
    turn(table, "Bo", 1, "Bo: 6 followers.")
    turn(table, "Anna", 1, "Anna: 6 followers.")
    table.hears("Tied with 6 followers: Anna and Bo.", "Most buildings win.")
    number(table, "Anna, how many mines, drills and temples in all?", "Buildings", 3)
    table.hears("Anna: 5.")
    number(table, "Bo, how many mines, drills and temples in all?", "Buildings", 1)
    table.hears("Bo: 3.", "Anna wins with 6 followers.", "Midgard has a new god.")
    table.hears("First: Anna with 6.", "Second: Bo with 6.")
    table.hears("To finish, press OK. To correct something, press down.")
    table.sees("Final standings", "OK: done  ↓: correct")
    table.ok()
    table.hears("Again, with the same people? OK, or down for the menu.")
