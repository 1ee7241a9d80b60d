"""What somebody sees who listens to the Wi-Fi of phones, and what each phone is told: of the real process.

The process ticks in real time, but nothing is found wrong because the machine is slow: a *round* is what the
process sends under one time of its own clock, whenever it is read here. Each phone is in it once, with as
many bytes and told the same, and in the order in which they came.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from gm_appliance.core.game import AllSeats, Beat, Decision, OneOf, PerSeat
from gm_appliance.core.values import replace
from gm_appliance.phones.frames import ProcessTick
from tests.phones.crowd import PATIENCE, Box, now, until
from tests.phones.model_phone import ModelPhone

PADS = (3, 1, 6, 5, 2, 4)
"""In the order in which their phones come, which is that of nothing else."""

ON_THE_AIR = 82
"""Bytes of a tick of the process: 64, its seal's 16, and 2 of the web socket."""

SETTLED = 2
"""From this tick of a connection on there are only ticks: with those before comes what is shown."""

MOVES_AT, TICKS_AT, APART = 0.004, 0.01, 0.008
"""Seconds after a round: when thumbs move, when the first phone ticks, and the next one after each."""

SURE = 4.5
"""Standard deviations from which times are different: by chance in one run of 100,000."""

Act = Callable[["Air"], object]
Script = Sequence[Sequence[Act]]
"""What is done after each round of a window."""

_BEATS = (Beat("now", 0.0, listens=True), Beat("end", 60.0))
_SEATS = tuple(range(1, len(PADS) + 1))
_THUMBS = PerSeat(tuple(map(str, _SEATS)), OneOf(("up", "down")), partial=True)
VOTE = Decision("vote", AllSeats(_SEATS), _THUMBS, secret=True, beats=_BEATS)


