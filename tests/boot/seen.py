"""What the display's glass showed, from the bytes that went over its bus, by what the data sheets say."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.benches.decoded_bus import ADDRESS, HEIGHT, WIDTH, DecodedBus

MESSAGE = struct.Struct("<QI")
"""What recording_i2c.c puts before each message: nanoseconds, and how many bytes."""

MARGIN = 8
"""Columns at either side in which there are no letters."""

ACROSS = WIDTH // 8
"""Bytes a row of the glass has."""


class Glass(NamedTuple):
    """The glass from one change to the next. t: seconds since the kernel began. rows: pixels, as numbers."""

    t: float
    rows: tuple[int, ...]

    @property
    def lit(self) -> int:
        """How many pixels are."""
        return sum(row.bit_count() for row in self.rows)


class Marked(NamedTuple):
    """The first row of pixels of a menu's marked line, and the first below it."""

    top: int
    below: int


def pictures(record: bytes) -> list[Glass]:
    """All that the glass showed, in order."""
    shown: list[bytes] = []
    bus = DecodedBus(shown.append)
    found: list[Glass] = []
    at = 0
    while at < len(record):
        nanoseconds, length = MESSAGE.unpack_from(record, at)
        at += MESSAGE.size
        bus.transfer(ADDRESS, record[at : at + length])
        at += length
        found += [_glass(nanoseconds / 1e9, picture) for picture in shown]
        shown.clear()
    return found


def _glass(t: float, picture: bytes) -> Glass:
    rows = (picture[at : at + ACROSS] for at in range(0, HEIGHT * ACROSS, ACROSS))
    return Glass(t, tuple(int.from_bytes(row, "big") for row in rows))


def marked(glass: Glass) -> Marked | None:
    """Where a line of a menu is marked: the one bar, higher than a rule, that is lit but for its letters."""
    lit = [row.bit_count() >= WIDTH / 2 for row in glass.rows]
    bars: list[Marked] = []
    for y, is_lit in enumerate(lit):
        if is_lit and bars and bars[-1].below == y:
            bars[-1] = Marked(bars[-1].top, y + 1)
        elif is_lit:
            bars.append(Marked(y, y + 1))
    high = [bar for bar in bars if bar.below - bar.top >= 8]
    return high[0] if len(high) == 1 else None


def alike(before: Glass, after: Glass) -> bool:
    """The same picture, perhaps moved by a pixel, as a display is spared."""
    return any(_inner(one.rows) == _inner(after.rows) for one in _moved(before))


def stepped(before: Glass, after: Glass) -> bool:
    """A menu's mark has gone on to the next line, or the lines up by one below it, and no further."""
    return any(_stepped(one, after) for one in _moved(before))


def _stepped(before: Glass, after: Glass) -> bool:
    was, now = marked(before), marked(after)
    if was is None or now is None:
        return False
    high = was.below - was.top
    rows = before.rows
    # Letters that were dark in the bar are lit, and those that were lit are dark in it.
    both = [~row for row in rows[was.top : was.below + high]]
    if now.top == was.below:
        return _inner([*rows[: was.top], *both, *rows[was.below + high :]]) == _inner(after.rows)
    # What comes up from below has not been seen before.
    expected = [*rows[: was.top - high], *both]
    return now.top == was.top and _inner(expected) == _inner(after.rows[: was.below])


def _moved(glass: Glass) -> Iterator[Glass]:
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            rows = [row >> right if right >= 0 else row << -right for row in glass.rows]
            yield Glass(glass.t, tuple(rows[-down:] + rows[:-down]))


def _inner(rows: Sequence[int]) -> list[int]:
    """Without the outermost: what is moved may be lost there, and a scroll bar stands there."""
    mask = (1 << WIDTH - 2 * MARGIN) - 1
    return [row >> MARGIN & mask for row in rows[1:-1]]


def drawing(glass: Glass) -> str:
    """For who reads why a test failed."""
    rows = (f"{row:0{WIDTH}b}" for row in glass.rows)
    return "\n".join(row.replace("0", ".").replace("1", "#") for row in rows)
