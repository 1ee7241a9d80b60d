"""Buttons pressed at their time, as a driver would report them."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from gm_appliance.core.ports import Input
from gm_appliance.testing.clock import WatchfulInbox
from tests.secrecy.outputs import TableClock

Key: TypeAlias = "tuple[int, str]"
"""A source, 0 for the panel or a seat, and its button."""


class Diary:
    """When which button is down: no hand presses one that is down already.

    Open presses have one, secret ones another, so that neither heeds the other.
    """

    def __init__(self) -> None:
        self._down: dict[Key, list[tuple[float, float]]] = {}

    def enter(self, key: Key, begins: float, ends: float) -> bool:
        """Enter a press, unless the button is down at some time of it."""
        down = self._down.setdefault(key, [])
        if len(down) > 50:  # nothing is planned so long ahead that older entries matter
            down[:] = [one for one in down if one[1] > begins - 400.0]
        for begin, end in down:
            if begins <= end and begin <= ends:
                return False
        down.append((begins, ends))
        return True

    def cancel(self, after: float) -> None:
        """Strike out what was to begin later."""
        for key, down in self._down.items():
            self._down[key] = [(begins, ends) for begins, ends in down if begins <= after]


class Hands:
    """Presses buttons of the real inbox at the times planned."""

    def __init__(self, clock: TableClock) -> None:
        self.clock = clock
        self.inbox = _Inbox(clock)

    def press(self, t: float, key: Key, held: float, prompt_id: int | None = None) -> None:
        """Press at `t` for `held` seconds, unless that prompt is over by then."""

        def press() -> None:
            if prompt_id in (None, self.inbox.prompt_id):
                self.inbox.press(*key, True)
                self.clock.at(t + held, release)

        def release() -> None:
            self.inbox.press(*key, False)

        self.clock.at(t, press)

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
