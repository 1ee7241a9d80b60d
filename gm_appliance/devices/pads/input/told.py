"""Reports of pads that are input devices: presses, and devices plugged in or out.

It never logs who pressed what. A Bluetooth device sleeps, and wakes by a press that may be secret, so its
going and coming back is neither reported nor logged.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence

from firmware.hub_protocol import pad_of, switch
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import HOLD
from gm_appliance.devices.pads.link import BY_NOBODY
from gm_appliance.devices.pads.plug import Plug
from gm_appliance.devices.pads.presses import PadsInbox, Press, PressReports
from gm_appliance.devices.pads.reports import MISSING_AFTER

log = logging.getLogger(__name__)

UNPLUGGED = Fault("pads", "unplugged")

TOGETHER = 3.0  # devices unplugged or plugged in within this many seconds are taken to be on one plug
PROMPTS = 16  # how many prompts and beats are remembered. A press under an earlier one belongs to none.


class InputReports(PressReports):
    """Posts edges and faults.

    started: when the search for pads began, on the machine's clock, like all times here.
    expected: whether known pads may be asleep, so that their absence is not reported.
    """

    def __init__(self, inbox: PadsInbox, started: float, expected: bool) -> None:
        super().__init__(inbox)
        self._lock = threading.Lock()
        self._prompts: deque[tuple[float, int, int]] = deque(maxlen=PROMPTS)
        self._missing_at = None if expected else started + MISSING_AFTER
        self._none_told = False
        self._unplugged: list[int] = []  # the first pad of each device
        self._plug = Plug(inbox.post)
        self._told_at = float("-inf")  # that devices are unplugged

    def ask(self, prompt_id: int, beat: int) -> None:
        """From any thread: presses that begin from now on belong to this prompt and beat."""
        with self._lock:
            self._prompts.append((self._inbox.now(), prompt_id, beat))

    def moved(self, pad: int, thumb: str, down: bool, at: float, now: float) -> None:
        switch = _switch(pad, thumb)
        press = self._down.get(switch)
        if down and press is None:
            t = self._not_before(switch, self._inbox.now() - max(0.0, now - at))
            self._post(switch, Press(at, t, *self._stamp(t)), True, t)
        elif not down and press is not None:
            if at - press.at >= HOLD:
                press = self._hold(switch, press)
            self._post(switch, press, False, self._not_before(switch, press.t + max(0.0, at - press.at)))

    def cancel(self, pad: int, thumb: str) -> None:
        """The press there, if any, ended unseen."""
        if _switch(pad, thumb) in self._down:
            self._cancel(_switch(pad, thumb))

    def forget(self, pads: Sequence[int]) -> None:
        """These pads are gone: their presses end unseen."""
        for one in [one for one in self._down if pad_of(one) in pads]:
            self._cancel(one)

    def missed(self) -> None:
        log.warning("Some presses of the seat pads were lost.")
        self._inbox.post(Fault("pads", "dropped"))

    def _stamp(self, t: float) -> tuple[int, int]:
        """Prompt and beat that were open at `t`; those of no prompt if that is forgotten."""
        with self._lock:
            return next((one[1:] for one in reversed(self._prompts) if one[0] <= t), BY_NOBODY)

    def _hold(self, switch: int, press: Press) -> Press:
        """Post once that the button is held."""
        if press.held:
            return press
        held = replace(press, held=True)
        self._post(switch, held, True, self._not_before(switch, press.t + HOLD))
        return held

    @property
    def deadline(self) -> float:
        holds = [one.at + HOLD for one in self._down.values() if not one.held]
        missing = float("inf") if self._missing_at is None else self._missing_at
        return min((*holds, missing, self._plug.deadline))

    def wake(self, now: float) -> None:
        """Time has passed, and everything until `now` was reported."""
        for one, press in list(self._down.items()):
            if now - press.at >= HOLD:
                self._hold(one, press)
        if self._missing_at is not None and now >= self._missing_at:
            self._missing_at = None
            self._none_told = True
            log.warning("There are no seat pads among the input devices.")
            self._inbox.post(Fault("pads", "none"))
        self._plug.wake(now)

    def came(self, pads: Sequence[int], now: float) -> None:
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
        self._inbox.post(Fault("pads", what))


def _switch(pad: int, thumb: str) -> int:
    return switch(pad, thumb == "down")
