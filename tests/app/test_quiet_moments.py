"""What a start leaves undone is done while nobody presses, and keeps nobody waiting."""

from __future__ import annotations

import pytest

from gm_appliance.app import real_table
from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.devices.inbox import TableInbox, VirtualClock


def test_it_is_done_piece_by_piece_and_a_press_comes_between(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox, left = TableInbox(VirtualClock()), 5
    inbox.ask(1, 0)

    def finish_one() -> bool:
        nonlocal left
        if left == 3:
            inbox.press(PANEL, "ok", True, inbox.now())
        left -= 1
        return left > 0

    monkeypatch.setattr(real_table, "finish_one", finish_one)
    waiting = real_table._Pulse(inbox)
    got = waiting.wait(10.0)
    assert isinstance(got, Edge)
    assert (got.button, left) == ("ok", 2)
    assert waiting.wait(0.0) is None
    assert left == 2, "its time is over already"
    assert waiting.wait(10.0) is None
    assert left == 0
