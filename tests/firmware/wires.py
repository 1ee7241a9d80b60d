"""A hub's link and a host's, joined by two faulty wires, in virtual milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from firmware.hub_protocol import BIGGEST, PRESSED, RELEASED
from firmware.link import Link, Status
from gm_appliance.devices.pads.link import Acknowledgement, HostLink, Moved
from tests.firmware.noise import Faults, Line

BAD = Faults(drop=0.004, flip=0.004, double=0.004)
NONE = Faults()


class Wires:
    """A hub and a host joined by two faulty wires, stepped by the millisecond. The hub's clock starts shortly
    before it wraps."""

    def __init__(self, faults: Faults = NONE, seed: int = 0, lag: int = 1) -> None:
        self.hub = Link(boot=4711)
        self._chance = Random(seed)
        self.host = HostLink(chance=self._chance)
        self.host.opened()
        self.heard: list[object] = []
        self.now = 0
        self._replaced = 0
        self.joined = True
        self.status = Status()
        self.to_hub = Line(faults, Random(2 * seed))
        self.to_host = Line(faults, Random(2 * seed + 1))
        self._lag = lag
        self._to_hub: list[tuple[int, bytes]] = []
        self._to_host: list[tuple[int, bytes]] = []

    @property
    def ms(self) -> int:
        return self.now + BIGGEST - 800 & BIGGEST

    @property
    def moves(self) -> list[tuple[int, int]]:
        return [(one.switch, one.move) for one in self.heard if isinstance(one, Moved)]

    def replace_host(self) -> None:
        self._replaced = len(self.heard)
        self.host = HostLink(chance=self._chance)
        self.host.opened()

    @property
    def received(self) -> int:
        """The last command the hub has acknowledged to this host; 0 for none."""
        mine = reversed(self.heard[self._replaced :])
        return next((one.command for one in mine if isinstance(one, Acknowledgement)), 0)

    @property
    def on_the_way(self) -> int:
        return len(self._to_hub) + len(self._to_host)

    def pull(self) -> None:
        """Lose everything in transit, and send nothing until `put_back`."""
        self._to_hub, self._to_host = [], []
        self.joined = False

    def put_back(self) -> None:
        self.joined = True
        self.host.opened()

    def pass_time(self, milliseconds: int = 1) -> None:
        for _ in range(milliseconds):
            self.now += 1
            self._step()

    def until(self, reached: Callable[[], bool], milliseconds: int = 60_000) -> bool:
        for _ in range(milliseconds):
            if reached():
                return True
            self.pass_time()
        return reached()

    def reach(self, moves: int) -> bool:
        return self.until(lambda: len(self.moves) >= moves)

    def _step(self) -> None:
        seconds = self.now / 1000
        for data in self._arrived(self._to_hub):
            self.hub.hear(data, self.ms)
        for data in self._arrived(self._to_host):
            self.heard += self.host.hear(data, seconds)
        self._send(self._to_host, self.hub.due(self.ms, self.status))
        if self.joined:
            self._send(self._to_hub, self.host.due(seconds))

    def _send(self, wire: list[tuple[int, bytes]], data: bytes) -> None:
        if data and self.joined:
            line = self.to_hub if wire is self._to_hub else self.to_host
            wire.append((self.now + self._lag, line.carry(data)))

    def _arrived(self, wire: list[tuple[int, bytes]]) -> list[bytes]:
        arrived = [data for due, data in wire if due <= self.now]
        wire[:] = [(due, data) for due, data in wire if due > self.now]
        return arrived


def tap_away(wires: Wires, taps: int, first: int = 0) -> list[tuple[int, int]]:
    """Press and release random switches from `first` up, a move every two milliseconds; returns the moves."""
    rng = Random(0)
    moves = []
    for _ in range(taps):
        switch = rng.randrange(first, 30)
        for move in (PRESSED, RELEASED):
            wires.hub.moved(switch, move, wires.ms)
            moves.append((switch, move))
            wires.pass_time(2)
    return moves
