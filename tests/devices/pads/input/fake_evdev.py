"""The parts of python-evdev that the pads use, on devices without a kernel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple


class Event(NamedTuple):
    sec: int
    usec: int
    type: int
    code: int
    value: int


class Model:
    """The device at a node. done: the calls to it, in order. axis: the position of its hat."""

    def __init__(self, fd: int, able: dict[int, list[int]], bustype: int = 3) -> None:
        self.fd, self.able, self.bustype = fd, able, bustype
        self.waiting: list[list[Event]] = []
        self.active: list[int] = []
        self.axis = 0
        self.busy = False
        self.done: list[str] = []


class Evdev:
    """The module. models: devices by node."""

    def __init__(self) -> None:
        self.models: dict[str, Model] = {}

    def InputDevice(self, path: str) -> Device:
        if path not in self.models:
            raise FileNotFoundError(2, "No such file or directory", path)
        return Device(self.models[path])


class Device:
    name, phys, uniq = "A pad", "usb-1.2/input0", ""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.fd = model.fd
        self.info = SimpleNamespace(bustype=model.bustype)

    def capabilities(self, *, absinfo: bool) -> dict[int, list[int]]:
        assert not absinfo, "axes would come as pairs"
        return self._model.able

    def grab(self) -> None:
        if self._model.busy:
            raise OSError(16, "Device or resource busy")
        self._model.done.append("grab")

    def read(self) -> Any:
        if not self._model.waiting:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return iter(self._model.waiting.pop(0))

    def active_keys(self) -> list[int]:
        assert not self._model.waiting, "what comes later would be older"
        return self._model.active

    def absinfo(self, axis: int) -> SimpleNamespace:
        assert axis in self._model.able[3]
        return SimpleNamespace(value=self._model.axis, min=-1, max=1)

    def close(self) -> None:
        self._model.done.append("close")
