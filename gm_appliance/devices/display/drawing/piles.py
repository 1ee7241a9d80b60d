"""Piles side by side: the value of each, what lies on it, and how much is left.

From top to bottom: a pile's label with its sign, its number, what lies on it, and a block for each card left.
The marker turns the label's row black on white. Positions depend only on the number of piles, so nothing
moves when the marker does.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_appliance.core.cues.screens import Pile, PilesScreen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.text import (
    BIG,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Canvas,
    Typeface,
    fit,
)

MOST = 8
"""The most piles drawn."""

WIDEST = 26
"""The widest distance of a few piles, so that they look like one row."""

LABELS, NUMBERS, LYING, BLOCKS = 15, 23, 42, 49
"""The tops of the rows: labels, numbers, what lies there, blocks."""


def piles(canvas: Canvas, screen: PilesScreen) -> None:
    """Draw the first MOST piles."""
    canvas.title(screen.title)
    shown = screen.piles[:MOST]
    across = columns(shown, WIDTH)
    face = largest(across, (BIG, TITLE, TEXT))
    for pile, left, wide in across:
        label(canvas, pile, left, LABELS, wide)
        number = str(pile.number)
        centred(canvas, left, wide, NUMBERS + (BIG.height - face.height) // 2, number, face)
        lying = "".join(map(str, pile.lying))
        centred(canvas, left, wide, LYING, lying[-TINY.columns(wide) :], TINY)
        blocks(canvas, pile, left, BLOCKS, wide)
    _foot(canvas, screen)


def columns(shown: Sequence[Pile], width: int) -> list[tuple[Pile, int, int]]:
    """Each pile with the left edge and width of its column; one pixel to the right of it stays black."""
    pitch = min(WIDEST, width // max(1, len(shown)))
    first = (width - pitch * len(shown) + 1) // 2
    return [(pile, first + pitch * at, pitch - 1) for at, pile in enumerate(shown)]


def label(canvas: Canvas, pile: Pile, left: int, top: int, wide: int) -> None:
    """The label, and the sign beside it."""
    name, sign = fonts.tidy(pile.label)[:2], fonts.tidy(pile.sign)[:2]
    face = TEXT if len(name) * TEXT.width + len(sign) * TINY.width <= wide else TINY
    x = left + (wide - len(name) * face.width - len(sign) * TINY.width + 1) // 2
    if pile.marked:
        canvas.pen.rectangle((left, top + 1, left + wide - 1, top + TEXT.height - 1), 1)
    ink = int(not pile.marked)
    canvas.write(x, top + (TEXT.height - face.height) // 2, name, face, ink)
    canvas.write(x + len(name) * face.width, top + 3, sign, TINY, ink)


def blocks(canvas: Canvas, pile: Pile, left: int, top: int, wide: int) -> None:
    """A block for each card that is left and a dot for each that is gone; a number if there is no room."""
    most = min(max(pile.most, 0), WIDTH)
    edge = min(3, (wide + 1) // most - 1) if most else 0
    if edge < 2:
        centred(canvas, left, wide, top - 3, str(pile.remaining) if most else "", TINY)
        return
    x = left + (wide - most * (edge + 1) + 1) // 2
    for at in range(most):
        across = x + at * (edge + 1)
        if at < pile.remaining:
            canvas.pen.rectangle((across, top, across + edge - 1, top + 2), 1)
        else:
            canvas.pen.point((across + edge // 2, top + 2), 1)


def centred(canvas: Canvas, left: int, wide: int, y: int, text: str, face: Typeface) -> None:
    """A text in the middle of a column."""
    canvas.write(left + (wide - len(text) * face.width + 1) // 2, y, text, face)


def largest(across: Sequence[tuple[Pile, int, int]], faces: Sequence[Typeface]) -> Typeface:
    """The first face in which no numbers touch; TINY if there is none."""
    needs = [(len(str(pile.number)), wide) for pile, _left, wide in across]
    return next((one for one in faces if all(n * one.width < wide for n, wide in needs)), TINY)


def _foot(canvas: Canvas, screen: PilesScreen) -> None:
    """What is chosen to the left, what the buttons do to the right; smaller where both are long, and what is
    chosen alone where there is no room for both."""
    line, hint = fonts.tidy(screen.line).strip(" "), fonts.tidy(screen.hint).strip(" ")
    if line and hint:
        for face, other in ((TEXT, TEXT), (SMALL, SMALL), (TEXT, TINY)):
            left = WIDTH - len(hint) * other.width
            if 1 + (len(line) + 1) * face.width <= left:
                canvas.write(1, _foot_of(canvas, face), line, face)
                canvas.write(left, _foot_of(canvas, other), hint, other)
                return
    text = line or hint
    face = TEXT if len(text) <= TEXT.columns(WIDTH) else SMALL
    canvas.write(1, _foot_of(canvas, face), fit(text, face.columns(WIDTH)), face)


def _foot_of(canvas: Canvas, face: Typeface) -> int:
    """The top of the last row in that face."""
    return canvas.row(3) + TEXT.height - face.height
