"""Linux's input devices through a fake python-evdev, and through the real one if there is uinput."""

from __future__ import annotations

import importlib
import importlib.util
import os
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.ports import Edge
from gm_appliance.devices.pads.input.kernel import InputKernel
from gm_appliance.devices.pads.input.layouts import layouts
from gm_appliance.devices.pads.input.reader import InputPads
from gm_appliance.devices.pads.input.thumbs import DeviceEvent
from tests.devices.pads.input.devices import KEYPAD_KEYS, gamepad
from tests.devices.pads.input.plugged import Bus
from tests.devices.pads.pads_inbox import Recorder


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    bus = Bus()
    monkeypatch.setitem(sys.modules, "evdev", bus)
    yield bus
    bus.end()


def test_a_device_is_timed_by_the_monotonic_clock_and_its_keys_are_read_after_older_events(bus: Bus) -> None:
    plug = bus.plug("event3", gamepad())
    (layout,) = layouts([bus.describe("event3")])
    assert layout is not None
    device = bus.open("event3", layout)
    # _IOW('E', 0xa0, int), as defined in <asm-generic/ioctl.h>.
    number = 1 << 30 | struct.calcsize("i") << 16 | ord("E") << 8 | 0xA0
    assert bus.asked == [(plug.fd, number, struct.pack("i", time.CLOCK_MONOTONIC))]
    assert (device.fileno(), device.travel) == (plug.fd, (-1, 1))
    events = [DeviceEvent(3, 0x11, -1, 12.25), DeviceEvent(0, 0, 0, 12.25)]
    plug.happens(events)
    assert device.events() == events
    plug.happens(events)
    plug.keys, plug.axis = {0x130}, 1
    assert set(device.held()) == {0x130, 0x221}


@pytest.mark.usefixtures("bus")
def test_nodes_are_told_apart_when_one_takes_anothers_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.devices.pads.input.kernel.NODES", str(tmp_path / "event*"))
    node, other = tmp_path / "event1", tmp_path / "mouse0"
    node.touch()
    other.touch()
    first = InputKernel().nodes()
    assert set(first) == {str(node)}
    new = tmp_path / "new"
    new.touch()
    new.replace(node)
    assert set(InputKernel().nodes()) == set(first)
    assert InputKernel().nodes() != first


def test_two_on_one_adapter_are_told_apart_in_the_kernels_order(
    bus: Bus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regardless of their node numbers and of which is seen first."""
    monkeypatch.setattr("gm_appliance.devices.pads.input.kernel.SYSFS", tmp_path)
    for node, number, port in (("event9", 31, "1.2"), ("event4", 32, "1.2"), ("event3", 8, "1.1")):
        (tmp_path / f"input{number}").mkdir()
        (tmp_path / f"input{number}" / "phys").write_text(f"usb-{port}/input0\n")
        (tmp_path / f"input{number}" / "uniq").write_text("\n")
        (tmp_path / node).mkdir()
        (tmp_path / node / "device").symlink_to(tmp_path / f"input{number}")
        bus.plug(f"/dev/input/{node}", gamepad("usb-1.2/input0"))
    told = [bus.describe(f"/dev/input/{node}") for node in ("event4", "event9", "event3")]
    assert [one.rank for one in told] == [1, 0, 0]
    assert [one.identity for one in told[:2]] == ["usb-1.2/input0 2", "usb-1.2/input0"]
    assert {one.whole for one in told} == {"usb-1.2"}


@pytest.fixture
def uinput() -> Iterator[Any]:
    if not os.access("/dev/uinput", os.W_OK):
        pytest.skip("no /dev/uinput here that may be written")
    if importlib.util.find_spec("evdev") is None:
        pytest.skip("no python-evdev here")
    evdev: Any = importlib.import_module("evdev")
    device = evdev.UInput({1: sorted(KEYPAD_KEYS)}, name="A number pad of a test", phys="test/input0")
    yield device
    device.close()


@pytest.mark.root
def test_a_press_goes_through_the_kernel(uinput: Any, tmp_path: Path) -> None:
    inbox = Recorder()
    pads = InputPads(inbox, tmp_path / "pads.json")

    def happens(code: int, value: int) -> None:
        uinput.write(1, code, value)
        uinput.syn()
        pads.step(0.5)

    happens(71, 1)
    until = time.monotonic() + 20.0
    while not pads._pads and time.monotonic() < until:
        pads.step(0.05)
    begun = inbox.time
    for code, value in ((71, 0), (76, 1), (76, 2), (76, 0)):
        happens(code, value)
    pads.close()
    # The first key was down before anybody listened.
    assert inbox.told == [(2, "down", True, 0, 0), (2, "down", False, 0, 0)]
    assert all(abs(one.t - begun) < 5.0 for one in inbox.items if isinstance(one, Edge))
