"""A second implementation of Odin's Table, to check the package against.

It was written from the rulebook and shares nothing with the package: no import, no helper, no data shape.
A board is a dict from a square, `("c", 4)`, to the colour of its piece, "white" or "black". White's energy
row is row 1, and White moves up. A move is written "b1c2", a lost piece's return "+a1".
"""

from __future__ import annotations

Square = tuple[str, int]
Board = dict[Square, str]

COLUMNS = "abcdef"
ENERGY_ROW = {"white": 1, "black": 5}
FORWARD = {"white": 1, "black": -1}
OTHER = {"white": "black", "black": "white"}


def new_board() -> Board:
    """Six pieces each, in their own energy rows."""
    return {(column, row): colour for colour, row in ENERGY_ROW.items() for column in COLUMNS}


def neighbours(square: Square) -> list[Square]:
    """The squares around a square, in all eight directions."""
    column, row = square
    found = []
    for other in COLUMNS:
        if abs(ord(other) - ord(column)) <= 1:
            found += [(other, up) for up in (row - 1, row, row + 1) if 1 <= up <= 5 and (other, up) != square]
    return found


def is_conqueror(board: Board, square: Square) -> bool:
    """Whether the piece is in the opponent's energy row."""
    return square in board and square[1] == ENERGY_ROW[OTHER[board[square]]]


def may_go(board: Board, start: Square, to: Square) -> bool:
    """Whether the piece at `start` may step to a neighbour: empty, or attacked."""
    mine = board[start]
    if is_conqueror(board, start):
        return False  # it stays
    if board.get(to) == mine:
        return False  # no two pieces in one space
    if is_conqueror(board, to):
        return False  # it cannot be attacked
    straight_ahead = to == (start[0], start[1] + FORWARD[mine])
    if to[1] in ENERGY_ROW.values() and not straight_ahead:
        return False
    if start[0] != to[0] and start[1] != to[1]:  # diagonally: not between two of the opponent's
        one, another = (start[0], to[1]), (to[0], start[1])
        if board.get(one) == board.get(another) == OTHER[mine]:
            return False
    return True


def returns(board: Board, colour: str) -> list[Square]:
    """The corners where a lost piece may return."""
    if list(board.values()).count(colour) == 6:
        return []
    return [(column, ENERGY_ROW[colour]) for column in "af" if (column, ENERGY_ROW[colour]) not in board]


def conquests(board: Board, colour: str) -> int:
    """The conquered spaces of the opponent's energy row."""
    return sum(is_conqueror(board, square) for square, mine in board.items() if mine == colour)


def is_won(board: Board) -> bool:
    return conquests(board, "white") >= 3 or conquests(board, "black") >= 3


def moves(board: Board, colour: str) -> set[str]:
    """All legal moves; none if the game is won."""
    if is_won(board):
        return set()
    found = {"+" + written(corner) for corner in returns(board, colour)}
    for start, mine in board.items():
        if mine == colour:
            found |= {written(start) + written(to) for to in neighbours(start) if may_go(board, start, to)}
    return found


def is_attack(board: Board, move: str) -> bool:
    return square(move[-2:]) in board


def played(board: Board, colour: str, move: str, end: str = "") -> Board:
    """The board after a move. end: the result of an attack: "attacker", "defender" or "swap"."""
    after, to = dict(board), square(move[-2:])
    if move[0] == "+":
        after[to] = colour
        return after
    start = square(move[:2])
    if end == "swap":
        after[start], after[to] = after[to], after[start]
    elif end == "defender":
        del after[start]
    else:
        after[to] = after.pop(start)
    return after


def ends(board: Board, move: str) -> list[str]:
    """The possible results of a move: three for an attack, one for any other."""
    return ["attacker", "defender", "swap"] if is_attack(board, move) else [""]


def fight(attack: int, defence: int) -> str:
    """The result of a fight: "attacker", "defender" or "swap"."""
    if defence == 1 and attack > 1:
        return "swap"  # a higher card attacks Loki
    return "attacker" if attack >= defence else "defender"


def written(square: Square) -> str:
    return f"{square[0]}{square[1]}"


def square(text: str) -> Square:
    return text[0], int(text[1])


def laid(picture: str) -> Board:
    """The board drawn as five rows, Black's energy row first; "w", "b", or "." for an empty space."""
    rows = picture.split()
    whose = {"w": "white", "b": "black"}
    return {
        (column, 5 - down): whose[mark]
        for down, row in enumerate(rows)
        for column, mark in zip(COLUMNS, row, strict=True)
        if mark in whose
    }


def drawn(board: Board) -> str:
    marks = {"white": "w", "black": "b"}
    rows = [[marks.get(board.get((column, row), ""), ".") for column in COLUMNS] for row in (5, 4, 3, 2, 1)]
    return " ".join("".join(row) for row in rows)
