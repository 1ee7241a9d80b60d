"""What the table is told of pads that are input devices: presses, and what is plugged in or not.

Never logs who pressed what. A Bluetooth device sleeps, and wakes with a press that may be secret: so
nothing is told, or logged, of its going and coming back.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from gm_appliance.core.ports import Edge, Fault
from gm_appliance.core.values import immutable
from gm_appliance.devices.inbox import HOLD
from gm_appliance.devices.pads.reports import MISSING_AFTER, PadsInbox

log = logging.getLogger(__name__)

PROMPTS = 16
"""So many prompts and beats back a press is stamped with its own: no reader is later than that."""


@immutable
class _Press:
    """A press the host was told of. at: on the machine's clock; t: on the inbox's."""

    at: float
    t: float
    prompt_id: int
    beat: int
    held: bool = False


class InputReports:
    """What the host is told. Every press gets its end; one that nobody saw is told as cancelled.

    started: when the pads began to be looked for, on the machine's clock, as all times here.
    expected: whether pads are known that may be asleep: that they are not here means nothing then.
    """

    def __init__(self, inbox: PadsInbox, started: float, expected: bool) -> None:
        self._inbox = inbox
        self._lock = threading.Lock()
        self._prompts: deque[tuple[float, int, int]] = deque([(float("-inf"), 0, 0)], PROMPTS)
        self._down: dict[tuple[int, str], _Press] = {}
        self._latest = 0.0
        self._missing_at = None if expected else started + MISSING_AFTER
        self._none_told = False
        self._unplugged: list[int] = []  # of each device, its first pad

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
        """A press ended, if there was one, but nobody saw how."""
        if press := self._down.get((pad, thumb)):
            self._post(pad, thumb, press, False, max(self._latest, self._inbox.now()), cancelled=True)

    def forget(self, pads: Sequence[int]) -> None:
        """Nothing more comes from these pads."""
        for pad, thumb in list(self._down):
            if pad in pads:
                self.cancel(pad, thumb)

    def missed(self) -> None:
        """Presses may be missing."""
        log.warning("Some presses of the seat pads did not come through.")
        self._inbox.post(Fault("pads", "dropped"))

    def _stamp(self, t: float) -> tuple[int, int]:
        """Prompt and beat that were open at `t`."""
        with self._lock:
            known = next((one for one in reversed(self._prompts) if one[0] <= t), self._prompts[0])
        return known[1:]

    def _hold(self, pad: int, thumb: str, press: _Press) -> _Press:
        """Say once that it is still down."""
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
        return min((*holds, *(() if self._missing_at is None else (self._missing_at,))), default=float("inf"))

    def wake(self, now: float) -> None:
        """Time has passed, and all that happened until `now` was told."""
        for (pad, thumb), press in list(self._down.items()):
            if now - press.at >= HOLD:
                self._hold(pad, thumb, press)
        if self._missing_at is not None and now >= self._missing_at:
            self._missing_at = None
            self._none_told = True
            log.warning("There are no seat pads among the input devices.")
            self._inbox.post(Fault("pads", "none"))

    # ------------------------------------------------------------ there or not

    def came(self, pads: Sequence[int]) -> None:
        """A device is here, with these pads."""
        self._missing_at = None
        known = pads[0] in self._unplugged
        if known:
            self._unplugged.remove(pads[0])
        if self._none_told or (known and not self._unplugged):
            self._none_told = False
            self._inbox.post(Fault("pads", "back"))
        elif known:
            self._inbox.post(Fault("pads", "unplugged"))  # another one still is

    def unplugged(self, pads: Sequence[int]) -> None:
        """A device on a cable is gone, with these pads."""
        self._unplugged.append(pads[0])
        self._inbox.post(Fault("pads", "unplugged"))
