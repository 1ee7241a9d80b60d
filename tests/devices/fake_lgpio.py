"""The parts of lgpio's Python module that gpiozero needs for buttons, on a chip without a kernel.

As in the real one, a single thread reports every change, and dies at the first exception.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

OUT, PULL_UP, PULL_DOWN, PULL_NONE = 1 << 1, 1 << 5, 1 << 6, 1 << 7
BOTH = 3

Told = Callable[[int, int, int, int], None]


class error(Exception):
    def __str__(self) -> str:
        return repr(self.args[0])


class Line(NamedTuple):
    how: str
    flags: int = 0
    debounce: int = 0


class Chip:
    """The GPIO chip behind the fake module. busy: pins in use elsewhere. missing: whether there is no chip.
    number: the chip's."""

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}
        self.levels: dict[int, int] = {}
        self.busy: set[int] = set()
        self.missing = False
        self.number = 0
        self.opened = 0
        self._listeners: list[tuple[int, Told]] = []
        self._mail: queue.SimpleQueue[tuple[int, int] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._tell, name="lgpio", daemon=True)
        self._thread.start()

    @property
    def deaf(self) -> bool:
        return not self._thread.is_alive()

    def drive(self, pin: int, level: int) -> None:
        self.levels[pin] = level
        if self.lines[pin].how == "alert":
            self._mail.put((pin, level))

    def settle(self) -> None:
        self._mail.put(None)
        self._thread.join(timeout=5.0)

    def _tell(self) -> None:
        try:
            while (change := self._mail.get()) is not None:
                for pin, told in tuple(self._listeners):
                    if pin == change[0]:
                        told(0, *change, 0)
        except Exception:
            return  # The real thread prints a traceback here.

    def open(self, number: int) -> int:
        if self.missing or number != self.number:
            raise error("can not open gpiochip")
        self.opened += 1
        return 0

    def claim(self, pin: int, how: str, flags: int) -> None:
        if pin in self.busy:
            raise error("GPIO busy")
        self.lines[pin] = self.lines.get(pin, Line(how))._replace(how=how, flags=flags)
        self.levels.setdefault(pin, 1)

    def debounce(self, _handle: int, pin: int, micros: int) -> None:
        self.lines[pin] = self.lines[pin]._replace(debounce=micros)

    def listen(self, _handle: int, pin: int, _edges: int, told: Told) -> SimpleNamespace:
        self._listeners.append((pin, told))
        return SimpleNamespace(cancel=lambda: self._listeners.remove((pin, told)))


def module(chip: Chip) -> ModuleType:
    made = ModuleType("lgpio")
    vars(made).update(
        error=error,
        BOTH_EDGES=BOTH,
        RISING_EDGE=1,
        FALLING_EDGE=2,
        SET_PULL_NONE=PULL_NONE,
        SET_PULL_UP=PULL_UP,
        SET_PULL_DOWN=PULL_DOWN,
        gpiochip_open=chip.open,
        gpiochip_close=lambda _handle: 0,
        gpio_claim_input=lambda _handle, pin, flags=0: chip.claim(pin, "input", flags),
        gpio_claim_alert=lambda _handle, pin, _edges, flags=0: chip.claim(pin, "alert", flags),
        gpio_claim_output=None,  # must not be used
        gpio_free=lambda _handle, pin: chip.lines.pop(pin),
        gpio_get_mode=lambda _handle, pin: chip.lines[pin].flags,
        gpio_read=lambda _handle, pin: chip.levels[pin],
        gpio_set_debounce_micros=chip.debounce,
        callback=chip.listen,
    )
    return made
