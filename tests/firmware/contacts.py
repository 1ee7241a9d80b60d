"""Bouncing contacts, as in a switch's data sheet, and the presses found in their samples.

The contacts are written from the wiring and the figures in the page, not from the firmware, which is checked
against them. Times are in milliseconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from firmware.hub_protocol import BIGGEST
from firmware.switches import Switches

CHATTER = 0.3  # the shortest time a bouncing contact keeps a state


@dataclass
class Contact:
    """One switch. `press` it in chronological order, then read it at any time.

    bounce: the longest it bounces after a change.
    """

    bounce: float
    rng: Random
    flips: list[float] = field(default_factory=list)  # it closes at the first, opens at the second, …

    def press(self, at: float, held: float) -> None:
        for change in (at, at + held):
            self.flips.append(change)
            self.flips += self._bounces(change, len(self.flips) % 2 == 1)

    def _bounces(self, change: float, closed: bool) -> list[float]:
        """An even number of further flips, all within the bounce."""
        if self.bounce > 6 and self.rng.random() < 0.4:
            # The worst case: one touch, then the opposite for almost all of the bounce.
            touch, rest = self.rng.uniform(1, 4.5), self.bounce - self.rng.uniform(0, 0.5)
            return [change + touch, change + rest] if closed else [change + rest - touch, change + rest]
        end = change + self.bounce * self.rng.random()
        flips, at = [], change
        while (at := at + CHATTER + self.rng.expovariate(1 / 3)) < end:
            flips.append(at)
        return flips[: len(flips) // 2 * 2]

    def closed(self, at: float) -> bool:
        return bisect_right(self.flips, at) % 2 == 1


def scans(period: float, until: float, pause: float, rng: Random) -> Iterator[float]:
    """The times of the scans: one every `period`, with an occasional gap of `pause`."""
    at = 0.0
    while at < until:
        yield at
        at += period + (pause if pause and rng.random() < period / 60 else 0.0)


def counted(contacts: list[Contact], times: Iterator[float], start: int = 0) -> list[tuple[int, int, float]]:
    """The moves found: switch, move and time. start: the hub's clock at the beginning."""
    switches = Switches()
    told = []
    for at in times:
        closed = sum(1 << number for number, one in enumerate(contacts) if one.closed(at))
        for switch, move, ms in switches.sample(closed, int(at) + start & BIGGEST):
            told.append((switch, move, float(ms - start & BIGGEST)))
    return told
