"""Buses whose display can be pulled, even mid-picture, and put back with its memory lost."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from random import Random

from gpiozero.pins.mock import MockFactory

from tests.benches.decoded_bus import DecodedBus, SimulatedController


class FakeBus(DecodedBus):
    """An I²C bus that counts. `open` replaces smbus2.SMBus.

    carried:  every message: its control byte and the rest.
    plugged:  whether the display is connected. missing: whether the machine lacks the bus.
    left:     number of messages before the display is pulled; None: never.
    handles:  how many times it is open now. opened: how many times it was opened.
    """

    def __init__(self, driver: str = "ssd1306", first: int | None = None) -> None:
        super().__init__(driver=driver, first=first)
        self.carried: list[bytes] = []
        self.plugged = True
        self.missing = False
        self.left: int | None = None
        self.handles = self.opened = 0
        self.before: Callable[[], None] = lambda: None
        self._noise = Random(1)
        self.plug()

    def open(self, _port: int) -> FakeBus:
        if self.missing:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
        self.handles += 1
        self.opened += 1
        return self

    def close(self) -> None:
        self.handles -= 1

    def plug(self) -> None:
        """Reconnect the display after a loss of power: dark, with noise in its memory."""
        self.display = SimulatedController(self.display.driver, self.display.first)
        for page in self.display.memory:
            page[:] = self._noise.randbytes(len(page))
        self.plugged, self.left = True, None

    def transfer(self, address: int, message: bytes) -> None:
        self.before()
        if self.left is not None:
            self.left -= 1
            self.plugged = self.left >= 0
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.carried.append(message)
        super().transfer(address, message)

    @property
    def picture(self) -> bytes:
        return self.display.picture()

    def taken(self) -> int:
        """Bytes since the last call, including each message's address."""
        size = sum(1 + len(message) for message in self.carried)
        self.carried.clear()
        return size


class FakeSpi:
    """A spidev.SpiDev with a display that reads its reset and data pins."""

    def __init__(self, pins: MockFactory, driver: str, dc: int, reset: int) -> None:
        self.display = SimulatedController(driver)
        self.is_open = False
        self.resets = 0
        self.max_speed_hz = 0
        self._dc = pins.pin(dc)
        self._reset = pins.pin(reset)

    def open(self, _port: int, _device: int) -> None:
        self.is_open = True
        self.resets += 1
        assert self._reset.state, "the display is held in reset"

    def close(self) -> None:
        self.is_open = False

    def writebytes(self, data: Sequence[int]) -> None:
        assert self.is_open
        if self._dc.state:
            self.display.data(data)
        else:
            self.display.command(data)
