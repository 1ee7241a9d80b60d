"""The pads' reader, on input devices that are plugged in and out."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.ports import Edge, Fault, Lamps
from gm_appliance.devices.pads.input.reader import TRIES, InputPads, open_input_pads
from gm_appliance.devices.pads.input.thumbs import DeviceEvent
from tests.devices.pads.input.devices import DROPPED, events, gamepad, key, keyboard, number_pad, shutter, tap
from tests.devices.pads.input.plugged import Bus
from tests.devices.pads.pads_inbox import Recorder

SEVEN, FOUR, EIGHT, FIVE, LOUDER = 71, 75, 72, 76, 115


class Bench:
    def __init__(self, file: Path, keypad: str = "") -> None:
        self.bus = Bus()
        self.inbox = Recorder()
        self.now = 50.0
        self.pads = InputPads(self.inbox, file, keypad, self.bus, lambda: self.now)

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds * 8)):
            self.now += 0.125
            self.inbox.time += 0.125
            self.pads.step()

    def settles(self) -> None:
        self.passes(2.0)

    def taps(self, node: str, code: int) -> None:
        self.bus.plugs[node].happens(tap(code, self.now))
        self.passes(0.25)

    def pressed(self) -> list[tuple[int, str]]:
        """Pads and thumbs of all presses since the last call. Asserts that each was released."""
        edges = [one for one in self.inbox.items if isinstance(one, Edge)]
        self.inbox.items.clear()
        assert not any(one.cancelled for one in edges)
        assert sum(one.down for one in edges) == sum(not one.down for one in edges)
        return [(one.source, one.button) for one in edges if one.down]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path / "pads.json")
    yield bench
    bench.pads.close()
    bench.bus.end()


def test_several_devices_are_pads_in_a_row_and_one_may_be_several(bench: Bench) -> None:
    bench.bus.plug("event3", gamepad())
    bench.bus.plug("event20", number_pad())
    bench.bus.plug("event4", shutter())
    bench.settles()
    for node, code in (("event20", SEVEN), ("event20", FIVE), ("event4", LOUDER), ("event4", 28)):
        bench.taps(node, code)
    bench.bus.plugs["event3"].happens(
        [DeviceEvent(3, 0x11, -1, bench.now), DeviceEvent(3, 0x11, 0, bench.now)]
    )
    bench.passes(0.25)
    assert bench.pressed() == [(3, "up"), (4, "down"), (2, "up"), (2, "down"), (1, "up")]


def test_keyboards_are_not_used(bench: Bench) -> None:
    board = bench.bus.plug("event0", keyboard())
    beside = bench.bus.plug("event1", number_pad("usb-1.1/input1"))
    bench.settles()
    bench.passes(2.0)
    assert not board.is_heard()
    assert not beside.is_heard()
    assert bench.inbox.told == ["none"]


def test_a_device_that_belongs_to_a_keyboard_is_released(bench: Bench) -> None:
    beside = bench.bus.plug("event1", number_pad("usb-1.1/input1"))
    bench.settles()
    assert beside.is_heard()
    beside.happens(tap(SEVEN, bench.now)[:1])
    bench.passes(0.25)
    bench.bus.plug("event0", keyboard())
    bench.settles()
    assert not beside.is_heard()
    assert bench.inbox.told[-1] == (1, "up", "cancelled", 0, 0)


def test_devices_are_used_only_after_none_appeared_for_a_while(bench: Bench) -> None:
    beside = bench.bus.plug("event1", number_pad("usb-1.1/input1"))
    bench.passes(0.125)
    bench.bus.plug("event0", keyboard())
    bench.settles()
    bench.settles()
    assert not beside.is_heard()
    assert bench.inbox.told == ["none"]


def test_nothing_of_a_press_is_logged(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.bus.plug("event3", number_pad())
    bench.settles()
    with caplog.at_level(logging.DEBUG):
        for code in (SEVEN, FOUR, EIGHT, 82):
            bench.taps("event3", code)
    assert bench.pressed() == [(1, "up"), (1, "down"), (2, "up")]
    assert caplog.messages == []


def test_presses_at_several_devices_come_in_the_order_they_were_made(bench: Bench) -> None:
    bench.bus.plug("event3", number_pad())
    bench.bus.plug("event4", shutter())
    bench.settles()
    bench.bus.plugs["event3"].happens(tap(SEVEN, bench.now + 0.05))
    bench.bus.plugs["event4"].happens(tap(LOUDER, bench.now))
    bench.passes(0.25)
    edges = [one for one in bench.inbox.items if isinstance(one, Edge)]
    assert [(one.source, one.down) for one in edges] == [(5, True), (1, True), (5, False), (1, False)]
    assert [one.t for one in edges] == sorted(one.t for one in edges)


def test_an_unplugged_device_is_reported_and_keeps_its_number(bench: Bench) -> None:
    bench.bus.plug("event3", number_pad())
    bench.bus.plug("event4", gamepad())
    bench.settles()
    bench.bus.plugs["event3"].happens(tap(EIGHT, bench.now)[:1])
    bench.passes(0.25)
    bench.bus.unplug("event3")
    bench.passes(0.25)
    assert bench.inbox.told == [(2, "up", True, 0, 0), (2, "up", "cancelled", 0, 0), "unplugged"]
    bench.bus.plug("event9", number_pad())
    bench.settles()
    assert bench.inbox.told[3:] == ["back"]
    bench.inbox.items.clear()
    bench.taps("event9", EIGHT)
    assert bench.pressed() == [(2, "up")]


def test_a_node_with_another_device_on_it_is_another_device(bench: Bench) -> None:
    bench.bus.plug("event3", number_pad())
    bench.settles()
    old = bench.bus.plugs["event3"]
    bench.bus.plug("event3", gamepad())  # replaced between two looks; the old device said nothing
    bench.settles()
    assert (old.is_heard(), bench.bus.plugs["event3"].is_heard()) == (False, True)
    bench.settles()
    assert bench.inbox.told == ["unplugged"]


def test_a_remote_that_sleeps_and_wakes_leaves_no_trace(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.bus.plug("event3", shutter())
    bench.bus.plug("event4", gamepad())
    bench.settles()
    with caplog.at_level(logging.DEBUG):
        bench.bus.unplug("event3")
        bench.passes(60.0)
        bench.bus.plug("event5", shutter())
        bench.settles()
    assert bench.inbox.items == []
    assert caplog.messages == []
    bench.taps("event5", LOUDER)
    assert bench.pressed() == [(1, "up")]


def test_after_a_power_cut_remotes_that_sleep_are_not_missing(tmp_path: Path, bench: Bench) -> None:
    bench.bus.plug("event3", shutter())
    bench.settles()
    again = Bench(tmp_path / "pads.json")
    again.passes(10.0)
    again.bus.plug("event3", shutter("another"))
    again.bus.plug("event4", shutter())
    again.settles()
    again.taps("event4", LOUDER)
    assert again.pressed() == [(1, "up")]
    assert again.inbox.items == []
    again.pads.close()
    again.bus.end()


def test_devices_with_equal_descriptions_are_distinct(bench: Bench) -> None:
    for node in ("event3", "event4", "event5"):
        bench.bus.plug(node, number_pad())
    bench.settles()
    for node in ("event5", "event3", "event4"):
        bench.taps(node, SEVEN)
    assert bench.pressed() == [(9, "up"), (1, "up"), (5, "up")]


def test_events_dropped_by_the_kernel_are_reported(bench: Bench) -> None:
    plug = bench.bus.plug("event3", number_pad())
    bench.settles()
    plug.happens(events((bench.now, key(SEVEN, 1)), (bench.now, DROPPED)))
    bench.passes(0.25)
    assert bench.inbox.told == ["dropped", (1, "up", True, 0, 0), (1, "up", "cancelled", 0, 0)]


def test_an_inaccessible_device_is_retried_and_finally_logged(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    plug = bench.bus.plug("event3", number_pad())
    plug.refuses = TRIES - 1
    bench.settles()
    assert not plug.is_heard()
    bench.passes(TRIES)
    assert plug.is_heard()
    assert "cannot be used" not in caplog.text
    other = bench.bus.plug("event4", gamepad())
    other.refuses = 1000
    bench.passes(60.0)
    assert caplog.text.count("event4 cannot be used: [Errno 13] Permission denied") == 1


def test_the_thread_listens_until_it_is_closed(tmp_path: Path) -> None:
    bus, inbox = Bus(), Recorder()
    plug = bus.plug("event3", number_pad())
    pads = InputPads(inbox, tmp_path / "pads.json", devices=bus)
    lamps: Lamps = pads
    pads.start()
    lamps.light(frozenset((1, 15)))
    assert plug.opened.wait(20.0)
    plug.happens(tap(SEVEN, 0.0))
    assert inbox.reach(2)
    pads.close()
    pads.close()
    assert not plug.is_heard()
    bus.end()


def test_without_evdev_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    inbox = Recorder()
    assert open_input_pads(inbox, tmp_path / "pads.json") is None
    assert inbox.told == ["unusable"]
    assert "sudo apt install python3-evdev" in caplog.text


def test_a_place_without_a_number_is_reported_once(bench: Bench) -> None:
    for number in range(4):
        bench.bus.plug(f"event{number}", number_pad(f"usb-1.{number}/input0"))
    bench.settles()
    bench.passes(5.0)
    assert [one.what for one in bench.inbox.items if isinstance(one, Fault)] == ["too-many"]


def test_a_new_device_takes_no_number_of_one_that_is_plugged_in_as_before(tmp_path: Path) -> None:
    for another in (False, True):
        bench = Bench(tmp_path / "pads.json")
        bench.bus.plug("event7", gamepad("usb-1.1/input0"))
        if another:
            bench.bus.plug("event3", gamepad("usb-1.4/input0"))
        bench.settles()
        assert bench.inbox.items == []
        bench.bus.plugs["event7"].happens(events((bench.now, (3, 0x11, -1)), (bench.now, (3, 0x11, 0))))
        bench.passes(0.25)
        assert bench.pressed() == [(1, "up")]
        bench.pads.close()
        bench.bus.end()


def test_a_guessed_device_is_reported_as_mixed_up(bench: Bench) -> None:
    for port in (1, 2, 3):
        bench.bus.plug(f"event{port}", gamepad(f"usb-1.2.{port}/input0"))
    bench.settles()
    bench.bus.unplug("event2")
    bench.settles()
    bench.bus.plug("event7", gamepad("usb-1.4/input0"))
    bench.settles()
    assert [one.what for one in bench.inbox.items if isinstance(one, Fault)] == [
        "unplugged",
        "mixed-up",
        "back",
    ]
