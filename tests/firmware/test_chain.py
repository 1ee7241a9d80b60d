"""Which samples of the shift registers are trusted. The circuit is an independent model."""

from __future__ import annotations

from random import Random

import pytest

from firmware.chain import BAD_RUN, BLOCK, LONG_BLOCK, Chain
from firmware.hub_protocol import BROKEN, CANCELLED, PRESSED, RELEASED, SOUND, UNSTEADY
from firmware.reading import Reading

ONES, ZEROS = (1 << 32) - 1, 0
SETTLED = 3 * LONG_BLOCK


class Circuit:
    """Four 74HC165 as a bit mask of high levels, input 0 lowest; the fill at the far end alternates."""

    def __init__(self) -> None:
        self.closed = 0
        self.loads = [True] * 4
        self.cut = 0  # the first register behind a broken wire, which reads high; 0 for none
        self.still = 0  # the register whose clock wire broke; 0 for none
        self._held = ONES
        self._fill = ONES

    def scan(self) -> tuple[int, int]:
        levels = ~self.closed & (1 << 30) - 1 | 1 << 31
        for register, loads in enumerate(self.loads):
            if loads:
                bits = 0xFF << 8 * register
                self._held = self._held & ~bits | levels & bits
        read = self._held
        if self.cut:
            read |= ONES >> 8 * self.cut << 8 * self.cut
        if self.still:  # all its bits show its first, and nothing from behind it comes through
            stands = 8 * (self.still - 1)
            read &= (1 << stands) - 1
            read |= (self._held >> stands & 1) * (ONES >> stands << stands)
        self._fill = ONES ^ self._fill
        self._held = self._fill
        return read & 0xFFFF, read >> 16


class Hub:
    """Everything samples pass through in the hub, at one scan every two milliseconds."""

    def __init__(self) -> None:
        self.circuit, self.reading = Circuit(), Reading()
        self.chain, self.switches = self.reading.chain, self.reading.switches
        self.now = 0
        self.told: list[tuple[int, int]] = []
        self.run(20)

    def run(self, scans: int, spoil: float = 0.0, rng: Random | None = None) -> None:
        for _ in range(scans):
            low, high = self.circuit.scan()
            if rng and rng.random() < spoil:
                low, high = rng.getrandbits(16), rng.getrandbits(16) & 0x3FFF
            self.told += [(switch, move) for switch, move, _ in self.reading.take(low, high, self.now)]
            self.now += 2

    def tap(self, switch: int, spoil: float = 0.0, rng: Random | None = None) -> None:
        for closed in (1 << switch, 0):
            self.circuit.closed = closed
            self.run(30, spoil, rng)


@pytest.mark.parametrize("register", [1, 2, 3, 4])
@pytest.mark.parametrize("pressed", [False, True])
def test_a_broken_load_wire_is_reported_with_its_register_and_presses_nothing(
    register: int, pressed: bool
) -> None:
    hub = Hub()
    switch = 8 * (register - 1) + 2
    if pressed:
        hub.circuit.closed = 1 << switch
        hub.run(30)
        hub.told.clear()
    hub.circuit.loads[register - 1] = False
    hub.run(4 * BLOCK)
    assert hub.chain.state == register
    assert hub.told == ([(switch, CANCELLED)] if pressed else [])
    hub.circuit.loads[register - 1] = True
    hub.circuit.closed = 0
    hub.run(4 * BLOCK)
    assert hub.chain.usable
    hub.tap(switch)
    assert hub.told[-2:] == [(switch, PRESSED), (switch, RELEASED)]


@pytest.mark.parametrize("register", [1, 2, 3])
def test_a_broken_wire_between_registers_is_reported(register: int) -> None:
    hub = Hub()
    hub.circuit.cut = register
    hub.run(2 * BAD_RUN)
    assert hub.chain.state == BROKEN
    assert hub.told == []


@pytest.mark.parametrize("register", [1, 2, 3, 4])
def test_a_broken_clock_wire_is_a_broken_chain(register: int) -> None:
    hub = Hub()
    hub.circuit.still = register
    for _ in range(40):
        hub.circuit.closed ^= 1 << 8 * (register - 1)
        hub.run(40)
    assert hub.chain.state == BROKEN


def test_a_load_wire_broken_for_all_registers_is_a_broken_chain() -> None:
    hub = Hub()
    hub.circuit.loads = [False] * 4
    hub.run(2 * BAD_RUN)
    assert hub.chain.state == BROKEN


@pytest.mark.parametrize("rate", [1 / 200, 1 / 20, 1 / 8])
def test_no_press_is_lost_to_spoilt_scans(rate: float) -> None:
    rng = Random(7)
    hub = Hub()
    taps = [rng.randrange(30) for _ in range(600)]
    for switch in taps:
        hub.tap(switch, rate, rng)
    assert hub.told == [(switch, move) for switch in taps for move in (PRESSED, RELEASED)]
    assert hub.chain.bad == pytest.approx(rate * 36_000, rel=0.25)


def test_one_bad_scan_in_a_hundred_is_a_bad_contact_and_goes_away() -> None:
    hub, rng = Hub(), Random(3)
    hub.run(SETTLED, 1 / 30, rng)
    assert hub.chain.state == UNSTEADY
    hub.run(SETTLED)
    assert hub.chain.state == SOUND
    hub.run(SETTLED, 1 / 2000, rng)
    assert hub.chain.state == SOUND, "now and then one is nothing to tell"


def test_a_short_break_is_a_bad_contact() -> None:
    hub = Hub()
    hub.circuit.cut = 1
    hub.run(BAD_RUN + 1)
    hub.circuit.cut = 0
    hub.run(2 * BLOCK)
    assert hub.chain.state == UNSTEADY


def test_a_register_that_is_always_trusted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chain, "_doubted", lambda self, closed: 0)
    hub = Hub()
    hub.circuit.loads[1] = False
    hub.run(4 * BLOCK)
    assert hub.chain.state == BROKEN, "nobody would ever know which"


def test_a_bad_scan_that_resets_the_debouncing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hub, rng = Hub(), Random(7)
    judge = hub.chain.judge

    def forgetful(low: int, high: int) -> tuple[int, int] | None:
        judged = judge(low, high)
        if judged is None:
            hub.switches.interrupt(hub.now)
        return judged

    monkeypatch.setattr(hub.chain, "judge", forgetful)
    for _ in range(100):
        hub.tap(4, 1 / 20, rng)
    assert len(hub.told) < 200
