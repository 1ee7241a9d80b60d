"""The board of Odin's Table: positions, legal moves, and the positions that follow.

It knows pieces only: no cards, options or seats. A position is a bitboard for each colour and whose turn it
is; conquests and losses follow from it.

Squares count from 0, row by row from White's energy row: square = 6 * row + column. They are named as on a
chess board, so "a1" to "f1" is White's energy row and "a5" to "f5" is Black's. A set of squares is an int
with a bit for each square.

Steps are looked up by a piece's square and the opponents orthogonally next to it, which alone decide whether
a diagonal step passes between two of them.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

COLUMNS = 6
ROWS = 5
PIECES = 6
"""Each player's pieces at the start."""

TO_WIN = 3  # conquered spaces of the opponent's energy row that win a game

WHITE = 0
BLACK = 1

OFF = COLUMNS * ROWS  # the start of a move that resurrects a lost piece

BOARD = (1 << OFF) - 1

ATTACKER = "attacker"
DEFENDER = "defender"
SWAP = "swap"
FIGHTS = (ATTACKER, DEFENDER, SWAP)
"""How a fight can end: one side wins and captures the other's piece, or the two pieces change places."""

NAMES = tuple(f"{column}{row + 1}" for row, column in product(range(ROWS), "abcdef"))

SQUARES = {name: square for square, name in enumerate(NAMES)}

ENERGY = (0b111111, 0b111111 << COLUMNS * (ROWS - 1))

CORNERS = tuple(tuple(SQUARES[name] for name in names) for names in (("a1", "f1"), ("a5", "f5")))
"""The corners for resurrected pieces, by colour."""


class Move(NamedTuple):
    """A step from one square to another; with `start` OFF, a resurrection."""

    start: int
    to: int

    @property
    def resurrects(self) -> bool:
        return self.start == OFF

    def __str__(self) -> str:
        return f"{'+' if self.resurrects else NAMES[self.start]}{NAMES[self.to]}"


def read(text: str) -> Move:
    """A move from its `str`. Raises KeyError.

    >>> read("b1c2"), read("+a1").resurrects
    (Move(start=1, to=8), True)
    """
    start, to = text[:-2], text[-2:]
    return Move(OFF if start == "+" else SQUARES[start], SQUARES[to])


class Position(NamedTuple):
    white: int
    black: int
    turn: int = WHITE

    @property
    def own(self) -> int:
        return self[self.turn]

    @property
    def theirs(self) -> int:
        return self[1 - self.turn]


START = Position(ENERGY[WHITE], ENERGY[BLACK])


def column(square: int) -> int:
    """A square's column, 0 to 5."""
    return square % COLUMNS


def bits(squares: int) -> tuple[int, ...]:
    return tuple(at for at in range(OFF) if squares >> at & 1)


def at(position: Position, square: int) -> int | None:
    if position.white >> square & 1:
        return WHITE
    return BLACK if position.black >> square & 1 else None


def conquests(position: Position, colour: int) -> int:
    return (position[colour] & ENERGY[1 - colour]).bit_count()


def lost(position: Position, colour: int) -> int:
    return PIECES - position[colour].bit_count()


def conquered(before: Position, after: Position, colour: int) -> bool:
    """Whether a colour holds a space of the opponent's energy row that it did not hold before."""
    return (after[colour] & ~before[colour] & ENERGY[1 - colour]) != 0


def winner(position: Position) -> int | None:
    """The colour that holds three spaces of the opponent's energy row; None while the game goes on."""
    if (position.white & ENERGY[BLACK]).bit_count() >= TO_WIN:
        return WHITE
    return BLACK if (position.black & ENERGY[WHITE]).bit_count() >= TO_WIN else None


_STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _on_board(row: int, col: int) -> int:
    return 1 << COLUMNS * row + col if 0 <= row < ROWS and 0 <= col < COLUMNS else 0


def _beside(square: int) -> int:
    row, col = divmod(square, COLUMNS)
    return sum(_on_board(row + up, col + right) for up, right in _STRAIGHT)


def _targets(colour: int, square: int, opponents: int) -> int:
    """The squares a piece may step to, ignoring own pieces, with these opponents orthogonally next to it."""
    if ENERGY[1 - colour] >> square & 1:
        return 0  # a conqueror never moves
    row, col = divmod(square, COLUMNS)
    forward = 1 if colour == WHITE else -1
    found = 0
    for up, right in (*_STRAIGHT, *_DIAGONAL):
        to = _on_board(row + up, col + right)
        into_energy = to & (ENERGY[WHITE] | ENERGY[BLACK])
        if into_energy and (up, right) != (forward, 0):
            continue
        between = _on_board(row + up, col) | _on_board(row, col + right)
        if up and right and opponents & between == between:
            continue
        found |= to
    return found


def _subsets(squares: int) -> list[int]:
    found = [0]
    for square in bits(squares):
        found += [one | 1 << square for one in found]
    return found


_BESIDE = tuple(map(_beside, range(OFF)))

_TARGETS = tuple(
    tuple(
        {near: _targets(colour, square, near) for near in _subsets(_BESIDE[square])} for square in range(OFF)
    )
    for colour in (WHITE, BLACK)
)
"""By colour, square, and the opponents orthogonally next to it: the squares a piece may step to."""

_STEPS = tuple(tuple(Move(start, to) for to in range(OFF)) for start in range(OFF + 1))


@cache
def _moves_to(start: int, targets: int) -> tuple[Move, ...]:
    """The moves from a square to each square of a set; cached, because there are only some hundreds."""
    return tuple(_STEPS[start][to] for to in bits(targets))


def targets(position: Position, square: int) -> int:
    """The squares the moving side's piece on this square may go to, attacks included."""
    turn = position.turn
    own, theirs = position[turn], position[1 - turn]
    found = _TARGETS[turn][square][theirs & _BESIDE[square]]
    # The opponent's conquerors cannot be attacked: they are on one's own energy row, where no step leads.
    return found & ~own if own >> square & 1 else 0


def corners(position: Position) -> int:
    if position.own.bit_count() == PIECES:
        return 0
    one, other = CORNERS[position.turn]
    return (1 << one | 1 << other) & ~(position.white | position.black)


def moves(position: Position) -> list[Move]:
    turn = position[2]
    own, theirs = position[turn], position[1 - turn]
    found: list[Move] = []
    if winner(position) is not None:
        return found
    table, beside, free, left = _TARGETS[turn], _BESIDE, ~own, own
    while left:
        square = (left & -left).bit_length() - 1
        left &= left - 1
        if to := table[square][theirs & beside[square]] & free:
            found += _moves_to(square, to)
    if own.bit_count() < PIECES and (empty := corners(position)):
        found += _moves_to(OFF, empty)
    return found


def is_attack(position: Position, move: Move) -> bool:
    return bool(position[1 - position[2]] >> move[1] & 1)


def after(position: Position, move: Move, fight: str = ATTACKER) -> Position:
    """The position after a legal move, with the other side to move. fight: how an attack's fight ended."""
    turn = position[2]
    own, theirs = position[turn], position[1 - turn]
    start = 1 << move[0] & BOARD
    to = 1 << move[1]
    if theirs & to and fight != ATTACKER:
        own ^= start
        if fight == SWAP:
            own, theirs = own | to, theirs ^ to | start
    else:
        own, theirs = own ^ start | to, theirs & ~to
    return Position(own, theirs, BLACK) if turn == WHITE else Position(theirs, own, WHITE)


def passed(position: Position) -> Position:
    return Position(position.white, position.black, 1 - position.turn)
