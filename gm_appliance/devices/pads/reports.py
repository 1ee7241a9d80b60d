"""From what the link to the seat hub hears to what the table is told. Never logs who pressed what."""

from __future__ import annotations

import logging

from firmware.hub_protocol import (
    BROKEN,
    CANCELLED,
    HELD,
    HOLD_MS,
    PADS,
    PRESSED,
    REGISTERS,
    UNSTEADY,
    elapsed,
    switch,
)
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import Value, replace
from gm_appliance.devices.pads import link
from gm_appliance.devices.pads.clock import HubClock
from gm_appliance.devices.pads.link import LinkEvent, remedy
from gm_appliance.devices.pads.plug import Plug
from gm_appliance.devices.pads.presses import PadsInbox, Press, PressReports

log = logging.getLogger(__name__)

LOST_AFTER = 1.6  # seconds without a snapshot or an acknowledgement after which the pads count as lost
MISSING_AFTER = 3.0  # seconds after the start at which pads that never answered count as missing

SHORTER_THAN_A_HOLD = HOLD_MS / 1000 - 0.001


class Line(Value):
    """A kind of line. pads, hub, check: what the log calls its ends, and what it says to look at.

    apart: see `PressReports`.
    """

    pads: str
    hub: str
    check: str
    apart: bool = False


CABLE = Line("seat pads", "seat hub", " Check its cable.")


