"""The pictures on the display, decoded from the bytes on its bus as the data sheets say."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.benches.decoded_bus import ADDRESS, HEIGHT, WIDTH, DecodedBus

MESSAGE = struct.Struct("<QI")
"""The header that recording_i2c.c writes before each message: nanoseconds, and number of bytes."""

MARGIN = 8
"""Columns at either side without letters."""

ACROSS = WIDTH // 8
"""Bytes in a row of pixels."""


class Glass(NamedTuple):
    """A picture. t: when it appeared, in seconds since the kernel began. rows: pixels, as numbers."""

    t: float
    rows: tuple[int, ...]

    @property
    def lit(self) -> int:
        return sum(row.bit_count() for row in self.rows)


class Marked(NamedTuple):
    """The marked line of a menu: its first row of pixels, and the first below it."""

    top: int
    below: int


def pictures(record: bytes) -> list[Glass]:
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
    """The marked line of a menu: the only bar, higher than a rule, that is lit except for its letters."""
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
    """Whether it is the same picture, perhaps moved by a pixel against burn-in."""
    return any(_inner(one.rows) == _inner(after.rows) for one in _moved(before))


def stepped(before: Glass, after: Glass) -> bool:
    """Whether a menu's mark moved down by exactly one line, or the lines moved up by one."""
    return any(_stepped(one, after) for one in _moved(before))


def _stepped(before: Glass, after: Glass) -> bool:
    was, now = marked(before), marked(after)
    if was is None or now is None:
        return False
    high = was.below - was.top
    rows = before.rows
    # The letters of both lines are inverted.
    both = [~row for row in rows[was.top : was.below + high]]
    if now.top == was.below:
        return _inner([*rows[: was.top], *both, *rows[was.below + high :]]) == _inner(after.rows)
    # The line that comes up from below is unknown.
    expected = [*rows[: was.top - high], *both]
    return now.top == was.top and _inner(expected) == _inner(after.rows[: was.below])


def _moved(glass: Glass) -> Iterator[Glass]:
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            rows = [row >> right if right >= 0 else row << -right for row in glass.rows]
            yield Glass(glass.t, tuple(rows[-down:] + rows[:-down]))


def _inner(rows: Sequence[int]) -> list[int]:
    """Without the edges, where moved pixels may be lost, and which have a scroll bar."""
    mask = (1 << WIDTH - 2 * MARGIN) - 1
    return [row >> MARGIN & mask for row in rows[1:-1]]


def drawing(glass: Glass) -> str:
    rows = (f"{row:0{WIDTH}b}" for row in glass.rows)
    return "\n".join(row.replace("0", ".").replace("1", "#") for row in rows)
