"""Static evaluation of positions, used at the leaves of the search.

The weights are rounded from a logistic regression of the winner on 43,000 positions, all cards open, from
1,000 games of the box against itself. Features that did not help to predict held-out games were dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from gm_appliance.games.odins_table.board import (
    BLACK,
    COLUMNS,
    DEFENDER,
    ENERGY,
    ROWS,
    TO_WIN,
    WHITE,
    Position,
)
from gm_appliance.games.odins_table.fight import judged
from gm_appliance.games.odins_table.opponent.deals import Hands

WON = 1.0
LOST = 0.0

_ROWS = tuple(0b111111 << COLUMNS * row for row in range(ROWS))

# Weights are logits of White's chances. By the rows a piece has advanced, and by spaces conquered:
_PIECE = (0.27, 0.38, 0.64, 0.70)
_CONQUEST = (0.0, 1.2, 3.0)
_TURN = 0.13
_CARD = (0.13, 0.53, 0.11, 0.16, 0.22, 0.27, 0.33, 0.38, 0.48, 0.54)
"""By card in a hand. Loki is worth as much as Odin, because hardly any card gets past him."""
_FACING = 0.37  # a piece face to face with one it would beat

# A piece in front of an empty space of the energy row, by whether its side moves next; the second row if
# that space would be the third.
_OPEN = (0.27, 0.38)
_LAST_OPEN = (1.5, 4.0)
_LAST_FIGHT = (1.3, 2.1)  # that space is defended, but the defender would lose

_WINS = tuple(
    tuple(judged(attack, defence).ends != DEFENDER for defence in range(10)) for attack in range(10)
)
"""By attacking and defending card: whether the attacker takes the space instead of losing the piece."""

_FACES = tuple(
    tuple(_FACING * (_WINS[white][black] - _WINS[black][white]) for black in range(10)) for white in range(10)
)
"""The weight of two pieces face to face, by White's and Black's cards."""


def promise(position: Position, hands: Hands) -> float:
    """White's winning chances, 0 to 1, with these hands."""
    white, black, turn = position
    taken = (white & ENERGY[BLACK]).bit_count()
    if taken >= TO_WIN:
        return WON
    given = (black & ENERGY[WHITE]).bit_count()
    if given >= TO_WIN:
        return LOST
    score = _CONQUEST[taken] - _CONQUEST[given] + (_TURN if turn == WHITE else -_TURN)
    for row in (0, 1, 2, 3):
        score += _PIECE[row] * (white & _ROWS[row]).bit_count()
        score -= _PIECE[row] * (black & _ROWS[4 - row]).bit_count()
    ours, theirs = hands
    for own, other in zip(ours, theirs, strict=True):
        score += _CARD[own] - _CARD[other]
    facing = white << COLUMNS & black
    while facing:
        at = (facing & -facing).bit_length() - 1
        facing &= facing - 1
        score += _FACES[ours[at % COLUMNS]][theirs[at % COLUMNS]]
    if near := (white & _ROWS[3]) >> 18:
        score += _before_the_goal(
            near, white >> 24, black >> 24, taken == TO_WIN - 1, turn == WHITE, ours, theirs
        )
    if near := (black & _ROWS[1]) >> 6:
        score -= _before_the_goal(
            near, black & 63, white & 63, given == TO_WIN - 1, turn == BLACK, theirs, ours
        )
    return 1 / (1 + exp(-score))


# Many parameters: plain numbers, because a search calls it thousands of times a second.
def _before_the_goal(
    near: int, own: int, other: int, last: bool, moves: bool, attack: Sequence[int], defence: Sequence[int]
) -> float:
    """The extra value of pieces one step from the energy row, for one side.

    near, own, other: sets of columns: that side's pieces one step away, and both sides' pieces in the row.
    last: one more space wins. moves: that side moves next.
    """
    if near & ~own & ~other:
        return _OPEN[moves] + (_LAST_OPEN[moves] if last else 0.0)
    blocked = near & other if last else 0
    while blocked:
        column = (blocked & -blocked).bit_length() - 1
        blocked &= blocked - 1
        if _WINS[attack[column]][defence[column]]:
            return _LAST_FIGHT[moves]
    return 0.0
