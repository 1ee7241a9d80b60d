"""An evening with the score pad in full words: points as they come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import VirtualTable, evening
from tests.screenplays.at_the_panel import choose
from tests.seven import PANEL


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {}  # players keep it at the panel; each seat's lamp says whose turn it is
        yield table


def choose_the_score_pad(table: VirtualTable, fewer: int) -> None:
    """Choose this many fewer players than four."""
    table.hears("Good evening. Choose a game.")
    table.sees("Choose a game", "Score pad")
    table.chooses("Score pad")
    table.hears("The score pad. How many players?")
    table.sees("Players?", "4")
    table.taps(PANEL, "down", fewer)
    table.ok()


def player_one_deals_first(table: VirtualTable) -> None:
    choose(table, "Who deals first?", "Who deals first?", "Player 1")
    table.hears("Round 1. Player 1 deals.")


def enter(table: VirtualTable, player: int, points: int) -> None:
    """One press for every point; negative points by going down."""
    table.hears(f"Player {player}, how many points?")
    table.sees(f"Player {player}", "0", "↑↓ 1, hold 10, OK")
    table.taps(PANEL, "up" if points > 0 else "down", abs(points))
    table.ok()


def it_is_over(table: VirtualTable) -> None:
    table.hears("That was the game.", "OK: finish.")
    table.sees("Final standings", "OK: finish")
    table.ok()
    table.hears("Again, with the same people?")
    table.sees("Once more?", "Same people, again", "The menu")


def test_points_as_they_come_up_to_a_target(table: VirtualTable) -> None:
    choose_the_score_pad(table, fewer=2)
    choose(table, "Points once a round, or whenever somebody scores?", "Scoring", "Whenever you score")
    choose(table, "Do the most points win, or the fewest?", "Who wins?", "Fewest points")
    choose(table, "How does it end?", "How does it end?", "At a points target")
    table.hears("How many points end the game?")
    table.sees("Points to reach", "100")
    table.taps(PANEL, "down", 50)
    table.ok()

    player_one_deals_first(table)
    who = "Who scores?"
    choose(table, who, "Who scores?", "Player 1: 0")
    table.hears("Player 1, how many points?", "0?", "Tap for one, hold for tens, then OK.")
    table.holds(PANEL, "up", 1.3)
    table.sees("Player 1", "20", "↑↓ 1, hold 10, OK")
    table.ok()
    table.hears("Player 1: 20.")
    choose(table, who, "Who scores?", "Player 2: 0")
    enter(table, 2, 35)
    table.hears("0?", "Player 2: 35.")
    choose(table, who, "Who scores?", "This round is over")
    table.hears("Round 1 is over.", "Player 1 leads with 20 points.", "Round 2. Player 2 deals.")
    table.hears(who)
    somebody_joins(table)
    table.hears("Player 3 joins with 12 points.")
    choose(table, who, "Who scores?", "Standings")
    table.hears(
        "First place: Player 3 with 12 points.",
        "Second place: Player 1 with 20 points.",
        "Third place: Player 2 with 35 points.",
    )
    table.hears("Those are the standings.", "OK: go on.")
    table.sees("Standings", "OK: go on")
    table.ok()
    choose(table, who, "Who scores?", "Player 2: 35")
    enter(table, 2, 25)
    table.hears("0?", "Player 2: 25.", "Player 3 leads with 12 points.")
    table.hears("The target is reached. End the game?")
    table.sees("Target reached", "End the game", "Correct points", "Play on")

    # They were player one's.
    table.chooses("Correct points")
    choose(table, "Which round is wrong?", "Correct: round", "Round 2")
    choose(table, "Round 2: whose points are wrong?", "Correct: round 2", "Player 2: 25")
    choose(table, "Player 2, round 2: what is wrong?", "What is wrong?", "The player")
    choose(table, "Whose points are they?", "Whose points?", "Player 1")
    table.hears(
        "Corrected. Player 1 now has 45 points.", "Player 2 has 35 points.", "Player 3 leads with 12 points."
    )
    table.hears(who)
    somebody_leaves(table)
    table.hears("Player 3 left with 12 points.")
    choose(table, who, "Who scores?", "Player 1: 45")
    enter(table, 1, 5)
    table.hears("Player 1: 5.", "Player 2 leads with 35 points.")
    table.hears("The target is reached. End the game?")
    table.ok()
    table.hears("Player 2 wins with 35 points.")
    table.hears(
        "First place: Player 2 with 35 points.",
        "Second place: Player 1 with 50 points.",
        "Player 3 left with 12 points.",
    )
    it_is_over(table)


def somebody_joins(table: VirtualTable) -> None:
    """A decision on request, behind BACK."""
    table.taps(PANEL, "back")
    choose(table, "What would you like to know?", "Questions", "Somebody is joining")
    choose(table, "Who is joining?", "Who is joining?", "Somebody new")
    table.hears("How many points does Player 3 begin with?")
    table.sees("Player 3", "0")
    table.taps(PANEL, "up", 12)
    table.ok()


def somebody_leaves(table: VirtualTable) -> None:
    table.taps(PANEL, "back")
    choose(table, "What would you like to know?", "Questions", "Somebody is leaving")
    choose(table, "Who is leaving?", "Who is leaving?", "Player 3")
