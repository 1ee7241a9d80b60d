"""Yggdrasil and the drakkar: safe zones for followers, and the order of turns in a round."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

SAFE_ZONES = (0, 5, 12, 20)
"""Numbers of followers. A player who has reached one is never pushed below it again."""

TREE = 20
"""The spaces of Yggdrasil after the first one; beyond them a pawn starts at the roots again."""

GOAL = 20  # the followers that win a race to the gods
ROUNDS = 6  # the moorings of the drakkar, and the rounds of any game except a race


def safe_below(followers: int) -> int:
    """The highest safe zone at or below that number of followers, 0 or more. Because nobody is pushed below
    it, it is also the safe zone of the most followers the seat has ever had."""
    return SAFE_ZONES[bisect_right(SAFE_ZONES, followers) - 1]


@lru_cache(maxsize=1 << 10)
def turn_order(players: int, first: int, round: int, *, turnaround: bool, race: bool) -> tuple[int, ...]:
    """The seats in the order of their turns in a round, counted from 1: clockwise from the first player.

    With the Turnaround the last round goes the other way, beginning to the right of the first player. A race
    has no last round, so all of its rounds go clockwise.
    """
    if turnaround and not race and round == ROUNDS:
        return tuple((first - 2 - at) % players + 1 for at in range(players))
    return tuple((first - 1 + at) % players + 1 for at in range(players))
