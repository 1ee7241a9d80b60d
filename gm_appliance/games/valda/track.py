"""Yggdrasil and the drakkar: how followers are counted and how rounds go, whatever else the box keeps."""

from __future__ import annotations

SAFE_ZONES = (0, 5, 12, 20)
"""Numbers of followers below which nobody who has reached them is pushed any more."""

TREE = 20
"""The spaces of Yggdrasil after the first one; further on it is counted from its roots again."""

GOAL = 20
"""The followers that win a race to the gods."""

ROUNDS = 6
"""The moorings of the drakkar, of any game but a race."""


def safe_below(followers: int) -> int:
    """The highest safe zone at or below that many followers, 0 or more.

    Nobody is ever pushed below it, so it is also that of the most followers that seat has ever had.
    """
    return max(zone for zone in SAFE_ZONES if zone <= followers)


def turn_order(players: int, first: int, round: int, *, turnaround: bool, race: bool) -> tuple[int, ...]:
    """The seats in the order of their turns in a round, from 1: clockwise from the first player on.

    With the Turnaround the last round goes the other way, from the right of the first player. A race has
    no last round, so all of its rounds are alike.
    """
    if turnaround and not race and round == ROUNDS:
        return tuple((first - 2 - at) % players + 1 for at in range(players))
    return tuple((first - 1 + at) % players + 1 for at in range(players))
