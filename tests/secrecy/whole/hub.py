"""The seat hub's own firmware under this Python, on a model of its circuit, with both wires of its cable.

Its files run as they are. Where nothing can happen its milliseconds are passed over: a step is taken when
a contact moves, when something is heard, and whenever the firmware has something due. A test takes every
step of an evening, and finds the same.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from serial import SerialException

from firmware import hub_protocol
from gm_appliance.devices.pads.port import NoHub
from tests.secrecy.outputs import TableClock

BOUNCE = (0.001, 0.0035)
"""Seconds after a contact moves at which it springs back, and stays."""

AWAKE = 6
"""Milliseconds for which the clock comes to every one once something happened. So who is first, where a step
and what it is to see come at one instant, hangs on nothing that was long ago."""

STARTING = 30
"""Milliseconds from its power to its first step, at the most."""

ON_THE_WIRE = 0.0012
"""Seconds that bytes are on their way: none come just as the firmware steps, which may be passed over."""

PROTECTED = ("E", "K")
"""Lines that go when somebody presses: docs/secrecy.md leaves them to the cable."""

SHOWN = {"S": (0, 1, 4, 5, 8), "H": (0, 1, 2, 3)}
"""Of snapshots and hellos, the numbers that tell of no press: not `seq`, `held`, `muted`, `bad` and `base`.
Scans of thumbs that move as no hands would are not believed, so `bad` follows from presses too."""

HURT, IN_A_ROW = 0.35, 2
"""Of a bad cable: the share of its lines that lose something, and how many of one letter do so in a row.

Three snapshots in a row, and the pads would count as lost; that is another trouble."""

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""A byte with its bits the other way round: input 0 is the first on the wire."""


class Circuit:
    """Contacts and shift registers, and what the lamps show. closed: the switches, as a mask."""

    def __init__(self, lamps: Callable[[int], None]) -> None:
        self.ms = 0
        self.scans = 0
        self.closed = 0
        self.scan: Callable[[object], None] = lambda timer: None
        self._lamps = lamps
        self._loaded = 0
        self._data = self._clock = self._latch = self._shifted = 0
        self._driven = {
            hub_protocol.WIRING["load"]: self._load,
            hub_protocol.WIRING["lamp_data"]: self._lamp_data,
            hub_protocol.WIRING["lamp_clock"]: self._lamp_clock,
            hub_protocol.WIRING["lamp_latch"]: self._lamp_latch,
        }

    def pin(self, number: int) -> Callable[[int], None]:
        """What happens when this pin is driven to a level."""
        return self._driven.get(number, lambda level: None)

    def read(self, into: bytearray) -> None:
        into[:] = self._loaded.to_bytes(4, "little").translate(_MIRRORED)

    def _load(self, level: int) -> None:
        if not level:
            self._loaded = ~self.closed & (1 << 30) - 1 | 1 << 31

    def _lamp_data(self, level: int) -> None:
        self._data = level

    def _lamp_clock(self, level: int) -> None:
        if level and not self._clock:
            self._shifted = (self._shifted << 1 | self._data) & 0xFFFF
        self._clock = level

    def _lamp_latch(self, level: int) -> None:
        if level and not self._latch:
            self._lamps(self._shifted)
        self._latch = level


class _Pin:
    IN, OUT, PULL_UP = 0, 1, 1
    circuit: Circuit

    def __init__(self, number: int, mode: int = -1, pull: int = -1, value: int = 0) -> None:
        self._drive = _Pin.circuit.pin(number)
        if mode == _Pin.OUT:
            self._drive(value)

    def value(self, level: int | None = None) -> int:
        if level is not None:
            self._drive(int(level))
        return 1


class _Spi:
    MSB = 0

    def __init__(self, number: int, **way: object) -> None: ...

    def write_readinto(self, sent: bytes, into: bytearray) -> None:
        _Pin.circuit.read(into)


class _Timer:
    PERIODIC = 1

    def __init__(self, number: int, *, callback: Callable[[object], None], **way: object) -> None:
        _Pin.circuit.scan = callback


@contextmanager
def _micropython() -> Iterator[None]:
    """What the firmware imports that this Python does not have."""
    machine: Any = ModuleType("machine")
    machine.Pin, machine.SPI, machine.Timer = _Pin, _Spi, _Timer
    ticks: dict[str, Callable[..., int | None]] = {
        "ticks_ms": lambda: _Pin.circuit.ms,
        "ticks_us": lambda: 2000 * _Pin.circuit.scans,
        "ticks_diff": lambda a, b: a - b,
        "sleep_ms": lambda ms: None,
    }
    modules = {"machine": machine, "micropython": ModuleType("micropython")}
    with ExitStack() as stack:
        stack.enter_context(patch.dict(sys.modules, modules))
        for name, tick in ticks.items():
            stack.enter_context(patch.object(time, name, tick, create=True))
        yield


