"""Whatever counts up on the wire goes past its limits: starts, prompts, orders, events, milliseconds."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.hub_protocol import BIGGEST, COUNT, FIELDS, HELD, PRESSED, RELEASED, ahead, line
from firmware.link import Link, Status
from firmware.ring import RING, Ring
from gm_appliance.devices.pads.link import ORDERS, HostLink, Moved, Snapshot
from tests.firmware.wires import BAD, NONE, Wires, tap_away

pytestmark = pytest.mark.many

STARTS = (1, 63, 64, 255, 70_000, 2**32)


def stamps(wires: Wires) -> list[tuple[int, int]]:
    return [(one.asking, one.beat) for one in wires.heard if isinstance(one, Moved)]


def obeyed(wires: Wires, asking: int, beat: int = 0, lamps: int = 0) -> None:
    """Give an order and wait for its receipt."""
    order = wires.host.order(asking, beat, lamps)
    assert wires.until(lambda: wires.received == order, 5000)


# ---------------------------------------------------------------- askings, however large


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("bits", [24, 32])
def test_at_any_start_presses_carry_the_asking_and_lamps_are_lit(start: int, bits: int) -> None:
    wires = Wires(BAD, 1)
    askings = count(start << bits)
    wanted = []
    for beat in range(12):
        asking = next(askings)
        obeyed(wires, asking, beat, 1 << beat)
        assert wires.hub.lamps == 1 << beat
        wires.hub.moved(beat, PRESSED, wires.ms)
        wires.hub.moved(beat, RELEASED, wires.ms)
        wanted += [(asking, beat)] * 2
    assert wires.reach(24)
    assert stamps(wires) == wanted


# ---------------------------------------------------------------- counts that wrap


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


def test_more_events_than_there_are_numbers() -> None:
    host, hub = HostLink(), Link(boot=9)
    host.opened()
    heard: list[object] = []
    seconds = 0.0
    presses = COUNT // 2 + 500
    for press in range(presses):
        hub.moved(press % 30, PRESSED, press & BIGGEST)
        hub.moved(press % 30, RELEASED, press & BIGGEST)
        for _ in range(3):
            hub.hear(host.due(seconds), press & BIGGEST)
            heard += host.hear(hub.due(press & BIGGEST, Status()), seconds)
            seconds += 0.001
    moves = [one for one in heard if isinstance(one, Moved)]
    assert len(moves) == 2 * presses
    assert [one.move for one in moves] == [PRESSED, RELEASED] * presses


def test_orders_may_wrap_and_only_the_last_are_remembered() -> None:
    wires = Wires()
    wires.pass_time(20)
    for asking in range(1, COUNT + 600):
        wires.host.order(asking, asking % 7, asking % 5)
        if asking % 97 == 0 or asking > COUNT - 300:
            obeyed(wires, asking, asking % 7, asking % 5)
            wires.hub.moved(3, PRESSED, wires.ms)
            wires.hub.moved(3, RELEASED, wires.ms)
            wires.pass_time(3)
            assert wires.hub.lamps == asking % 5
            assert stamps(wires)[-1] == (asking, asking % 7)
    assert len(wires.host._given) <= ORDERS


def test_a_press_of_an_asking_long_over_belongs_to_nobody() -> None:
    wires = Wires()
    obeyed(wires, 11)
    wires.hub.moved(4, PRESSED, wires.ms)
    assert wires.reach(1)
    for asking in range(12, 12 + 2 * ORDERS):
        obeyed(wires, asking)
    wires.hub.moved(4, RELEASED, wires.ms)
    assert wires.reach(2)
    assert stamps(wires) == [(11, 0), (0, 0)]  # the release is known by its press: see `PadReports`


@pytest.mark.parametrize("limit", ["dropped", "bad", "gap"])
def test_what_the_hub_counts_stops_at_the_limit(limit: str) -> None:
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


def test_a_line_refuses_what_is_beyond_its_limits() -> None:
    for letter, limits in FIELDS.items():
        assert line(letter, *limits)
        for place, limit in enumerate(limits):
            for wrong in (-1, limit + 1):
                numbers = [*limits[:place], wrong, *limits[place + 1 :]]
                with pytest.raises(ValueError, match=f"{wrong} is out of range in a line {letter}: 0 to"):
                    line(letter, *numbers)
        with pytest.raises(ValueError, match=f"has {len(limits)} numbers, not {len(limits) + 1}"):
            line(letter, *limits, 0)


# ---------------------------------------------------------------- orders and their moments


def test_a_press_gets_the_order_of_the_moment_its_contact_closed() -> None:
    wires = Wires()
    obeyed(wires, 5)
    closed = wires.ms
    wires.pass_time(3)
    for asking in (6, 7, 8):
        obeyed(wires, asking)
    wires.hub.moved(2, PRESSED, closed)  # made sure of only now
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(2)
    assert stamps(wires) == [(5, 0), (8, 0)]


def test_an_order_of_days_ago_is_still_the_one() -> None:
    wires = Wires()
    obeyed(wires, 5)
    obeyed(wires, 6)
    wires.pass_time(1200)  # it is given again every second, and so known to be old
    wires.now += BIGGEST // 2 + 1000  # the hub's times are compared over half their range only
    wires.pass_time(100)
    wires.hub.moved(2, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(6, 0)]


def test_an_old_order_heard_again_is_ignored() -> None:
    wires = Wires()
    wires.pass_time(20)
    replayed = []
    for asking in range(1, 6):
        order = wires.host.order(asking, 0, asking)
        replayed.append(line("T", wires.host._nonce, order, asking))
        assert wires.until(lambda order=order: wires.received == order)  # type: ignore[misc]
    for old in replayed[:-1]:
        wires.hub.hear(old, wires.ms)
        assert wires.hub.lamps == 5
        wires.hub.moved(3, PRESSED, wires.ms)
        wires.hub.moved(3, RELEASED, wires.ms)
    assert wires.reach(8)
    assert set(stamps(wires)) == {(5, 0)}


def test_orders_of_an_earlier_session_are_ignored() -> None:
    wires = Wires()
    wires.pass_time(20)
    order = wires.host.order(7, 0, 0b111)
    old = line("T", wires.host._nonce, order, 0b111)
    wires.pass_time(20)
    wires.replace_host()
    wires.pass_time(20)
    obeyed(wires, 8, 0, 0b1)
    wires.hub.hear(old, wires.ms)
    assert wires.hub.lamps == 0b1
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(8, 0)]


def test_an_old_greeting_heard_again_costs_no_order() -> None:
    wires = Wires()
    obeyed(wires, 7)
    wires.hub.hear(line("R", 123), wires.ms)
    obeyed(wires, 8, 0, 0b11)
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(8, 0)]
    assert wires.hub.lamps == 0b11


def test_what_was_pressed_under_the_last_host_falls_away_under_the_next() -> None:
    wires = Wires()
    obeyed(wires, 7)
    wires.pull()
    tap_away(wires, 3)
    wires.replace_host()
    wires.put_back()
    obeyed(wires, 8)
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(7)
    assert stamps(wires) == [(0, 0)] * 6 + [(8, 0)]


def test_what_is_pressed_while_the_line_is_out_keeps_its_asking() -> None:
    wires = Wires()
    obeyed(wires, 7)
    wires.pull()
    tap_away(wires, 3)
    wires.put_back()
    assert wires.reach(6)
    assert set(stamps(wires)) == {(7, 0)}


def test_a_hub_that_started_anew_is_given_its_order_at_once() -> None:
    wires = Wires()
    obeyed(wires, 7)
    wires.hub = Link(boot=4712)
    wires.pass_time(30)
    wires.hub.moved(3, PRESSED, wires.ms)
    assert wires.reach(1)
    assert stamps(wires) == [(7, 0)]


# ---------------------------------------------------------------- planted faults are found


def test_a_hub_that_takes_any_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.ahead", lambda one, other: 1)
    with pytest.raises(AssertionError):
        test_an_old_order_heard_again_is_ignored()


def test_a_hub_that_stamps_what_it_heard_last_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.link.Orders.at", lambda self, ms: self._known[-1][1:])
    with pytest.raises(AssertionError):
        test_a_press_gets_the_order_of_the_moment_its_contact_closed()


def test_counts_compared_by_size_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Both sides would begin anew, and lose time only.
    monkeypatch.setattr("gm_appliance.devices.pads.link.OWED_SECONDS", float("inf"))
    for module in ("firmware.link", "gm_appliance.devices.pads.link"):
        monkeypatch.setattr(f"{module}.ahead", lambda one, other: one - other)
    with pytest.raises(AssertionError):
        test_orders_may_wrap_and_only_the_last_are_remembered()


# ---------------------------------------------------------------- the ring


def test_a_ring_wraps_and_holds_what_it_was_given() -> None:
    ring, waiting = Ring(), []
    for number in range(5 * RING):
        event = (number, number % 30, number % 4, BIGGEST - number, number & COUNT)
        ring.add(*event)
        waiting.append(event)
        if number % 7 == 6 or len(ring) == RING:
            ring.drop(5)
            waiting = waiting[5:]
        assert len(ring) == len(waiting)
        assert ring.get(0) == waiting[0]
        assert ring.get(len(ring) - 1) == waiting[-1]


def test_a_ring_refuses_what_is_not_there() -> None:
    ring = Ring()
    with pytest.raises(IndexError):
        ring.get(0)
    for _ in range(RING):
        ring.add(1, 2, HELD, 3, 4)
    with pytest.raises(IndexError):
        ring.add(1, 2, HELD, 3, 4)
    ring.drop(2 * RING)
    assert len(ring) == 0
