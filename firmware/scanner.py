"""Scans the switches in a timer interrupt, whatever the rest of the program is doing.

Reading, writing and garbage collection stop the program for some milliseconds, and a host that does not read
for a second. The interrupt goes on, and its samples wait in a buffer.
"""

from array import array

# The type checker knows the other Python's `time`; MicroPython's has more.
from time import ticks_diff, ticks_ms, ticks_us  # type: ignore[attr-defined]

from machine import Timer

from firmware.hub_protocol import BIGGEST
from firmware.registers import SCAN_BYTES, SwitchChain

SCAN_MS = 2

SAMPLES = 1024
"""The size of the buffer, a power of two: two seconds, as a write may take one. When it is full, samples are
left out, which shows in `gap`."""

_ONES, _ZEROS = b"\xff" * SCAN_BYTES, b"\x00" * SCAN_BYTES


def _reversed_bytes() -> bytes:
    table = bytearray(256)
    for byte in range(1, 256):
        table[byte] = table[byte >> 1] >> 1 | (byte & 1) << 7
    return bytes(table)


_REVERSED = _reversed_bytes()
"""Each byte with its bits reversed: the SPI reads the first bit into the top, masks have it at the bottom."""


class Scanner:
    """Samples of all inputs, in order.

    gap: the longest time measured between two samples so far, in microseconds.
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
        self._error: Exception | None = None  # raised in the interrupt

    def start(self) -> None:
        """Scan every `SCAN_MS` from now on. Needs MicroPython 1.26, for hard timer interrupts."""
        # Bound once: looking a method up allocates memory, which an interrupt must not.
        self._timer = Timer(-1, mode=Timer.PERIODIC, period=SCAN_MS, callback=self._scan, hard=True)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.deinit()

    def _scan(self, timer: Timer) -> None:
        """The interrupt: allocates nothing and raises nothing. A traceback would be printed from here."""
        try:
            self._sample()
        except Exception as error:
            self._error = error
            timer.deinit()

    def _sample(self) -> None:
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
        # In turn: a register that does not load then reads as all closed and as all open, alternately.
        self._filled = _ONES if self._filled is _ZEROS else _ZEROS
        read = self._read
        self._chain.scan(self._filled, read)
        self._low[free] = _REVERSED[read[0]] | _REVERSED[read[1]] << 8
        self._high[free] = _REVERSED[read[2]] | _REVERSED[read[3]] << 8
        self._ms[free] = ticks_ms() & BIGGEST
        self._free = following

    def next(self) -> tuple[int, int, int] | None:
        """The oldest sample: which of inputs 0-15 and 16-31 are high, and its time in ms; None if none waits.

        Raises the error of an interrupt that failed.
        """
        if self._error is not None:
            raise self._error
        first = self._first
        if first == self._free:
            return None
        sample = self._low[first], self._high[first], self._ms[first]
        self._first = (first + 1) & (SAMPLES - 1)
        return sample
