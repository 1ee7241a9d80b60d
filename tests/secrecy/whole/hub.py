"""The seat hub's own firmware under this Python, on a model of its circuit.

Its files run as they are. Where nothing can happen its milliseconds are passed over: a step is taken when
a contact moves, when something is heard, and whenever the firmware has something due. A test takes every
step of an evening, and finds the same.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from types import ModuleType
from typing import Any
from unittest.mock import patch

from firmware import hub_protocol
from tests.secrecy.outputs import TableClock
from tests.secrecy.whole.cable import Cable

BOUNCE = (0.001, 0.0035)
"""Seconds after a contact moves at which it springs back, and stays."""

AWAKE = 6
"""Milliseconds for which the clock comes to every one once something happened. So who is first, where a step
and what it is to see come at one instant, hangs on nothing that was long ago."""

STARTING = 30
"""Milliseconds from its power to its first step, at the most."""

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
    with _micropython():
        return importlib.import_module("firmware.hub")


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
