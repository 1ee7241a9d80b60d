"""The seat pads: fifteen places with two thumbs and a lamp, behind a hub on a USB cable.

`SeatPads` is the lamps' port and the source of the seats' edges. One thread owns the cable; it opens it
again whenever it fails, for as long as the appliance runs. Nothing is ever logged of who pressed what.
"""

from __future__ import annotations

import contextlib
import logging
import select
import socket
import termios
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware.hub_protocol import PADS, pad_of
from gm_appliance.table.hub_link import (
    Foreign,
    Heard,
    HostLink,
    HubClock,
    Met,
    Moved,
    Receipt,
    Snapshot,
    remedy,
)
from gm_appliance.table.hub_port import find_hub
from gm_appliance.table.ports import PAD_BUTTONS, Edge, Input, Trouble

log = logging.getLogger(__name__)

LOST_AFTER = 1.6
"""Seconds of silence after which the pads count as lost: three of the hub's snapshots."""

MISSING_AFTER = 3.0
"""Seconds from the start after which pads that never answered count as missing."""

RETRY_SECONDS = 0.25
"""How long to wait before a port that failed is opened again."""

FOREIGN_SECONDS = 2.0
"""The same for a hub with other firmware: time enough for `gm-appliance hub flash` to take the port."""


class PadsInbox(Protocol):
    """What the pads need of `inbox.TableInbox`."""

    def now(self) -> float: ...

    def post(self, item: Input) -> None: ...


