"""The clock of a table that is driven step by step."""

from __future__ import annotations

import threading
from collections import deque

from gm_appliance.core.ports import Input


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
