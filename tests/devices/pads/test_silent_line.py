"""A line that falls silent has the same effects at the same times, whether or not anybody pressed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest

from firmware.hub_protocol import BIGGEST, PRESSED, RELEASED
from firmware.link import Link, Status
from gm_appliance.core.ports import Fault, Input
from gm_appliance.devices import worker
from gm_appliance.devices.pads import reader
from gm_appliance.devices.pads.link import Foreign, HostLink

SILENT_AT, END = 4.45, 8.0  # seconds from the start; snapshots come twice a second


class _End(BaseException):
    pass


class Line:
    """A port, its hub, and their clock, which advances during waits. out: everything observable."""

    in_waiting = 4096

    def __init__(self, presses: tuple[float, ...]) -> None:
        self.now = 0.0
        self.out: list[tuple[float, object]] = []
        self.waits = 0
        self._hub = Link(boot=77)
        self._presses = sorted(presses)
        self._came = b""

    def monotonic(self) -> float:
        return self.now

    def select(
        self, waited: list[int], _w: object, _x: object, seconds: float
    ) -> tuple[list[int], object, object]:
        self.waits += 1
        until = self.now + max(seconds, 0.001)  # waiting always takes some time
        while self.now < until and not self._came:
            self._pass_a_millisecond()
        return (waited[1:] if self._came else []), [], []

    def _pass_a_millisecond(self) -> None:
        self.now = round(self.now + 0.001, 3)
        if self.now > END:
            raise _End
        ms = int(self.now * 1000) & BIGGEST
        if self._presses and self._presses[0] <= self.now:
            switch = len(self._presses)
            self._hub.moved(switch, PRESSED, ms)
            self._hub.moved(switch, RELEASED, ms)
            self._presses.pop(0)
        if self.now < SILENT_AT:
            self._came += self._hub.due(ms, Status())

    # the port

    def open(self, port: str | None) -> Line:
        self.out.append((self.now, "opened"))
        return self

    def fileno(self) -> int:
        return 1000

    def read(self, size: int = 1, /) -> bytes:
        came, self._came = self._came, b""
        return came

    def write(self, data: bytes, /) -> int:
        # Acknowledgements depend on presses, but only the hub sees them.
        lines = [one for one in data.splitlines() if not one.startswith(b"$K")]
        if lines:
            self.out.append((self.now, lines))
        if self.now < SILENT_AT:
            self._hub.hear(data, int(self.now * 1000) & BIGGEST)
        return len(data)

    def close(self) -> None:
        self.out.append((self.now, "closed"))

    # the inbox and the log

    def post(self, item: Input) -> None:
        if isinstance(item, Fault):
            self.out.append((self.now, (item.part, item.what)))

    def log(self, record: logging.LogRecord) -> bool:
        self.out.append((self.now, record.getMessage()))
        return True


def played(monkeypatch: pytest.MonkeyPatch, *presses: float) -> Line:
    """A line after its pads were read until it fell silent, and for a while afterwards."""
    line = Line(presses)
    with monkeypatch.context() as patch:
        patch.setattr(reader, "time", line)
        patch.setattr(worker, "select", SimpleNamespace(select=line.select))
        patch.setattr(reader, "HostLink", partial(HostLink, chance=Random(1)))
        for name in ("reader", "reports"):
            patch.setattr(logging.getLogger(f"gm_appliance.devices.pads.{name}"), "filter", line.log)
        inbox = SimpleNamespace(now=line.monotonic, post=line.post, heard=lambda: None)
        pads = reader.SeatPads(inbox, "a port", line.open)
        pads.ask(1, 0)
        with suppress(_End):
            while True:
                line.now = max(line.now, pads._work())
        pads.close()
    return line


AT = ((), (4.4,), (4.1, 4.2, 4.3, 4.44))
"""Times of presses: none, one after the last snapshot, several throughout."""


def test_silence_is_noticed_at_the_same_time_after_any_press(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody, *others = [played(monkeypatch, *presses).out for presses in AT]
    assert [what for _now, what in nobody].count(("pads", "lost")) == 1
    assert "The seat hub's port is open, but nobody answers." in [what for _now, what in nobody]
    assert others == [nobody, nobody]


def test_an_idle_reader_wakes_only_for_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    line = played(monkeypatch)
    assert line.waits < 12 * END, "two snapshots a second, a command and its acknowledgement"


@pytest.mark.parametrize("plant", [lambda heard: True, lambda heard: not isinstance(heard, Foreign)])
def test_a_line_that_counts_from_the_last_press_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[object], bool]
) -> None:
    monkeypatch.setattr(reader, "says_by_itself", plant)
    nobody, *others = [played(monkeypatch, *presses).out for presses in AT]
    assert all(one != nobody for one in others)
