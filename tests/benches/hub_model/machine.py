"""A model of the seat hub's circuit, for MicroPython's unix port: registers, switches, timer, watchdog.

The firmware drives the pins; four 74HC165 and two 74HC595 answer according to their data sheets. Fingers and
faults arrive as lines on the file descriptor ``HUB_CONTACTS``, visible changes leave on ``HUB_SIGHTS``; see
`tests.benches.firmware_hub`.

Fingers are timed in scans: a busy PC scans late, but then the fingers are late too, and no press is shorter.
Contacts bounce in milliseconds, like real ones.
"""

import os
import random
import select
import sys

# The type checker knows the other Python's `time`; MicroPython's has more.
from time import sleep, sleep_ms, ticks_add, ticks_diff, ticks_ms, ticks_us  # type: ignore[attr-defined]

# The wiring, as in docs/wiring.md; the firmware has its own table.
CLOCK, FILL, DATA, LOAD = 2, 3, 4, 5
LAMP_DATA, LAMP_CLOCK, LAMP_LATCH, LAMP_OFF = 6, 7, 8, 9
SERVICE = 15

REGISTERS = 4
SWITCHES = 30
TIED_LOW, TIED_HIGH = 30, 31  # inputs 0 to 29 are switches with pull-ups, 30 is tied low, 31 high

CUT = 2
"""The register whose wire to the one before it can be broken: the second, whose input then floats high."""

MOST_PLANNED = 240
"""Moves of the fingers kept at a time. The rest waits outside: the memory here is the firmware's."""

FEEDS = 64  # feeds of the watchdog per report


class SwitchContacts:
    """The switches' contacts. Each queue holds one thumb's moves."""

    def __init__(self) -> None:
        self.service = False
        self.whole = True
        self.loads = [True] * REGISTERS
        self.spoilt = 0  # one scan in this many is spoilt; 0 for none
        self.slow = 0  # milliseconds between scans, if more than the firmware's
        self.fault: list[str] = []
        self._closed = 0
        self._planned = 0
        self._done = 0  # moves made, all in all
        self._told_done = 0
        self._bounce = 0
        self._bouncing: dict[int, int] = {}
        self._queues: dict[str, list[tuple[int, int, int]]] = {}
        self._waits: dict[str, int] = {}
        self._orders = open(int(os.getenv("HUB_CONTACTS", "")), "rb")  # noqa: SIM115 - open until the power goes
        self._poll = select.poll()
        self._poll.register(self._orders, select.POLLIN)

    def listen(self) -> None:
        """Take the orders that have arrived."""
        while self._planned < MOST_PLANNED and self._poll.poll(0):
            words = self._orders.readline().decode().split()
            if not words:
                sys.exit()  # The other end has closed.
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
        elif words[0] == "load":
            self.loads[int(words[1]) - 1] = words[2] == "1"
        elif words[0] == "spoil":
            self.spoilt = int(words[1])
        elif words[0] == "slow":
            self.slow = int(words[1])
        else:
            self.fault = words

    def move(self) -> int:
        """One scan later: the contacts that are closed now, as a mask. A bouncing one is either."""
        for name in list(self._queues):
            self._advance(name)
        if self._done != self._told_done and not self._queues:
            self._told_done = self._done
            tell(f"done {self._done}")
        closed = self._closed
        now = ticks_ms()
        for switch, until in list(self._bouncing.items()):
            if ticks_diff(until, now) <= 0:
                del self._bouncing[switch]
            elif random.getrandbits(1):
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
        self._done += 1
        self._waits[name] = scans
        if (self._closed >> switch & 1) != down:
            self._closed ^= 1 << switch
            now = ticks_ms()
            self._bouncing[switch] = ticks_add(now, self._bounce)


class SwitchChain:
    """Four 74HC165: loaded while LOAD is low, shifted by the SPI's clock while it is high."""

    def __init__(self, contacts: SwitchContacts) -> None:
        self._contacts = contacts
        self._load = 1
        self._bytes = bytearray(REGISTERS)

    def load(self, level: int) -> None:
        if self._load and not level:
            contacts = self._contacts
            contacts.listen()
            misbehave(contacts)
            levels = ~contacts.move() & ((1 << SWITCHES) - 1) | 1 << TIED_HIGH
            if contacts.spoilt and random.getrandbits(16) % contacts.spoilt == 0:
                levels ^= 1 << TIED_LOW  # A spark: a tied input reads wrongly, and others with it.
                levels ^= random.getrandbits(SWITCHES)
            for register in range(REGISTERS):
                if contacts.loads[register]:
                    self._bytes[register] = top_first(levels >> 8 * register & 0xFF)
        self._load = level

    def shift(self, filled: int) -> int:
        """Eight clocks: the byte that comes out, while this one goes in at the far end."""
        out = self._bytes[0]
        for register in range(REGISTERS - 1):
            cut = register + 1 == CUT and not self._contacts.whole
            self._bytes[register] = 0xFF if cut else self._bytes[register + 1]
        self._bytes[REGISTERS - 1] = filled
        return out


