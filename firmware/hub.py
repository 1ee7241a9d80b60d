"""The seat hub: scans the pads every two milliseconds, tells the host, lights the lamps."""

import os
import select
import sys

# The type checker knows the other Python's `time` and `sys`; MicroPython's have more.
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms  # type: ignore[attr-defined]

import machine
import micropython

from firmware.hub_protocol import BIGGEST, SNAPSHOT_MS
from firmware.link import Link
from firmware.registers import SERVICE, SWITCHES, Registers
from firmware.switches import SETTLE, Switches

SCAN_MS = 2
WATCHDOG_MS = 4000
"""Longer than the longest write to a host that does not read: half a second for each piece."""

STAY = "stay"
"""A file that leaves the hub at the prompt once: nothing else outlives the reset that stops the watchdog."""

CRASH = "crash.txt"
"""What the first crash since the last flash was, for `gm-appliance hub info`."""


def boot_number() -> int:
    """A number no other boot has, above 0."""
    number = 0
    for byte in os.urandom(4):
        number = number << 8 | byte
    return number & BIGGEST or 1


def wanted_at_prompt() -> bool:
    """Whether the service button is held, or the host asked for the prompt before the reset."""
    if STAY in os.listdir():
        os.remove(STAY)
        return True
    return not machine.Pin(SERVICE, machine.Pin.IN, machine.Pin.PULL_UP).value()


class Wire:
    """The USB serial line. It never blocks for reading."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # A byte 3 in a damaged line must not stop the hub.
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(self._in, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._out, select.POLLOUT)

    def read(self, patience: int) -> bytes:
        """What has come; waits up to `patience` milliseconds for the first byte."""
        data = bytearray()
        # One byte at a time: a longer read would wait until it is full.
        while len(data) < 64:
            if not self._readable.poll(0 if data else patience):
                break
            data.extend(self._in.read(1) or b"")
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send; what the line cannot take now is lost, and sent again by the link."""
        if self._writable.poll(0):
            self._out.write(data)


class Hub:
    """All parts together."""

    def __init__(self) -> None:
        self._registers = Registers()
        self._switches = Switches()
        self._link = Link(boot_number())
        self._wire = Wire()
        self._chain = True
        self._lit: int | None = None
        self._refresh = ticks_ms()

    def run(self) -> None:
        """Work until the host asks for the prompt."""
        watchdog = machine.WDT(timeout=WATCHDOG_MS)
        # The baseline comes first: who hears the hub may rely on every press from then on.
        for _ in range(SETTLE):
            self._scan(ticks_ms())
            sleep_ms(SCAN_MS)
        scan = ticks_ms()
        while not self._link.prompt:
            now = ticks_ms()
            if ticks_diff(now, scan) >= 0:
                scan = ticks_add(now, SCAN_MS)
                self._scan(now)
            out = self._link.due(now & BIGGEST, self._switches.down, self._chain)
            if out:
                self._wire.write(out)
            self._light(now)
            watchdog.feed()
            data = self._wire.read(1)
            if data:
                self._link.hear(data, ticks_ms() & BIGGEST)

    def _scan(self, now: int) -> None:
        closed, whole = self._registers.scan()
        if not whole:
            self._chain = False
            self._switches.interrupt()
            return
        pressed, released, then = self._switches.sample(closed, now & BIGGEST)
        # Whoever hears that the chain is whole may rely on every press from then on.
        self._chain = self._switches.settled
        if pressed or released:
            for switch in range(SWITCHES):
                if pressed >> switch & 1:
                    self._link.pressed(switch, then)
                elif released >> switch & 1:
                    self._link.released(switch, then)

    def _light(self, now: int) -> None:
        # Again and again the same: a lamp that a spark put out comes back.
        if self._link.lamps != self._lit or ticks_diff(now, self._refresh) >= SNAPSHOT_MS:
            self._lit = self._link.lamps
            self._refresh = now
            self._registers.light(self._lit)


def note_crash(error: Exception) -> None:
    """Keep the first crash only: writing wears the flash out."""
    if CRASH not in os.listdir():
        with open(CRASH, "w") as file:
            sys.print_exception(error, file)  # type: ignore[attr-defined]


def main() -> None:
    """Run for ever. Whatever goes wrong ends in a reset, not in a dead hub."""
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