class PadReports(PressReports):
    """Posts edges for presses, whatever happens to the hub, and a fault once for each change.

    whole_at: when the last acknowledgement arrived, on the inbox's clock; infinity before the first.
    """

    def __init__(self, inbox: PadsInbox, now: float, line: Line = CABLE) -> None:
        super().__init__(inbox, line.apart)
        self._kind = line
        self.whole_at = float("inf")
        self._plug = Plug(inbox.post)
        self._told = "nothing"  # or "there", "gone", "foreign", "several"
        self._heard_at = now  # a snapshot of a chain that can be used
        self._obeyed_at = float("-inf")  # an acknowledgement
        self._chain: int | None = None
        self._unsteady = False  # reported since the hub started
        self._dropped = 0
        self._muted = 0
        self._clock = HubClock()

    def take(self, heard: LinkEvent, now: float) -> None:
        if isinstance(heard, link.Foreign):
            self._foreign(heard.edition, now)
        elif isinstance(heard, link.Met):
            self._met(heard, now)
        elif isinstance(heard, link.Moved):
            self._moved(heard, now)
        elif isinstance(heard, link.Acknowledgement):
            self._clock.heard(heard.ms, now)
            self._obeyed_at = now
            self.whole_at = self._inbox.now()
            self._perhaps_there(now)
        elif isinstance(heard, link.Snapshot):
            self._clock.heard(heard.ms, now)
            self._snapshot(heard, now)
        elif isinstance(heard, link.SkippedEvents):
            log.warning("Another program took presses of the %s.", self._kind.pads)
            self._forget_presses()

    def several(self, now: float) -> None:
        self._lose("There are several Picos.", now)
        if self._told != "several":
            self._told = "several"
            self._inbox.post(Fault("pads", "several"))

    @property
    def there(self) -> bool:
        """Whether the hub is heard, takes commands and can read its switches."""
        return self._told == "there"

    @property
    def deadline(self) -> float:
        """When `wake` should be called if nothing is heard before."""
        if self._told == "there":
            return min(min(self._heard_at, self._obeyed_at) + LOST_AFTER + 0.01, self._plug.deadline)
        return self._heard_at + MISSING_AFTER + 0.01 if self._told == "nothing" else float("inf")

    def wake(self, now: float) -> None:
        if self._told == "there" and now - min(self._heard_at, self._obeyed_at) > LOST_AFTER:
            self._lose(self._cause(), now, self._register)
        elif self._told == "nothing" and now - self._heard_at > MISSING_AFTER:
            self._told = "gone"
            log.warning("The %s are missing. %s", self._kind.pads, self._cause())
            self._inbox.post(Fault("pads", "missing"))
        self._plug.wake(now)

    @property
    def _usable(self) -> bool:
        return self._chain is not None and (self._chain == UNSTEADY or not self._chain)

    @property
    def _register(self) -> int:
        """The register that cannot be read; 0 if that is not the fault."""
        return self._chain if self._chain and self._chain <= REGISTERS else 0

    def _cause(self) -> str:
        line = self._kind
        if self._register:
            pads = f"pads {4 * self._register - 3} to {min(4 * self._register, PADS)}"
            return f"Shift register {self._register} of the hub, with {pads}, is not read. Look at its wires."
        if self._chain == BROKEN:
            return "The hub is there, but its chain of shift registers is broken."
        if self._chain is not None and self._obeyed_at < self._heard_at - LOST_AFTER / 2:
            return f"The {line.hub} is heard, but does not take commands.{line.check}"
        return f"The {line.hub} does not answer.{line.check}"

    def _lose(self, cause: str, now: float, register: int = 0) -> None:
        if self._told == "there":
            self._told = "gone"
            log.warning("The %s are lost. %s", self._kind.pads, cause)
            self._plug.out(Fault("pads", "lost", register), now)
        for one in list(self._down):
            self._cancel(one)

    def _met(self, met: link.Met, now: float) -> None:
        # The hub's clock may have wrapped unnoticed in a long silence.
        self._clock = HubClock()
        if met.new:
            self._dropped = self._muted = 0
            self._chain = None
            self._obeyed_at = float("-inf")
            self._unsteady = False
            self._lose(f"The {self._kind.hub} restarted.", now)

    def _perhaps_there(self, now: float) -> None:
        """The pads are there once a usable chain and an acknowledgement have been heard."""
        heard = min(self._heard_at, self._obeyed_at)
        if self._told == "there" or not self._usable or now - heard > LOST_AFTER:
            return
        log.info("The %s are there.", self._kind.pads)
        if self._told != "nothing":
            self._plug.back(now)
            self._unsteady = True  # implied by what was reported
        self._told = "there"

    def _foreign(self, edition: int | None, now: float) -> None:
        self._lose("The hub has other firmware now.", now)
        if self._told != "foreign":
            self._told = "foreign"
            log.error("The %s cannot be used. %s", self._kind.pads, remedy(edition))
            self._inbox.post(Fault("pads", "other-protocol"))

    def _snapshot(self, snapshot: link.Snapshot, now: float) -> None:
        self._chain = snapshot.chain
        if self._usable:
            self._heard_at = now
        if snapshot.current:
            for one in [one for one in self._down if not snapshot.held >> one & 1]:
                self._cancel(one)
        if snapshot.dropped > self._dropped:
            # `hub info` tells how many.
            log.warning("The %s dropped presses, because they were not fetched in time.", self._kind.hub)
            self._dropped = snapshot.dropped
            self._forget_presses()
        self._perhaps_there(now)
        if snapshot.chain == UNSTEADY and self._told == "there" and not self._unsteady:
            self._unsteady = True
            log.warning("The hub discarded %d implausible scans. Check its wires.", snapshot.bad)
            self._inbox.post(Fault("pads", "unsteady"))
        self._tell_muted(snapshot.muted)

    def _forget_presses(self) -> None:
        self._inbox.post(Fault("pads", "dropped"))

    def _tell_muted(self, muted: int) -> None:
        was, self._muted = self._muted, muted
        for pad in range(1, PADS + 1):
            both = 1 << switch(pad, False) | 1 << switch(pad, True)
            if bool(was & both) != bool(muted & both):
                what = "stuck" if muted & both else "mended"
                log.warning("Pad %d is %s.", pad, what)
                self._inbox.post(Fault("pads", what, pad))

    def _moved(self, moved: link.Moved, now: float) -> None:
        switch, press = moved.switch, self._down.get(moved.switch)
        if moved.move == PRESSED:
            if press is None:
                # The time may be estimated too late, and the next one earlier.
                t = self._not_before(switch, self._inbox.now() - self._clock.ago(moved.ms, now))
                self._post(switch, Press(moved.ms, t, moved.prompt_id, moved.beat), True, t)
            return
        if press is None:
            return  # Its end was posted when the pads were lost.
        lasted = elapsed(moved.ms, int(press.at)) / 1000
        if moved.move == HELD:
            t = self._not_before(switch, press.t + max(lasted, HOLD_MS / 1000))
            self._post(switch, replace(press, held=True), True, t)
        elif moved.move == CANCELLED:
            self._cancel(switch)
        else:
            # Only the hub decides what is a hold, however the times are rounded.
            longest = float("inf") if press.held else SHORTER_THAN_A_HOLD
            t = min(self._not_before(switch, press.t + lasted), press.t + longest)
            self._post(switch, press, False, t)
