"""Access to Linux's input devices through python-evdev."""

from __future__ import annotations

import fcntl
import glob
import os
import struct
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout
from gm_appliance.devices.pads.input.thumbs import EV_ABS, EV_KEY, DeviceEvent, cross_at

NODES = "/dev/input/event*"

SYSFS = Path("/sys/class/input")

BUS_BLUETOOTH = 5

EVIOCSCLOCKID = 0x400445A0  # from <linux/input.h>: sets the clock of a device's events


class OpenDevice:
    """An input device that is grabbed: nobody else gets its events. Any method may raise OSError.

    device: python-evdev's.
    """

    def __init__(self, device: Any, layout: KeyLayout) -> None:
        self._device = device
        self._axis = layout.axis
        self.travel = (0, 0)  # the ends of the layout's axis
        try:
            fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
            device.grab()
            if layout.axis is not None:
                info = device.absinfo(layout.axis)
                self.travel = (info.min, info.max)
        except BaseException:
            self.close()
            raise

    def fileno(self) -> int:
        return int(self._device.fd)

    def events(self) -> list[DeviceEvent]:
        try:
            read = list(self._device.read())
        except BlockingIOError:
            return []
        return [DeviceEvent(one.type, one.code, one.value, one.sec + one.usec / 1e6) for one in read]

    def held(self) -> Iterable[int]:
        """The keys that are down now. Earlier events are discarded, as this is newer."""
        while self.events():
            pass
        held = set(self._device.active_keys())
        if self._axis is not None:
            held |= cross_at(self._device.absinfo(self._axis).value, *self.travel)
        return held

    def close(self) -> None:
        with suppress(OSError):  # It is unplugged.
            self._device.close()


def _rank(path: str) -> int:
    """How many input devices with the same address were created before this one.

    Two gamepads on one adapter have the same. The kernel numbers inputs in the adapter's order, while the
    numbers of their nodes are arbitrary.
    """
    try:
        own = (SYSFS / Path(path).name / "device").resolve()
        there = SYSFS.glob("input*")
        said = {one.name: ((one / "phys").read_text(), (one / "uniq").read_text()) for one in there}
        return sum(said[name] == said[own.name] and int(name[5:]) < int(own.name[5:]) for name in said)
    except (OSError, KeyError, ValueError):
        return 0


class InputKernel:
    """The machine's input devices. Raises ImportError without python-evdev."""

    def __init__(self) -> None:
        import evdev

        self._open = evdev.InputDevice

    def nodes(self) -> dict[str, int]:
        """A number for each device by its path, which changes when another device takes the path."""
        found = {}
        for path in glob.glob(NODES):
            with suppress(OSError):
                found[path] = os.stat(path).st_ino
        return found

    def describe(self, path: str) -> InputDevice:
        """Describe the device at this path. Raises OSError."""
        device = self._open(path)
        try:
            able = device.capabilities(absinfo=False)
            return InputDevice(
                *(device.name, device.phys, device.uniq),
                bluetooth=device.info.bustype == BUS_BLUETOOTH,
                keys=frozenset(able.get(EV_KEY, ())),
                axes=frozenset(able.get(EV_ABS, ())),
                rank=_rank(path),
            )
        finally:
            device.close()

    def open(self, path: str, layout: KeyLayout) -> OpenDevice:
        """Grab the device and listen to it. Raises OSError."""
        return OpenDevice(self._open(path), layout)
