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


def player_one_deals_first(table: VirtualTable) -> None:
    question = "Who deals first? Choose the player, then press OK."
    choose(table, question, "Who deals first?", "Player 1")
    table.hears("Round 1. Player 1 deals.")


def enter(table: VirtualTable, player: int, points: int) -> None:
    """Every point a press; below zero by going down."""
    table.hears(f"Player {player}, enter your points.")
    table.sees(f"Player {player}", "0", "↑↓ 1  hold 10  OK")
    table.taps(PANEL, "up" if points > 0 else "down", abs(points))
    table.ok()


def first_enter(table: VirtualTable, player: int, points: int) -> None:
    """How to, once."""
    table.hears(f"Player {player}, enter your points.", "Tap for one, hold for tens, then OK.")
    table.taps(PANEL, "up", points)
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

    player_one_deals_first(table)
    first_enter(table, 2, 12)
    table.hears("Player 2: 12.")
    enter(table, 3, -5)
    table.hears("Player 3: -5.")
    table.hears("Player 1, enter your points.")
    table.holds(PANEL, "back")  # it was five
    table.hears("Taken back.", "Player 2: 12.")
    enter(table, 3, 5)
    table.hears("Player 3: 5.")
    table.hears("Player 1, enter your points.")
    table.taps(PANEL, "repeat")
    table.hears("First: Player 2 with 12.", "Second: Player 3 with 5.", "Third: Player 1 with 0.")
    table.hears("Player 1, enter your points.", "Tap for one, hold for tens, then OK.")
    table.ok()
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
    question = "Player 2, round 1: what is wrong? Choose, then press OK."
    choose(table, question, "What is wrong?", "The points")
    table.hears("Player 2, round 1: enter the right points, then press OK.")
    table.sees("P2, round 1", "12")
    table.taps(PANEL, "up", 3)
    table.ok()
    table.hears("Corrected. Player 2 now has 35.", "Player 2 leads with 35.")
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

    player_one_deals_first(table)
    who = "Who scores? Choose the player, then press OK."
    choose(table, who, "Who scores?", "Player 1: 0")
    table.hears("Player 1, enter your points.", "Tap for one, hold for tens, then OK.")
    table.holds(PANEL, "up", 1.3)
    table.sees("Player 1", "20", "↑↓ 1  hold 10  OK")
    table.ok()
    table.hears("Player 1: 20.")
    choose(table, who, "Who scores?", "Player 2: 0")
    enter(table, 2, 35)
    table.hears("Player 2: 35.")
    choose(table, who, "Who scores?", "This round is over")
    table.hears("Round 1 is over.", "Player 1 leads with 20.", "Round 2. Player 2 deals.")
    table.hears(who)
    somebody_joins(table)
    table.hears("Player 3 joins with 12.")
    choose(table, who, "Who scores?", "Standings")
    table.hears("First: Player 3 with 12.", "Second: Player 1 with 20.", "Third: Player 2 with 35.")
    table.hears("To go on, press OK.")
    table.sees("Standings", "OK: go on")
    table.ok()
    choose(table, who, "Who scores?", "Player 2: 35")
    enter(table, 2, 25)
    table.hears("Player 2: 25.", "Player 3 leads with 12.")
    table.hears("The target is reached. OK ends the game, down for more.")
    table.sees("Target reached", "End the game", "Correct points", "Play on")

    # They were player one's.
    table.chooses("Correct points")
    question = "Which round is to be corrected? Choose, then press OK."
    choose(table, question, "Correct: round", "Round 2")
    question = "Round 2: whose points are wrong? Choose, then press OK."
    choose(table, question, "Correct: round 2", "Player 2: 25")
    question = "Player 2, round 2: what is wrong? Choose, then press OK."
    choose(table, question, "What is wrong?", "The player")
    choose(table, "Whose points are they? Choose the player, then press OK.", "Whose points?", "Player 1")
    table.hears("Corrected. Player 1 now has 45.", "Player 2 has 35.", "Player 3 leads with 12.")
    table.hears(who)
    somebody_leaves(table)
    table.hears("Player 3 left with 12.")
    choose(table, who, "Who scores?", "Player 1: 45")
    enter(table, 1, 5)
    table.hears("Player 1: 5.", "Player 2 leads with 35.")
    table.hears("The target is reached. OK ends the game, down for more.")
    table.ok()
    table.hears("Player 2 wins with 35.")
    table.hears("First: Player 2 with 35.", "Second: Player 1 with 50.", "Player 3 left with 12.")
    it_is_over(table)


def somebody_joins(table: VirtualTable) -> None:
    """On the side, behind BACK."""
    table.taps(PANEL, "back")
    question = "What would you like to know? Choose, then OK. Back: the game."
    choose(table, question, "Questions", "Somebody joins")
    choose(table, "Who joins? Choose, then press OK.", "Who joins?", "Somebody new")
    table.hears("How many points does Player 3 begin with? Up and down, then OK.")
    table.sees("Player 3", "0")
    table.taps(PANEL, "up", 12)
    table.ok()


def somebody_leaves(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    question = "What would you like to know? Choose, then OK. Back: the game."
    choose(table, question, "Questions", "Somebody leaves")
    choose(table, "Who leaves? Choose the player, then press OK.", "Who leaves?", "Player 3")
