"""A player's belongings: a row of symbols with numbers, and below it footholds, with a block for each piece.

A closed foothold has its label black on white.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_appliance.core.cues.screens import Foothold, StashScreen, Stock
from gm_appliance.devices.display import fonts
from gm_appliance.devices.display.drawing.layout import Figure, Layout
from gm_appliance.devices.display.drawing.text import (
    BIG,
    SMALL,
    TEXT,
    TINY,
    TITLE,
    Canvas,
    Typeface,
    fit,
    picture,
)

STOCKS, FOOTHOLDS = 6, 8  # the most drawn
SYMBOL = 9  # the width and height of a symbol
BLOCKS, EDGE = 3, 4  # the blocks of a foothold, and the pixels of one
DIGITS = 3  # digits of a number; a longer one is cut

FOOTHOLD_HEIGHT = TEXT.height + EDGE + 2


def stash(layout: Layout, screen: StashScreen) -> None:
    """At most STOCKS, in one row if it is the usual picture; below them, except in large type, FOOTHOLDS."""
    layout.head(screen.title)
    across = STOCKS if layout.compact else 3 if layout.wide else 2
    stocks = screen.stocks[:STOCKS]
    parts = [stocks[first : first + across] for first in range(0, len(stocks), across)]
    faces = (TITLE, TEXT, SMALL) if layout.whole or len(parts) > 1 else (BIG, TITLE, TEXT, SMALL)
    face = next((one for one in faces if all(_row_wide(part, one) <= layout.width for part in parts)), TINY)
    high = max(face.height, TITLE.height) + 2 * layout.compact
    held = screen.footholds[:FOOTHOLDS] if layout.whole else ()
    columns = FOOTHOLDS if layout.wide else FOOTHOLDS // 2
    rows = -(-len(held) // columns)

    def drawn(top: int) -> None:
        for down, part in enumerate(parts):
            _stocks(layout, part, top + down * high, face)
        _footholds(layout, held, top + len(parts) * high, columns)

    layout.fill((), screen.hint, Figure(len(parts) * high + rows * (FOOTHOLD_HEIGHT + 1) - bool(rows), drawn))


def _number(stock: Stock) -> str:
    return fit(str(stock.number), DIGITS)


def _row_wide(stocks: Sequence[Stock], face: Typeface) -> int:
    """The least width of a row: a pixel between a symbol and its number, and another to the next one."""
    return sum(SYMBOL + 1 + len(_number(stock)) * face.width + 1 for stock in stocks)


def _stocks(canvas: Canvas, stocks: Sequence[Stock], top: int, face: Typeface) -> None:
    """All in one row, spread evenly."""
    gap = max(0, canvas.width - _row_wide(stocks, face)) // max(1, len(stocks))
    x = gap // 2
    for stock in stocks:
        number = _number(stock)
        canvas.stamp(picture(stock.symbol), x, top + (TITLE.height - SYMBOL) // 2)
        x += SYMBOL + 1
        canvas.write(x, top + (TITLE.height - face.height) // 2, number, face)
        x += len(number) * face.width + 1 + gap


def _footholds(canvas: Canvas, footholds: Sequence[Foothold], top: int, across: int) -> None:
    """Row by row, with at most this many in each."""
    pitch = canvas.width // max(1, min(across, len(footholds)))
    for index, foothold in enumerate(footholds):
        left = index % across * pitch
        y = top + index // across * (FOOTHOLD_HEIGHT + 1)
        _foothold(canvas, foothold, left + pitch // 2, y)


def _foothold(canvas: Canvas, foothold: Foothold, middle: int, top: int) -> None:
    label = fonts.tidy(foothold.label)[:2]
    half = len(label) * TEXT.width // 2
    if foothold.closed:
        canvas.pen.rectangle((middle - half - 1, top + 1, middle + half, top + TEXT.height - 1), 1)
    canvas.write(middle - half, top, label, TEXT, int(not foothold.closed))
    x, y = middle - (BLOCKS * (EDGE + 1) - 1) // 2, top + TEXT.height + 1
    for at in range(BLOCKS):
        left = x + at * (EDGE + 1)
        if at < foothold.number:
            canvas.pen.rectangle((left, y, left + EDGE - 1, y + EDGE - 1), 1)
        else:
            canvas.pen.point((left + EDGE // 2, y + EDGE - 1), 1)
