"""All hundred pairs of cards, as the rulebook has them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm_appliance.games.odins_table.fight import CARDS, Verdict, judged

# A line for each attacking card, a column for each that defends, from 0 (Idunn) and 1 (Loki) to 9 (Odin).
# A: the attacker wins, and captures the defender's piece. D: the defender captures the attacker's.
# S: Loki's trickery, the two change places.
#   0 1 2 3 4 5 6 7 8 9
TABLE = """
    A D D D D D D D D D
    A A D D D D D D D D
    A S A D D D D D D D
    A S A A D D D D D D
    A S A A A D D D D D
    A S A A A A D D D D
    A S A A A A A D D D
    A S A A A A A A D D
    A S A A A A A A A D
    A S A A A A A A A A
"""

# Why. H: the higher card wins. T: a tie goes to the attacker. S: trickery. L: Loki against Loki, a tie.
# I: Idunn attacks Loki, who has no trickery against her.
WHY = """
    T I H H H H H H H H
    H L H H H H H H H H
    H S T H H H H H H H
    H S H T H H H H H H
    H S H H T H H H H H
    H S H H H T H H H H
    H S H H H H T H H H
    H S H H H H H T H H
    H S H H H H H H T H
    H S H H H H H H H T
"""

ENDS = {"A": "attacker", "D": "defender", "S": "swap"}
WHYS = {"H": "higher", "T": "tie", "S": "trickery", "L": "two-lokis", "I": "no-trickery"}

Judge = Callable[[int, int], Verdict]


def wrong(judge: Judge) -> list[tuple[int, int]]:
    """The pairs on which it says something else than the table."""
    ends, whys = ([line.split() for line in one.strip().splitlines()] for one in (TABLE, WHY))
    return [
        (attack, defence)
        for attack in range(10)
        for defence in range(10)
        if judge(attack, defence) != (ENDS[ends[attack][defence]], WHYS[whys[attack][defence]])
    ]


def test_every_pair_of_cards_is_judged_as_in_the_book() -> None:
    assert wrong(judged) == []
    assert sorted(CARDS) == list(range(10))


FAULTS: dict[str, tuple[Judge, set[tuple[int, int]]]] = {
    "a tie to the defender": (
        lambda attack, defence: (
            Verdict("defender", "tie") if attack == defence != 1 else judged(attack, defence)
        ),
        {(one, one) for one in range(10) if one != 1},
    ),
    "trickery against Loki": (
        lambda attack, defence: (
            Verdict("swap", "trickery") if attack == defence == 1 else judged(attack, defence)
        ),
        {(1, 1)},
    ),
    "trickery against Idunn": (
        lambda attack, defence: (
            Verdict("swap", "trickery") if (attack, defence) == (0, 1) else judged(attack, defence)
        ),
        {(0, 1)},
    ),
    "trickery in attack": (
        lambda attack, defence: (
            Verdict("swap", "trickery") if attack == 1 < defence else judged(attack, defence)
        ),
        {(1, defence) for defence in range(2, 10)},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_another_judgement_is_caught(fault: str) -> None:
    judge, pairs = FAULTS[fault]
    assert set(wrong(judge)) == pairs
