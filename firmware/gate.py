"""Keeps noise from becoming presses, by delaying each sample until its neighbours are known.

People press one thumb each, even if all fifteen press at once and every contact bounces. Noise on the leads
closes and opens switches at random, and so soon both switches of several pads within a few milliseconds.
Samples taken then are discarded.
"""

from firmware.hub_protocol import PADS, elapsed

DEPTH = 5
"""Samples by which each one is delayed: 10 ms, which nobody notices."""

TOGETHER_MS = 10
"""Two switches of a pad that change within this time change together; alternating hands are slower."""

ALL = (1 << 2 * PADS) - 1
_UPS = ALL // 3
"""The upper switch of each pad: every other bit."""


class Gate:
    """Delays samples by `DEPTH`.

    closed, doubted, ms: the last sample that came out: closed switches, switches to ignore, time.
    noisy: the last samples show what people cannot do, and are discarded.
    """

    def __init__(self) -> None:
        self.closed = self.doubted = self.ms = 0
        self.noisy = False
        self._closed = [0] * DEPTH
        self._doubted = [0] * DEPTH
        self._ms = [0] * DEPTH
        self._changed = [0] * DEPTH
        self._at = 0  # the oldest
        self._count = 0
        self._last = 0
        self._still = 0  # samples since one differed from the one before

    def clear(self) -> None:
        """Forget the delayed samples: the next one does not follow them."""
        self._count = 0

    def take(self, closed: int, doubted: int, ms: int) -> bool:
        """Put a sample in; returns whether one comes out, as `closed`, `doubted` and `ms`.

        Attributes and no tuple: a tuple of three takes MicroPython as long as all the rest.
        """
        at = self._at
        full = self._count == DEPTH
        closed = closed & ~doubted | self._last & doubted
        if full:
            self.closed = self._closed[at]
            self.doubted = self._doubted[at]
            self.ms = self._ms[at]
        else:
            if not self._count:
                self._last = closed
            self._count += 1
        self._closed[at] = closed
        self._doubted[at] = doubted
        self._ms[at] = ms
        self._changed[at] = closed ^ self._last
        self._still = self._still + 1 if closed == self._last else 0
        self._last = closed
        self._at = at + 1 if at + 1 < DEPTH else 0
        self.noisy = False
        if self._still < DEPTH:
            self._look(ms)
        return full

    def _look(self, now: int) -> None:
        """Detect noise: one person may move both thumbs together, but not two at the same moment."""
        moved = 0
        for at in range(DEPTH):
            if elapsed(now, self._ms[at]) < TOGETHER_MS:
                moved |= self._changed[at]
        both = moved & moved >> 1 & _UPS
        self.noisy = both & (both - 1) != 0
        if self.noisy:
            for at in range(DEPTH):
                self._doubted[at] = ALL