class Handset:
    """A phone on a socket of its own. host: where it asks. connected: makes a socket."""

    def __init__(self, pad: int, token: str, host: str, connected: Callable[[], Any]) -> None:
        self.pad, self.model = pad, ModelPhone(bytes.fromhex(token), pad)
        self._host, self._connected = host, connected
        self.connect()

    def connect(self) -> None:
        """Open a socket, as a browser does; it offers to compress, too."""
        self.model.connected()
        self.socket, self._nth, self._size = self._connected(), 0, 0
        offered = [ClientPerMessageDeflateFactory()]
        self._protocol = ClientProtocol(parse_uri(f"ws://{self._host}/ws"), extensions=offered)
        request = self._protocol.connect()
        request.headers = Headers({**request.headers, "Origin": f"http://{self._host}"})
        self._protocol.send_request(request)
        self.send([])

    def read(self) -> Iterator[tuple[int, int]]:
        """Take what has come. Yields of each tick its number, and the bytes since the one before. Raises
        ConnectionError once the socket is closed."""
        try:
            data = self.socket.recv(1 << 16, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionError(f"the socket of phone {self.pad} was closed")
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            assert isinstance(event, Frame | Response)
            self._size += len(
                event.serialize() if isinstance(event, Response) else event.serialize(mask=False)
            )
            if isinstance(event, Frame) and event.opcode is Opcode.BINARY:
                before = self.model.tick
                self.send(self.model.hear(bytes(event.data), now()))
                if self.model.tick is not before:
                    yield self._nth, self._size
                    self._nth, self._size = self._nth + 1, 0

    def send(self, frames: Iterable[bytes]) -> None:
        for frame in frames:
            self._protocol.send_binary(frame)
        for data in self._protocol.data_to_send():
            self.socket.sendall(data)

    def move(self, half: int) -> list[bytes]:
        act = self.model.release if half in self.model._down else self.model.press
        return act(half, now())


class Sight(NamedTuple):
    """A tick to a phone, as it was read. when: what has the same time was read at once.

    line: which connection of all, in their order. nth: tick on it, from 0. bytes: since the one before.
    told: the tick, but for times and the acknowledgement. moved: the first after moves of thumbs were sent.
    """

    when: float
    line: int
    nth: int
    bytes: int
    clock: int
    told: ProcessTick
    moved: bool


class Air:
    """Phones at the process of a box, and somebody who listens.

    sights: all while presses are secret. open: the connections at its end. asleep: phones that do not tick.
    at_once: how many frames were sent because thumbs moved. looked: the bytes of pages, by path.
    """

    def __init__(self, box: Box) -> None:
        self._epoll = select.epoll()
        self._box, self._port = box, int(box.invite().rpartition(":")[2])
        self._asked = self._connected = self._clock = 0
        self._began, self._moved = 0.0, False
        self.sights: list[Sight] = []
        self.open: dict[int, int] = {}
        self.asleep: set[int] = set()
        self.at_once = 0
        self.looked: dict[str, set[int]] = {}
        self.phones: dict[int, Handset] = {}
        for pad in PADS:
            phone = Handset(pad, box.pads.token, f"127.0.0.1:{self._port}", self._connect)
            self.phones[pad] = phone
            self._register(phone)
            while phone.model.tick is None:
                assert self._take(PATIENCE), "the process is silent"
        until(lambda: box.pads.present.there == tuple(sorted(PADS)), "all phones")

    def _connect(self) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self._port))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    def _register(self, phone: Handset) -> None:
        self._connected += 1
        self.open[phone.pad] = self._connected
        # By edges, what is ready is listed in the order in which it came.
        self._epoll.register(phone.socket, select.EPOLLIN | select.EPOLLET)

    def close(self) -> None:
        self._epoll.close()
        for phone in self.phones.values():
            phone.socket.close()

    def quiet(self, *, closed: bool) -> None:
        """A step in which presses are secret, with eyes closed or open; until all phones know of it."""
        self._asked += 1
        self._box.pads.storm(closed)
        self._box.pads.asked(self._asked, VOTE)
        self._box.pads.ask(self._asked, 1)
        models = [phone.model for phone in self.phones.values()]
        while not all(one.tick and one.tick.quiet and one.tick.closed == closed for one in models):
            self._round([])
        self._round([])  # what eyes just opened see follows that tick
        self.sights.clear()

    def move(self, pad: int, half: int) -> None:
        at_once = self.phones[pad].move(half)
        self.phones[pad].send(at_once)
        self.at_once += len(at_once)

    def reconnect(self, pad: int) -> None:
        phone = self.phones[pad]
        phone.socket.close()
        phone.connect()
        self._register(phone)

    def look(self, path: str) -> None:
        """Somebody who is no phone asks for a page."""
        with self._connect() as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())
            size = sum(map(len, iter(partial(line.recv, 1 << 16), b"")))
        self.looked.setdefault(path, set()).add(size)

    def watch(self, script: Script) -> None:
        """Watch this, and one more round."""
        for acts in (*script, ()):
            self._round(acts)

    def _round(self, acts: Sequence[Act]) -> None:
        before = self._clock
        while self._clock == before:
            assert self._take(PATIENCE), "the process is silent"
        due: list[tuple[float, Callable[[], object]]] = [(MOVES_AT, partial(act, self)) for act in acts]
        due += [(TICKS_AT + APART * nth, partial(self._tick, pad)) for nth, pad in enumerate(sorted(PADS))]
        began = time.monotonic()
        for after, act in due:
            while (left := began + after - time.monotonic()) > 0:
                self._take(left)
            act()

    def _tick(self, pad: int) -> None:
        phone = self.phones[pad]
        if pad not in self.asleep:
            phone.send(phone.model.due(now()))
            self._moved |= bool(phone.model.waiting)

    def _take(self, seconds: float) -> bool:
        """Read what comes first within this time; whether there was any."""
        ready = self._epoll.poll(seconds)
        when = time.monotonic()
        by_file = {phone.socket.fileno(): phone for phone in self.phones.values()}
        for file, _event in ready:
            phone = by_file[file]
            for nth, size in phone.read():
                tick = phone.model.tick
                assert tick
                told = replace(tick, clock=0, echo=0, ack=0)
                line = self.open[phone.pad]
                self.sights.append(Sight(when, line, nth, size, tick.clock, told, self._moved))
                self._clock, self._moved = max(self._clock, tick.clock), False
        return bool(ready)


