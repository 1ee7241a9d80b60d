"""Converts times of the hub's clock to the host's."""

from __future__ import annotations

from collections import deque

from firmware.hub_protocol import elapsed


class HubClock:
    """Tells how long ago something happened on the hub, whose clock wraps and drifts. A delayed line makes
    events seem older, so the fastest of the last one to two `WINDOW` seconds counts."""

    WINDOW = 10.0

    def __init__(self) -> None:
        self._last: tuple[int, float] | None = None
        self._fastest: deque[tuple[float, float]] = deque(maxlen=2)  # (window's start, least offset)

    def heard(self, ms: int, now: float) -> None:
        """A line written at `ms` on the hub's clock arrived now."""
        seconds = self._seconds(ms)
        self._last = (ms, seconds)
        offset = now - seconds
        if not self._fastest or now - self._fastest[-1][0] > self.WINDOW:
            self._fastest.append((now, offset))
        else:
            start, least = self._fastest[-1]
            self._fastest[-1] = (start, min(least, offset))

    def ago(self, ms: int, now: float) -> float:
        """Seconds since `ms` on the hub's clock; 0 until a line was heard."""
        if not self._fastest:
            return 0.0
        return max(0.0, now - min(least for _, least in self._fastest) - self._seconds(ms))

    def _seconds(self, ms: int) -> float:
        """The hub's time, unwrapped: seconds since the first line heard."""
        if self._last is None:
            return 0.0
        last_ms, last = self._last
        return last + elapsed(ms, last_ms) / 1000
