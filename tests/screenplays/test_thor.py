"""Two evenings of Thor, in full words: a round followed turn by turn, and rounds counted at their end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import VirtualTable, evening
from gm_appliance.testing.screens import marked_on
from tests.screenplays.at_the_panel import choose, sit_down
from tests.seven import PANEL

ASK = "What would you like to know?"
PRESS = "Up and down, then OK."
LEAP = "Tap to step, hold to leap, then OK."


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
    choose(table, "Shall I draw lots for who begins, or do you choose?", "Who begins?", "You choose")


def offers(table: VirtualTable, god: str, number: int, holds: int) -> None:
    """Hold DOWN this many times, a god each time; then step UP to the value, and press OK."""
    for _ in range(holds):
        table.holds(PANEL, "down")
    assert marked_on(table.screen).startswith(god)
    while marked_on(table.screen) != f"{god}: {number}":
        table.taps(PANEL, "up")
    table.ok()


def turn(
    table: VirtualTable,
    player: str,
    offer: tuple[str, int],
    card: str,
    *,
    take: str,
    new: tuple[str, str] | tuple[()] = (),
) -> None:
    """A whole turn. take: the card under the cursor. new: instructions for first-time players."""
    table.hears(f"{player}, your offer.", "Odin: 0?", *new[:1])
    table.sees(f"{player}: offer", "Odin: 0", "↑↓, hold: leap, OK")
    offers(table, *offer, holds=2)
    table.hears(f"{player}: {offer[0]}, {offer[1]}.", f"{player}, take a card.", f"{take}?", *new[1:])
    table.sees(f"{player}: card", take)
    table.chooses(card)
    table.hears(f"{player} takes {card}.")


def test_a_live_round_of_two(table: VirtualTable) -> None:
    choose_thor(table, fewer=2)
    choose(table, "Shall I count at the end, or follow every turn?", "Count or follow?", "Follow every turn")
    choose_a_single_round(table)
    choose(table, "If you end a round: may you take a card, or must you?", "The last card", "May be taken")
    sit_down(table, "Anna", "Bo")
    choose(table, "Who begins?", "Who begins?", "Bo")
    table.hears(
        "Shuffle the offer cards. Deal 14 cards to each player.", "Set the last 2 cards aside, face down."
    )
    table.hears("Bo begins.")

    turn(table, "Bo", ("Freya", 4), "Freya", take="Freya", new=(LEAP, PRESS))
    turn(table, "Anna", ("Freya", 1), "Thor", take="Freya", new=(LEAP, PRESS))
    table.hears("Bo, your offer.", "Odin: 0?")
    table.holds(PANEL, "back")  # Anna meant Freya
    table.hears("Taken back: Thor.", "Thor goes back on the stack.", "Anna, take a card.", "Freya?")
    table.chooses("Freya")
    table.hears("Anna takes Freya.")

    turn(table, "Bo", ("Freya", 5), "Freya", take="Freya")
    turn(table, "Anna", ("Freya", 0), "Odin", take="Odin")

    # Anna's first offer was a 2.
    table.hears("Bo, your offer.", "Odin: 0?")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("A wrong entry")
    choose(table, "Round 1: where is the mistake?", "Correct: round 1", "Freya")
    choose(table, "What is wrong?", "What is wrong?", "Offer: 1")
    choose(table, "Freya: not 1. What is right?", "Freya: not 1", "2")
    table.hears("Corrected.", "Freya: 2, not 1.")
    turn(table, "Bo", ("Freya", 3), "Freya", take="Freya")

    # How do they stand?
    table.hears("Anna, your offer.", "Odin: 5?")
    table.taps(PANEL, "back")
    table.hears(ASK)
    table.chooses("The stacks now")
    table.hears(
        "Odin: worth 0, 4 cards left.",
        "Thor: worth 0, 5 cards left.",
        "Freya: worth 3, 1 card left.",
        "Njörd: worth 0, 5 cards left.",
    )
    table.hears(
        "Freyr: worth 0, 5 cards left.", "Anna would have 3 points now.", "Bo would have 9 points now."
    )
    table.hears(ASK)
    table.taps(PANEL, "back")

    table.hears("Anna, your offer.", "Odin: 5?")
    offers(table, "Freya", 1, holds=2)
    table.hears("Anna: Freya, 1.", "The sixth offer. The round ends with this turn.")
    table.hears("Anna, a last card?", "Freya?")
    table.chooses("Freya")
    table.hears("Anna takes Freya.", "No cards of Freya are left.", "Round 1 is over. Now the count.")
    table.sees("Round 1 over")
    table.hears("The values: Freya 1.", "Odin, Thor, Njörd and Freyr are worth nothing.")
    table.hears("Anna: Freya 2.", "Anna has 2 points.")
    table.hears("Bo: Freya 3.", "Bo has 3 points.")
    table.hears("Bo wins the match with 3 points.")
    table.sees("Final standings")
    table.hears("Place 1: Bo with 3 points.", "Place 2: Anna with 2 points.")
    table.hears("That was the match.")
    table.hears("OK: finish.", "Up and down: correct an entry.")
    table.sees("Final standings", "OK: finish")
    table.ok()
    table.hears("Again, with the same people?")


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
    choose(table, "With the action cards, The Will of Thor?", "Action cards?", "With action cards")
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

    table.hears("Odin: the last offer?", "2?")
    table.sees("Odin: offer", "3", "2", "1")
    table.chooses("5")
    table.hears("Odin: last offer 5.")
    enter(table, "Odin: the action card?", "Odin: card", "No action card", "Odin: no action card.")
    count(table, "Anna", "Odin", 2, start=1)
    count(table, "Bo", "Odin", 3, start=1)
    table.hears("Nobody else has Odin.")

    enter(table, "Thor: the last offer?", "Thor: offer", "4", "Thor: last offer 4.")
    enter(table, "Thor: the action card?", "Thor: card", "Loki's Ploy", "Thor: Loki's Ploy.")
    count(table, "Anna", "Thor", 3, start=1)
    count(table, "Bo", "Thor", 0, start=1)
    count(table, "Cem", "Thor", 1, start=2)
    enter(table, "Freya: the last offer?", "Freya: offer", "1", "Freya: last offer 1.")
    card = "Fruits of Yggdrasill"
    enter(table, "Freya: the action card?", "Freya: card", card, "Freya: Fruits of Yggdrasill.")
    for player, number, start in (("Anna", 3, 1), ("Bo", 0, 1), ("Cem", 2, 2)):
        count(table, player, "Freya", number, start)
    for god in ("Njörd", "Freyr"):
        enter(table, f"{god}: the last offer?", f"{god}: offer", "No offer", f"{god}: no offer.")
        enter(table, f"{god}: the action card?", f"{god}: card", "No action card", f"{god}: no action card.")
        table.hears(f"Cards of {god} are worth nothing.")
    choose(table, "Who has Three Gifts in hand?", "Who has Gifts?", "Bo")
    table.hears("Bo: Three Gifts, 1.")
    choose(table, "Who else has Three Gifts?", "Who has Gifts?", "Nobody")

    table.hears("Round 1 is over. Now the count.", "The values: Odin 5.")
    table.hears(
        "Thor: 4, minus 2 for Loki's Ploy, makes 2.", "Freya: 1, doubled by Fruits of Yggdrasill, makes 2."
    )
    table.hears("Njörd and Freyr are worth nothing.")
    table.hears("Anna: Odin 10, Thor 6 and Freya 6.", "Anna has 22 points.")
    table.hears("Bo: Odin 15 and Three Gifts 3.", "Bo has 18 points.")
    table.hears("Cem: Thor 2 and Freya 4.", "Cem has 6 points.", "Anna wins the match with 22 points.")
    table.hears("Place 1: Anna with 22 points.", "Place 2: Bo with 18 points.", "Place 3: Cem with 6 points.")
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
    table.hears("Place 1: Anna with 28 points.", "Place 2: Bo with 18 points.", "Place 3: Cem with 8 points.")
    table.hears("That was the match.")
    table.ok()
    table.hears("Again, with the same people?")
