"""Dice, each in the outline of its kind: six-sided ones with pips, all others with their number."""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.core.cues.screens import DiceScreen, DieSymbol
from gm_appliance.core.values import Value
from gm_appliance.devices.display.drawing.layout import Figure, Layout
from gm_appliance.devices.display.drawing.text import BIG, SMALL, TEXT, TINY, TITLE, Canvas, Typeface, largest

# Which of the nine places of a die, row by row, have a pip.
PIPS = {1: "....#....", 2: "#.......#", 3: "#...#...#", 4: "#.#...#.#", 5: "#.#.#.#.#", 6: "#.##.##.#"}


class DieSize(Value):
    """A size of die. edge, pip: of the die and of a pip, in pixels. cut: the rounding of a pip's corners.

    away: from the middle to the outer pips. faces: for a number.
    """

    edge: int
    pip: int
    cut: int
    away: int
    faces: tuple[Typeface, ...]


SIZES = (
    DieSize(33, 7, 2, 9, (BIG, TITLE, TEXT, SMALL)),
    DieSize(23, 5, 1, 6, (TITLE, TEXT, SMALL, TINY)),
    DieSize(19, 3, 0, 5, (TEXT, SMALL, TINY)),
    DieSize(13, 3, 1, 4, (SMALL, TINY)),
)

OUTLINES = {
    4: ((0.5, 0.04), (1.0, 0.95), (0.0, 0.95)),
    8: ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    10: ((0.5, 0.0), (1.0, 0.4), (1.0, 0.62), (0.5, 1.0), (0.0, 0.62), (0.0, 0.4)),
    12: ((0.5, 0.0), (1.0, 0.38), (0.81, 0.97), (0.19, 0.97), (0.0, 0.38)),
    20: ((0.5, 0.0), (0.95, 0.25), (0.95, 0.75), (0.5, 1.0), (0.05, 0.75), (0.05, 0.25)),
}
"""The corners of the outline in a unit square, by the number of sides. Other dice are round."""

ROOM = {4: (0.66, 0.5), 8: (0.5, 0.6), 10: (0.5, 0.75), 12: (0.54, 0.75), 20: (0.5, 0.85)}
"""The height of the number's middle, and its greatest width, in a unit square, by the number of sides."""


class Row(NamedTuple):
    """Dice side by side: how many fit, the gap between two, and the left end."""

    size: DieSize
    fitting: int
    gap: int
    left: int


