"""All counters on the wire pass their limits: starts, prompts, commands, events, milliseconds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.hub_protocol import BIGGEST, COUNT, PADS, PRESSED, RELEASED, ahead, line
from firmware.ring import RING
from gm_appliance.core import deciders
from gm_appliance.devices.pads.link import COMMANDS, Moved, Snapshot
from tests.firmware.wires import BAD, NONE, Wires, tap_away

pytestmark = pytest.mark.many


def stamps(wires: Wires) -> list[tuple[int, int]]:
    return [(one.prompt_id, one.beat) for one in wires.heard if isinstance(one, Moved)]


def obeyed(wires: Wires, prompt_id: int, beat: int = 0, lamps: int = 0) -> None:
    command = wires.host.command(prompt_id, beat, lamps)
    assert wires.until(lambda: wires.received == command, 5000)


def test_the_hub_has_as_many_pads_as_a_game_may_call() -> None:
    assert deciders.PADS == PADS


@given(st.integers(0, COUNT), st.integers(-(COUNT >> 1) - 1, COUNT >> 1))
def test_counts_are_compared_by_distance(one: int, distance: int) -> None:
    assert ahead(one + distance & COUNT, one) == distance


@pytest.mark.parametrize("faults", [NONE, BAD], ids=["good", "bad"])
def test_events_may_wrap(faults: object) -> None:
    wires = Wires(BAD if faults is BAD else NONE, 5)
    wires.hub._base = COUNT - 20
    moves = tap_away(wires, 40)
    assert wires.reach(len(moves))
    assert wires.moves == moves
    assert wires.hub._base < 100
    wires.pass_time(1000)
    assert [one for one in wires.heard if isinstance(one, Snapshot)][-1].current


def test_orders_may_wrap_and_only_the_last_are_remembered() -> None:
    wires = Wires()
    wires.pass_time(20)
    for prompt_id in range(1, COUNT + 600):
        wires.host.command(prompt_id, prompt_id % 7, prompt_id % 5)
        if prompt_id % 97 == 0 or prompt_id > COUNT - 300:
            obeyed(wires, prompt_id, prompt_id % 7, prompt_id % 5)
            wires.hub.moved(3, PRESSED, wires.ms)
            wires.hub.moved(3, RELEASED, wires.ms)
            wires.pass_time(3)
            assert wires.hub.lamps == prompt_id % 5
            assert stamps(wires)[-1] == (prompt_id, prompt_id % 7)
    assert len(wires.host._given) <= COMMANDS


def test_a_press_under_a_forgotten_command_belongs_to_no_prompt() -> None:
    wires = Wires()
    obeyed(wires, 11)
    wires.hub.moved(4, PRESSED, wires.ms)
    assert wires.reach(1)
    for prompt_id in range(12, 12 + 2 * COMMANDS):
        obeyed(wires, prompt_id)
    wires.hub.moved(4, RELEASED, wires.ms)
    assert wires.reach(2)
    assert stamps(wires) == [(11, 0), (0, 0)]  # the release is matched to its press: see `PadReports`


@pytest.mark.parametrize("limit", ["dropped", "bad", "gap"])
def test_the_hubs_counts_stop_at_their_limits(limit: str) -> None:
    wires = Wires()
    wires.pass_time(20)
    if limit == "dropped":
        wires.hub.dropped = BIGGEST
        wires.pull()
        tap_away(wires, RING)
        wires.put_back()
    else:
        setattr(wires.status, limit, BIGGEST + 5)
    wires.pass_time(700)
    told = [one for one in wires.heard if isinstance(one, Snapshot)][-1]
    assert getattr(told, limit) == BIGGEST


def test_a_press_has_the_command_in_force_when_its_contact_closed() -> None:
    wires = Wires()
    obeyed(wires, 5)
    closed = wires.ms
    wires.pass_time(3)
    for prompt_id in (6, 7, 8):
        obeyed(wires, prompt_id)
    wires.hub.moved(2, PRESSED, closed)  # not confirmed until now
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(2)
    assert stamps(wires) == [(5, 0), (8, 0)]


def test_a_command_stays_in_force_for_days() -> None:
    wires = Wires()
    obeyed(wires, 5)
    obeyed(wires, 6)
    wires.pass_time(1200)  # repeated every second, and so known to be old
    wires.now += BIGGEST // 2 + 1000  # the hub compares times over half their range only
    wires.pass_time(100)
    wires.hub.moved(2, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(6, 0)]


def test_an_old_greeting_heard_again_costs_no_command() -> None:
    wires = Wires()
    obeyed(wires, 7)
    wires.hub.hear(line("R", 123), wires.ms)
    obeyed(wires, 8, 0, 0b11)
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(8, 0)]
    assert wires.hub.lamps == 0b11


def test_a_hub_that_stamps_the_latest_command_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.Commands.at", lambda self, ms: self._known[-1][1:])
    with pytest.raises(AssertionError):
        test_a_press_has_the_command_in_force_when_its_contact_closed()


def test_counts_compared_by_size_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise both sides would start again, and only lose time.
    monkeypatch.setattr("gm_appliance.devices.pads.link.OWED_SECONDS", float("inf"))
    for module in ("firmware.link", "gm_appliance.devices.pads.link"):
        monkeypatch.setattr(f"{module}.ahead", lambda one, other: one - other)
    with pytest.raises(AssertionError):
        test_orders_may_wrap_and_only_the_last_are_remembered()
