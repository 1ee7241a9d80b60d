"""The parts' threads on virtual time: none of them is left to chance.

What a part does at once is done in one go, when the clock comes to it. What waits in the middle of its work
(for the engine, or for the line) has a stack of its own, a greenlet, but no thread: it goes on when the
clock comes to it, and the part that woke it continues when it waits again. So there is one thread.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from greenlet import getcurrent, greenlet

from gm_appliance.core.ports import Input
from gm_appliance.devices.inbox import Starved
from gm_appliance.devices.worker import Worker
from tests.secrecy.outputs import TableClock

WAITING = ("pads", "voice", "voice, urgent")
"""The workers that wait in the middle of their work."""


PATIENCE = 3600.0
"""Seconds without any input after which the evening counts as one that nobody ends."""


class LivelyClock(TableClock):
    """The table's clock, which parts keep going though no hand moves any more."""

    def __init__(self) -> None:
        super().__init__()
        self._posted = 0.0
        self._asked = 0

    def post(self, item: Input | None) -> None:
        self._posted = self.now()
        self._asked += 1
        super().post(item)

    def pass_until(self, t: float) -> None:
        """Let happen what happens until then, while no box looks at its inputs."""
        while self.now() < t:
            self.take(t)
        self._mail.clear()

    def take(self, until: float | None) -> Input | None:
        """As it says, but the host looks up only when something may have come in, or its time has."""
        asked = self._asked
        while self._later and not self._mail and (until is None or self._later[0][0] <= until):
            if self._now > self._posted + PATIENCE:
                raise Starved("nobody has pressed anything for an hour")
            self._let_happen()
            if asked != self._asked or (until is not None and self._now >= until):
                return None
        return super().take(until)


class _Over(BaseException):
    """Unwinds the stack of a part that is closed."""


class TimedWorker(Worker):
    """In place of `Worker`, whose logs it keeps: works when the table's clock comes to it."""

    def __init__(self, clock: TableClock, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **{**more, "now": clock.now})
        self._clock = clock
        self._due: float | None = None
        self._begun = False

    def start(self) -> None:
        if not self._begun:
            self._call_at(self._clock.now())

    def wake(self) -> None:
        if self._begun or self._due is not None:
            self._call_at(self._clock.now())

    def close(self, within: float) -> None:
        if not self.closing.is_set():
            self.closing.set()
            with self.going_on():
                self._end()

    def _call_at(self, t: float) -> None:
        if self._due is None or t < self._due:
            self._due = t
            self._clock.at(t, partial(self._called, t))

    def _called(self, t: float) -> None:
        if self._due != t or self.closing.is_set():
            return  # It has been called earlier, and planned again.
        self._due = None
        if not self._begun:
            self._begun = True
            with self.going_on():
                self._begin()
        try:
            due = self._work()
        except Exception:
            due = None if self._retry is None else self._clock.now() + self._retry
            with self.going_on():
                raise
        if due is not None:
            self._call_at(max(due, self._clock.now()))


class WaitingWorker(Worker):
    """In place of `Worker` for what waits in its work: it runs only while all else stands still."""

    running: WaitingWorker
    """The one that runs now."""

    def __init__(self, clock: TableClock, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **{**more, "now": clock.now})
        self._clock = clock
        self._stack = greenlet(self._run)
        self._pauses = 0
        self._started = self._listens = self._over = False

    def start(self) -> None:
        self._started = True
        self._clock.at(self._clock.now(), partial(self._resume, self._pauses))

    def wake(self) -> None:
        self._bell.set()
        if self._listens:
            self._clock.at(self._clock.now(), partial(self._resume, self._pauses))

    def close(self, within: float) -> None:
        self.closing.set()
        self._over = True
        if self._started and not self._stack.dead:
            self._hand_over()

    def sleep(self, until: float) -> None:
        """From within the work: wait until then, whatever wakes it."""
        self._clock.at(until, partial(self._resume, self._pauses))
        self._stand_still()

    def listen(self, until: float | None) -> None:
        """From within the work: wait until then, or until the bell rings; None is for ever."""
        if not self._bell.is_set():
            self._listens = True
            if until is not None:
                self._clock.at(until, partial(self._resume, self._pauses))
            self._stand_still()
            self._listens = False
        self._bell.clear()

    def _stand_still(self) -> None:
        self._stack.parent.switch()
        self._pauses += 1
        if self._over:
            raise _Over

    def _resume(self, pause: int) -> None:
        if pause == self._pauses and not self._over:
            self._hand_over()

    def _hand_over(self) -> None:
        WaitingWorker.running = self
        # The part that woke it continues when it waits again or is done.
        self._stack.parent = getcurrent()
        self._stack.switch()

    def _run(self) -> None:
        self._pauses += 1
        try:
            if not self._over:
                self._live()
        except _Over:
            pass
        with self.going_on():
            self._end()

    def _live(self) -> None:
        with self.going_on():
            self._begin()
        while True:
            due = None if self._retry is None else self._clock.now() + self._retry
            with self.going_on():
                due = self._work()
            self.listen(None if due is None else max(due, self._clock.now()))


def worker_on(clock: TableClock) -> Callable[..., Worker]:
    """What is put in place of `Worker` in the modules of the parts."""

    def made(name: str, *parts: Any, **more: Any) -> Worker:
        kind = WaitingWorker if name in WAITING else TimedWorker
        return kind(clock, name, *parts, **more)

    return made