@cache
def firmware() -> Any:
    """The firmware's module `hub`."""
    with _micropython():
        return importlib.import_module("firmware.hub")


class BadLine:
    """What loses bytes of the lines on a cable that stays open. random: draws which, and how many.

    Each letter has its own random numbers, so lines without a press fare alike in both runs.
    hurt: how many lines lost something, by letter.
    """

    def __init__(self, random: Callable[[object, int], Random]) -> None:
        self.hurt: Counter[str] = Counter()
        self._random = random
        self._sent: Counter[str] = Counter()
        self._in_a_row: Counter[str] = Counter()

    def left(self, data: bytes) -> bytes:
        """What comes of whole lines at the other end."""
        return b"".join(self._left(one) for one in data.splitlines(keepends=True))

    def _left(self, said: bytes) -> bytes:
        letter = said[1:2].decode()
        self._sent[letter] += 1
        rng = self._random(letter, self._sent[letter])
        if not letter or self._in_a_row[letter] == IN_A_ROW or rng.random() > HURT:
            self._in_a_row[letter] = 0
            return said
        self._in_a_row[letter] += 1
        self.hurt[letter] += 1
        begins, ends = sorted(rng.sample(range(len(said) + 1), 2))
        return said[:begins] + said[ends:]


class Cable:
    """The host's end of the line, as pyserial's port; and the hub's, as its `UsbSerial`.

    put: told every line that says nothing of a press, when it leaves.
    joined: it is plugged in, and the box at its end has power. bad: what it loses, both ways.

    A port that was opened before the cable was pulled stays unusable and must be opened again.
    """

    def __init__(self, clock: TableClock, put: Callable[[str, bytes], None]) -> None:
        self._clock = clock
        self._put = put
        self._plugged = self._listened = self.joined = True
        self._times = self._opened = 0  # joined so often; and when the port was opened
        self._held_back = False
        self.bad: BadLine | None = None
        self.at_hub = bytearray()
        self.at_host = bytearray()
        self.heard_by_hub: Callable[[], None] = lambda: None
        self.heard_by_host: Callable[[], None] = lambda: None
        self.hub_end = SimpleNamespace(read=self._hub_read, write=self._hub_write)

    def plugged_in(self, plugged: bool) -> None:
        self._plugged = plugged
        self._join()

    def listens(self, listened: bool) -> None:
        """Whether the box is on."""
        self._listened = listened
        self._join()

    def _join(self) -> None:
        was, self.joined = self.joined, self._plugged and self._listened
        if was and not self.joined:
            self._times += 1
            self.at_host.clear()
            self.heard_by_host()
        elif self.joined and not was:
            self.heard_by_hub()

    def open(self, port: str | None) -> Cable:
        """In place of `open_serial_port`."""
        if not self.joined:
            raise NoHub("No seat hub is plugged in.")
        self._opened = self._times
        self.at_host.clear()
        return self

    @property
    def broken(self) -> bool:
        """Whether the port that was opened is gone."""
        return not self.joined or self._opened != self._times

    def _demand(self) -> None:
        if self.broken:
            raise SerialException("device disconnected")

    @property
    def in_waiting(self) -> int:
        self._demand()
        return len(self.at_host)

    def fileno(self) -> int:
        return -1

    def close(self) -> None: ...

    def read(self, size: int = 1, /) -> bytes:
        self._demand()
        data = bytes(self.at_host[:size])
        del self.at_host[:size]
        return data

    def write(self, data: bytes, /) -> int:
        self._demand()
        self._tell("line to the hub", data)
        left = self._left(data)

        def arrive(times: int = self._times) -> None:
            if self.joined and times == self._times:
                self.at_hub.extend(left)
                self.heard_by_hub()

        self._clock.at(self._clock.now() + ON_THE_WIRE, arrive)
        return len(data)

    def _hub_read(self, patience: int) -> bytes:
        data = bytes(self.at_hub[:64])
        del self.at_hub[:64]
        return data

    def _hub_write(self, data: bytes) -> bytes:
        if not self.joined:
            self._held_back = True
            return data
        if not self._held_back:
            self._tell("line from the hub", data)
        # What was held back while nobody was there may be of a press, or behind one.
        self._held_back = False
        left = self._left(data)

        def arrive(times: int = self._times) -> None:
            if self.joined and times == self._times:
                self.at_host.extend(left)
                self.heard_by_host()

        self._clock.at(self._clock.now() + ON_THE_WIRE, arrive)
        return b""

    def _left(self, data: bytes) -> bytes:
        return self.bad.left(data) if self.bad else data

    def _tell(self, port: str, data: bytes) -> None:
        for said in data.split(b"\n"):
            words = said.partition(b"*")[0].decode().lstrip("$").split()
            if words and words[0] not in PROTECTED:
                told = SHOWN.get(words[0], range(len(words) - 1))
                self._put(port, " ".join((words[0], *(words[1 + at] for at in told))).encode())


