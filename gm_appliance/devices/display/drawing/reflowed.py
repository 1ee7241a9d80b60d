"""Few words, as large as they fit: for large type, and for upright displays.

The title is on top, what matters now in the middle, and what the buttons do at the bottom, on a picture of
any size. The rest is left to the voice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from PIL import Image, ImageChops

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import Pile, RingSeat, Screen
from gm_appliance.core.values import replace
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.bars import bars_reflowed
from gm_appliance.devices.display.drawing.board import board, place, squares
from gm_appliance.devices.display.drawing.code import code
from gm_appliance.devices.display.drawing.dice import spread, stand_in_row
from gm_appliance.devices.display.drawing.figures import THUMB_UP, closed_eye, colon, in_a_row, signs
from gm_appliance.devices.display.drawing.piles import MOST, blocks, centred, columns, label, largest
from gm_appliance.devices.display.drawing.ring import BAR, CROSS, PLACE_HEIGHT, STONE_WIDTH, stand
from gm_appliance.devices.display.drawing.stash import stash_reflowed
from gm_appliance.devices.display.drawing.text import (
    HEIGHT,
    HUGE,
    LARGE,
    TEXT,
    TINY,
    TITLE,
    WIDTH,
    Canvas,
    fit,
)
from gm_appliance.devices.display.drawing.text_layout import (
    NUMBER_TYPE,
    WHOLE_TYPE,
    Figure,
    TextBlock,
    TextLayout,
    Type,
    tidied,
)
from gm_appliance.devices.display.drawing.track import track_reflowed

LEAST = (6, 4)  # letters of a name in a table that is cut to fit: at best, else at worst
FAINT = 90  # a grey that is black where the eye is made smaller

THUMB_GAP = 4
PIXEL = 2
"""The size of a thumb's pixels if there is room."""


def paint_reflowed(canvas: Canvas, screen: Screen, type_: Type) -> None:
    """Draw a screen on a blank canvas of any size."""
    layout = TextLayout(canvas, type_)
    match screen:
        case screens.Lines():
            _lines(layout, screen)
        case screens.MenuScreen():
            _menu(layout, screen)
        case screens.NumberScreen():
            _number(layout, screen)
        case screens.BarScreen():
            _with_figure(layout, screen.title, screen.lines, _bar(layout, screen))
        case screens.VersusScreen():
            _with_figure(layout, screen.title, screen.lines if type_.whole else (), _numbers(layout, screen))
        case screens.DiceScreen():
            _with_figure(layout, screen.title, screen.lines, _dice(layout, screen))
        case screens.RingScreen():
            if screen.title:
                layout.head(screen.title)
            layout.fill(screen.lines, screen.hint, _seats(layout, screen.seats), below=True)
        case screens.PilesScreen():
            layout.head(screen.title)
            layout.fill((screen.line,), screen.hint, _piles(layout, screen.piles))
        case screens.BoardScreen():
            _board(layout, screen)
        case screens.GridScreen():
            _grid(layout, screen)
        case screens.BarsScreen():
            bars_reflowed(layout, screen)
        case screens.TrackScreen():
            track_reflowed(layout, screen)
        case screens.StashScreen():
            stash_reflowed(layout, screen)
        case screens.TextScreen():
            text(canvas, screen)
        case screens.CodeScreen():
            code(canvas, screen)
        case screens.ClosedScreen():
            _closed(canvas)
        case _:
            assert_never(screen)


# ---------------------------------------------------------------- screens of words


def text(canvas: Canvas, screen: screens.TextScreen) -> None:
    """Only words, as large as possible; the hint no larger than other hints."""
    layout = TextLayout(canvas, NUMBER_TYPE if screen.text.isdecimal() else WHOLE_TYPE)
    upright = layout.width < layout.height
    if screen.hint and not upright:
        layout.foot(screen.hint, TEXT)
    layout.fill((screen.text,), screen.hint if upright else "")
    if screen.bright:
        canvas.image.paste(ImageChops.logical_xor(canvas.image, Image.new("1", canvas.image.size, 1)))


def _lines(layout: TextLayout, screen: screens.Lines) -> None:
    lines = tidied(screen.lines)
    if not lines:
        # A title alone is what matters.
        layout.fill((screen.title,))
        return
    layout.head(screen.title)
    said = [line for line in screen.lines if line.strip()]
    has_hint = len(said) > 1
    layout.fill(lines[: len(lines) - has_hint], lines[-1] if has_hint else "")


