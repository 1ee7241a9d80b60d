"""Reports of pads that are input devices: presses, and devices plugged in or out.

It never logs who pressed what. A Bluetooth device sleeps, and wakes by a press that may be secret, so its
going and coming back is neither reported nor logged.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence

from gm_appliance.core.ports import Edge, Fault
from gm_appliance.core.values import Value, replace
from gm_appliance.devices.inbox import HOLD
from gm_appliance.devices.pads.link import BY_NOBODY
from gm_appliance.devices.pads.plug import Plug
from gm_appliance.devices.pads.reports import MISSING_AFTER, PadsInbox

log = logging.getLogger(__name__)

UNPLUGGED = Fault("pads", "unplugged")

TOGETHER = 3.0
"""Devices unplugged or plugged in within this many seconds are taken to be on one plug."""

PROMPTS = 16
"""How many prompts and beats are remembered. A press under an earlier one belongs to none."""


class _Press(Value):
    """A press that was posted. at: on the machine's clock. t: on the inbox's."""

    at: float
    t: float
    prompt_id: int
    beat: int
    held: bool = False


class InputReports:
    """Posts edges and faults. Every press gets an end, cancelled if it was not seen.

    started: when the search for pads began, on the machine's clock, like all times here.
    expected: whether known pads may be asleep, so that their absence is not reported.
    """

    def __init__(self, inbox: PadsInbox, started: float, expected: bool) -> None:
        self._inbox = inbox
        self._lock = threading.Lock()
        self._prompts: deque[tuple[float, int, int]] = deque(maxlen=PROMPTS)
        self._down: dict[tuple[int, str], _Press] = {}
        self._latest = 0.0
        self._missing_at = None if expected else started + MISSING_AFTER
        self._none_told = False
        self._unplugged: list[int] = []  # the first pad of each device
        self._plug = Plug(inbox.post)
        self._told_at = float("-inf")  # that devices are unplugged

    def ask(self, prompt_id: int, beat: int) -> None:
        """From any thread: presses that begin from now on belong to this prompt and beat."""
        with self._lock:
            self._prompts.append((self._inbox.now(), prompt_id, beat))

    # ------------------------------------------------------------ presses

    def moved(self, pad: int, thumb: str, down: bool, at: float, now: float) -> None:
        """A thumb went down or up."""
        press = self._down.get((pad, thumb))
        if down and press is None:
            t = max(self._latest, self._inbox.now() - max(0.0, now - at))
            self._post(pad, thumb, _Press(at, t, *self._stamp(t)), True, t)
        elif not down and press is not None:
            if at - press.at >= HOLD:
                press = self._hold(pad, thumb, press)
            self._post(pad, thumb, press, False, max(self._latest, press.t + max(0.0, at - press.at)))

    def cancel(self, pad: int, thumb: str) -> None:
        """The press there, if any, ended unseen."""
        if press := self._down.get((pad, thumb)):
            self._post(pad, thumb, press, False, max(self._latest, self._inbox.now()), cancelled=True)

    def forget(self, pads: Sequence[int]) -> None:
        """These pads are gone: their presses end unseen."""
        for pad, thumb in list(self._down):
            if pad in pads:
                self.cancel(pad, thumb)

    def missed(self) -> None:
        """Presses may be missing."""
        log.warning("Some presses of the seat pads were lost.")
        self._inbox.post(Fault("pads", "dropped"))

    def _stamp(self, t: float) -> tuple[int, int]:
        """Prompt and beat that were open at `t`; those of no prompt if that is forgotten."""
        with self._lock:
            return next((one[1:] for one in reversed(self._prompts) if one[0] <= t), BY_NOBODY)

    def _hold(self, pad: int, thumb: str, press: _Press) -> _Press:
        """Post once that the button is held."""
        if press.held:
            return press
        held = replace(press, held=True)
        self._post(pad, thumb, held, True, max(self._latest, press.t + HOLD))
        return held

    def _post(
        self, pad: int, thumb: str, press: _Press, down: bool, t: float, cancelled: bool = False
    ) -> None:
        self._latest = max(self._latest, t)
        if down:
            self._down[pad, thumb] = press
        else:
            del self._down[pad, thumb]
        self._inbox.post(Edge(pad, thumb, down, t, press.prompt_id, press.beat, cancelled))

    # ------------------------------------------------------------ time

    @property
    def deadline(self) -> float:
        """When `wake` should be called if nothing is heard before."""
        holds = [one.at + HOLD for one in self._down.values() if not one.held]
        missing = float("inf") if self._missing_at is None else self._missing_at
        return min((*holds, missing, self._plug.deadline))

    def wake(self, now: float) -> None:
        """Time has passed, and everything until `now` was reported."""
        for (pad, thumb), press in list(self._down.items()):
            if now - press.at >= HOLD:
                self._hold(pad, thumb, press)
        if self._missing_at is not None and now >= self._missing_at:
            self._missing_at = None
            self._none_told = True
            log.warning("There are no seat pads among the input devices.")
            self._inbox.post(Fault("pads", "none"))
        self._plug.wake(now)

    # ------------------------------------------------------------ there or not

    def came(self, pads: Sequence[int], now: float) -> None:
        """A device with these pads was connected."""
        self._missing_at = None
        known = pads[0] in self._unplugged
        if known:
            self._unplugged.remove(pads[0])
        if known and not self._unplugged:
            self._plug.back(now)
        elif known:
            self._tell_unplugged(now)  # another one still is missing
        elif self._none_told:
            self._inbox.post(Fault("pads", "back"))
        self._none_told = False

    def unplugged(self, pads: Sequence[int], now: float) -> None:
        """A device with these pads, on a cable, was unplugged."""
        first = not self._unplugged
        self._unplugged.append(pads[0])
        if first:
            self._told_at = now
            self._plug.out(UNPLUGGED, now)
        else:
            self._tell_unplugged(now)

    def _tell_unplugged(self, now: float) -> None:
        """Devices on one plug go and come together, which is reported once."""
        if now - self._told_at >= TOGETHER:
            self._told_at = now
            self._inbox.post(UNPLUGGED)

    def tell(self, what: str) -> None:
        """Post another fault of the pads."""
        self._inbox.post(Fault("pads", what))
