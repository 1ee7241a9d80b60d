"""How good a position is, in a glance: where the search stops looking ahead."""

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

# By White's progress; Black's is the same from the other side. In units of one step forward from home.
_PIECE = (3.0, 3.2, 3.8, 4.6)
_CONQUEST = (0.0, 8.0, 18.0)
_OPEN = 1.5  # a piece one step from an empty space of the energy row
_WINNING = 1.1  # the same, but somebody stands there, and would lose
_PIP = 0.12  # a card higher by one
_TURN = 0.7
_SCALE = 1 / 4.5

LOSES = tuple(
    tuple(judged(attack, defence).ends == DEFENDER for defence in range(10)) for attack in range(10)
)
"""By attacking and defending card: whether the attacker loses the piece. Else it stands where it wanted."""


def promise(position: Position, hands: Hands) -> float:
    """White's chances, from 0 to 1, with these cards in the hands."""
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
    score += _before_the_goal((white & _ROWS[3]) >> 18, white >> 24, black >> 24, hands[0], hands[1])
    score -= _before_the_goal((black & _ROWS[1]) >> 6, black & 63, white & 63, hands[1], hands[0])
    score += _PIP * (sum(hands[0]) - sum(hands[1]))
    return 1 / (1 + exp(-score * _SCALE))


def _before_the_goal(
    near: int, own: int, theirs: int, attack: Sequence[int], defence: Sequence[int]
) -> float:
    """What the pieces are worth that stand one step from the energy row; all are sets of columns."""
    if not near:
        return 0.0
    found = _OPEN * (near & ~own & ~theirs).bit_count()
    blocked = near & theirs
    while blocked:
        column = (blocked & -blocked).bit_length() - 1
        blocked &= blocked - 1
        if not LOSES[attack[column]][defence[column]]:
            found += _WINNING
    return found
