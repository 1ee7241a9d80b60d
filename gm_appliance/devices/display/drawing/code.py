"""A QR code, and beside it, or below it on an upright display, what can be typed instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from gm_appliance.core.cues.screens import CodeScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Layout, TextBlock
from gm_appliance.devices.display.drawing.text import HEIGHT, SMALL, TEXT, Canvas, fit, largest, tidied, wrap

SIDE = HEIGHT  # pixels of the lit square: 29 modules of 2 leave a border of 1.5, which phones read
GAP = 2  # pixels between the square and its words

# Runs of characters that a code packs densely, and of others: as separate segments they are shorter.
_RUNS = re.compile(r"[0-9A-Z $%*+./:-]+|[^0-9A-Z $%*+./:-]+")


def code(layout: Layout, screen: CodeScreen) -> None:
    _square(layout, screen.link)
    left, top = (SIDE + GAP, 0) if layout.wide else (1, SIDE + GAP)
    width = layout.width - left
    hint = _hint(fonts.tidy(screen.hint).strip(" "), SMALL.columns(width))
    bottom = layout.height - len(hint) * SMALL.height
    layout.put(TextBlock(SMALL, hint), bottom, left)
    for title in tidied((screen.title,)):
        face = largest(len(title), width, (TEXT, SMALL))
        layout.write(left, top, fit(title, face.columns(width)), face)
        layout.pen.line((left, top + TEXT.height, layout.width - 1, top + TEXT.height), 1)
        top += TEXT.height + GAP
    for face in (TEXT, SMALL):
        typed = TextBlock(face, _rows(screen.typed, face.columns(width)))
        if typed.height <= bottom - top:
            break
    del typed.rows[(bottom - top) // face.height :]
    layout.put(typed, top, left)
    free = max(0, bottom - top - typed.height) // SMALL.height
    lines = [row for line in screen.lines for row in wrap(fonts.tidy(line), SMALL.columns(width), 2)]
    below = TextBlock(SMALL, lines[:free])
    layout.put(below, bottom - below.height, left)


def modules(link: str) -> Sequence[Sequence[int]]:
    """The code's dark modules, 1, and light ones, 0, row by row, without a border. At level M or better. A
    text too long for the display's code has none."""
    import segno  # loads a dozen modules that the first picture does not need

    def matrix(parts: Any) -> Sequence[Sequence[int]]:
        found: Sequence[Sequence[int]] = segno.make(parts, error="m", micro=False).matrix
        return found

    try:
        # Several segments cost some bits each, which only long runs save.
        made = [matrix(parts) for parts in (link or " ", _RUNS.findall(link)) if parts]
    except segno.DataOverflowError:
        return ()
    least = min(made, key=len)
    return tuple(least) if len(least) < SIDE else ()


def _square(canvas: Canvas, link: str) -> None:
    """The code, dark on a lit square, as large as it fits."""
    dark = modules(link)
    canvas.pen.rectangle((0, 0, SIDE - 1, SIDE - 1), 1)
    size = SIDE // max(len(dark), 1)
    edge = (SIDE - size * len(dark)) // 2
    for down, row in enumerate(dark):
        for across, module in enumerate(row):
            if module:
                x, y = edge + across * size, edge + down * size
                canvas.pen.rectangle((x, y, x + size - 1, y + size - 1), 0)


def _hint(text: str, columns: int) -> list[str]:
    """The hint in one row, or each of its parts in its own."""
    rows = [text] if len(text) <= columns else text.split("  ")
    rows = wrap(text, columns, 2) if len(rows) == 1 else [fit(row.strip(" "), columns) for row in rows[:2]]
    return [row for row in rows if row]


def _rows(parts: Iterable[str], columns: int) -> list[str]:
    """The parts one after the other, each row filled before the next; longer ones are broken."""
    rows = [""]
    for part in map(fonts.tidy, parts):
        if len(rows[-1]) + len(part) <= columns:
            rows[-1] += part
        else:
            rows += [part[at : at + columns] for at in range(0, len(part), columns)]
    return [row.strip(" ") for row in rows if row.strip(" ")]
