"""The inbox: one ordered stream of all inputs, and the clock of their times."""

from __future__ import annotations

import heapq
import queue
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from firmware.hub_protocol import HOLD_MS
from gm_appliance.core.ports import PANEL, Edge, Input

DAY = 86_400.0

HOLD = HOLD_MS / 1000  # seconds after which a pad's button counts as held, as for the seat hub


class Starved(RuntimeError):
    """In virtual time: the host waits for ever, and nothing more can happen."""


class TimeSource(Protocol):
    """A clock and a mailbox, waited for together."""

    def now(self) -> float: ...

    def post(self, item: Input | None) -> None:
        """From any thread: post an input, or None to wake `take` early."""

    def take(self, until: float | None) -> Input | None:
        """The next posted input; None when woken, or once `until` has come."""


class RealClock:
    """The machine's monotonic clock. speed: a factor, 1 at a real table."""

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
    """A clock that jumps to the next event instead of waiting. Raises Starved after a day of virtual time
    without any input."""

    def __init__(self) -> None:
        self._now = self._posted = 0.0
        self._mail: list[Input] = []

    def now(self) -> float:
        return self._now

    def post(self, item: Input | None) -> None:
        self._posted = self._now
        if item is not None:
            self._mail.append(item)

    def take(self, until: float | None) -> Input | None:
        if self._mail:
            return self._mail.pop(0)
        if until is None or until > self._posted + DAY:
            raise Starved("the host waits for an input and none is scheduled")
        self._now = max(self._now, until)
        return None


class _Press(NamedTuple):
    """A button that is down. number: unique."""

    prompt_id: int
    beat: int
    number: int


class _Planned(NamedTuple):
    """Something planned for `t`. At the same time the lower rank comes first, then the lower order.

    prompt_id: do not press if this prompt is over by then. held: the seconds until the release of a press.
    press:  the number of the press that is reported as held; 0 if this is not such a report.
    """

    t: float
    rank: int
    order: int
    source: int
    button: str
    down: bool
    prompt_id: int | None = None
    held: float = 0.0
    press: int = 0


class TableInbox:
    """The `Inbox` port.

    The panel and the virtual table's pads call `press`; bots and scripts schedule presses with
    `press_at`. A press is stamped with the prompt and beat of the moment it begins, and its release with the
    same, however late. Holds of pads pressed here are reported by a second edge down, as the seat hub does.
    Edges of real pads come through `post`, unchanged.
    """

    def __init__(self, clock: TimeSource) -> None:
        self._clock = clock
        self._stamp = (0, 0)
        self._held: dict[tuple[int, str], _Press] = {}
        self._planned: list[_Planned] = []
        self._order = 0
        self._told: list[Callable[[int, int], None]] = []
        self._pads_heard: Callable[[], float] = lambda: float("inf")
        # Presses come from the drivers' threads; plans and stamps are shared with them.
        self._lock = threading.RLock()

    def now(self) -> float:
        return self._clock.now()

    def ask(self, prompt_id: int, beat: int) -> None:
        with self._lock:
            self._stamp = (prompt_id, beat)
        for told in self._told:
            told(prompt_id, beat)

    @property
    def stamp(self) -> tuple[int, int]:
        """The prompt and beat presses belong to now."""
        with self._lock:
            return self._stamp

    def on_ask(self, told: Callable[[int, int], None]) -> None:
        """Call this with every prompt and beat; for example a hub that stamps presses. It must not block."""
        self._told.append(told)

    def pads_heard(self) -> float:
        return self._pads_heard()

    def listen_by(self, pads_heard: Callable[[], float]) -> None:
        """The pads have a line; this returns when it last worked, on this clock."""
        self._pads_heard = pads_heard

    def post(self, item: Input) -> None:
        """From any thread: post an input that is no button here, or an edge unchanged."""
        self._clock.post(item)

    def press(self, source: int, button: str, down: bool, t: float | None = None) -> None:
        """From any thread: a button goes down or up. t: when, now by default."""
        with self._lock:
            self._clock.post(self._edge(source, button, down, self._clock.now() if t is None else t))

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        """Press a button at `t` for `held` seconds, unless `prompt_id` is over by then."""
        with self._lock:
            self._order += 2
            heapq.heappush(self._planned, _Planned(t, 1, self._order, source, button, True, prompt_id, held))
        self._clock.post(None)

    def wait(self, until: float | None) -> Input | None:
        while True:
            with self._lock:
                planned = self._next_planned()
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

    def _next_planned(self) -> float | None:
        """When the next planned event is due. Reports of buttons that came up are dropped."""
        while self._planned and (one := self._planned[0]).press:
            held = self._held.get((one.source, one.button))
            if held and held.number == one.press:
                break
            heapq.heappop(self._planned)
        return self._planned[0].t if self._planned else None

    def _take_planned(self) -> Edge | None:
        one = heapq.heappop(self._planned)
        if one.press:
            held = self._held[one.source, one.button]
            return Edge(one.source, one.button, True, one.t, held.prompt_id, held.beat)
        if one.down:
            if one.prompt_id not in (None, self._stamp[0]):
                return None
            release = one._replace(t=one.t + one.held, order=one.order + 1, down=False)
            heapq.heappush(self._planned, release)
        return self._edge(one.source, one.button, one.down, max(one.t, 0.0))

    def _edge(self, source: int, button: str, down: bool, t: float) -> Edge:
        key = (source, button)
        press = self._begun(key, t) if down else self._held.pop(key, None)
        prompt_id, beat = (press.prompt_id, press.beat) if press else self._stamp
        return Edge(source, button, down, t, prompt_id, beat)

    def _begun(self, key: tuple[int, str], t: float) -> _Press:
        """The press that an edge down belongs to: a new one, unless the button is already down in this
        prompt."""
        press = self._held.get(key)
        if press and press.prompt_id == self._stamp[0]:
            return press
        self._order += 1
        press = self._held[key] = _Press(*self._stamp, self._order)
        if key[0] != PANEL:
            still = _Planned(t + HOLD, 0, self._order, *key, True, press=press.number)
            heapq.heappush(self._planned, still)
        return press
