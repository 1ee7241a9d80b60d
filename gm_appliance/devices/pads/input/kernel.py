"""Linux's input devices, through python-evdev."""

from __future__ import annotations

import fcntl
import glob
import os
import struct
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout
from gm_appliance.devices.pads.input.thumbs import EV_ABS, EV_KEY, DeviceEvent, cross_at

NODES = "/dev/input/event*"

BUS_BLUETOOTH = 5

EVIOCSCLOCKID = 0x400445A0
"""_IOW('E', 0xa0, int), from <linux/input.h>: by which clock a device's events are timed."""


class OpenDevice:
    """An input device whose events come here and nowhere else. Any method may raise OSError.

    device: python-evdev's.
    """

    def __init__(self, device: Any, layout: KeyLayout) -> None:
        self._device = device
        self._axis = layout.axis
        self.travel = (0, 0)
        """The ends of the layout's axis."""
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
        """Those that have come; empty where none has."""
        try:
            read = list(self._device.read())
        except BlockingIOError:
            return []
        return [DeviceEvent(one.type, one.code, one.value, one.sec + one.usec / 1e6) for one in read]

    def held(self) -> Iterable[int]:
        """What is down now. Events that have come until now are thrown away: it is newer than they are."""
        while self.events():
            pass
        held = set(self._device.active_keys())
        if self._axis is not None:
            held |= cross_at(self._device.absinfo(self._axis).value, *self.travel)
        return held

    def close(self) -> None:
        with suppress(OSError):  # It is unplugged.
            self._device.close()


class InputKernel:
    """The machine's input devices. Raises ImportError where python-evdev is not installed."""

    def __init__(self) -> None:
        import evdev

        self._open = evdev.InputDevice

    def nodes(self) -> dict[str, int]:
        """By its path each device there is, with a number that no other one on the same path has."""
        found = {}
        for path in glob.glob(NODES):
            with suppress(OSError):
                found[path] = os.stat(path).st_ino
        return found

    def describe(self, path: str) -> InputDevice:
        """What is there. Raises OSError."""
        device = self._open(path)
        try:
            able = device.capabilities(absinfo=False)
            return InputDevice(
                *(device.name, device.phys, device.uniq),
                bluetooth=device.info.bustype == BUS_BLUETOOTH,
                keys=frozenset(able.get(EV_KEY, ())),
                axes=frozenset(able.get(EV_ABS, ())),
            )
        finally:
            device.close()

    def open(self, path: str, layout: KeyLayout) -> OpenDevice:
        """Listen to it, alone. Raises OSError."""
        return OpenDevice(self._open(path), layout)
