"""Thousands of presses through bad Wi-Fi and a process that is killed: none lost untold, doubled, made up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.hub_protocol import switch
from gm_appliance.phones.frames import PhoneTick, ProcessTick
from gm_appliance.phones.phone import PhoneClock
from tests.phones.model_phone import ModelPhone
from tests.phones.ordeal import Ordeal


def test_on_a_sound_network_every_press_arrives() -> None:
    ordeal = Ordeal(1, 300, faults=False, kills=False)
    ordeal.run()
    assert ordeal.faults_found() == []
    assert ordeal.heard == len(ordeal.made) == 300
    assert ordeal.box.faults == []


def through(seed: int, presses: int) -> Ordeal:
    ordeal = Ordeal(seed, presses)
    ordeal.run()
    assert ordeal.faults_found() == []
    assert ordeal.killed
    return ordeal


@pytest.mark.parametrize("seed", range(3))
def test_through_bad_wifi_and_kills(seed: int) -> None:
    ordeal = through(seed, 500)
    assert ordeal.heard > 300


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 15))
def test_twenty_thousand_presses(seed: int) -> None:
    ordeal = through(seed, 4000)
    assert ordeal.heard > 2500


def doubled(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("gm_appliance.phones.phone.ahead", lambda one, other: 1)


def by_the_time_of_arrival(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(PhoneClock, "ago", lambda self, at, now: 0)


def by_a_clock_of_another_connection(patch: pytest.MonkeyPatch) -> None:
    heard = PhoneClock.heard

    def late(self: PhoneClock, tick: PhoneTick, now: int) -> None:
        if not self._fastest:
            heard(self, tick, now + 700)

    patch.setattr(PhoneClock, "heard", late)


def forgotten_with_the_connection(patch: pytest.MonkeyPatch) -> None:
    connected = ModelPhone.connected

    def forget(self: ModelPhone) -> None:
        connected(self)
        self.waiting.clear()

    patch.setattr(ModelPhone, "connected", forget)


def told_again_to_another_process(patch: pytest.MonkeyPatch) -> None:
    take = ModelPhone._take

    def all_again(self: ModelPhone, tick: ProcessTick, now: int) -> None:
        self._sent.clear()
        take(self, tick, now)

    patch.setattr(ModelPhone, "_take", all_again)


def late_and_untold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("gm_appliance.phones.hub.LATE_MS", -1)
    patch.setattr("gm_appliance.devices.pads.reports.PadReports._forget_presses", lambda self: None)


def of_the_other_thumb(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("gm_appliance.phones.hub.switch", lambda pad, down: switch(pad, not down))


@pytest.mark.parametrize(
    "plant",
    [
        doubled,
        by_the_time_of_arrival,
        by_a_clock_of_another_connection,
        forgotten_with_the_connection,
        told_again_to_another_process,
        late_and_untold,
        of_the_other_thumb,
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[pytest.MonkeyPatch], None]) -> None:
    for seed in range(100, 106):
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            ordeal = Ordeal(seed, 300)
            ordeal.run()
        if ordeal.faults_found():
            return
    pytest.fail("nothing was found")
