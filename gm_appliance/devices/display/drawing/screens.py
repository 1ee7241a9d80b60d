"""Chooses how a screen is drawn, and draws the plain ones: lines, menu, number, bar."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import Screen
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.bars import bars
from gm_appliance.devices.display.drawing.board import board
from gm_appliance.devices.display.drawing.code import code
from gm_appliance.devices.display.drawing.dice import dice
from gm_appliance.devices.display.drawing.figures import closed_eye, versus
from gm_appliance.devices.display.drawing.grid import grid
from gm_appliance.devices.display.drawing.piles import piles
from gm_appliance.devices.display.drawing.reflowed import text as text_screen
from gm_appliance.devices.display.drawing.ring import ring
from gm_appliance.devices.display.drawing.stash import stash
from gm_appliance.devices.display.drawing.text import (
    HEIGHT,
    HUGE,
    LARGE,
    SMALL,
    TEXT,
    TITLE,
    WIDTH,
    Canvas,
    fit,
    wrap,
)
from gm_appliance.devices.display.drawing.track import track


def paint(canvas: Canvas, screen: Screen) -> None:
    """Draw a screen on a blank canvas."""
    match screen:
        case screens.Lines():
            _lines(canvas, screen)
        case screens.MenuScreen():
            _menu(canvas, screen)
        case screens.NumberScreen():
            _number(canvas, screen)
        case screens.BarScreen():
            _bar(canvas, screen)
        case screens.RingScreen():
            ring(canvas, screen)
        case screens.PilesScreen():
            piles(canvas, screen)
        case screens.BoardScreen():
            board(canvas, screen)
        case screens.VersusScreen():
            versus(canvas, screen)
        case screens.DiceScreen():
            dice(canvas, screen)
        case screens.GridScreen():
            grid(canvas, screen)
        case screens.BarsScreen():
            bars(canvas, screen)
        case screens.TrackScreen():
            track(canvas, screen)
        case screens.StashScreen():
            stash(canvas, screen)
        case screens.TextScreen():
            text_screen(canvas, screen)
        case screens.CodeScreen():
            code(canvas, screen)
        case screens.ClosedScreen():
            closed_eye(canvas)
        case _:
            assert_never(screen)


def _lines(canvas: Canvas, screen: screens.Lines) -> None:
    if any(fonts.tidy(line).strip(" ") for line in screen.lines):
        canvas.title(screen.title)
        canvas.rows(screen.lines)
    else:
        _announce(canvas, fonts.tidy(screen.title))


def _announce(canvas: Canvas, title: str) -> None:
    """A title alone stands in the middle, between two short rules."""
    face = TITLE if len(title) <= TITLE.columns(WIDTH) else TEXT
    rows = wrap(title, face.columns(WIDTH), 3)
    top = (HEIGHT - len(rows) * face.height) // 2
    for index, row in enumerate(rows):
        canvas.centred(WIDTH // 2, top + index * face.height, row, face)
    for y in (top - 5, HEIGHT - top + 4) if title else ():
        canvas.pen.line((WIDTH // 2 - 20, y, WIDTH // 2 + 19, y), 1)


def _menu(canvas: Canvas, screen: screens.MenuScreen) -> None:
    canvas.title(screen.title)
    hint = fonts.tidy(screen.hint).strip(" ")
    rows = 3 if hint else 4
    items = [fonts.tidy(item) for item in screen.items]
    at = min(max(screen.at, 0), max(len(items) - 1, 0))
    scrolls = len(items) > rows
    right = WIDTH - 1 - 5 * scrolls
    columns = TEXT.columns(right - 1)
    first = min(max(at - rows // 2, 0), max(len(items) - rows, 0))
    free, row = max(rows - len(items), 0), 0
    for index in range(first, min(first + rows, len(items))):
        # Beside the bar there is a column less: a full line takes narrower letters.
        face = SMALL if scrolls and len(items[index]) > columns else TEXT
        broken = wrap(items[index], face.columns(right - 1), 1 + free)
        free -= len(broken) - 1
        top = canvas.row(row)
        row += len(broken)
        canvas.lines.append((index, top, top + len(broken) * TEXT.height - 1))
        marked = index == at and screen.at >= 0
        if marked:
            canvas.pen.rectangle((0, top, right, top + len(broken) * TEXT.height - 1), 1)
        for line, text in enumerate(broken, 1):
            bottom = top + line * TEXT.height - (TEXT.height - face.height) // 2
            canvas.write(2, bottom - face.height, text, face, int(not marked))
    if scrolls:
        _scrollbar(canvas, first, rows, len(items))
    if hint:
        canvas.hint(hint)


def _scrollbar(canvas: Canvas, first: int, shown: int, whole: int) -> None:
    top, bottom = canvas.row(0), canvas.row(shown) - 2
    for y in range(top, bottom + 1, 3):
        canvas.pen.point((WIDTH - 2, y), 1)
    length = max(4, (bottom - top) * shown // whole)
    begin = top + (bottom - top - length) * first // (whole - shown)
    canvas.pen.rectangle((WIDTH - 3, begin, WIDTH - 1, begin + length), 1)


def _number(canvas: Canvas, screen: screens.NumberScreen) -> None:
    canvas.title(screen.title)
    text = str(screen.value)
    line = fonts.tidy(screen.line).strip(" ")
    faces = (LARGE, TITLE) if line else (HUGE, LARGE, TITLE)
    face = next((one for one in faces if len(text) <= one.columns(WIDTH)), TEXT)
    middle = (canvas.top + canvas.row(2 if line else 3)) // 2
    canvas.centred(WIDTH // 2, middle - face.height // 2, fit(text, face.columns(WIDTH)), face)
    canvas.centred(WIDTH // 2, canvas.row(2), fit(line, TEXT.columns(WIDTH)))
    canvas.hint(screen.hint)


def _bar(canvas: Canvas, screen: screens.BarScreen) -> None:
    """Time that shrinks towards the left."""
    canvas.title(screen.title)
    rows = min(len(screen.lines), 3)
    height = 20 if rows < 2 else 36 - 12 * rows + 8
    top = canvas.top + (canvas.row(4 - rows) - canvas.top - height) // 2
    canvas.pen.rectangle((0, top, WIDTH - 1, top + height - 1), outline=1)
    whole = max(screen.whole, 1)
    filled = (WIDTH - 6) * min(max(screen.remaining, 0), whole) // whole
    if filled:
        canvas.pen.rectangle((3, top + 3, 2 + filled, top + height - 4), 1)
    canvas.rows(screen.lines, rows)
