"""Two evenings with the score pad, in full words: points once a round, and points as they come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import VirtualTable, evening
from tests.seven import PANEL


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}  # players keep it at the panel; each seat's lamp says whose turn it is
        yield table


# ---------------------------------------------------------------- scenes


def choose_the_score_pad(table: VirtualTable, fewer: int) -> None:
    """For so many fewer than four."""
    table.hears("Good evening. Choose a game. Up and down, then OK.")
    table.sees("Choose a game", "Score pad")
    table.chooses("Score pad")
    table.hears("The score pad. How many play? Up and down, then OK.")
    table.sees("How many play?", "4")
    table.taps(PANEL, "down", fewer)
    table.ok()


def choose(table: VirtualTable, question: str, title: str, line: str) -> None:
    table.hears(question)
    table.sees(title)
    table.chooses(line)


def enter(table: VirtualTable, player: int, points: int) -> None:
    """Every point a press; below zero by going down."""
    table.hears(f"Player {player}, enter your points: up and down, then OK.")
    table.sees(f"Player {player}", "0")
    table.taps(PANEL, "up" if points > 0 else "down", abs(points))
    table.ok()


def it_is_over(table: VirtualTable) -> None:
    table.hears("To finish, press OK.")
    table.sees("Final standings", "OK: go on")
    table.ok()
    table.hears("Again, with the same people? OK, or down for the menu.")
    table.sees("Once more?", "Same people, again", "The menu")


# ---------------------------------------------------------------- the evenings


def test_two_rounds_in_which_everybody_scores(table: VirtualTable) -> None:
    choose_the_score_pad(table, fewer=1)
    question = "Points once a round, or whenever somebody scores? Choose, then OK."
    choose(table, question, "Points come", "Once a round, all")
    choose(table, "Who wins: the most points, or the fewest? Choose, then OK.", "Who wins?", "Most points")
    choose(table, "When does it end? Choose, then OK.", "When is the end?", "After some rounds")
    table.hears("How many rounds do you play? Up and down, then OK.")
    table.sees("How many rounds?", "10")
    table.taps(PANEL, "down", 8)
    table.ok()

    table.hears("Round 1. Player 1 deals.")
    enter(table, 2, 12)
    table.hears("Player 2: 12.")
    enter(table, 3, -5)
    table.hears("Player 3: -5.")
    table.hears("Player 1, enter your points: up and down, then OK.")
    table.holds(PANEL, "back")  # it was five
    table.hears("Taken back.", "Player 2: 12.")
    enter(table, 3, 5)
    table.hears("Player 3: 5.")
    enter(table, 1, 0)
    table.hears("Player 1: 0.", "Round 1 is over.", "Player 2 leads with 12.")
    table.hears("For the next round, press OK. For more, press down.")
    table.ok()

    table.hears("Round 2. Player 2 deals.")
    enter(table, 3, 7)
    table.hears("Player 3: 7.")
    enter(table, 1, 30)
    table.hears("Player 1: 30.")
    enter(table, 2, 20)
    table.hears("Player 2: 20.", "Round 2 is over.", "Player 2 leads with 32.")
    table.hears("All rounds are played. OK ends the game, down for more.")
    table.sees("Rounds played", "End the game", "Correct points", "Play on")

    # Three points of the first round were forgotten.
    table.chooses("Correct points")
    question = "Which round is to be corrected? Choose, then press OK."
    choose(table, question, "Correct: round", "Round 1")
    question = "Round 1: whose points are wrong? Choose, then press OK."
    choose(table, question, "Correct: round 1", "Player 2: 12")
    table.hears("Player 2, round 1: enter the right points, then press OK.")
    table.sees("P2, round 1", "12")
    table.taps(PANEL, "up", 3)
    table.ok()
    table.hears("Corrected. Player 2 now has 35.")
    table.hears("All rounds are played. OK ends the game, down for more.")
    table.ok()
    table.hears("Player 2 wins with 35.", "First: Player 2 with 35.")
    table.hears("Second: Player 1 with 30.", "Third: Player 3 with 12.")
    it_is_over(table)


def test_points_as_they_come_up_to_a_target(table: VirtualTable) -> None:
    choose_the_score_pad(table, fewer=2)
    question = "Points once a round, or whenever somebody scores? Choose, then OK."
    choose(table, question, "Points come", "Freely")
    choose(table, "Who wins: the most points, or the fewest? Choose, then OK.", "Who wins?", "Fewest points")
    choose(table, "When does it end? Choose, then OK.", "When is the end?", "At so many points")
    table.hears("How many points end the game? Up and down, then OK.")
    table.sees("Points to reach", "100")
    table.taps(PANEL, "down", 50)
    table.ok()

    who = "Who scores? Choose the player, then press OK."
    table.hears("Round 1. Player 1 deals.")
    choose(table, who, "Who scores?", "Player 1: 0")
    enter(table, 1, 20)
    table.hears("Player 1 has 20.")
    choose(table, who, "Who scores?", "Player 2: 0")
    enter(table, 2, 35)
    table.hears("Player 2 has 35.")
    choose(table, who, "Who scores?", "This round is over")
    table.hears("Round 1 is over.", "Player 1 leads with 20.", "Round 2. Player 2 deals.")
    choose(table, who, "Who scores?", "Standings")
    table.hears("First: Player 1 with 20.", "Second: Player 2 with 35.", "To go on, press OK.")
    table.sees("Standings", "OK: go on")
    table.ok()
    table.hears("Round 2. Player 2 deals.")
    choose(table, who, "Who scores?", "Player 2: 35")
    enter(table, 2, 25)

    table.hears("Player 1 leads with 20.", "The target is reached. OK ends the game, down for more.")
    table.sees("Target reached", "End the game", "Correct points", "Play on")
    table.ok()
    table.hears("Player 1 wins with 20.")
    table.hears("First: Player 1 with 20.", "Second: Player 2 with 60.")
    it_is_over(table)