def top_first(byte: int) -> int:
    """A byte in the order in which it is shifted out, input 0 in the top bit."""
    out = 0
    for bit in range(8):
        out = out << 1 | byte >> bit & 1
    return out


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


def misbehave(contacts: SwitchContacts) -> None:
    """Cause a fault that was ordered, once."""
    fault, contacts.fault = contacts.fault, []
    if fault[:1] == ["crash"]:
        raise OSError("a fault of the model")
    while fault[:1] == ["hang"]:
        sleep(1)
    if fault[:1] == ["pause"]:
        sleep_ms(int(fault[1]))
    elif fault[:1] == ["stall"]:
        Timer.stall = int(fault[1])


CONTACTS = SwitchContacts()
SWITCH_CHAIN = SwitchChain(CONTACTS)
LAMP_CHAIN = LampChain()
DRIVEN = {
    LOAD: SWITCH_CHAIN.load,
    LAMP_DATA: LAMP_CHAIN.data,
    LAMP_CLOCK: LAMP_CHAIN.clock,
    LAMP_LATCH: LAMP_CHAIN.latch,
    LAMP_OFF: LAMP_CHAIN.off,
}


def service_level() -> int:
    CONTACTS.listen()
    return 0 if CONTACTS.service else 1


SENSED = {SERVICE: service_level}


class Pin:
    """A pin of the Pico; the chain's are the SPI's. Raises KeyError if nothing is wired to it that way."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, number: int, mode: int = -1, pull: int = -1, value: int = 0) -> None:
        self.number = number
        if mode == Pin.OUT:
            self._drive = DRIVEN[number]
            self._drive(value)
        elif mode == Pin.IN and number != DATA:
            self._sense = SENSED[number]

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            return self._sense()
        self._drive(level)
        return None


class SPI:
    """The SPI, wired to the switches' chain. Raises ValueError if it is set up otherwise."""

    MSB = 0

    def __init__(
        self,
        number: int,
        *,
        baudrate: int,
        polarity: int,
        phase: int,
        bits: int,
        firstbit: int,
        sck: Pin,
        mosi: Pin,
        miso: Pin,
    ) -> None:
        wired = (number, sck.number, mosi.number, miso.number)
        # Bits are read as the clock falls from its high rest: the rising edge shifts.
        if wired != (0, CLOCK, FILL, DATA) or (polarity, phase, bits, firstbit) != (1, 0, 8, SPI.MSB):
            raise ValueError("the switches are not wired that way")

    def write_readinto(self, sent: bytes, read: bytearray) -> None:
        for index in range(len(read)):
            read[index] = SWITCH_CHAIN.shift(sent[index])


class Timer:
    """The timer. Its interrupts come whenever the watchdog is fed, as a program on a PC is not interrupted.
    stall: milliseconds for which only interrupts happen."""

    PERIODIC = 1
    stall = 0

    def __init__(self, number: int, *, mode: int, period: int, callback: object, hard: bool) -> None:
        if (number, mode, hard) != (-1, Timer.PERIODIC, True):
            raise ValueError("the scan wants a hard interrupt again and again")
        self._period = period
        self._callback = callback
        self._last = ticks_us()
        TIMERS.append(self)

    def deinit(self) -> None:
        if self in TIMERS:
            TIMERS.remove(self)

    def elapse(self) -> None:
        """Interrupt if it is time. Missed interrupts are not made up for."""
        now = ticks_us()
        period = max(self._period, CONTACTS.slow)
        if ticks_diff(now, self._last) >= 1000 * period:
            self._last = now
            try:
                self._callback(self)  # type: ignore[operator]
            except Exception as error:
                # Like MicroPython, which prints an interrupt's error and removes the timer.
                print("uncaught exception in Timer callback")
                sys.print_exception(error)  # type: ignore[attr-defined]
                self.deinit()


TIMERS: list[Timer] = []


def interrupts() -> None:
    """Let time pass for the timers, longer while the program is stalled."""
    for timer in list(TIMERS):
        timer.elapse()
    stall, Timer.stall = Timer.stall, 0
    end = ticks_add(ticks_ms(), stall)
    while stall and ticks_diff(end, ticks_ms()) > 0:
        sleep_ms(1)
        for timer in list(TIMERS):
            timer.elapse()


class WDT:
    """The watchdog. The process that reads the reports cuts the power when it is not fed."""

    def __init__(self, timeout: int) -> None:
        self._feeds = 0
        tell(f"watchdog {timeout}")

    def feed(self) -> None:
        interrupts()
        self._feeds += 1
        if self._feeds % FEEDS == 0:
            tell("fed")


def reset() -> None:
    """The process that reads the reports cuts the power for a moment."""
    tell("reset")
    while True:
        sleep(1)