class Wire(Protocol):
    """What the pads need of `serial.Serial`. Any method may raise anything."""

    @property
    def in_waiting(self) -> int: ...

    def fileno(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class PadsSettings:
    """Whether there are pads, and the hub's serial port; None: look for the only one."""

    enabled: bool = True
    port: str | None = None


def open_wire(port: str | None) -> Wire:
    """The hub's port, opened for this program alone. Raises NoHub, OSError and what pyserial raises."""
    import serial

    return serial.Serial(port or find_hub(), exclusive=True, timeout=0, write_timeout=0.5)


# ---------------------------------------------------------------- from the link to the inbox


class PadReports:
    """What the host is told: each press and release, and once for each change that the pads are lost.

    A press the host was told of gets its release, whatever happens to the hub: when the pads are lost,
    or when a snapshot shows it up.
    """

    def __init__(self, inbox: PadsInbox, now: float) -> None:
        self._inbox = inbox
        self._told = "nothing"  # or "there", "gone", "foreign"
        self._alive = now
        self._chain: bool | None = None
        self._dropped = 0
        self._clock = HubClock()
        self._latest = 0.0
        self._held: dict[int, tuple[int, int]] = {}

    def take(self, heard: Heard, now: float) -> None:
        """Something the link heard."""
        if isinstance(heard, Foreign):
            self._foreign(heard.edition)
            return
        if isinstance(heard, Met) and heard.new:
            self._clock = HubClock()
            self._dropped = 0
            self._chain = None
            self._lose("The seat hub started anew.")
        elif isinstance(heard, Moved):
            self._moved(heard, now)
        elif isinstance(heard, Receipt):
            self._clock.heard(heard.ms, now)
        elif isinstance(heard, Snapshot):
            self._clock.heard(heard.ms, now)
            self._snapshot(heard)
        if self._chain:
            self._alive = now

    def wake(self, now: float) -> None:
        """Time has passed."""
        if self._told == "there" and now - self._alive > LOST_AFTER:
            self._lose(self._cause())
        elif self._told == "nothing" and now - self._alive > MISSING_AFTER:
            self._told = "gone"
            log.warning("The seat pads are missing. %s", self._cause())
            self._inbox.post(Trouble("pads", "missing"))

    def _cause(self) -> str:
        if self._chain is False:
            return "The hub is there, but its chain of shift registers is broken."
        return "The hub does not answer. Check its cable."

    def _lose(self, cause: str) -> None:
        if self._told == "there":
            self._told = "gone"
            log.warning("The seat pads are lost. %s", cause)
            self._inbox.post(Trouble("pads", "lost"))
        for switch in list(self._held):
            self._post(switch, False, self._inbox.now())

    def _foreign(self, edition: int | None) -> None:
        self._lose("The hub has other firmware now.")
        if self._told != "foreign":
            self._told = "foreign"
            log.error("The seat pads cannot be used. %s", remedy(edition))
            self._inbox.post(Trouble("pads", "other-protocol"))

    def _snapshot(self, snapshot: Snapshot) -> None:
        self._chain = snapshot.chain
        if snapshot.current:
            for switch in [one for one in self._held if not snapshot.held >> one & 1]:
                self._post(switch, False, self._inbox.now())
        if snapshot.dropped > self._dropped:
            log.warning("The hub had to forget %d presses.", snapshot.dropped - self._dropped)
            self._dropped = snapshot.dropped
        if snapshot.chain and self._told != "there":
            log.info("The seat pads are there.")
            if self._told != "nothing":
                self._inbox.post(Trouble("pads", "back"))
            self._told = "there"

    def _moved(self, moved: Moved, now: float) -> None:
        if moved.down == (moved.switch in self._held):
            return  # Its release was told when the pads were lost.
        if moved.down:
            self._held[moved.switch] = (moved.asking, moved.beat)
        self._post(moved.switch, moved.down, self._inbox.now() - self._clock.ago(moved.ms, now))

    def _post(self, switch: int, down: bool, t: float) -> None:
        asking, beat = self._held[switch] if down else self._held.pop(switch)
        # Times in the inbox only go forward, also when an earlier one was guessed too late.
        self._latest = max(self._latest, t)
        self._inbox.post(Edge(pad_of(switch), PAD_BUTTONS[switch % 2], down, self._latest, asking, beat))


# ---------------------------------------------------------------- the thread


class SeatPads:
    """The pads at work, from `start` to `close`. Every method returns at once, from any thread.

    port:      the hub's serial port; None looks for it, at every attempt anew.
    open_wire: opens it.
    """

    def __init__(
        self,
        inbox: PadsInbox,
        port: str | None = None,
        open_wire: Callable[[str | None], Wire] = open_wire,
    ) -> None:
        self._inbox = inbox
        self._port = port
        self._open = open_wire
        self._link = HostLink()
        self._reports = PadReports(inbox, time.monotonic())
        self._lock = threading.Lock()
        self._asking, self._beat, self._lamps = 0, 0, 0
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._closing = False
        self._reason = ""
        self._stumbled = False
        self._thread = threading.Thread(target=self._run, name="pads", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Listen no more. What was heard is acknowledged first, so that nobody hears it again."""
        self._closing = True
        self._ring()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        self._rope.close()
        self._bell.close()

    def light(self, lit: frozenset[int]) -> None:
        """Light these pads' lamps and no others; pads there are none of are ignored."""
        self._command(lamps=sum(1 << pad - 1 for pad in lit if 1 <= pad <= PADS))

    def ask(self, asking: int, beat: int) -> None:
        """Presses that begin from now on belong to this asking and beat, as soon as the hub knows."""
        self._command(asking=asking, beat=beat)

    def _command(self, asking: int | None = None, beat: int = 0, lamps: int | None = None) -> None:
        with self._lock:
            if asking is not None:
                self._asking, self._beat = asking, beat
            if lamps is not None:
                self._lamps = lamps
            self._link.order(self._asking, self._beat, self._lamps)
        self._ring()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # It is ringing already, or nobody listens any more.
            self._rope.send(b"!")

    # ------------------------------------------------------------ the reader

    def _run(self) -> None:
        while not self._closing:
            pause = RETRY_SECONDS
            try:
                pause = self._attend()
            except (OSError, termios.error):
                # Always the same words: which call noticed first depends on what was being said.
                self._mention("The line to the seat hub broke.")
            except Exception:
                if not self._stumbled:
                    log.exception("The seat pads' reader stumbled and begins again. This is told once.")
                self._stumbled = True
            self._sleep(pause)

    def _attend(self) -> float:
        """Open the port and stay with it until it fails or is of no use; how long to wait then."""
        try:
            wire = self._open(self._port)
        except (OSError, termios.error) as error:
            self._mention(f"There is no line to the seat hub. {error}")
            return RETRY_SECONDS
        try:
            with self._lock:
                self._link.opened()
            return self._converse(wire)
        finally:
            with contextlib.suppress(Exception):
                wire.close()

    def _converse(self, wire: Wire) -> float:
        silent_since = time.monotonic()
        while True:
            now = time.monotonic()
            with self._lock:
                out, due = self._link.due(now), self._link.next_due()
            if out:
                wire.write(out)
            self._reports.wake(now)
            if self._closing:
                return 0.0
            if now - silent_since > LOST_AFTER:
                self._mention("The seat hub's port is open, but nobody answers.")
                return RETRY_SECONDS
            if not self._wait(wire.fileno(), max(0.0, min(due - now, 0.5))):
                continue
            data = wire.read(wire.in_waiting or 1)
            if not data:
                raise OSError("the port ended")
            now = time.monotonic()
            with self._lock:
                heard = self._link.hear(data, now)
            for one in heard:
                silent_since = now
                self._reason = ""
                self._reports.take(one, now)
                if isinstance(one, Foreign):
                    return FOREIGN_SECONDS

    def _wait(self, port: int, seconds: float) -> bool:
        """Until something can be read from the port, or the bell rings. Whether the port is readable."""
        bell = self._bell.fileno()
        ready, _, _ = select.select([port, bell], [], [], seconds)
        if bell in ready:
            self._bell.recv(64)
        return port in ready

    def _sleep(self, seconds: float) -> None:
        """Until it is time to try again; meanwhile the pads may come to count as lost."""
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            if select.select([self._bell], [], [], left)[0]:
                self._bell.recv(64)
        self._reports.wake(time.monotonic())

    def _mention(self, reason: str) -> None:
        """Log why there is no hub, once until it changes or the hub was heard."""
        if reason != self._reason:
            self._reason = reason
            log.warning("%s", reason)


def open_pads(settings: PadsSettings, inbox: PadsInbox) -> SeatPads | None:
    """The pads, listening; None where there are none to be. Raises nothing."""
    if not settings.enabled:
        return None
    pads = SeatPads(inbox, settings.port)
    pads.start()
    return pads
