"""Rows of short cells: standings, scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import GAP, Layout
from gm_appliance.devices.display.drawing.text import SMALL, TEXT, TINY, TITLE, Typeface, fit, tidied

GUTTER = 5  # pixels between blocks standing side by side
BAR = 8  # the height of the bar that title and hint of a dense table share
LEAST = (6, 4)  # letters that a cut name keeps: at best, at worst

Row = tuple[str, ...]


class Table(NamedTuple):
    """`blocks` blocks side by side, each of `rows` rows of `columns` characters.

    top: of the first row. pitch: from one row to the next. dense: title and hint share one low bar.
    """

    face: Typeface
    blocks: int
    rows: int
    columns: int
    top: int
    pitch: int
    dense: bool


def grid(layout: Layout, screen: GridScreen) -> None:
    """Draw the rows as large as all fit, with long names cut; in large type as many as fit.

    In the usual picture sixteen rows of a name and a number fit in letters of 5 × 8. If not everything fits
    (27 rows), the last one shown is a "…".
    """
    hint = " ".join(tidied((screen.hint,)))
    rows = [tuple(fonts.tidy(cell) for cell in row) for row in screen.rows]
    columns = max(map(len, rows), default=0)
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(columns)] or [0]
    if not layout.compact:
        layout.head(screen.title)
        layout.foot(hint)
    table = _best(layout, len(rows), widths, hint)
    if table.dense:
        _bar(layout, screen.title, fit(hint, 12))
    elif layout.compact:
        layout.head(screen.title)
        layout.foot(hint, TEXT if table.face is TEXT else SMALL)
    left = int(layout.compact)
    lefts = [left + block * (layout.width + GUTTER) // table.blocks for block in range(table.blocks)]
    for x in lefts[1:]:
        dots = range(table.top + 1, table.top + table.rows * table.pitch, 3)
        layout.pen.point([(x - 4, y) for y in dots], 1)
    room = table.rows * table.blocks
    if layout.whole and len(rows) > room:
        rows = [*rows[: room - 1], ("…",)]
    for index, row in enumerate(rows[:room]):
        block, down = divmod(index, table.rows)
        line = _line(row, widths, table.columns)
        layout.write(lefts[block], table.top + down * table.pitch, line, table.face)


def _bar(layout: Layout, title: str, hint: str) -> None:
    """The title and the hint black on white."""
    layout.pen.rectangle((0, 0, layout.width - 1, BAR - 1), 1)
    layout.write(layout.width - 1 - len(hint) * SMALL.width, 0, hint, SMALL, 0)
    layout.write(1, 0, fit(fonts.tidy(title), 24 - len(hint)), SMALL, 0)


def _best(layout: Layout, count: int, widths: list[int], hint: str) -> Table:
    """The most legible table with room for all rows, if they all have to be shown, and for their names."""
    tables = list(_usual(layout, hint) if layout.compact else _single(layout, layout.faces))
    if not layout.whole:
        count = min(count, (layout.bottom - layout.top) // TITLE.height)
    fitting = [one for one in tables if count <= one.blocks * one.rows]
    others = sum(widths[1:]) + len(widths[1:])
    for least in LEAST:
        for one in fitting:
            if min(widths[0], least) + others <= one.columns:
                return one
    if not layout.compact:
        return next(_single(layout, (TINY,)))
    return max(fitting, key=lambda one: one.columns, default=tables[-1])


def _single(layout: Layout, faces: Iterable[Typeface]) -> Iterator[Table]:
    for face in faces:
        rows = (layout.bottom - layout.top) // face.height
        yield Table(face, 1, rows, face.columns(layout.width), layout.top, face.height, dense=False)


def _usual(layout: Layout, hint: str) -> Iterator[Table]:
    """The usual picture's tables, from the most legible to the roomiest."""
    top = TITLE.height + GAP
    for face, blocks in ((TEXT, 1), (TEXT, 2), (SMALL, 1), (SMALL, 2)):
        rows = (layout.height - top - bool(hint) * face.height) // face.height
        yield Table(face, blocks, rows, _columns(layout, face, blocks), top, face.height, dense=False)
    for face, blocks, pitch in ((SMALL, 2, 7), (TINY, 2, 6), (SMALL, 3, 7), (TINY, 3, 6)):
        rows = (layout.height - BAR) // pitch
        top = layout.height - rows * pitch
        yield Table(face, blocks, rows, _columns(layout, face, blocks), top, pitch, dense=True)


def _columns(layout: Layout, face: Typeface, blocks: int) -> int:
    return face.columns((layout.width - GUTTER * (blocks - 1)) // blocks)


def _line(row: Row, widths: list[int], columns: int) -> str:
    """The first cell to the left, the others to the right, together at most `columns` wide."""
    right = "".join(" " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
    left = max(columns - len(right), min(widths[0], LEAST[-1]))
    return fit(fit("".join(row[:1]), left).ljust(left) + right, columns)
