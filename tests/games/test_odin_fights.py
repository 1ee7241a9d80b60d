"""The verdicts on all hundred pairs of cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm_appliance.games.odins_table.fight import CARDS, Verdict, judged

# A row for each attacking card, a column for each defending one, from 0 (Idunn) and 1 (Loki) to 9 (Odin).
# H, h: the attacker's or the defender's card is higher. T: a tie, won by the attacker; L: of two Lokis.
# S: Loki tricks the attacker, and the pieces change places. I: Loki cannot trick Idunn, and wins.
#   0 1 2 3 4 5 6 7 8 9
TABLE = """
    T I h h h h h h h h
    H L h h h h h h h h
    H S T h h h h h h h
    H S H T h h h h h h
    H S H H T h h h h h
    H S H H H T h h h h
    H S H H H H T h h h
    H S H H H H H T h h
    H S H H H H H H T h
    H S H H H H H H H T
"""

VERDICTS = {
    "H": ("attacker", "higher"),
    "h": ("defender", "higher"),
    "T": ("attacker", "tie"),
    "L": ("attacker", "two-lokis"),
    "S": ("swap", "trickery"),
    "I": ("defender", "no-trickery"),
}

Judge = Callable[[int, int], Verdict]


def wrong(judge: Judge) -> list[tuple[int, int]]:
    """The pairs whose verdict differs from the table."""
    table = [line.split() for line in TABLE.strip().splitlines()]
    pairs = ((attack, defence) for attack in range(10) for defence in range(10))
    return [pair for pair in pairs if judge(*pair) != VERDICTS[table[pair[0]][pair[1]]]]


def test_every_pair_of_cards_is_judged_as_in_the_book() -> None:
    assert wrong(judged) == []
    assert sorted(CARDS) == list(range(10))


def _instead(verdict: Verdict, on: Callable[[int, int], bool]) -> Judge:
    return lambda attack, defence: verdict if on(attack, defence) else judged(attack, defence)


TRICK = Verdict("swap", "trickery")
FAULTS: dict[str, tuple[Judge, set[tuple[int, int]]]] = {
    "a tie to the defender": (
        _instead(Verdict("defender", "tie"), lambda attack, defence: attack == defence != 1),
        {(one, one) for one in range(10) if one != 1},
    ),
    "trickery against Loki": (_instead(TRICK, lambda attack, defence: attack == defence == 1), {(1, 1)}),
    "trickery against Idunn": (_instead(TRICK, lambda *pair: pair == (0, 1)), {(0, 1)}),
    "trickery in attack": (
        _instead(TRICK, lambda attack, defence: attack == 1 < defence),
        {(1, defence) for defence in range(2, 10)},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_another_verdict_is_caught(fault: str) -> None:
    judge, pairs = FAULTS[fault]
    assert set(wrong(judge)) == pairs
