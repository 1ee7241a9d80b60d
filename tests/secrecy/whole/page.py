"""An open page of the virtual table in this box, and presses on it."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec

from gm_appliance.core.ports import PANEL
from gm_appliance.simulator.requests import obey
from gm_appliance.simulator.room import PageMessage, Room
from gm_appliance.simulator.web import _Watchdog
from tests.secrecy.drawn import Evening
from tests.secrecy.outputs import Outputs


def pressed_on_page(evening: Evening) -> frozenset[int]:
    """The pads, and PANEL, that this evening has on the page and not on the table: all know which."""
    rng = evening.random("page")
    share = rng.choice((0.0, 0.0, 0.3, 0.6))
    pads = {pad for pad in range(1, 16) if rng.random() < share}
    return frozenset(pads | {PANEL} if rng.random() < 0.3 else pads)


class OpenPage:
    """What the page sends goes the way of its messages; what it is sent is written down, to the last byte."""

    def __init__(self, record: Outputs, room: Room, now: Callable[[], float]) -> None:
        self._record = record
        self._room = room
        self._visitor = room.enter(self.post)
        self._watchdog = _Watchdog(self.post, now)

    def post(self, message: PageMessage) -> None:
        self._record.put("page", msgspec.json.encode(message, enc_hook=str))

    def press(self, source: int, button: str, down: bool) -> None:
        asked = {"type": "press", "source": source, "button": button, "down": down}
        obey(self._room, self._visitor, self.post, self._watchdog.is_late, json.dumps(asked))
