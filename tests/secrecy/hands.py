"""Buttons pressed at their time, as a driver would report them."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from gm_appliance.core.ports import Input
from gm_appliance.testing.clock import WatchfulInbox
from tests.secrecy.outputs import TableClock

Key: TypeAlias = "tuple[int, str]"
"""A source, 0 for the panel or a seat, and its button."""


class Hands:
    """The real inbox, to which things come at the times planned."""

    def __init__(self, clock: TableClock) -> None:
        self.clock = clock
        self.inbox = _Inbox(clock)

    def post(self, t: float, item: Input) -> None:
        """Let something else come in: a part that fails, the end of the service."""
        self.clock.at(t, lambda: self.inbox.post(item))


class _Inbox(WatchfulInbox):
    """The inbox; to look at one input takes what the clock says it does."""

    def __init__(self, clock: TableClock) -> None:
        super().__init__(clock)
        self._table = clock
        self.prompt_id = 0
        self.stamps: list[tuple[float, int, int]] = []
        self.waits: Counter[tuple[int, int]] = Counter()

    def ask(self, prompt_id: int, beat: int) -> None:
        super().ask(prompt_id, beat)
        self.prompt_id = prompt_id
        self.stamps.append((self.now(), prompt_id, beat))

    def wait(self, until: float | None) -> Input | None:
        self.waits[self.stamps[-1][1:]] += 1
        got = super().wait(until)
        if got is not None:
            self._table.work()
        return got
