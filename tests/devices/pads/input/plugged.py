"""Input devices that a test plugs in and out, each with a pipe to wait on."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterable

from gm_appliance.devices.pads.input.kernel import InputKernel, OpenDevice
from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout
from gm_appliance.devices.pads.input.thumbs import DeviceEvent


class Plug(OpenDevice):
    """A device at its node.

    keys: those held down. refuses: how often opening it fails. opened: set once it was opened.
    """

    def __init__(self, device: InputDevice, number: int) -> None:
        self.travel = (-1, 1)
        self.device, self.number = device, number
        self.keys: set[int] = set()
        self._heard = self._gone = False
        self.refuses = 0
        self.opened = threading.Event()
        self._waiting: list[DeviceEvent] = []
        self._inner, self._outer = os.pipe()

    def happens(self, events: Iterable[DeviceEvent]) -> None:
        self._waiting += events
        os.write(self._outer, b"!")

    def listened_to(self) -> None:
        self._heard = True
        self.opened.set()

    def is_heard(self) -> bool:
        return self._heard

    # Used by the pads.

    def fileno(self) -> int:
        return self._inner

    def events(self) -> list[DeviceEvent]:
        if self._gone:
            raise OSError(errno.ENODEV, "No such device")
        if self._waiting:
            os.read(self._inner, 4096)
        taken, self._waiting = self._waiting, []
        return taken

    def held(self) -> set[int]:
        self.events()
        return set(self.keys)

    def close(self) -> None:
        self._heard = False

    # Used by the tests.

    def unplug(self) -> None:
        self._gone = True
        os.write(self._outer, b"!")

    def end(self) -> None:
        os.close(self._inner)
        os.close(self._outer)


class Bus(InputKernel):
    """Plugged-in devices by node."""

    def __init__(self) -> None:
        self.plugs: dict[str, Plug] = {}
        self._all: list[Plug] = []

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
        return self._at(path).device

    def open(self, path: str, layout: KeyLayout) -> Plug:
        plug = self._at(path)
        assert not plug.is_heard(), "nobody else gets its events"
        plug.listened_to()
        return plug

    def _at(self, path: str) -> Plug:
        plug = self.plugs.get(path)
        if plug is None:
            raise OSError(errno.ENOENT, "No such file or directory")
        if plug.refuses:
            plug.refuses -= 1
            raise PermissionError(errno.EACCES, "Permission denied")
        return plug
