"""Contacts that bounce, as a switch's data sheet has them; and what is made of them, sample by sample.

Written from the wiring and the numbers in the page, not from the firmware: it is the truth that is checked
against. Times are milliseconds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from firmware.hub_protocol import BIGGEST
from firmware.switches import Switches

CHATTER = 0.3
"""How long a bouncing contact stays as it is, at the least."""


@dataclass
class Contact:
    """One switch: `press` it in the order of time, then look at it at any time.

    bounce: how long it bounces after every change, at the longest.
    """

    bounce: float
    rng: Random
    flips: list[float] = field(default_factory=list)  # closed after the first, open after the second, …

    def press(self, at: float, held: float) -> None:
        for change in (at, at + held):
            self.flips.append(change)
            self.flips += self._bounces(change, len(self.flips) % 2 == 1)

    def _bounces(self, change: float, closed: bool) -> list[float]:
        """An even number of further flips, none later than the bounce lasts."""
        if self.bounce > 6 and self.rng.random() < 0.4:
            # The worst there is: one touch, and for almost all of the bounce the contrary.
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
    """The times of the scans: every `period`, and now and then nothing for `pause`."""
    at = 0.0
    while at < until:
        yield at
        at += period + (pause if pause and rng.random() < period / 60 else 0.0)


def counted(contacts: list[Contact], times: Iterator[float], start: int = 0) -> list[tuple[int, int, float]]:
    """What is told of them: switch, move and time. start: what the hub's clock says at the beginning."""
    switches = Switches()
    told = []
    for at in times:
        closed = sum(1 << number for number, one in enumerate(contacts) if one.closed(at))
        for switch, move, ms in switches.sample(closed, int(at) + start & BIGGEST):
            told.append((switch, move, float(ms - start & BIGGEST)))
    return told
