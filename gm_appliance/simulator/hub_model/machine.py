"""A model of the seat hub's circuit, for MicroPython's unix port: registers, switches, watchdog.

The firmware drives the pins; four 74HC165 and two 74HC595 answer as their data sheets say. Fingers and
faults come in as lines on the file descriptor ``HUB_FINGERS``, what can be seen goes out on
``HUB_SIGHTS``; see `gm_appliance.simulator.firmware_hub`.

Fingers move in scans, not in milliseconds: a PC that is busy elsewhere scans late, but then the fingers
are late as well, and no press is shorter for it.
"""

import os
import random
import select
import sys
import time

# The wiring, as in docs/protocol.md; the firmware has its own table.
LOAD, CLOCK, DATA = 2, 3, 4
LAMP_DATA, LAMP_CLOCK, LAMP_LATCH, LAMP_OFF = 6, 7, 8, 9
SERVICE = 15

SWITCHES = 30
INPUTS = 32
TIED_HIGH = 31
"""Inputs 0 to 29 are switches with pull-ups, 30 is tied low, 31 high."""

CUT = 16
"""The first input behind the second register, where a broken wire is modelled."""

PLANNED = 240
"""Moves of the fingers kept at a time. The rest waits outside: the memory here is the firmware's."""

FEEDS = 64
"""Every so many feeds of the watchdog are told."""


class Fingers:
    """The switches' contacts. Each queue holds what one thumb does, one thing after the other."""

    def __init__(self) -> None:
        self.service = False
        self.whole = True
        self.fault = ""
        self._closed = 0
        self._planned = 0
        self._bounce = 0
        self._bouncing: dict[int, int] = {}
        self._queues: dict[str, list[tuple[int, int, int]]] = {}
        self._waits: dict[str, int] = {}
        self._orders = open(int(os.getenv("HUB_FINGERS", "")), "rb")  # noqa: SIM115 - open until the power goes
        self._poll = select.poll()
        self._poll.register(self._orders, select.POLLIN)

    def listen(self) -> None:
        """Take what came from outside."""
        while self._planned < PLANNED and self._poll.poll(0):
            words = self._orders.readline().decode().split()
            if not words:
                sys.exit()  # Nobody is there any more.
            self._take(words)

    def _take(self, words: list[str]) -> None:
        if words[0] == "move":
            queue = self._queues.setdefault(words[1], [])
            queue.append((int(words[2]), int(words[3]), int(words[4])))
            self._planned += 1
        elif words[0] == "bounce":
            self._bounce = int(words[1])
        elif words[0] == "service":
            self.service = words[1] == "1"
        elif words[0] == "chain":
            self.whole = words[1] == "1"
        else:
            self.fault = words[0]

    def move(self) -> int:
        """One scan later: the contacts that are closed now, as a mask. A bouncing one is either."""
        for name in list(self._queues):
            self._advance(name)
        closed = self._closed
        for switch in list(self._bouncing):
            left = self._bouncing[switch]
            if left == 0:
                del self._bouncing[switch]
                continue
            self._bouncing[switch] = left - 1
            if random.getrandbits(1):
                closed ^= 1 << switch
        return closed

    def _advance(self, name: str) -> None:
        wait = self._waits.get(name, 0)
        if wait:
            self._waits[name] = wait - 1
            return
        queue = self._queues[name]
        if not queue:
            del self._queues[name]
            return
        switch, down, scans = queue.pop(0)
        self._planned -= 1
        self._waits[name] = scans
        if (self._closed >> switch & 1) != down:
            self._closed ^= 1 << switch
            self._bouncing[switch] = self._bounce


class SwitchChain:
    """Four 74HC165: loaded while LOAD is low, shifted by the rising clock while it is high."""

    def __init__(self, fingers: Fingers) -> None:
        self._fingers = fingers
        self._load = 1
        self._clock = 0
        self._levels = 0

    def load(self, level: int) -> None:
        if self._load and not level:
            self._fingers.listen()
            misbehave(self._fingers)
            closed = self._fingers.move()
            levels = ~closed & ((1 << SWITCHES) - 1) | 1 << TIED_HIGH
            if not self._fingers.whole:
                levels |= ((1 << INPUTS) - 1) >> CUT << CUT
            self._levels = levels
        self._load = level

    def clock(self, level: int) -> None:
        if level and not self._clock and self._load:
            self._levels = self._levels >> 1 | 1 << (INPUTS - 1)
        self._clock = level

    def output(self) -> int:
        return self._levels & 1


class LampChain:
    """Two 74HC595: a rising clock shifts, a rising latch shows, a low OE lets it be seen."""

    def __init__(self) -> None:
        self._data = 0
        self._clock = 0
        self._latch = 0
        self._off = 1
        self._shifted = 0
        self._latched = 0
        self._seen = 0

    def data(self, level: int) -> None:
        self._data = level

    def clock(self, level: int) -> None:
        if level and not self._clock:
            self._shifted = (self._shifted << 1 | self._data) & 0xFFFF
        self._clock = level

    def latch(self, level: int) -> None:
        if level and not self._latch:
            self._latched = self._shifted
            self._look()
        self._latch = level

    def off(self, level: int) -> None:
        self._off = level
        self._look()

    def _look(self) -> None:
        seen = 0 if self._off else self._latched
        if seen != self._seen:
            self._seen = seen
            tell(f"lamps {seen}")


SIGHTS = open(int(os.getenv("HUB_SIGHTS", "")), "wb")  # noqa: SIM115 - open until the power goes


def tell(what: str) -> None:
    SIGHTS.write(what.encode() + b"\n")


def misbehave(fingers: Fingers) -> None:
    """A fault that was asked for, once."""
    fault = fingers.fault
    fingers.fault = ""
    if fault == "crash":
        raise OSError("a fault of the model")
    while fault == "hang":
        time.sleep(1)


FINGERS = Fingers()
SWITCH_CHAIN = SwitchChain(FINGERS)
LAMP_CHAIN = LampChain()
DRIVEN = {
    LOAD: SWITCH_CHAIN.load,
    CLOCK: SWITCH_CHAIN.clock,
    LAMP_DATA: LAMP_CHAIN.data,
    LAMP_CLOCK: LAMP_CHAIN.clock,
    LAMP_LATCH: LAMP_CHAIN.latch,
    LAMP_OFF: LAMP_CHAIN.off,
}


def service_level() -> int:
    FINGERS.listen()
    return 0 if FINGERS.service else 1


SENSED = {DATA: SWITCH_CHAIN.output, SERVICE: service_level}


class Pin:
    """A pin of the Pico. Raises KeyError where nothing is wired to it that way."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, number: int, mode: int, pull: int = -1, value: int = 0) -> None:
        if mode == Pin.OUT:
            self._drive = DRIVEN[number]
            self._drive(value)
        else:
            self._sense = SENSED[number]

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            return self._sense()
        self._drive(level)
        return None


class WDT:
    """The watchdog. Whoever reads the sights cuts the power when it is not fed."""

    def __init__(self, timeout: int) -> None:
        self._feeds = 0
        tell(f"watchdog {timeout}")

    def feed(self) -> None:
        self._feeds += 1
        if self._feeds % FEEDS == 0:
            tell("fed")


def reset() -> None:
    """Whoever reads the sights cuts the power for a moment."""
    tell("reset")
    while True:
        time.sleep(1)