class SeatHub:
    """The hub at work from its start on, stepped by the table's clock.

    boot: the number it gives to this life. closed: the switches that are closed as it starts, as a mask.
    on:   it has power; once it has not, this is over, and the next life is another `SeatHub`.
    """

    def __init__(
        self, clock: TableClock, cable: Cable, lamps: Callable[[int], None], boot: int = 4711, closed: int = 0
    ) -> None:
        module = firmware()
        self.on = True
        self._clock = clock
        self._cable = cable
        self._circuit = _Pin.circuit = Circuit(lamps)
        self._circuit.closed = closed
        self._circuit.ms = max(0, int(clock.now() * 1000) - STARTING) & ~1
        self._awake_until = self._due = 0
        self._scanned = self._circuit.ms
        self._planned: int | None = None
        usb = patch.object(module, "UsbSerial", lambda: cable.hub_end)
        with usb, patch.object(module, "boot_number", lambda: boot):
            self._hub: Any = module.Hub()
        self._hub._scanner.start()
        while not self._hub._reading.switches.settled:
            self._pass_to(self._circuit.ms + 2)
            self._hub._look(self._circuit.ms)
        cable.heard_by_hub = self._happened
        self._happened()

    @property
    def closed(self) -> int:
        """The switches whose contacts are closed, as a mask."""
        return self._circuit.closed

    def move(self, pad: int, button: str, down: bool) -> None:
        """A thumb moves a contact, which springs back once."""
        bit = 1 << hub_protocol.switch(pad, button == "down")
        self._contact(bit, down)
        for after, closed in zip(BOUNCE, (not down, down), strict=True):
            self._clock.at(self._clock.now() + after, lambda closed=closed: self._contact(bit, closed))  # type: ignore[misc]

    def _contact(self, bit: int, closed: bool) -> None:
        self._circuit.closed = self._circuit.closed | bit if closed else self._circuit.closed & ~bit
        self._happened()

    def _happened(self) -> None:
        ms = int(self._clock.now() * 1000) + 1
        self._awake_until = ms + AWAKE
        self._due = min(self._due, ms)
        self._plan(ms)

    def _plan(self, ms: int) -> None:
        if self.on and (self._planned is None or ms < self._planned):
            self._planned = ms
            self._clock.at(ms / 1000, lambda: self._called(ms))

    def _called(self, ms: int) -> None:
        if self._planned != ms or not self.on:
            return
        self._planned = None
        if ms >= self._due or self._busy():
            self._pass_to(ms)
            self._hub._step()
            self._due = self._next(ms)
        self._plan(ms + 1 if ms < self._awake_until else self._due)

    def _pass_to(self, ms: int) -> None:
        self._circuit.ms = ms
        # Of steps far from each other all may be odd ones; samples were taken in between.
        if ms % 2 == 0 or ms - self._scanned > hub_protocol.SNAPSHOT_MS // 2:
            self._scanned = ms
            self._circuit.scans += 1
            self._circuit.scan(None)

    def _next(self, ms: int) -> int:
        """The next step in which the firmware has something to do, if nothing happens."""
        if self._busy():
            return ms + 1
        link = self._hub._link
        dues = [self._hub._refresh + hub_protocol.SNAPSHOT_MS, self._sample_due(ms)]
        if link._heard is not None:
            dues += [link._heard + hub_protocol.DEAF_MS + 1, link._snapshot + hub_protocol.SNAPSHOT_MS]
        if link._sent:
            dues.append(link._since + hub_protocol.RESEND_MS)
        return max(ms + 1, int(min(dues)))

    def _busy(self) -> bool:
        """Whether the firmware has something to do in its very next step."""
        link = self._hub._link
        to_send = self._hub._out or link._replies or link._sent < min(hub_protocol.WINDOW, len(link._ring))
        return bool(
            self._cable.at_hub
            or (to_send and self._cable.joined)
            or link.lamps != self._hub._lit
            or (link._snapshot is None and link._heard is not None)
        )

    def _sample_due(self, ms: int) -> int:
        """The next sample that may say something new; they are taken when milliseconds are even."""
        reading = self._hub._reading
        chain, gate, switches = reading.chain, reading._gate, reading.switches
        soon = ms + 2 - ms % 2
        still = switches.settled and gate._still >= gate._count and not gate.doubted
        if not still or not self._circuit.closed == chain._closed == gate.closed == switches._closed:
            return soon
        due = int(self._hub._sampled + firmware().SCAN_DEAD_MS)
        if switches._waiting:
            waiting = ms - hub_protocol.elapsed(ms & hub_protocol.BIGGEST, int(switches._next))
            due = min(due, waiting + waiting % 2)
        return max(soon, due)
