"""The clock of a table that is driven step by step, and an inbox that notices a host that does not sleep."""

from __future__ import annotations

import threading
from collections import deque

from gm_appliance.core.ports import Input
from gm_appliance.devices.inbox import TableInbox, TimeSource


class SteppedClock:
    """A clock that only the test advances. A thread that waits for it hands over to the test.

    wakes: the time the evening waits for; None for an input only. idle, go: whose turn it is.
    """

    def __init__(self) -> None:
        self.t = 0.0
        self.mail: deque[Input] = deque()
        self.wakes: float | None = None
        self.idle = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def now(self) -> float:
        return self.t

    def post(self, item: Input | None) -> None:
        if item is not None:
            self.mail.append(item)

    def take(self, until: float | None) -> Input | None:
        if not self.mail and (until is None or until > self.t):
            self.wakes = until
            self.idle.release()
            self.go.acquire()
        return self.mail.popleft() if self.mail else None


class WatchfulInbox(TableInbox):
    """An inbox at which every evening of the tests checks that an idle host sleeps.

    A host that waits in one prompt twice in a row for a time that has come, with no input in between, does
    not do what is due: on a real box it would ask for ever.
    """

    def __init__(self, clock: TimeSource) -> None:
        super().__init__(clock)
        self._in_vain: tuple[float, int] | None = None

    def wait(self, until: float | None) -> Input | None:
        here = now, _prompt_id = self.now(), self.stamp[0]
        got = super().wait(until)
        in_vain = got is None and until is not None and until <= now
        assert not in_vain or self._in_vain != here, f"the host does not sleep: at {now} it waits for {until}"
        self._in_vain = here if in_vain else None
        return got
