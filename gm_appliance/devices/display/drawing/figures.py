"""Screens that are mostly one figure: a number, a bar, two numbers, the closed eye."""

from __future__ import annotations

from functools import cache

from PIL import Image

from gm_appliance.core.cues.screens import BarScreen, NumberScreen, VersusScreen
from gm_appliance.devices.display.drawing.layout import Figure, Layout, TextBlock
from gm_appliance.devices.display.drawing.text import (
    HUGE,
    LARGE,
    TEXT,
    TINY,
    TITLE,
    Canvas,
    Typeface,
    fit,
    largest,
    picture,
)


def number(layout: Layout, screen: NumberScreen) -> None:
    """With little room, the line matters more than the buttons."""
    layout.head(screen.title)
    texts, hint = [screen.line], screen.hint
    if not layout.whole and screen.line.strip():
        texts, hint = [], screen.line
    shown = layout.number(screen.value, layout.room(texts, hint))
    layout.fill(texts, hint, Figure(shown.height, lambda top: layout.put(shown, top)))


def bar(layout: Layout, screen: BarScreen) -> None:
    """Time that shrinks towards the left."""
    layout.head(screen.title)
    edge, height = (1, 20 if len(screen.lines) < 3 else 8) if layout.compact else (2, 26)
    whole, right = max(screen.whole, 1), layout.width - 1
    filled = (layout.width - 2 * edge - 4) * min(max(screen.remaining, 0), whole) // whole

    def drawn(top: int) -> None:
        layout.pen.rectangle((0, top, right, top + height - 1), outline=1, width=edge)
        if filled:
            left, inset = edge + 2, edge + 2
            layout.pen.rectangle((left, top + inset, left + filled - 1, top + height - 1 - inset), 1)

    layout.under(Figure(height, drawn), screen.lines)


# ---------------------------------------------------------------- two numbers


def versus(layout: Layout, screen: VersusScreen) -> None:
    """Two numbers, large, or in a row of letters over or beside several reasons."""
    lines = screen.lines if layout.whole else ()
    row = f"{screen.left}▼ {screen.right}▲" if screen.thumbs else f"{screen.left} : {screen.right}"
    if layout.compact and len(lines) > 2:
        layout.head(screen.title, row, TITLE)
        layout.rows(lines, layout.top)
        return
    layout.head(screen.title)
    if len(lines) > 1 and not layout.compact:
        block = TextBlock(TITLE, [fit(row, TITLE.columns(layout.width))])
        figure = Figure(block.height + 2, lambda top: layout.put(block, top))
    else:
        figure = _numbers(layout, screen, layout.room(lines, ""))
    layout.under(figure, lines)


def _numbers(layout: Layout, screen: VersusScreen, room: int) -> Figure:
    """Both numbers with their signs, one under the other if they do not fit side by side."""
    halves = 2 if layout.wide else 1
    half = layout.width // halves
    numbers = (str(screen.left), str(screen.right))
    digits = max(map(len, numbers))
    pixel = 2 if not layout.whole and layout.wide and digits == 1 else 1
    signs = _thumbs(pixel) if screen.thumbs else (None, None)
    sign_wide, sign_high = signs[0].size if signs[0] else (0, 0)
    gap = 0 if not signs[0] else 5 if layout.compact else 4
    beside = gap + sign_wide
    faces = [face for face in (HUGE, LARGE, TITLE, TEXT, TINY) if face.height <= room]
    face = largest(digits, half - beside, faces)
    height = max(face.height, sign_high)

    def drawn(top: int) -> None:
        for index, (number, sign) in enumerate(zip(numbers, signs, strict=True)):
            number = fit(number, face.columns(half - beside))
            wide = len(number) * face.width
            x = index % halves * half + (half - wide - beside) // 2
            y = top + (0 if layout.wide else index * (height + 2))
            layout.write(x, y + (height - face.height) // 2, number, face)
            if sign:
                layout.stamp(sign, x + wide + gap, y + (height - sign_high) // 2)
        if not screen.thumbs and layout.wide:
            _colon(layout, half, top + height // 2, face)

    return Figure(height if layout.wide else 2 * height + 2, drawn)


def _colon(canvas: Canvas, x: int, middle: int, face: Typeface) -> None:
    """Two dots between the numbers, at a third and two thirds of a letter's height."""
    for y in (middle - face.height // 6, middle + face.height // 6):
        canvas.pen.rectangle((x - 2, y - 2, x + 1, y + 1), 1)


@cache
def _thumbs(pixel: int) -> tuple[Image.Image, Image.Image]:
    thumb = picture("thumb").resize((14 * pixel, 18 * pixel))
    return thumb.transpose(Image.Transpose.FLIP_TOP_BOTTOM), thumb


def closed_eye(layout: Layout) -> None:
    """The picture of a closed eye; half as large if the display is upright."""
    eye = picture("closed" if layout.wide else "closed-small")
    layout.image.paste(eye, (0, (layout.height - eye.height) // 2))