def _menu(layout: TextLayout, screen: screens.MenuScreen) -> None:
    """The item under the cursor, with its neighbours if everything fits, otherwise with what to press."""
    marks = screen.at >= 0
    items = list(screen.items) if marks or layout.type.whole else []
    at = min(max(screen.at, 0), len(items) - 1)
    layout.head(screen.title, f"{at + 1}/{len(items)}" if items and not layout.type.whole else "")
    if not items:
        layout.fill((), screen.hint)
        return
    body, foot = layout.fitted((items[at],), screen.hint, layout.bottom - layout.top)
    body = body if body.rows else TextBlock(TEXT, [""])
    layout.bottom -= foot.height
    layout.write(foot, layout.bottom, x=1)
    shown = _around(layout, items, at, body) if layout.type.whole else [(at, body)]
    height = sum(words.height for _, words in shown)
    top = layout.top if layout.type.whole else layout.top + (layout.bottom - layout.top - height) // 2
    for index, words in shown:
        layout.canvas.lines.append((index, top, top + words.height - 1))
        marked = marks and index == at
        if marked:
            layout.canvas.pen.rectangle((0, top, layout.width - 1, top + words.height - 1), 1)
        layout.write(words, top, x=2 if layout.type.whole else None, ink=int(not marked))
        top += words.height


def _around(layout: TextLayout, items: list[str], at: int, body: TextBlock) -> list[tuple[int, TextBlock]]:
    """The items around that one, as many as fit."""
    shown = [(at, body)]
    room = layout.bottom - layout.top - body.height
    before, after = at - 1, at + 1
    while before >= 0 or after < len(items):
        for index in (after, before):
            if 0 <= index < len(items):
                item = (items[index],)
                words = layout.set(item, (body.face,)) or layout.cut(item, body.face, 2)
                if words.height > room:
                    return sorted(shown)
                shown.append((index, words))
                room -= words.height
        before, after = before - 1, after + 1
    return sorted(shown)


def _number(layout: TextLayout, screen: screens.NumberScreen) -> None:
    """With little room, the line matters more than the buttons."""
    layout.head(screen.title)
    text = str(screen.value)
    faces = (HUGE, LARGE, *layout.type.faces, TINY)
    face = next((one for one in faces if len(text) <= one.columns(layout.width)), TINY)
    number = TextBlock(face, [fit(text, face.columns(layout.width))])
    figure = Figure(number.height, lambda top: layout.write(number, top))
    if layout.type.whole or not screen.line.strip():
        layout.fill((screen.line,), screen.hint, figure)
    else:
        layout.fill((), screen.line, figure)


# ---------------------------------------------------------------- screens with a figure


def _with_figure(layout: TextLayout, title: str, lines: Sequence[str], figure: Figure) -> None:
    """A figure and all lines; with little room only the last one, which says what to press."""
    layout.head(title)
    said = tidied(lines)
    layout.fill(said[:-1] if layout.type.whole else (), said[-1] if said else "", figure)


def _bar(layout: TextLayout, screen: screens.BarScreen) -> Figure:
    height, whole = 26, max(screen.whole, 1)
    filled = (layout.width - 8) * min(max(screen.remaining, 0), whole) // whole

    def drawn(top: int) -> None:
        layout.canvas.pen.rectangle((0, top, layout.width - 1, top + height - 1), outline=1)
        layout.canvas.pen.rectangle((1, top + 1, layout.width - 2, top + height - 2), outline=1)
        if filled:
            layout.canvas.pen.rectangle((4, top + 4, 3 + filled, top + height - 5), 1)

    return Figure(height, drawn)


