"""The seat hub: reads the pads, reports to the host, lights the lamps."""

import os
import select
import sys

# The type checker knows the other Python's `time` and `sys`; MicroPython's have more.
from time import sleep_ms, ticks_diff, ticks_ms  # type: ignore[attr-defined]

import machine
import micropython

from firmware.hub_protocol import BIGGEST, BROKEN, SNAPSHOT_MS
from firmware.link import NOTE_BYTES, Link, Status
from firmware.reading import Reading
from firmware.registers import LampChain, service_button
from firmware.scanner import Scanner

WATCHDOG_MS = 4000
"""Longer than the longest write to a host that does not read: one second for each piece."""

PIECE = 64
"""Bytes written at a time: one USB packet. If the host stops reading, a packet waits half a second for room,
and half a second more after part of it was written: a second is the longest stall."""

SCAN_DEAD_MS = 1000
"""Without a sample for this long the interrupt counts as dead."""

STAY = "stay"
"""A file that makes the next boot stop at the prompt: only files survive the reset."""

CRASH = "crash.txt"
"""The file with the first crash since the last flash, for `gm-appliance hub info`."""


def boot_number() -> int:
    """A random number above 0 that identifies this boot."""
    number = 0
    for byte in os.urandom(4):
        number = number << 8 | byte
    return number & BIGGEST or 1


def wanted_at_prompt() -> bool:
    """Whether the service button is held, or the host asked for the prompt before the reset."""
    if STAY in os.listdir():
        os.remove(STAY)
        return True
    return service_button()


class UsbSerial:
    """The USB serial line. It never blocks for reading."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # A byte 3 in a damaged line must not stop the hub.
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(self._in, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._out, select.POLLOUT)

    def read(self, timeout_ms: int) -> bytes:
        """The bytes that have arrived; waits up to `timeout_ms` for the first."""
        data = bytearray()
        # One byte at a time: a longer read would wait until it is full.
        while len(data) < 64:
            if not self._readable.poll(0 if data else timeout_ms):
                break
            data.extend(self._in.read(1) or b"")
        return bytes(data)

    def write(self, data: bytes) -> bytes:
        """Send a piece of it; returns the rest."""
        if not self._writable.poll(0):
            return data
        self._out.write(data[:PIECE])
        return data[PIECE:]


class Hub:
    """The whole hub."""

    def __init__(self) -> None:
        self._scanner = Scanner()
        self._reading = Reading()
        self._link = Link(boot_number())
        self._serial = UsbSerial()
        self._lamps = LampChain()
        self._out = b""
        self._lit: int | None = None
        self._refresh = ticks_ms()
        self._sampled = ticks_ms()

    def run(self) -> None:
        """Work until the host asks for the prompt."""
        watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._scanner.start()
        try:
            # The baseline comes first: once the hub is heard, every press is reported.
            while self._reading.chain.usable and not self._reading.switches.settled:
                watchdog.feed()
                sleep_ms(1)
                self._look(ticks_ms())
            while not self._link.prompt:
                watchdog.feed()
                self._step()
        finally:
            self._scanner.stop()

    def _step(self) -> None:
        now = ticks_ms()
        self._look(now)
        if not self._out:  # One message at a time, so that nothing piles up behind a slow reader.
            self._out = self._link.due(now & BIGGEST, self._status())
        self._out = self._serial.write(self._out) if self._out else self._out
        self._light(now)
        data = self._serial.read(0 if self._out else 1)
        if data:
            self._link.hear(data, ticks_ms() & BIGGEST)
        if self._link.note_at is not None:
            self._link.note(self._link.note_at, *read_note(self._link.note_at))

    def _status(self) -> Status:
        chain, switches = self._reading.chain, self._reading.switches
        # Once the host hears that the chain works, every press is reported.
        state = BROKEN if chain.usable and not switches.settled else chain.state
        return Status(switches.down, state, switches.muted, chain.bad, self._scanner.gap)

    def _look(self, now: int) -> None:
        """Process the samples that the interrupt has left."""
        sample = self._scanner.next()
        if sample is not None:
            self._sampled = now
        elif ticks_diff(now, self._sampled) > SCAN_DEAD_MS:
            raise RuntimeError("the scan has stopped")
        while sample is not None:
            for switch, move, then in self._reading.take(*sample):
                self._link.moved(switch, move, then)
            sample = self._scanner.next()

    def _light(self, now: int) -> None:
        # Repeated, so that a lamp put out by a spark comes back.
        if self._link.lamps != self._lit or ticks_diff(now, self._refresh) >= SNAPSHOT_MS:
            self._lit = self._link.lamps
            self._refresh = now
            self._lamps.light(self._lit)


def read_note(at: int) -> tuple[int, bytes]:
    """The length of the crash note, 0 if there is none, and its bytes from `at` on, at most `NOTE_BYTES`."""
    if CRASH not in os.listdir():
        return 0, b""
    with open(CRASH, "rb") as file:
        size = file.seek(0, 2)
        file.seek(min(at, size))
        return size, file.read(NOTE_BYTES)


def note_crash(error: Exception) -> None:
    """Keep the first crash only, because writing wears the flash out."""
    if CRASH not in os.listdir():
        with open(CRASH, "w") as file:
            sys.print_exception(error, file)  # type: ignore[attr-defined]


def main() -> None:
    """Run until the host asks for the prompt. Any error ends in a reset, not in a dead hub."""
    if wanted_at_prompt():
        return
    try:
        try:
            Hub().run()
            with open(STAY, "w"):
                pass
        except Exception as error:
            note_crash(error)
    finally:
        machine.reset()