def thumbs(rng: Random, rounds: int, public: Mapping[int, Sequence[Act]] | None = None) -> list[list[Act]]:
    """In half of the rounds some thumbs move, in any order; in the last all lift. public: is done beside."""
    moved: list[list[tuple[int, int]]] = []
    for _round in range(rounds - 1):
        some = rng.sample(PADS, rng.randint(1, len(PADS))) if rng.random() < 0.5 else []
        moved.append([(pad, rng.randrange(2)) for pad in some for _again in range(rng.choice((1, 1, 2, 7)))])
    all_moves = [one for some in moved for one in some]
    moved.append([one for one in sorted({*all_moves}) if all_moves.count(one) % 2])
    return [
        [*(public or {}).get(nth, ()), *(partial(Air.move, pad=pad, half=half) for pad, half in some)]
        for nth, some in enumerate(moved)
    ]


def rounds_of(sights: Iterable[Sight]) -> dict[tuple[int, int], list[Sight]]:
    """By the process's clock, and by which of that time it is to its phone. Not what is sent at once."""
    rounds: dict[tuple[int, int], list[Sight]] = {}
    for one in sights:
        nth = 0
        while any(its.line == one.line for its in rounds.get((one.clock, nth), ())):
            nth += 1
        if one.nth:
            rounds.setdefault((one.clock, nth), []).append(one)
    return dict(sorted(rounds.items()))


def in_order(sights: Sequence[Sight]) -> list[list[Sight]]:
    """Rounds of which the order is known: nothing else was read together with them."""
    together: dict[float, set[int]] = {}
    for one in sights:
        together.setdefault(one.when, set()).add(one.clock)
    return [
        its
        for its in rounds_of(sights).values()
        if all(one.nth >= SETTLED and len(together[one.when]) == 1 for one in its)
    ]


def differences(air: Air) -> list[str]:
    found = [f"{air.at_once} frames were sent because thumbs moved"] * bool(air.at_once)
    rounds = rounds_of(air.sights)
    lines = {
        one.line: [key for key, its in rounds.items() if any(it.line == one.line for it in its)]
        for one in air.sights
    }
    told: dict[int, ProcessTick] = {}
    sizes = {SETTLED: ON_THE_AIR}
    for one in air.sights:
        if (size := sizes.setdefault(min(one.nth, SETTLED), one.bytes)) != one.bytes:
            found.append(f"{one.bytes} instead of {size} bytes on line {one.line}")
        if told.setdefault(one.line, one.told) != one.told:
            found.append(f"line {one.line} was told {one.told} after {told[one.line]}")
    for line, keys in lines.items():
        last = [*rounds][-2] if line in air.open.values() else keys[-1]
        if [key for key in rounds if keys[0] <= key <= max(last, keys[-1])] != keys:
            found.append(f"line {line} was not in every round once: {len(keys)} of {len(rounds)}")
    for sights in in_order(air.sights):
        came = [one.line for one in sights]
        if came != sorted(came):
            found.append(f"a round came in the order {came}")
    found += [f"{path} has {sizes} bytes" for path, sizes in air.looked.items() if len(sizes) > 1]
    return found


def times_apart(sights: Sequence[Sight]) -> list[str]:
    """How rounds after thumbs moved differ from others: in how long they last, and how late they are."""
    lasted: dict[bool, list[float]] = {True: [], False: []}
    since: dict[bool, list[float]] = {True: [], False: []}
    before = None
    for its in in_order(sights):
        moved = any(one.moved for one in its)
        lasted[moved].append(its[-1].when - its[0].when)
        if before:
            since[moved].append(its[0].when - before)
        before = its[0].when
    apart = {name: ranks_apart(by[True], by[False]) for name, by in (("lasted", lasted), ("since", since))}
    return [f"{name}: {one:.1f} standard deviations" for name, one in apart.items() if abs(one) > SURE]


def ranks_apart(some: Sequence[float], others: Sequence[float]) -> float:
    """How far the ranks of some are from those of the others, in standard deviations of chance.

    >>> round(ranks_apart([5, 6, 7], [1, 2, 3]), 1), ranks_apart([1, 4], [2, 3])
    (2.0, 0.0)
    """
    n, m = len(some), len(others)
    above = sum((one > other) + (one == other) / 2 for one in some for other in others)
    return (above - n * m / 2) / sqrt(n * m * (n + m + 1) / 12) if n and m else 0.0
