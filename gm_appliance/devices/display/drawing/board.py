"""A board of squares with the pieces of two sides, as large as it fits, and words beside it.

A piece is a solid disc or a ring; one that stays for good is crossed. The cursor is a thick frame around its
square, and the square's names at the edges are black on white. The chosen piece is drawn small in a box. A
square to which it can move has a dot, or corners around the piece there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from gm_appliance.core.cues.screens import BoardPiece, BoardScreen, Cell
from gm_appliance.core.values import Value, replace
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Figure, Layout, TextBlock
from gm_appliance.devices.display.drawing.text import (
    BIG,
    HEIGHT,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    Canvas,
    Typeface,
    by_legibility,
    tidied,
    wrap,
)

MOST = 8  # the most columns and rows drawn
WIDEST = 13  # the side of the largest square, in pixels
WORDS = 47  # pixels reserved for words beside a board
GUTTER = 4  # pixels between the board and its words
EDGE_NAMES = TINY.width + 1  # the width of the rows' names on the left, in pixels

KINDS = ((TITLE, TEXT, SMALL, TINY), (BIG, TITLE, TEXT, SMALL, TINY), (TEXT, SMALL, TINY))
"""The faces for title, line and hint."""


Pixels: TypeAlias = "set[tuple[int, int]]"


class BoardPlace(Value):
    """Where a board is drawn: its top left corner, without the rows' names, and the side of a square."""

    left: int
    top: int
    side: int
    columns: int
    rows: int

    @property
    def right(self) -> int:
        return self.left + self.columns * self.side

    @property
    def bottom(self) -> int:
        return self.top + self.rows * self.side

    def square(self, at: Cell) -> tuple[int, int, int, int]:
        """The box within the lines of a square."""
        x, y = self.left + (at.column - 1) * self.side, self.top + (at.row - 1) * self.side
        return x + 1, y + 1, x + self.side - 1, y + self.side - 1

    def holds(self, at: Cell | None) -> bool:
        return at is not None and 1 <= at.row <= self.rows and 1 <= at.column <= self.columns


