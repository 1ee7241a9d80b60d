"""The lights of a whole box: its line to `gm-appliance room`, that process, and the library that speaks MQTT.

All three are real; sockets are not. The broker is a model that takes every packet at once and answers it in
the same moment. Each packet is written down as it leaves, whole: so its topic, its bytes and its size.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from paho.mqtt import client as mqtt

from gm_appliance.app import room as box_end
from gm_appliance.app.room import RoomTeller, open_room
from gm_appliance.config.settings import RoomSettings
from gm_appliance.room import broker as broker_module
from gm_appliance.room.process import RoomProcess
from tests.secrecy.whole.parts import Put
from tests.secrecy.whole.workers import LivelyClock, WaitingWorker, worker_on

log = logging.getLogger(__name__)

SETTINGS = RoomSettings("mqtt://broker.local", people="yes")  # all that may be told is told
KEY = bytes(32)
"""The box's own in the league: another one in each evening would sign other records."""

CONNECT, PUBLISH, SUBSCRIBE, PING = 1, 3, 8, 12
CONNACK, SUBACK, PONG = b"\x20\x03\x00\x00\x00", b"\x90\x04%b\x00\x01", b"\xd0\x00"
PUBACK = b"\x40\x02%b"


def wait(until: float | None) -> None:
    """From within a part's work: wait until then, or until it is woken."""
    WaitingWorker.running.listen(until)


class Line:
    """The line between box and process: both its ends."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lines: deque[bytes] = deque()
        self.is_open = True

    def write(self, data: bytes) -> None:
        self._lines += data.splitlines()
        self._wake()

    def close(self) -> None:
        self.is_open = False
        self._wake()

    def makefile(self, _mode: str) -> Line:
        return self

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_error: object) -> None:
        self.is_open = False

    def __iter__(self) -> Iterator[bytes]:
        while self._lines or self.is_open:
            if self._lines:
                yield self._lines.popleft()
            else:
                wait(None)


def _ended(lines: Sequence[Line], *_more: object) -> tuple[list[Line], list[object], list[object]]:
    return [one for one in lines if not one.is_open], [], []


class Lights:
    """The process while the box has power, and the socket on which it listens. teller: the box's end."""

    teller: RoomTeller

    def __init__(self, clock: LivelyClock, put: Put, folder: Path) -> None:
        self._clock, self._put = clock, put
        self._called: deque[Line] = deque()
        self._threads: list[WaitingWorker] = []
        self.process: Any = RoomProcess(folder)
        self._running = self._thread(lambda: self.process.run(self))
        self._running.start()

    def _thread(self, target: Callable[[], None], **_named: object) -> WaitingWorker:
        self._threads.append(made := WaitingWorker(self._clock, "room", target, "The lights failed.", log))
        return made

    def go_dark(self) -> None:
        for thread in self._threads:
            thread.close(0.0)

    # ------------------------------------------------------------ the socket

    def settimeout(self, _seconds: float) -> None:
        """While the box has power, it is there."""

    def __enter__(self) -> Lights:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def accept(self) -> tuple[Line, str]:
        while not self._called:
            wait(None)
        return self._called.popleft(), ""

    def _call(self, _path: Path) -> Line:
        self._called.append(line := Line(self._running.wake))
        self._running.wake()
        return line

    # ------------------------------------------------------------ what is replaced

    def replaced(self, folder: Path) -> Iterator[tuple[Any, str, object]]:
        """In the box, the process and the library: module, name, and what is put there."""
        now = SimpleNamespace(monotonic=self._clock.now)
        yield from ((module, "time", now) for module in (box_end, broker_module))
        yield box_end, "Worker", worker_on(self._clock)
        yield box_end, "SOCKETS", str(folder)
        yield box_end, "SocketPort", self._call
        yield box_end, "select", SimpleNamespace(select=_ended)
        yield broker_module, "Thread", self._thread
        yield mqtt, "time_func", self._clock.now
        yield mqtt, "select", SimpleNamespace(select=self._select)
        yield mqtt, "_socketpair_compat", lambda: (bell := Bell(), bell)
        yield mqtt.Client, "_create_socket_connection", lambda _client: Broker(self._put)

    def _select(
        self, readers: Sequence[Broker | Bell], writers: Sequence[Broker], _others: object, seconds: float
    ) -> Any:
        until = self._clock.now() + seconds
        while not (writers or any(one.came for one in readers) or self._clock.now() >= until):
            wait(until)
        return [one for one in readers if one.came], writers, []


class Bell:
    """What wakes the thread of the library."""

    def __init__(self) -> None:
        self.came = b""
        self._thread = WaitingWorker.running

    def send(self, data: bytes) -> None:
        self.came += data
        self._thread.wake()

    def recv(self, _size: int) -> bytes:
        came, self.came = self.came, b""
        return came

    def close(self) -> None: ...


class Broker:
    """The library's socket, with a broker at its other end."""

    def __init__(self, put: Put) -> None:
        self._put = put
        self.came = b""

    def send(self, packet: bytes) -> int:
        """One packet a time, as the library writes them."""
        self._put("broker", bytes(packet))
        self.came += answer(bytes(packet))
        return len(packet)

    def recv(self, size: int) -> bytes:
        if not self.came:
            raise BlockingIOError
        came, self.came = self.came[:size], self.came[size:]
        return came

    def setsockopt(self, *option: int) -> None:
        self._put("broker", f"option {option}".encode())

    def setblocking(self, _blocks: bool) -> None: ...

    def close(self) -> None: ...


def answer(packet: bytes) -> bytes:
    """A broker's to a packet of MQTT 5, whose messages are all acknowledged."""
    at = 1
    while packet[at] & 0x80:  # more of its length follows
        at += 1
    body = packet[at + 1 :]
    kind = packet[0] >> 4
    if kind == PUBLISH:
        topic = int.from_bytes(body[:2], "big")
        return PUBACK % body[2 + topic :][:2]
    return {CONNECT: CONNACK, SUBSCRIBE: SUBACK % body[:2], PING: PONG}.get(kind, b"")


def open_lights(
    stack: ExitStack, clock: LivelyClock, put: Put, inbox: Any, folder: Path, language: str
) -> Lights:
    """For one life of the box. folder: of the box; its journal is open."""
    sockets, state = folder / "room", folder / "state"
    sockets.mkdir(exist_ok=True)
    lights = Lights(clock, put, sockets)
    for owner, name, instead in lights.replaced(sockets):
        stack.enter_context(patch.object(owner, name, instead))
    stack.callback(lights.go_dark)
    (state / "league.key").write_bytes(KEY)
    teller = open_room(stack, inbox, SETTINGS, state, language)
    assert teller
    lights.teller = teller
    return lights
