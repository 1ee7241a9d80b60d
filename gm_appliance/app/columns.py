"""Tables for terminals, with letters of any width."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Collection, Iterator, Sequence


def room() -> int:
    """The columns of the terminal; 80 if there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def wide(text: str) -> int:
    """The columns that a text takes: two for a Chinese letter, none for an accent that stands alone."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def cut(text: str, width: int) -> str:
    """Cut to whole items of a list, with the number of those left out, or else to whole words."""
    if wide(text) <= width:
        return text
    items = text.split(", ")
    for some in range(len(items) - 1, 0, -1):
        short = f"{', '.join(items[:some])} +{len(items) - some}"
        if wide(short) <= width:
            return short
    short = text
    while wide(short) > width - 1:
        short = short[:-1]
    whole = short.rpartition(" ")[0] if text[len(short) :][:1].strip() else short.rstrip()
    short = whole if wide(whole) * 2 > width else short
    return short.rstrip(" ,") + "…"


def table(
    rows: Sequence[Sequence[str]],
    width: int,
    shortened: Sequence[tuple[int, int]] = (),
    right: Collection[int] = (),
) -> Iterator[str]:
    """The lines of a table. shortened: the columns that give way, in this order, each with its minimum width.
    right: those aligned to the right."""
    cells = [[" ".join(cell.split()) for cell in row] for row in rows]
    gap = "  " if width >= 60 else " "
    widths = [max(map(wide, column)) for column in zip(*cells, strict=True)]
    for at, least in shortened:
        over = sum(widths) + len(gap) * (len(widths) - 1) - width
        widths[at] = max(min(least, widths[at]), widths[at] - max(0, over))
    for row in cells:
        line = []
        for at, (cell, columns) in enumerate(zip(row, widths, strict=True)):
            short = cut(cell, columns)
            blank = " " * (columns - wide(short))
            line.append(f"{blank}{short}" if at in right else f"{short}{blank}")
        yield gap.join(line).rstrip()