def place(screen: BoardScreen, width: int, height: int) -> BoardPlace:
    """The largest board that fits, in the top left corner, with at most MOST rows."""
    columns, rows = (max(1, min(len(names), MOST)) for names in (screen.columns, screen.rows))
    side = min(WIDEST, (width - EDGE_NAMES - 1) // columns, (height - TINY.height - 2) // rows)
    return BoardPlace(EDGE_NAMES, 0, side, columns, rows)


def board(layout: Layout, screen: BoardScreen) -> None:
    """The words are right of the board; on an upright display above and below it."""
    if layout.wide:
        at = place(screen, layout.width - WORDS - GUTTER, layout.height)
        _squares(layout, screen, at)
        _words(layout, screen, at.right + GUTTER)
        return
    layout.head(screen.title)
    at = place(screen, layout.width, layout.room((screen.line,), screen.hint))
    left = at.left + (layout.width - at.right) // 2

    def drawn(top: int) -> None:
        _squares(layout, screen, replace(at, left=left, top=top))

    layout.fill((screen.line,), screen.hint, Figure(at.bottom + TINY.height + 2, drawn))


def _squares(canvas: Canvas, screen: BoardScreen, at: BoardPlace) -> None:
    """The board, its names and everything on it."""
    _lines(canvas, at)
    _names(canvas, screen, at)
    pieces = {piece.at: piece for piece in screen.pieces if at.holds(piece.at)}
    for target in filter(at.holds, screen.targets):
        _target(canvas, at.square(target), target in pieces)
    for square, piece in pieces.items():
        _piece(canvas, at.square(square), piece, air=2 if square == screen.chosen else 1)
    if screen.chosen and at.holds(screen.chosen):
        _frame(canvas, at.square(screen.chosen), (0, 1))
    if screen.cursor and at.holds(screen.cursor):
        _frame(canvas, at.square(screen.cursor), (1, 2))


def _frame(canvas: Canvas, box: tuple[int, int, int, int], out: Sequence[int]) -> None:
    """Lines around a square at these distances in pixels."""
    left, top, right, bottom = box
    for far in out:
        canvas.pen.rectangle((left - far, top - far, right + far, bottom + far), outline=1)


def _lines(canvas: Canvas, at: BoardPlace) -> None:
    """Dotted within, for the pieces to stand out."""
    canvas.pen.rectangle((at.left, at.top, at.right, at.bottom), outline=1)
    xs = range(at.left, at.right + 1, at.side)
    ys = range(at.top, at.bottom + 1, at.side)
    dots = [(x, y) for x in xs for y in range(at.top, at.bottom, 2)]
    dots += [(x, y) for y in ys for x in range(at.left, at.right, 2)]
    canvas.pen.point(dots, 1)


def _names(canvas: Canvas, screen: BoardScreen, at: BoardPlace) -> None:
    """Rows on the left, columns below, those of the cursor black on white."""
    cursor = screen.cursor or Cell(0, 0)
    middle = (at.side - TINY.width + 1) // 2
    for number, name in enumerate(screen.columns[: at.columns], 1):
        x, y = at.left + (number - 1) * at.side, at.bottom + 2
        _name(
            canvas, (x + 1, y - 1, x + at.side - 1, y + 5), (x + middle, y - 1), name, number == cursor.column
        )
    for number, name in enumerate(screen.rows[: at.rows], 1):
        y = at.top + (number - 1) * at.side
        lift = (at.side - TINY.height + 1) // 2
        _name(canvas, (0, y + 1, at.left - 2, y + at.side - 1), (0, y + lift), name, number == cursor.row)


def _name(
    canvas: Canvas, box: tuple[int, int, int, int], corner: tuple[int, int], name: str, marked: bool
) -> None:
    if marked:
        canvas.pen.rectangle(box, 1)
    canvas.write(*corner, fonts.tidy(name)[:1], TINY, int(not marked))


def _target(canvas: Canvas, box: tuple[int, int, int, int], taken: bool) -> None:
    left, top, right, bottom = box
    if taken:
        for x, y, across, down in (
            (left, top, 1, 1),
            (right, top, -1, 1),
            (left, bottom, 1, -1),
            (right, bottom, -1, -1),
        ):
            canvas.pen.point(((x, y), (x + across, y), (x, y + down)), 1)
        return
    x, y = (left + right) // 2, (top + bottom) // 2
    canvas.pen.rectangle((x, y, x + 1, y + 1), 1)


def _piece(canvas: Canvas, box: tuple[int, int, int, int], piece: BoardPiece, air: int) -> None:
    """A disc or a ring, with this many clear pixels around it."""
    left, top, right, _bottom = box
    wide = right - left + 1 - 2 * air
    shown = (_crossed if piece.stays else _plain)(wide, piece.hollow)
    canvas.pen.point([(left + air + x, top + air + y) for x, y in shown], 1)


def _plain(wide: int, hollow: bool) -> Pixels:
    solid = _disc(wide / 2, wide)
    return solid - _disc(wide / 2 - (1.2 if wide < 8 else 1.6), wide) if hollow else solid


def _crossed(wide: int, hollow: bool) -> Pixels:
    """A piece with a cross on it, or a square if it is too small for one."""
    if wide < 6:
        inner = range(1, wide - 1)
        whole = product(range(wide), repeat=2)
        return {(x, y) for x, y in whole if not (hollow and x in inner and y in inner)}
    cross = {(n, m) for n in range(wide) for m in (n, wide - 1 - n)}
    plain = _plain(wide, hollow)
    return plain | (cross & _disc(wide / 2, wide)) if hollow else plain - cross


def _disc(radius: float, wide: int) -> Pixels:
    """The pixels of a disc in the middle of a square of this width."""
    middle = (wide - 1) / 2
    around = product(range(wide), repeat=2)
    return {(x, y) for x, y in around if (x - middle) ** 2 + (y - middle) ** 2 <= radius * radius}


# ---------------------------------------------------------------- the words beside it


def _words(layout: Layout, screen: BoardScreen, left: int) -> None:
    """Title, line and hint below each other."""
    texts = [" ".join(tidied((text,))) for text in (screen.title, screen.line, screen.hint)]
    title, line, hint = _set(texts, layout.width - left)
    foot = layout.height - hint.height
    layout.put(title, 0, left)
    layout.put(line, title.height + (foot - title.height - line.height) // 2, left)
    layout.put(hint, foot, left)


def _set(texts: Sequence[str], width: int) -> list[TextBlock]:
    """Each text in the largest face in which all fit and no word is broken; otherwise cut."""
    kinds = tuple(faces for text, faces in zip(texts, KINDS, strict=True) if text)
    for faces in by_legibility(kinds):
        some = iter(faces)
        found = [_whole(text, next(some), width) if text else TextBlock(TINY, []) for text in texts]
        if sum(one.height for one in found) <= HEIGHT - 2:
            return found
    columns = TINY.columns(width)
    return [TextBlock(TINY, wrap(text, columns, 3) if text else []) for text in texts]


def _whole(text: str, face: Typeface, width: int) -> TextBlock:
    """The text broken at blanks; too many rows to fit if a word is too long."""
    columns = face.columns(width)
    if any(len(word) > columns for word in text.split(" ")):
        return TextBlock(face, [""] * HEIGHT)
    return TextBlock(face, wrap(text, columns, len(text) + 1))
