"""Piles side by side: what each counts for, what lies on it, how much of it is left.

Of each from top to bottom: its label with the sign beside it, its number, what lies on it, and a block for
everything that is left of it. The marker turns the label's row black on white. Where a pile stands
follows from the number of piles alone, so nothing moves when the marker does.
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
"""As many piles have room."""

WIDEST = 26
"""Few piles stand no further apart, so that they are one row."""

LABELS, NUMBERS, LYING, BLOCKS = 15, 23, 42, 49
"""The tops of the rows: labels, numbers, what lies there, blocks."""


def piles(canvas: Canvas, screen: PilesScreen) -> None:
    """Draw them; of more than MOST the first ones."""
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
    """Each with its left edge and its width, a pixel of black to its right."""
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
    """A block for each that is left, a dot for each that is gone; where there is no room, a number."""
    most = min(max(pile.most, 0), WIDTH)
    edge = min(3, (wide + 1) // most - 1) if most else 0
    if edge < 2:
        centred(canvas, left, wide, top - 3, str(pile.left) if most else "", TINY)
        return
    x = left + (wide - most * (edge + 1) + 1) // 2
    for at in range(most):
        across = x + at * (edge + 1)
        if at < pile.left:
            canvas.pen.rectangle((across, top, across + edge - 1, top + 2), 1)
        else:
            canvas.pen.point((across + edge // 2, top + 2), 1)


def centred(canvas: Canvas, left: int, wide: int, y: int, text: str, face: Typeface) -> None:
    """A text in the middle of a column."""
    canvas.write(left + (wide - len(text) * face.width + 1) // 2, y, text, face)


def largest(across: Sequence[tuple[Pile, int, int]], faces: Sequence[Typeface]) -> Typeface:
    """The first face in which all numbers stand clear of each other; TINY, if there is none."""
    needs = [(len(str(pile.number)), wide) for pile, _left, wide in across]
    return next((one for one in faces if all(n * one.width < wide for n, wide in needs)), TINY)


def _foot(canvas: Canvas, screen: PilesScreen) -> None:
    """What is chosen to the left, what the buttons do to the right; smaller where both are long."""
    line, hint = fonts.tidy(screen.line).strip(" "), fonts.tidy(screen.hint).strip(" ")
    gap = bool(line and hint)
    face = TEXT if len(line) + gap + len(hint) <= TEXT.columns(WIDTH) else SMALL
    y = canvas.row(3) + (TEXT.height - face.height)
    hint = fit(hint, face.columns(WIDTH))
    right = WIDTH - len(hint) * face.width if line else 1
    canvas.write(right, y, hint, face)
    canvas.write(1, y, fit(line, face.columns(right - gap * face.width)), face)
