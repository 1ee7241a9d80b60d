"""The pads' reader on ports that raise the errors of real ones."""

from __future__ import annotations

import errno
import logging
import os
import termios
import threading
import time
import tty
from collections.abc import Iterator

import pytest
import serial

from firmware.hub_protocol import BIGGEST, PRESSED, RELEASED
from firmware.link import Link, Status
from gm_appliance.core.ports import PAD_BUTTONS, Lamps
from gm_appliance.devices.pads.reader import SeatPads, SerialPort, open_pads, open_serial_port
from tests.devices.pads.pads_inbox import Recorder


@pytest.fixture
def inbox() -> Recorder:
    return Recorder()


class Hub:
    """The hub's half of the link on a pseudo-terminal, in a thread. The firmware is tested elsewhere."""

    def __init__(self) -> None:
        self.link = Link(boot=77)
        self.inner, self._outer = os.openpty()
        tty.setraw(self._outer)
        self.port = os.ttyname(self._outer)
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def tap(self, switch: int) -> None:
        with self._lock:
            self.link.moved(switch, PRESSED, self._ms())
            self.link.moved(switch, RELEASED, self._ms())

    def _ms(self) -> int:
        return int(time.monotonic() * 1000) & BIGGEST

    def _run(self) -> None:
        os.set_blocking(self.inner, False)
        while not self._closed:
            try:
                data = os.read(self.inner, 4096)
            except BlockingIOError:
                data = b""
            with self._lock:
                self.link.hear(data, self._ms())
                out = self.link.due(self._ms(), Status())
            if out:
                os.write(self.inner, out)
            time.sleep(0.002)

    def close(self) -> None:
        self._closed = True
        self._thread.join()
        os.close(self.inner)
        os.close(self._outer)


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub()
    yield hub
    hub.close()


class Flaky:
    """A port that raises the errors of real ports, each once every few calls."""

    ERRORS = (
        OSError(errno.EIO, "Input/output error"),
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialTimeoutException("Write timeout"),
        termios.error(errno.EIO, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
    )

    def __init__(self) -> None:
        self.raised: list[type] = []
        self._calls = 0

    def open(self, port: str | None) -> SerialPort:
        self.stumble(7)
        return FlakyPort(open_serial_port(port), self)

    def stumble(self, every: int) -> None:
        self._calls += 1
        if self._calls % every == 0:
            error = self.ERRORS[len(self.raised) % len(self.ERRORS)]
            self.raised.append(type(error))
            raise error


class FlakyPort:
    def __init__(self, serial_port: SerialPort, flaky: Flaky) -> None:
        self._serial_port = serial_port
        self._flaky = flaky

    @property
    def in_waiting(self) -> int:
        self._flaky.stumble(5)
        return self._serial_port.in_waiting

    def fileno(self) -> int:
        return self._serial_port.fileno()

    def read(self, size: int = 1, /) -> bytes:
        self._flaky.stumble(11)
        return self._serial_port.read(size)

    def write(self, data: bytes, /) -> int | None:
        self._flaky.stumble(13)
        return self._serial_port.write(data)

    def close(self) -> None:
        self._serial_port.close()
        self._flaky.stumble(3)


def test_errors_of_the_port_neither_lose_nor_double_presses(
    hub: Hub, inbox: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.devices.pads.reader.RETRY_SECONDS", 0.0)
    flaky = Flaky()
    pads = SeatPads(inbox, hub.port, flaky.open)
    pads.start()
    for switch in range(20):
        hub.tap(switch)
        assert inbox.reach(2 * switch + 2)
    pads.close()
    moves = [(switch, down) for switch in range(20) for down in (True, False)]
    assert inbox.told == [(switch // 2 + 1, PAD_BUTTONS[switch % 2], down, 0, 0) for switch, down in moves]
    assert set(flaky.raised) == {type(error) for error in Flaky.ERRORS}


def test_lamps_and_prompts_go_out_and_come_back_as_stamps(hub: Hub, inbox: Recorder) -> None:
    pads = SeatPads(inbox, hub.port)
    lamps: Lamps = pads
    pads.start()
    pads.ask(41, 3)
    lamps.light(frozenset({1, 15}))
    hub.tap(29)
    while hub.link.lamps != 0b100_0000_0000_0001:
        time.sleep(0.005)
    hub.tap(28)
    assert inbox.reach(4)
    pads.close()
    assert inbox.told[2:] == [(15, "up", True, 41, 3), (15, "up", False, 41, 3)]


def test_closing_acknowledges_what_was_heard(hub: Hub, inbox: Recorder) -> None:
    for times in (1, 2, 3):
        pads = SeatPads(inbox, hub.port)
        pads.start()
        hub.tap(times)
        assert inbox.reach(2 * times)
        pads.close()
    assert len(inbox.items) == 6


def test_no_port_is_told_once_and_logged_once(
    inbox: Recorder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gm_appliance.devices.pads.reader.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("gm_appliance.devices.pads.reports.MISSING_AFTER", 0.2)
    with caplog.at_level(logging.INFO):
        pads = open_pads("/dev/nowhere", inbox)
        assert inbox.wait(lambda: bool(inbox.items))
        pads.light(frozenset({1}))
        pads.close()
    assert inbox.told == ["missing"]
    assert len(caplog.messages) == 2
