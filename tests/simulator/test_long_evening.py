"""The virtual table over an endless evening: pages come and go, and presses come too late."""

from __future__ import annotations

from collections.abc import Sized
from itertools import cycle
from typing import Any

import pytest

from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.simulator.room import Room
from tests.simulator.bench import Bench


def kept(thing: object) -> int:
    """The total number of items in an object's collections."""
    return sum(len(value) for value in vars(thing).values() if isinstance(value, Sized))


def test_pages_that_come_and_go_leave_nothing() -> None:
    bench = Bench()
    before = kept(bench.room)
    for _ in range(1000):
        page = bench.room.enter(lambda message: None)
        for seat in range(1, 16):
            page.press(seat, "up", True)
        page.leave()
    assert kept(bench.room) <= before + 15, "one count for each button"
    assert bench.edges[-1] == (15, "up", False)


def test_presses_that_come_too_late_pile_up_nowhere() -> None:
    inbox = TableInbox(VirtualClock())
    before = kept(inbox)
    seats = cycle(range(1, 16))
    for prompt_id in range(1, 2000):
        inbox.ask(prompt_id, 0)
        for late in (prompt_id, prompt_id - 1):
            inbox.press_at(inbox.now() + 1.0, next(seats), "down", 0.8, late)
        inbox.ask(prompt_id, 1)
        while inbox.wait(inbox.now() + 3.0) is not None:
            pass
    assert kept(inbox) == before


def test_pages_that_are_never_forgotten_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "_leave", lambda room, listener: None)
    with pytest.raises(AssertionError):
        test_pages_that_come_and_go_leave_nothing()


def test_a_press_that_is_never_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept(dict[tuple[int, str], Any]):
        def pop(self, key: Any, default: Any = None) -> Any:
            return self.get(key, default)

    right = TableInbox.__init__

    def begun(inbox: TableInbox, clock: VirtualClock) -> None:
        right(inbox, clock)
        inbox._held = Kept()

    monkeypatch.setattr(TableInbox, "__init__", begun)
    with pytest.raises(AssertionError):
        test_presses_that_come_too_late_pile_up_nowhere()
