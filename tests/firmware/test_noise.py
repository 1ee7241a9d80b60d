"""The presses caused by bursts of noise on the leads, in a model of the circuit."""

from __future__ import annotations

from random import Random

import pytest

from firmware.chain import DEAFENED, LONG_BLOCK, Chain
from firmware.gate import Gate
from firmware.hub_protocol import BROKEN, PRESSED, RELEASED, SOUND, UNSTEADY
from firmware.reading import Reading
from tests.firmware.inputs import CAPACITOR, misread

BURST = 5  # scans, 10 ms in all. In each, every lead has a spike with probability `P`.
P = 0.2
TIED = 1 << 31


class Pads:
    """The inputs and everything that reads them, at one scan every two milliseconds."""

    def __init__(self, seed: int, nanofarads: float = CAPACITOR) -> None:
        self.reading = Reading()
        self.closed = self.now = 0
        self.told: list[tuple[int, int]] = []
        self._rng, self._nanofarads = Random(seed), nanofarads
        self.scan(30)

    def scan(self, scans: int, spikes: float = 0.0) -> None:
        for _ in range(scans):
            levels = ~self.closed & (1 << 30) - 1
            noise = sum(1 << one for one in range(30) if self._rng.random() < spikes)
            read = misread(levels, noise, self._nanofarads) | TIED
            moves = self.reading.take(read & 0xFFFF, read >> 16, self.now)
            self.told += [(switch, move) for switch, move, _ in moves]
            self.now += 2

    def burst(self) -> bool:
        self.told.clear()
        self.scan(BURST, P)
        self.scan(40)
        return bool(self.told)


def bursts(nanofarads: float, count: int = 300) -> int:
    """How many of these bursts, each on a fresh hub, cause presses."""
    return sum(Pads(seed, nanofarads).burst() for seed in range(count))


def test_with_the_capacitor_no_burst_makes_a_press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "_look", lambda self, now: None)
    assert [bursts(nanofarads) for nanofarads in (10, 22, 47)] == [0, 0, 0]


def test_without_the_capacitor_the_firmware_filters_almost_all_bursts() -> None:
    assert bursts(0) <= 3


def test_without_both_almost_every_burst_makes_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "_look", lambda self, now: None)
    assert bursts(0) >= 290


def test_noise_neither_releases_a_thumb_nor_swallows_a_press() -> None:
    for seed in range(100):
        pads = Pads(seed, 0)
        pads.closed = 1 << 8
        pads.scan(30)
        assert pads.told == [(8, PRESSED)]
        pads.scan(2, P)
        pads.closed |= 1 << 21
        pads.scan(3, P)
        pads.scan(30)
        pads.closed = 0
        pads.scan(30)
        assert sorted(pads.told) == [(switch, move) for switch in (8, 21) for move in (RELEASED, PRESSED)]


@pytest.mark.parametrize(("every", "state"), [(25, BROKEN), (500, UNSTEADY)])
def test_noise_is_reported_and_above_a_rate_the_pads_are_lost(every: int, state: int) -> None:
    pads = Pads(7, 0)
    for _ in range(4 * LONG_BLOCK // every):
        pads.scan(BURST, P)
        pads.scan(every - BURST)
    assert pads.reading.chain.state == state
    assert pads.told == []
    pads.scan(3 * LONG_BLOCK)
    assert pads.reading.chain.state == SOUND


def test_noise_that_is_not_counted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chain, "disturb", lambda self: None)
    pads = Pads(7, 0)
    pads.scan(4 * DEAFENED, P)
    assert pads.reading.chain.state == SOUND
