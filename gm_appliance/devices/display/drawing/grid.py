"""Rows of short cells: standings, scores."""

from __future__ import annotations

from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.core.values import Value
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import HEIGHT, SMALL, TEXT, TINY, WIDTH, Canvas, Typeface, fit

GUTTER = 5  # pixels between blocks standing side by side

Row = tuple[str, ...]


class GridLayout(Value):
    """Rows in `blocks` columns of blocks, filled downwards, then to the right.

    dense: title and hint share one low bar, and rows stand closer.
    """

    face: Typeface
    blocks: int
    dense: bool

    @property
    def columns(self) -> int:
        """How many characters a row has."""
        return self.face.columns((WIDTH - GUTTER * (self.blocks - 1)) // self.blocks)

    @property
    def pitch(self) -> int:
        return self.face.height - (self.dense and self.face is SMALL)

    def rows(self, hint: bool) -> int:
        """How many rows a block has."""
        if self.dense:
            return 56 // self.pitch
        return (48 - hint * (TEXT if self.face is TEXT else SMALL).height) // self.pitch

    def corner(self, index: int, hint: bool) -> tuple[int, int]:
        """The top left corner of a row."""
        block, row = divmod(index, self.rows(hint))
        return 1 + block * (WIDTH + GUTTER) // self.blocks, (
            64 - 56 // self.pitch * self.pitch if self.dense else 16
        ) + row * self.pitch


# From the most legible to the roomiest.
LAYOUTS = (
    GridLayout(TEXT, 1, False),
    GridLayout(TEXT, 2, False),
    GridLayout(SMALL, 1, False),
    GridLayout(SMALL, 2, False),
    GridLayout(SMALL, 2, True),
    GridLayout(TINY, 2, True),
    GridLayout(SMALL, 3, True),
    GridLayout(TINY, 3, True),
)
LEAST = (6, 4)  # letters of a name that is cut to fit: at best, else at worst


def grid(canvas: Canvas, screen: GridScreen) -> None:
    """Draw it as large as possible, with long names cut.

    Sixteen rows of a name and a number stand in letters of 5 × 8. Of more rows than fit (27) the
    last one shown is a "…".
    """
    hint = fonts.tidy(screen.hint).strip(" ")
    rows = [tuple(fonts.tidy(cell) for cell in row) for row in screen.rows]
    widths = _widths(rows)
    layout = _layout(len(rows), widths, bool(hint))
    _frame(canvas, screen.title, hint, layout)
    for block in range(1, layout.blocks):
        x, top = layout.corner(block * layout.rows(bool(hint)), bool(hint))
        canvas.pen.point(
            [(x - 4, y) for y in range(top + 1, top + layout.rows(bool(hint)) * layout.pitch, 3)], 1
        )
    room = layout.rows(bool(hint)) * layout.blocks
    if len(rows) > room:
        rows = [*rows[: room - 1], ("…",)]
    for index, row in enumerate(rows):
        canvas.write(*layout.corner(index, bool(hint)), _line(row, widths, layout.columns), layout.face)


def _frame(canvas: Canvas, title: str, hint: str, layout: GridLayout) -> None:
    """The title and the hint."""
    if not layout.dense:
        canvas.title(title)
        if layout.face is TEXT:
            canvas.hint(hint)
        else:
            canvas.write(1, HEIGHT - SMALL.height, fit(hint, SMALL.columns(WIDTH)), SMALL)
        return
    canvas.pen.rectangle((0, 0, WIDTH - 1, 7), 1)
    hint = fit(hint, 12)
    canvas.write(WIDTH - 1 - len(hint) * SMALL.width, 0, hint, SMALL, 0)
    canvas.write(1, 0, fit(fonts.tidy(title), 24 - len(hint)), SMALL, 0)


def _widths(rows: list[Row]) -> list[int]:
    """The widest cell of each column; at least one column."""
    columns = max(map(len, rows), default=0)
    return [max(len(row[at]) for row in rows if at < len(row)) for at in range(columns)] or [0]


def _layout(count: int, widths: list[int], hint: bool) -> GridLayout:
    fitting = [one for one in LAYOUTS if count <= one.blocks * one.rows(hint)]
    others = sum(widths[1:]) + len(widths[1:])
    for least in LEAST:
        for one in fitting:
            if min(widths[0], least) + others <= one.columns:
                return one
    return max(fitting, key=lambda one: one.columns, default=LAYOUTS[-1])


def _line(row: Row, widths: list[int], columns: int) -> str:
    """The first cell to the left, the others to the right, together at most `columns` wide."""
    right = "".join(" " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
    left = max(columns - len(right), min(widths[0], LEAST[-1]))
    return fit(fit("".join(row[:1]), left).ljust(left) + right, columns)
