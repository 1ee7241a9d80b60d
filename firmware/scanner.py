"""Scans the switches from a timer's interrupt, whatever the rest of the program is doing.

Reading, writing and garbage collection all stop the program for some milliseconds, a host that does not
read for half a second. The interrupt comes through, and its samples wait until the program looks at them.
"""

from array import array

# The type checker knows the other Python's `time`; MicroPython's has more.
from time import ticks_diff, ticks_ms, ticks_us  # type: ignore[attr-defined]

from machine import Timer

from firmware.hub_protocol import BIGGEST
from firmware.registers import SCAN_BYTES, SwitchChain

SCAN_MS = 2

SAMPLES = 512
"""Samples that can wait, a power of two: a second. Then new ones are left out, which shows in `gap`."""

_ONES, _ZEROS = b"\xff" * SCAN_BYTES, b"\x00" * SCAN_BYTES


def _reversed_bytes() -> bytes:
    table = []
    for byte in range(256):
        table.append(sum([(byte >> bit & 1) << (7 - bit) for bit in range(8)]))
    return bytes(table)


_REVERSED = _reversed_bytes()
"""A byte with its bits the other way round: the SPI has the first bit on top, masks have it at the bottom."""


class Scanner:
    """Samples of all inputs, in the order in which they were taken.

    gap: the longest time between two samples so far, in microseconds: of the interrupt, not assumed.
    """

    def __init__(self) -> None:
        self.gap = 0
        self._chain = SwitchChain()
        self._timer: Timer | None = None
        self._read = bytearray(SCAN_BYTES)
        # Halves, as a whole sample is too large a number to be handled without allocating.
        self._low = array("H", bytes(2 * SAMPLES))
        self._high = array("H", bytes(2 * SAMPLES))
        self._ms = array("I", bytes(4 * SAMPLES))
        self._first = 0  # the oldest sample; only `next` moves it
        self._free = 0  # the next to be written; only the interrupt moves it
        self._filled = _ONES
        self._last: int | None = None

    def start(self) -> None:
        """Scan every `SCAN_MS` from now on. Needs MicroPython 1.26 for its hard interrupt."""
        # Bound once: to name a method is to allocate, which an interrupt must not.
        self._timer = Timer(-1, mode=Timer.PERIODIC, period=SCAN_MS, callback=self._scan, hard=True)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.deinit()

    def _scan(self, _timer: Timer) -> None:
        """In the interrupt: allocates nothing, raises nothing."""
        now = ticks_us()
        free = self._free
        following = (free + 1) & (SAMPLES - 1)
        if following == self._first:
            return
        if self._last is not None:
            gap = ticks_diff(now, self._last)
            if gap > self.gap:
                self.gap = gap
        self._last = now
        # By turns: a register that does not load reads as all closed every other time, and as open between.
        self._filled = _ONES if self._filled is _ZEROS else _ZEROS
        read = self._read
        self._chain.scan(self._filled, read)
        self._low[free] = _REVERSED[read[0]] | _REVERSED[read[1]] << 8
        self._high[free] = _REVERSED[read[2]] | _REVERSED[read[3]] << 8
        self._ms[free] = ticks_ms() & BIGGEST
        self._free = following

    def next(self) -> tuple[int, int, int] | None:
        """The oldest sample: inputs 0 to 15 and 16 to 31 as masks of what is high, and its time in ms."""
        first = self._first
        if first == self._free:
            return None
        sample = self._low[first], self._high[first], self._ms[first]
        self._first = (first + 1) & (SAMPLES - 1)
        return sample
