"""Presses of pads, posted to the inbox. Never logs who pressed what."""

from __future__ import annotations

from typing import Protocol

from firmware.hub_protocol import pad_of
from gm_appliance.core.ports import PAD_BUTTONS, Edge, Input
from gm_appliance.core.values import Value


class PadsInbox(Protocol):
    """The part of `inbox.TableInbox` that the pads use."""

    def now(self) -> float: ...

    def post(self, item: Input) -> None: ...


class Press(Value):
    """A press that was posted. at: on its device's clock. t: on the inbox's."""

    at: float
    t: float
    prompt_id: int
    beat: int
    held: bool = False


class PressReports:
    """Posts edges, by switch. Every press gets an end, cancelled if it was not seen.

    apart: each pad has a line of its own, so that what one says late does not wait for the others.
    """

    def __init__(self, inbox: PadsInbox, apart: bool = False) -> None:
        self._inbox = inbox
        self._apart = apart
        self._latest: dict[int, float] = {}  # posted, by pad where they are apart
        self._down: dict[int, Press] = {}

    def _line(self, switch: int) -> int:
        return pad_of(switch) if self._apart else 0

    def _not_before(self, switch: int, t: float) -> float:
        """`t`, or when the last edge was posted: times in the inbox never go back."""
        return max(self._latest.get(self._line(switch), 0.0), t)

    def _cancel(self, switch: int) -> None:
        t = self._not_before(switch, self._inbox.now())
        self._post(switch, self._down[switch], False, t, cancelled=True)

    def _post(self, switch: int, press: Press, down: bool, t: float, cancelled: bool = False) -> None:
        self._latest[self._line(switch)] = self._not_before(switch, t)
        if down:
            self._down[switch] = press
        else:
            del self._down[switch]
        pad, button = pad_of(switch), PAD_BUTTONS[switch % 2]
        self._inbox.post(Edge(pad, button, down, t, press.prompt_id, press.beat, cancelled))
