"""Input devices that a test plugs in and out: python-evdev without a kernel, a pipe in place of each node."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

from gm_appliance.core.values import replace
from gm_appliance.devices.pads.input.kernel import BUS_BLUETOOTH, InputKernel, OpenDevice
from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout
from gm_appliance.devices.pads.input.thumbs import DeviceEvent

BUS_USB = 3


class Event(NamedTuple):
    sec: int
    usec: int
    type: int
    code: int
    value: int


class Plug:
    """A device at its node, as python-evdev opens it. keys, axis: those held down, and the position of its
    cross. refuses: how often opening it fails. opened: set once it was grabbed."""

    def __init__(self, device: InputDevice, number: int) -> None:
        self.device, self.number = device, number
        self.keys: set[int] = set()
        self.axis = self.refuses = 0
        self.opened = threading.Event()
        self._heard = self._gone = False
        self._waiting: list[Event] = []
        self.fd, self._outer = os.pipe()

    def happens(self, events: Iterable[DeviceEvent]) -> None:
        for one in events:
            self._waiting.append(Event(int(one.t), round(one.t % 1 * 1e6), one.type, one.code, one.value))
        os.write(self._outer, b"!")

    def is_heard(self) -> bool:
        return self._heard

    def unplug(self) -> None:
        self._gone = True
        os.write(self._outer, b"!")

    def end(self) -> None:
        os.close(self.fd)
        os.close(self._outer)

    @property
    def name(self) -> str:
        return self.device.name

    @property
    def phys(self) -> str:
        return self.device.phys

    @property
    def uniq(self) -> str:
        return self.device.uniq

    @property
    def info(self) -> SimpleNamespace:
        return SimpleNamespace(bustype=BUS_BLUETOOTH if self.device.bluetooth else BUS_USB)

    def capabilities(self, *, absinfo: bool) -> dict[int, list[int]]:
        assert not absinfo, "axes would come as pairs"
        return {1: sorted(self.device.keys), 3: sorted(self.device.axes)}

    def grab(self) -> None:
        assert not self._heard, "nobody else gets its events"
        self._heard = True
        self.opened.set()

    def read(self) -> Iterator[Event]:
        if self._gone:
            raise OSError(errno.ENODEV, "No such device")
        if not self._waiting:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        os.read(self.fd, 4096)
        taken, self._waiting = self._waiting, []
        return iter(taken)

    def active_keys(self) -> list[int]:
        assert not self._waiting, "what comes later would be older"
        return sorted(self.keys)

    def absinfo(self, axis: int) -> SimpleNamespace:
        assert axis in self.device.axes
        return SimpleNamespace(value=self.axis, min=-1, max=1)

    def close(self) -> None:
        self._heard = False


class Bus(InputKernel):
    """Plugged-in devices by node, and the module python-evdev. asked: the requests to the kernel."""

    def __init__(self) -> None:
        self.plugs: dict[str, Plug] = {}
        self.asked: list[tuple[object, ...]] = []
        self._all: list[Plug] = []
        self._open = self.InputDevice

    def plug(self, node: str, device: InputDevice) -> Plug:
        self.plugs[node] = plug = Plug(device, len(self._all))
        self._all.append(plug)
        return plug

    def unplug(self, node: str) -> None:
        self.plugs.pop(node).unplug()

    def end(self) -> None:
        for one in self._all:
            one.end()

    def nodes(self) -> dict[str, int]:
        return {node: plug.number for node, plug in self.plugs.items()}

    def describe(self, path: str) -> InputDevice:
        found = super().describe(path)
        return replace(found, rank=self.plugs[path].device.rank or found.rank)

    def open(self, path: str, layout: KeyLayout) -> OpenDevice:
        with patch("fcntl.ioctl", lambda *asked: self.asked.append(asked)):
            return super().open(path, layout)

    def InputDevice(self, path: str) -> Plug:
        plug = self.plugs.get(path)
        if plug is None:
            raise OSError(errno.ENOENT, "No such file or directory")
        if plug.refuses:
            plug.refuses -= 1
            raise PermissionError(errno.EACCES, "Permission denied")
        return plug
