"""Piles side by side: the value of each, what lies on it, and how much is left.

From top to bottom: a pile's label with its sign, its number, what lies on it, and a block for each card left.
The marker turns the label's row black on white. Positions depend only on the number of piles, so nothing
moves when the marker does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_appliance.core.cues.screens import Pile, PilesScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Figure, Layout
from gm_appliance.devices.display.drawing.text import (
    BIG,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Canvas,
    Typeface,
    tidied,
)

MOST = 8  # the most piles drawn
WIDEST = 26  # the widest pitch of a few piles, which should look like one row
NUMBERS, LYING, BLOCKS = 8, 27, 34  # tops of the other rows, below the label, in the usual picture


def piles(layout: Layout, screen: PilesScreen) -> None:
    """Draw the first MOST piles; in large type only labels and numbers, upright one below the other."""
    layout.head(screen.title)
    shown = screen.piles[:MOST]
    if layout.compact:
        _side_by_side(layout, shown, layout.top - 1)
        _foot(layout, screen)
        return
    if layout.wide:
        height = TEXT.height + TITLE.height if shown else 0
        figure = Figure(height, lambda top: _side_by_side(layout, shown, top))
    else:
        figure = _below_each_other(layout, shown)
    layout.fill((screen.line,), screen.hint, figure)


def _side_by_side(layout: Layout, shown: Sequence[Pile], top: int) -> None:
    across = columns(shown, layout.width)
    face = _largest(across, (BIG, TITLE, TEXT) if layout.compact else (TITLE, TEXT))
    down = NUMBERS + (BIG.height - face.height) // 2 if layout.compact else TEXT.height
    for pile, left, wide in across:
        _label(layout, pile, left, top, wide)
        middle = left + (wide + 1) // 2
        layout.centred(middle, top + down, str(pile.number), face)
        if layout.compact:
            lying = "".join(map(str, pile.lying))
            layout.centred(middle, top + LYING, lying[-TINY.columns(wide) :], TINY)
            _blocks(layout, pile, left, top + BLOCKS, wide)


def _below_each_other(layout: Layout, shown: Sequence[Pile]) -> Figure:
    room, half = layout.bottom - layout.top - 2 * TEXT.height, layout.width // 2
    high = min(TEXT.height, room // max(1, len(shown)))
    face = _largest([(pile, 0, 20) for pile in shown], (TEXT,))

    def drawn(top: int) -> None:
        for at, pile in enumerate(shown):
            y, number = top + at * high, str(pile.number)
            _label(layout, pile, 0, y, half - 10)
            layout.write(half + 8 - len(number) * face.width, y + 6 - face.height // 2, number, face)
            _blocks(layout, pile, half + 12, y + 4, layout.width - half - 12)

    return Figure(high * len(shown), drawn)


def columns(shown: Sequence[Pile], width: int) -> list[tuple[Pile, int, int]]:
    """Each pile with the left edge and width of its column, to the right of which a pixel stays black."""
    pitch = min(WIDEST, width // max(1, len(shown)))
    first = (width - pitch * len(shown) + 1) // 2
    return [(pile, first + pitch * at, pitch - 1) for at, pile in enumerate(shown)]


def _label(canvas: Canvas, pile: Pile, left: int, top: int, wide: int) -> None:
    """The label, and the sign beside it."""
    name, sign = fonts.tidy(pile.label)[:2], fonts.tidy(pile.sign)[:2]
    face = TEXT if len(name) * TEXT.width + len(sign) * TINY.width <= wide else TINY
    x = left + (wide - len(name) * face.width - len(sign) * TINY.width + 1) // 2
    if pile.marked:
        canvas.pen.rectangle((left, top + 1, left + wide - 1, top + TEXT.height - 1), 1)
    ink = int(not pile.marked)
    canvas.write(x, top + (TEXT.height - face.height) // 2, name, face, ink)
    canvas.write(x + len(name) * face.width, top + 3, sign, TINY, ink)


def _blocks(canvas: Canvas, pile: Pile, left: int, top: int, wide: int) -> None:
    """A block for each card that is left and a dot for each that is gone; a number if there is no room."""
    most = min(max(pile.most, 0), WIDTH)
    edge = min(3, (wide + 1) // most - 1) if most else 0
    if edge < 2:
        canvas.centred(left + (wide + 1) // 2, top - 3, str(pile.remaining) if most else "", TINY)
        return
    x = left + (wide - most * (edge + 1) + 1) // 2
    for at in range(most):
        across = x + at * (edge + 1)
        if at < pile.remaining:
            canvas.pen.rectangle((across, top, across + edge - 1, top + 2), 1)
        else:
            canvas.pen.point((across + edge // 2, top + 2), 1)


def _largest(across: Sequence[tuple[Pile, int, int]], faces: Sequence[Typeface]) -> Typeface:
    """The first face in which no numbers touch; TINY if they do in each."""
    needs = [(len(str(pile.number)), wide) for pile, _left, wide in across]
    return next((one for one in faces if all(n * one.width < wide for n, wide in needs)), TINY)


def _foot(layout: Layout, screen: PilesScreen) -> None:
    """The choice to the left, the hint to the right; smaller if both are long, and only the choice if there
    is no room for both."""
    line, hint = "".join(tidied((screen.line,))), "".join(tidied((screen.hint,)))
    if line and hint:
        for face, other in ((TEXT, TEXT), (SMALL, SMALL), (TEXT, TINY)):
            left = layout.width - len(hint) * other.width
            if 1 + (len(line) + 1) * face.width <= left:
                layout.write(1, layout.height - face.height, line, face)
                layout.write(left, layout.height - other.height, hint, other)
                return
    layout.foot(line or hint, TEXT)