def dice(layout: Layout, screen: DiceScreen) -> None:
    """Dice as large as possible, upright in up to two rows; in the usual picture small beside the title if
    there are more than two lines. Dice that do not fit are left out."""
    count = len(screen.dice)
    if layout.compact and len(screen.lines) > 2:
        size, count = SIZES[-1], min(count, 4)
        left = layout.width - (size.edge + 2) * count
        layout.head(screen.title, room=left)
        layout.pen.line((left, TITLE.height, layout.width - 1, TITLE.height), 0)
        _stand(layout, screen, Row(size, count, 2, left + 2), 0, 0)
        layout.rows(screen.lines, layout.top)
        return
    layout.head(screen.title)
    rows = 2 if count > 3 and not layout.wide else 1
    across = -(-count // rows)
    room = layout.room(screen.lines if layout.whole else screen.lines[-1:], "")
    row = _row(across, layout.width, room // rows)
    pitch = row.size.edge + 3

    def drawn(top: int) -> None:
        for down in range(rows):
            _stand(layout, screen, row, down * across, top + down * pitch)

    layout.under(Figure(rows * pitch - 3 if count else 0, drawn), screen.lines)


def _row(count: int, width: int, height: int) -> Row:
    """The dice as large as all fit, or the smallest ones if they do not."""
    fitting = (one for one in SIZES if count * (one.edge + 2) <= width and one.edge <= height)
    size = next(fitting, SIZES[-1])
    count = min(count, width // (size.edge + 2))
    gap = min(12, (width - size.edge * count) // max(1, count))
    return Row(size, count, gap, (width - (size.edge + gap) * count + gap) // 2)


def _stand(canvas: Canvas, screen: DiceScreen, row: Row, first: int, y: int) -> None:
    for at in range(min(row.fitting, len(screen.dice) - first)):
        _die(canvas, row.left + at * (row.size.edge + row.gap), y, screen, first + at, row.size)


def _die(canvas: Canvas, x: int, y: int, screen: DiceScreen, index: int, size: DieSize) -> None:
    value, edge = screen.dice[index], size.edge
    symbol = screen.symbols[index] if index < len(screen.symbols) else None
    if screen.sides == 6:
        _rounded(canvas, x, y, edge, 1 + edge // 12, 1)
    else:
        _outline(canvas, x, y, edge, screen.sides)
    if symbol:
        _symbols(canvas, x, y, edge, symbol, value)
    elif screen.sides == 6 and not screen.signed:
        _pips(canvas, x, y, value, size)
    else:
        _number(canvas, x, y, f"{value:+}" if screen.signed and value else str(value), screen.sides, size)


def _pips(canvas: Canvas, x: int, y: int, value: int, size: DieSize) -> None:
    middle, pip = (size.edge - 1) // 2, size.pip
    for place, dot in enumerate(PIPS.get(value, "")):
        if dot == "#":
            across = x + middle + (place % 3 - 1) * size.away - pip // 2
            down = y + middle + (place // 3 - 1) * size.away - pip // 2
            _rounded(canvas, across, down, pip, size.cut, 0)


def _outline(canvas: Canvas, x: int, y: int, edge: int, sides: int) -> None:
    last = edge - 1
    if sides in OUTLINES:
        corners = [(x + round(across * last), y + round(down * last)) for across, down in OUTLINES[sides]]
        canvas.pen.polygon(corners, 1, 1)
    else:
        canvas.pen.ellipse((x, y, x + last, y + last), 1)


def _number(canvas: Canvas, x: int, y: int, text: str, sides: int, size: DieSize) -> None:
    """Draw the number in the largest face that fits into the outline."""
    middle, room = ROOM.get(sides, (0.5, 0.8))
    face = largest(len(text), round(room * size.edge), size.faces)
    top = y + round(middle * (size.edge - 1)) - face.height // 2
    canvas.centred(x + (size.edge + 1) // 2, top, text, face, 0)


def _rounded(canvas: Canvas, x: int, y: int, edge: int, cut: int, ink: int) -> None:
    """A square whose corners are cut off in steps."""
    for step in range(edge):
        inset = max(0, cut - min(step, edge - 1 - step))
        canvas.pen.line((x + inset, y + step, x + edge - 1 - inset, y + step), ink)


# ---------------------------------------------------------------- symbols


def _symbols(canvas: Canvas, x: int, y: int, edge: int, symbol: DieSymbol, times: int) -> None:
    """A symbol once in the middle, or twice side by side."""
    if times > 1:
        small = edge * 5 // 12
        for across in (edge // 2 - small, edge - edge // 2):
            _symbol(canvas, x + across, y + (edge - small) // 2, small, symbol)
        return
    large = edge * 2 // 3
    _symbol(canvas, x + (edge - large) // 2, y + (edge - large) // 2, large, symbol)


def _symbol(canvas: Canvas, x: int, y: int, wide: int, symbol: DieSymbol) -> None:
    last = wide - 1
    if symbol == "coin":
        canvas.pen.ellipse((x, y, x + last, y + last), 0)
        rim = max(2, wide // 7)
        canvas.pen.ellipse((x + rim, y + rim, x + last - rim, y + last - rim), outline=1)
    elif symbol == "gem":
        top, waist = y + wide // 10, y + wide * 3 // 8
        side = wide // 4
        outline = ((x + side, top), (x + last - side, top), (x + last, waist), (x + last // 2, y + last))
        canvas.pen.polygon((*outline, (x, waist)), 0, 0)
        canvas.pen.line((x + 1, waist, x + last - 1, waist), 1)
    else:
        round_ = 3 * wide // 4 - (wide - 3 * wide // 4) % 2  # so that the tip is in the middle
        left, belly = x + (wide - round_) // 2, y + wide - round_
        canvas.pen.ellipse((left, belly, left + round_ - 1, belly + round_ - 1), 0)
        middle, right = belly + round_ // 2 - 1, left + round_ - 1
        canvas.pen.polygon(((x + last // 2, y), (left, middle), (right, middle)), 0)