def _numbers(layout: TextLayout, screen: screens.VersusScreen) -> Figure:
    """Both numbers with their signs, one under the other if they do not fit side by side.

    In one row of letters where there are several reasons to be read below.
    """
    if layout.type.whole and len(screen.lines) > 1:
        row = TextBlock(TITLE, [fit(in_a_row(screen), TITLE.columns(layout.width))])
        return Figure(row.height + 2, lambda top: layout.write(row, top))
    halves = 2 if layout.width > layout.height else 1
    sign_wide = max(len(row.rstrip(".")) for row in THUMB_UP) if screen.thumbs else 0
    sign_high, gap = (len(THUMB_UP), THUMB_GAP) if screen.thumbs else (0, 0)
    numbers = (str(screen.left), str(screen.right))
    digits = max(map(len, numbers))
    pixel = PIXEL if halves == 2 and digits == 1 else 1
    room = layout.width // halves - sign_wide * pixel - gap
    face = next((one for one in (HUGE, LARGE, TITLE, TEXT) if digits <= one.columns(room)), TINY)
    height = max(face.height, sign_high * pixel)

    def drawn(top: int) -> None:
        for index, (number, sign) in enumerate(zip(numbers, signs(screen), strict=True)):
            number = fit(number, face.columns(room))
            wide = len(number) * face.width + gap + sign_wide * pixel
            x = index % halves * (layout.width // halves) + (layout.width // halves - wide) // 2
            y = top + (index if halves == 1 else 0) * (height + 2)
            layout.canvas.write(x, y + (height - face.height) // 2, number, face)
            rows = ["".join(dot * pixel for dot in row) for row in sign for _ in range(pixel)]
            layout.canvas.stamp(rows, x + wide - sign_wide * pixel, y + (height - sign_high * pixel) // 2)
        if not screen.thumbs and halves == 2:
            colon(layout.canvas, layout.width // 2, top + height // 2, face)

    return Figure(height if halves == 2 else 2 * height + 2, drawn)


def _dice(layout: TextLayout, screen: screens.DiceScreen) -> Figure:
    """Dice as large as possible in one row, or in two rows on an upright display."""
    count = len(screen.dice)
    across = -(-count // 2) if layout.width < layout.height and count > 3 else max(1, count)
    parts = [
        replace(screen, dice=screen.dice[at : at + across], symbols=screen.symbols[at : at + across])
        for at in range(0, count, across)
    ]
    size, fitting, gap, left = spread(parts[0] if parts else screen, layout.width)

    def drawn(top: int) -> None:
        for down, part in enumerate(parts):
            y = top + down * (size.edge + 3)
            stand_in_row(layout.canvas, part, size, left, y, min(fitting, len(part.dice)), gap)

    return Figure(size.edge + (len(parts) - 1) * (size.edge + 3) if parts else 0, drawn)


# ---------------------------------------------------------------- the ring, unrolled


def _seats(layout: TextLayout, seats: Sequence[RingSeat]) -> Figure:
    """All seats in their order: as stones, row by row, or, with little room, as a row of blocks."""
    if not seats:
        return Figure(0, lambda top: None)
    if not layout.type.whole:
        rows = -(-len(seats) * LEAST_PITCH // layout.width)
        across = -(-len(seats) // rows)
        parts = [seats[first : first + across] for first in range(0, len(seats), across)]
        return Figure(BLOCK_HEIGHT * len(parts), lambda top: _blocks(layout, parts, top))
    pitch, high = STONE_WIDTH + 1, PLACE_HEIGHT + 2
    across = max(1, layout.width // pitch)

    places = [(index % across * pitch, index // across * high + 2) for index in range(len(seats))]

    def drawn(top: int) -> None:
        stand(layout.canvas, seats, [(x, top + y) for x, y in places])

    return Figure(-(-len(seats) // across) * high + 2, drawn)


BLOCK_HEIGHT = 17  # the height of a row of blocks: the marker's point, the block, what lies there
LEAST_PITCH = 8


def _blocks(layout: TextLayout, rows: Sequence[Sequence[RingSeat]], top: int) -> None:
    """The seats in rows, the first row the longest, aligned left."""
    pitch = min(16, layout.width // max(map(len, rows)))
    left = (layout.width - pitch * len(rows[0])) // 2 + 1
    for down, row in enumerate(rows):
        for across, seat in enumerate(row):
            _block(layout.canvas, seat, left + across * pitch, top + down * BLOCK_HEIGHT, pitch - 2)


def _block(canvas: Canvas, seat: RingSeat, x: int, top: int, wide: int) -> None:
    """Solid, or hollow as a pit; a hole is the eye, a point above the marker."""
    y, right = top + 5, x + wide - 1
    if seat.hollow:
        canvas.pen.line((x, y, x, y + 7, right, y + 7, right, y), 1)
    else:
        canvas.pen.rectangle((x, y, right, y + 7), 1)
    if seat.eye:
        middle = x + wide // 2
        canvas.pen.rectangle((middle - 1, y + 2, middle, y + 4), int(seat.hollow))
    if seat.crosses > 0:
        canvas.stamp(CROSS, x, y + 9)
    if seat.bars > 0:
        canvas.stamp(BAR, right - 1, y + 9)
    if seat.marked:
        middle = x + (wide - 1) // 2
        for step in range(4):
            canvas.pen.line((middle - 3 + step, top + step, middle + 3 - step, top + step), 1)


# ---------------------------------------------------------------- piles


def _piles(layout: TextLayout, shown: Sequence[Pile]) -> Figure:
    """Labels and numbers side by side; one pile under the other, with what is left, on an upright display."""
    shown = shown[:MOST]
    if layout.width > layout.height:
        across = columns(shown, layout.width)
        return Figure(TEXT.height + TITLE.height if shown else 0, lambda top: _in_a_row(layout, across, top))
    room = layout.bottom - layout.top - 2 * TEXT.height
    high = min(TEXT.height, room // max(1, len(shown)))

    half = layout.width // 2
    face = largest([(pile, 0, 20) for pile in shown], (TEXT,))

    def drawn(top: int) -> None:
        for at, pile in enumerate(shown):
            y = top + at * high
            label(layout.canvas, pile, 0, y, half - 10)
            number = str(pile.number)
            layout.canvas.write(half + 8 - len(number) * face.width, y + 6 - face.height // 2, number, face)
            blocks(layout.canvas, pile, half + 12, y + 4, layout.width - half - 12)

    return Figure(high * len(shown), drawn)


def _in_a_row(layout: TextLayout, across: Sequence[tuple[Pile, int, int]], top: int) -> None:
    face = largest(across, (TITLE, TEXT))
    for pile, left, wide in across:
        label(layout.canvas, pile, left, top, wide)
        number = str(pile.number)
        centred(layout.canvas, left, wide, top + TEXT.height, number, face)


# ---------------------------------------------------------------- a board


def _board(layout: TextLayout, screen: screens.BoardScreen) -> None:
    """On an upright display the words are above and below; otherwise the board has its usual size."""
    if layout.width > layout.height:
        board(layout.canvas, screen)
        return
    layout.head(screen.title)
    room = layout.bottom - layout.top - 3 * TEXT.height
    at = place(screen, layout.width, room)
    left = at.left + (layout.width - at.right) // 2
    high = at.bottom + TINY.height + 2

    def drawn(top: int) -> None:
        squares(layout.canvas, screen, replace(at, left=left, top=top))

    layout.fill((screen.line,), screen.hint, Figure(high, drawn))


# ---------------------------------------------------------------- tables, the closed eye


def _grid(layout: TextLayout, screen: screens.GridScreen) -> None:
    """Rows in the largest face in which enough of them are seen; the first ones where not all are."""
    rows = [tuple(fonts.tidy(cell) for cell in row) for row in screen.rows if row]
    columns = max(map(len, rows), default=0)
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(columns)]
    layout.head(screen.title)
    layout.foot(screen.hint)
    free = layout.bottom - layout.top
    wanted = len(rows) if layout.type.whole else min(len(rows), free // TITLE.height)
    others = sum(widths[1:]) + len(widths[1:])
    face = TINY
    for least in LEAST if widths else ():
        fitting = (one for one in layout.type.faces if wanted * one.height <= free)
        wide = (one for one in fitting if one.columns(layout.width) >= others + min(widths[0], least))
        if found := next(wide, None):
            face = found
            break
    for index, row in enumerate(rows[: free // face.height]):
        line = _row(row, widths, face.columns(layout.width))
        layout.canvas.write(0, layout.top + index * face.height, line, face)


def _row(row: tuple[str, ...], widths: list[int], columns: int) -> str:
    right = "".join(" " + cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
    left = max(columns - len(right), 1)
    return fit(fit(row[0], left).ljust(left) + right, columns)


def _closed(canvas: Canvas) -> None:
    """The same eye for all; half as large where the picture is half as wide."""
    whole = Canvas.blank()
    closed_eye(whole)
    eye, (width, height) = whole.image, canvas.image.size
    if width < WIDTH:
        half = eye.convert("L").resize((width, HEIGHT // 2), Image.Resampling.BOX)
        eye = half.point(lambda grey: 255 * (grey > FAINT)).convert("1")
    canvas.image.paste(eye, (0, (height - eye.height) // 2))
