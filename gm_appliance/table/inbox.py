"""The inbox: one ordered stream of everything that comes in, and the clock it is measured by."""

from __future__ import annotations

import heapq
import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol

from gm_appliance.table.ports import Edge, Input

DAY = 86_400.0


class Starved(RuntimeError):
    """On virtual time: the host waits for ever and nothing is left to come."""


class Clock(Protocol):
    """A clock and a mailbox that can wait on each other."""

    def now(self) -> float: ...

    def post(self, item: Input | None) -> None:
        """From any thread: put in an input, or None to have `take` look up early."""
        ...

    def take(self, until: float | None) -> Input | None:
        """The next posted input; None when woken, or once `until` has come."""
        ...


class RealClock:
    """The machine's monotonic clock, `speed` times as fast. Speed is 1 at a real table."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._start = time.monotonic()
        self._mail: queue.SimpleQueue[Input | None] = queue.SimpleQueue()

    def now(self) -> float:
        return (time.monotonic() - self._start) * self._speed

    def post(self, item: Input | None) -> None:
        self._mail.put(item)

    def take(self, until: float | None) -> Input | None:
        timeout = None if until is None else max(0.0, (until - self.now()) / self._speed)
        try:
            return self._mail.get(timeout=timeout)
        except queue.Empty:
            return None


class VirtualClock:
    """A clock that jumps to the next thing that happens. Nothing ever waits.

    A whole day of virtual time is taken for an evening that nobody ends.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._mail: list[Input] = []

    def now(self) -> float:
        return self._now

    def post(self, item: Input | None) -> None:
        if item is not None:
            self._mail.append(item)

    def take(self, until: float | None) -> Input | None:
        if self._mail:
            return self._mail.pop(0)
        if until is None or until > DAY:
            raise Starved("the host waits for an input and none is scheduled")
        self._now = max(self._now, until)
        return None


class TableInbox:
    """The `Inbox` port.

    Drivers call `press`; bots and scripts schedule presses with `press_at`. A press is stamped
    with the asking and beat of the moment it begins, its release with the same, however late.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._stamp = (0, 0)
        self._held: dict[tuple[int, str], tuple[int, int]] = {}
        self._planned: list[tuple[float, int, int, str, bool, int | None]] = []
        self._dropped: set[int] = set()
        self._order = 0
        self._told: Callable[[int, int], None] = lambda asking, beat: None
        # Presses come from the drivers' threads; plans and stamps are shared with them.
        self._lock = threading.RLock()

    def now(self) -> float:
        return self._clock.now()

    def ask(self, asking: int, beat: int) -> None:
        with self._lock:
            self._stamp = (asking, beat)
        self._told(asking, beat)

    @property
    def open_asking(self) -> int:
        """The number of the asking presses belong to now."""
        with self._lock:
            return self._stamp[0]

    def on_ask(self, told: Callable[[int, int], None]) -> None:
        """Tell every asking and beat to who stamps presses far from here. It must not block."""
        self._told = told

    def post(self, item: Input) -> None:
        """From any thread: something other than a button."""
        self._clock.post(item)

    def press(self, source: int, button: str, down: bool, t: float | None = None) -> None:
        """From any thread: a button goes down or up; `t` is when it did, if not just now."""
        with self._lock:
            self._clock.post(self._edge(source, button, down, self._clock.now() if t is None else t))

    def press_at(self, t: float, source: int, button: str, held: float, asking: int | None = None) -> None:
        """Press a button at `t` for `held` seconds; not at all if `asking` is over by then."""
        with self._lock:
            self._order += 2
            heapq.heappush(self._planned, (t, self._order, source, button, True, asking))
            heapq.heappush(self._planned, (t + held, self._order + 1, source, button, False, asking))
        self._clock.post(None)

    def wait(self, until: float | None) -> Input | None:
        while True:
            with self._lock:
                planned = self._planned[0][0] if self._planned else None
                if planned is not None and planned <= self.now():
                    edge = self._take_planned()
                    if edge is not None:
                        return edge
                    continue
            due = [t for t in (until, planned) if t is not None]
            got = self._clock.take(min(due, default=None))
            if got is not None:
                return got
            if until is not None and self.now() >= until and (planned is None or planned > until):
                return None

    def _take_planned(self) -> Edge | None:
        t, order, source, button, down, asking = heapq.heappop(self._planned)
        if down and asking is not None and asking != self._stamp[0]:
            self._dropped.add(order + 1)  # Its release would let go of another hand's press.
            return None
        if not down and order in self._dropped:
            self._dropped.discard(order)
            return None
        return self._edge(source, button, down, max(t, 0.0))

    def _edge(self, source: int, button: str, down: bool, t: float) -> Edge:
        key = (source, button)
        if down:
            self._held[key] = self._stamp
        asking, beat = self._held.get(key, self._stamp)
        if not down:
            self._held.pop(key, None)
        return Edge(source, button, down, t, asking, beat)
