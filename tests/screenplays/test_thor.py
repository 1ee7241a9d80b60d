"""A round of Thor counted at its end, in full words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import VirtualTable, evening
from tests.screenplays.at_the_panel import choose, sit_down
from tests.seven import PANEL

ASK = "What would you like to know?"


def places(*said: str) -> list[str]:
    return [f"{rank} place: {one}." for rank, one in zip(("First", "Second", "Third"), said, strict=True)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path, roster=("Anna", "Bo", "Cem")) as table:
        table.pads = {}  # one of them keeps the box, and presses for all
        yield table


def choose_thor(table: VirtualTable, fewer: int) -> None:
    """Choose this many fewer players than four."""
    choose(table, "Good evening. Choose a game.", "Choose a game", "Thor")
    table.hears("Thor. How many players?")
    table.sees("Players?", "4")
    table.taps(PANEL, "down", fewer)
    table.ok()


def choose_a_single_round(table: VirtualTable) -> None:
    """House rules: a single round, and the table says who begins."""
    choose(table, "Ready to begin?", "Begin?", "House rules")
    choose(table, "As many rounds as players, or a single one?", "How many rounds?", "A single round")
    choose(table, "Shall I draw lots for who begins, or will you choose?", "Who begins?", "You choose")


def enter(table: VirtualTable, question: str, title: str, line: str, told: str) -> None:
    """Enter a fact of the final position, which is repeated with the next question."""
    choose(table, question, title, line)
    table.hears(told)


def count(table: VirtualTable, player: str, god: str, number: int, start: int) -> None:
    table.hears(f"{player}, how many of {god}?", f"{start}?")
    table.sees(f"{player}: {god}", str(start))
    table.taps(PANEL, "up" if number > start else "down", abs(number - start))
    table.ok()
    table.hears(f"{player}: {number} card{'' if number == 1 else 's'}.")


def test_the_count_of_a_round_of_three_with_action_cards(table: VirtualTable) -> None:
    choose_thor(table, fewer=1)
    choose(table, "Shall I count at the end, or follow every turn?", "Count or follow?", "Count at the end")
    choose(table, "With the action cards of The Will of Thor?", "Action cards?", "With action cards")
    choose_a_single_round(table)
    choose(table, "Can a god be worth less than nothing?", "Below zero?", "Yes, below zero")
    sit_down(table, "Anna", "Bo", "Cem")
    choose(table, "Who begins?", "Who begins?", "Anna")
    table.hears(
        "Shuffle the offer cards. Deal 9 cards to each player.", "Set the last 3 cards aside, face down."
    )
    table.hears("Anna begins.", "Play the round.", "OK: the round is over.")
    table.sees("Round 1", "Anna begins", "OK: the round is over")
    table.ok()

    table.hears("What is the last offer for Odin?", "2?")
    table.sees("Odin: offer", "3", "2", "1")
    table.chooses("5")
    table.hears("Odin: last offer 5.")
    enter(table, "Odin: the action card?", "Odin: card", "No action card", "Odin: no action card.")
    count(table, "Anna", "Odin", 2, start=1)
    count(table, "Bo", "Odin", 3, start=1)
    table.hears("Nobody else has Odin.")

    enter(table, "What is the last offer for Thor?", "Thor: offer", "4", "Thor: last offer 4.")
    enter(table, "Thor: the action card?", "Thor: card", "Loki's Ploy", "Thor: Loki's Ploy.")
    count(table, "Anna", "Thor", 3, start=1)
    count(table, "Bo", "Thor", 0, start=1)
    count(table, "Cem", "Thor", 1, start=2)
    enter(table, "What is the last offer for Freya?", "Freya: offer", "1", "Freya: last offer 1.")
    card = "Fruits of Yggdrasill"
    enter(table, "Freya: the action card?", "Freya: card", card, "Freya: Fruits of Yggdrasill.")
    for player, number, start in (("Anna", 3, 1), ("Bo", 0, 1), ("Cem", 2, 2)):
        count(table, player, "Freya", number, start)
    for god in ("Njörd", "Freyr"):
        enter(table, f"What is the last offer for {god}?", f"{god}: offer", "No offer", f"{god}: no offer.")
        enter(table, f"{god}: the action card?", f"{god}: card", "No action card", f"{god}: no action card.")
        table.hears(f"Cards of {god} are worth nothing.")
    choose(table, "Who has Three Gifts in hand?", "Who has Gifts?", "Bo")
    table.hears("Three Gifts in Bo's hand: 1.")
    choose(table, "Who else has Three Gifts?", "Who has Gifts?", "Nobody")

    table.hears("Round 1 is over. Now the count.", "The values: Odin 5.")
    table.hears(
        "Thor: 4, minus 2 for Loki's Ploy, makes 2.", "Freya: 1, doubled by Fruits of Yggdrasill, makes 2."
    )
    table.hears("Njörd and Freyr are worth nothing.")
    table.hears("Anna: Odin 10, Thor 6 and Freya 6.", "Anna has 22 points.")
    table.hears("Bo: Odin 15 and Three Gifts 3.", "Bo has 18 points.")
    table.hears("Cem: Thor 2 and Freya 4.", "Cem has 6 points.", "Anna wins the match with 22 points.")
    table.hears(*places("Anna with 22 points", "Bo with 18 points", "Cem with 6 points"))
    table.hears("That was the match.")

    # Why does Anna have so many?
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("The count, in full")
    table.hears("Anna has 22 points.")
    table.sees("Anna", "Odin 2×5 10", "Thor 3×2 6", "Freya 3×2 6")
    table.hears("Odin is worth 5: 2 cards, 10 points.", "Thor: 4, minus 2 for Loki's Ploy, makes 2.")
    table.hears("3 cards of Thor: 6 points.", "Freya: 1, doubled by Fruits of Yggdrasill, makes 2.")
    table.hears("3 cards of Freya: 6 points.", "Bo has 18 points.", "Odin is worth 5: 3 cards, 15 points.")
    table.hears("Three Gifts in hand: 3 points.", "Cem has 6 points.")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.taps(PANEL, "back")

    # No ploy lay above Thor, after all.
    table.hears_whatever("That was the match.")
    table.taps(PANEL, "down")
    table.sees("Final standings", "Finish", "Correct an entry")
    table.ok()
    choose(table, "Round 1: where is the mistake?", "Correct: round 1", "Thor")
    choose(table, "What is wrong?", "What is wrong?", "Loki's Ploy")
    choose(table, "Thor: the action card?", "Thor: card", "No action card")
    table.hears("Corrected.", "Thor: no action card.", "Anna has 28 points.", "Cem has 8 points.")
    table.hears("Anna wins the match with 28 points.")
    table.hears(*places("Anna with 28 points", "Bo with 18 points", "Cem with 8 points"))
    table.hears("That was the match.")
    table.ok()
    table.hears("Again, with the same people?")
