"""The seat pads: fifteen places with two thumbs and a lamp, behind a hub on a USB cable.

`SeatPads` is the lamps' port and the source of the seats' edges. One thread owns the serial port and reopens
it whenever it fails. What is reported is in `reports`.
"""

from __future__ import annotations

import contextlib
import logging
import termios
import threading
import time
from collections.abc import Callable
from typing import Protocol

from firmware.hub_protocol import PADS
from gm_appliance.devices.pads.link import Foreign, HostLink, LinkEvent, Snapshot
from gm_appliance.devices.pads.port import SeveralHubs, find_hub
from gm_appliance.devices.pads.presses import PadsInbox
from gm_appliance.devices.pads.reports import CABLE, LOST_AFTER, Line, PadReports
from gm_appliance.devices.worker import Bell, Worker

log = logging.getLogger(__name__)

RETRY_SECONDS = 0.25  # seconds before a port that failed is reopened

FOREIGN_SECONDS = 2.0  # the same if it is no hub of ours: time for `gm-appliance hub flash` to take the port


class SerialPort(Protocol):
    """The part of `serial.Serial` that the pads use. Any method may raise anything."""

    @property
    def in_waiting(self) -> int: ...

    def fileno(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


def open_serial_port(port: str | None) -> SerialPort:
    """The hub's port, opened exclusively. Raises NoHub, OSError and errors of pyserial."""
    import serial

    return serial.Serial(port or find_hub(), exclusive=True, timeout=0, write_timeout=0.5)


def says_by_itself(heard: LinkEvent) -> bool:
    """Whether the hub sends this independently of presses. Only such events end a silence of the line, as
    everybody can see what follows from it."""
    return isinstance(heard, Snapshot)


class SeatPads:
    """The pads at work, from `start` to `close`. Every method returns at once, from any thread.

    port:      the hub's serial port; None searches for it on every attempt.
    open_serial_port: opens it. line: what kind it is.
    """

    def __init__(
        self,
        inbox: PadsInbox,
        port: str | None = None,
        open_serial_port: Callable[[str | None], SerialPort] = open_serial_port,
        line: Line = CABLE,
    ) -> None:
        self._inbox = inbox
        self._line = line
        self._port = port
        self._open = open_serial_port
        self._link = HostLink()
        self._reports = PadReports(inbox, time.monotonic(), line)
        self._lock = threading.Lock()
        self._wanted = (0, 0, 0)  # prompt, beat and lamps
        self._bell = Bell()
        self._reason = ""
        mishap = f"The {self._line.pads}' reader had an error and starts again."
        self._worker = Worker("pads", self._work, mishap, log, retry=RETRY_SECONDS)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        """Stop listening, after acknowledging what was heard: it must not be sent again."""
        self._worker.closing.set()
        self._ring()
        self._worker.close(2.0)
        self._bell.close()

    def whole_at(self) -> float:
        """When the hub last accepted a command, on the inbox's clock; infinity before the first."""
        return self._reports.whole_at

    def light(self, lit: frozenset[int]) -> None:
        """Light the lamps of these pads only; unknown pads are ignored."""
        lamps = sum(1 << pad - 1 for pad in lit if 1 <= pad <= PADS)
        with self._lock:
            self._command(*self._wanted[:2], lamps)
        self._ring()

    def ask(self, prompt_id: int, beat: int) -> None:
        """Presses that begin from now on belong to this prompt and beat, as soon as the hub knows it."""
        with self._lock:
            self._command(prompt_id, beat, self._wanted[2])
        self._ring()

    def _command(self, prompt_id: int, beat: int, lamps: int) -> None:
        self._wanted = (prompt_id, beat, lamps)
        self._link.command(prompt_id, beat, lamps)

    def _ring(self) -> None:
        self._bell.ring()

    def _work(self) -> float:
        """Use the port until it fails; returns when to reopen it."""
        self._reports.wake(time.monotonic())  # Without a port the pads may become lost.
        pause = RETRY_SECONDS
        try:
            pause = self._attend()
        except (OSError, termios.error):
            # Always the same words, as which call fails first depends on presses.
            self._mention(f"The line to the {self._line.hub} broke.")
        return time.monotonic() + pause

    def _attend(self) -> float:
        """Open the port and use it until it fails; returns how long to wait then."""
        try:
            serial_port = self._open(self._port)
        except (OSError, termios.error) as error:
            self._mention(f"There is no line to the {self._line.hub}. {error}")
            if isinstance(error, SeveralHubs):
                self._reports.several(time.monotonic())
            return RETRY_SECONDS
        try:
            with self._lock:
                self._link.opened()
            return self._converse(serial_port)
        finally:
            with contextlib.suppress(Exception):
                serial_port.close()

    def _converse(self, serial_port: SerialPort) -> float:
        silent_since = time.monotonic()
        while True:
            now = time.monotonic()
            with self._lock:
                out, due = self._link.due(now), self._link.next_due()
            if out:
                serial_port.write(out)
            self._reports.wake(now)
            if self._worker.closing.is_set():
                return 0.0
            if now - silent_since > LOST_AFTER:
                self._mention(f"The {self._line.hub}'s port is open, but nobody answers.")
                return RETRY_SECONDS
            until = min(due, self._reports.deadline, silent_since + LOST_AFTER + 0.01)
            if not self._wait(serial_port.fileno(), max(0.0, until - now)):
                continue
            data = serial_port.read(serial_port.in_waiting or 1)
            if not data:
                raise OSError("the port ended")
            now = time.monotonic()
            with self._lock:
                heard = self._link.hear(data, now)
            for one in heard:
                if says_by_itself(one):
                    silent_since = now
                    self._reason = ""
                self._reports.take(one, now)
                if isinstance(one, Foreign):
                    return FOREIGN_SECONDS

    def _wait(self, port: int, seconds: float) -> bool:
        """Wait for data or the bell; returns whether the port is readable."""
        return bool(self._bell.wait((port,), seconds))

    def _mention(self, reason: str) -> None:
        """Log why there is no hub, once until that changes or the hub was heard."""
        if reason != self._reason:
            self._reason = reason
            log.warning("%s", reason)


def open_pads(port: str | None, inbox: PadsInbox) -> SeatPads:
    """The pads, listening; port as in `SeatPads`. Never raises."""
    pads = SeatPads(inbox, port)
    pads.start()
    return pads
