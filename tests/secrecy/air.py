"""What somebody sees who listens to the Wi-Fi of phones, and what each phone is told: of the real process.

The process ticks in real time. All else follows its ticks, so nothing here depends on how fast the machine is: a
*round* is one tick to each phone, in which thumbs move and each phone ticks in its turn, long before the next.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random

from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.uri import parse_uri

from gm_appliance.core.game import AllSeats, Beat, Decision, OneOf, PerSeat
from gm_appliance.core.values import replace
from gm_appliance.phones.frames import ProcessTick
from gm_appliance.testing.phone import ModelPhone
from gm_appliance.testing.phone_crowd import PATIENCE, Box, now, until

PHONES = 6
TICK_ON_THE_AIR = 82
"""Bytes of a tick of the process: 64, the seal's 16, and 2 of the web socket."""

MOVES_AT, TICKS_AT, APART, OVER = 0.004, 0.01, 0.008, 0.08
"""Seconds after a round began: when thumbs move, when the first phone ticks, each after the one before, and when
all has come that comes before the next round."""

LATE = 0.02
"""Seconds by which this process or the other may be late before it is no longer sure what belongs to a round."""

AGAIN = 8
"""How often a window is watched again that was different while the machine was late."""

SURE = 4.5
"""Standard deviations beyond which times are different: by chance in one of 100,000 runs."""

Act = Callable[["Air"], None]
Script = Sequence[Sequence[Act]]
"""What is done in each round of a window."""

_BEATS = (Beat("now", 0.0, listens=True), Beat("end", 60.0))
_THUMBS = PerSeat(tuple(map(str, range(1, PHONES + 1))), OneOf(("up", "down")), partial=True)
VOTE = Decision("vote", AllSeats(tuple(range(1, PHONES + 1))), _THUMBS, secret=True, beats=_BEATS)


class Handset:
    """A phone on a socket of its own."""

    def __init__(self, pad: int, token: str, port: int) -> None:
        self.pad, self.model = pad, ModelPhone(bytes.fromhex(token), pad)
        self._host = f"127.0.0.1:{port}"
        self.connect()

    def connect(self) -> None:
        """Open a socket, as a browser does; it offers to compress, too."""
        self.model.connected()
        name, _colon, port = self._host.partition(":")
        self.socket = socket.create_connection((name, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        offered = [ClientPerMessageDeflateFactory()]
        self._protocol = ClientProtocol(parse_uri(f"ws://{self._host}/ws"), extensions=offered)
        request = self._protocol.connect()
        request.headers = Headers({**request.headers, "Origin": f"http://{self._host}"})
        self._protocol.send_request(request)
        self.send([])

    def read(self) -> int:
        """Take what has come; returns how many bytes. Raises ConnectionError once it is closed."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError(f"the socket of phone {self.pad} was closed")
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode.name == "BINARY":
                self.send(self.model.hear(bytes(event.data), now()))
        return len(data)

    def send(self, frames: Iterable[bytes]) -> None:
        for frame in frames:
            self._protocol.send_binary(frame)
        for data in self._protocol.data_to_send():
            self.socket.sendall(data)


@dataclass
class Seen:
    """A window as it was seen and told.

    rounds: for each round whose bytes came, and how many, in order; of a phone that sends at once what it should
            not, with its pad negative.
    told:   for each round what each phone was told in its tick, but for times and the acknowledgement.
    lasted, since: seconds from a round's first to its last byte, and since the round before.
    late:   the machine was.
    """

    rounds: list[list[tuple[int, int]]] = field(default_factory=list)
    told: list[list[ProcessTick | None]] = field(default_factory=list)
    lasted: list[float] = field(default_factory=list)
    since: list[float] = field(default_factory=list)
    late: bool = False

    def differs(self, other: Seen) -> str | None:
        for what in ("rounds", "told"):
            for nth, (one, its) in enumerate(zip(getattr(self, what), getattr(other, what), strict=True)):
                if one != its:
                    return f"{what}, {nth}: {one} instead of {its}"
        return None


class Air:
    """Phones at the process, and a listener. pads: in the order in which they connected."""

    def __init__(self, box: Box, pads: Iterable[int] = range(1, PHONES + 1)) -> None:
        self._selector = selectors.DefaultSelector()
        self._seen, self._heard_at, self._began = Seen(), 0.0, 0.0
        self.box, self._token, self._asked = box, box.pads.token, 0
        port = int(box.invite().rpartition(":")[2])
        self.phones: dict[int, Handset] = {}
        for pad in pads:
            phone = self.phones[pad] = Handset(pad, self._token, port)
            self._selector.register(phone.socket, selectors.EVENT_READ, phone)
            while phone.model.tick is None:
                self._listen(time.monotonic() + APART)
        until(lambda: box.pads.present.there == tuple(range(1, PHONES + 1)), "all phones")

    def close(self) -> None:
        self._selector.close()
        for phone in self.phones.values():
            phone.socket.close()

    # ------------------------------------------------------------ the table

    def quiet(self, *, closed: bool) -> None:
        """A step in which presses are secret, with eyes closed or open, until all phones know it."""
        self._asked += 1
        self.box.pads.storm(closed)
        self.box.pads.asked(self._asked, VOTE)
        self.box.pads.ask(self._asked, 1)
        ticks = [phone.model for phone in self.phones.values()]
        while not all(one.tick and (one.tick.closed, one.tick.quiet) == (closed, True) for one in ticks):
            self._round([])

    # ------------------------------------------------------------ what is done in a round

    def move(self, pad: int, half: int, *, down: bool) -> None:
        """A thumb moves."""
        phone = self.phones[pad]
        at_once = (phone.model.press if down else phone.model.release)(half, now())
        phone.send(at_once)
        if at_once:
            self._write(-pad, sum(map(len, at_once)))

    def reconnect(self, pad: int) -> None:
        """A phone's socket is replaced by a new one."""
        phone = self.phones[pad]
        self._selector.unregister(phone.socket)
        phone.socket.close()
        phone.connect()
        self._selector.register(phone.socket, selectors.EVENT_READ, phone)

    # ------------------------------------------------------------ watching

    def window(self, script: Script) -> Seen:
        """Watch the next rounds, in which this is done."""
        self._seen = Seen()
        self._round([])  # a round of its own, for the one before may have been cut
        self._seen = seen = Seen()
        for acts in script:
            self._round(acts)
            seen.told.append([phone.model.tick and _timeless(phone.model.tick) for phone in self.phones.values()])
        return seen

    def _round(self, acts: Sequence[Act]) -> None:
        before = self._began
        self._seen.rounds.append([])
        self._take(PATIENCE)
        self._began = began = self._heard_at
        self._seen.late |= began - before > 0.1 + LATE
        due = [(TICKS_AT + APART * nth, partial(self._tick, pad)) for nth, pad in enumerate(sorted(self.phones))]
        for after, act in [*((MOVES_AT, partial(one, self)) for one in acts), *due]:
            self._listen(began + after)
            act()
        self._listen(began + OVER)
        self._seen.lasted.append(self._heard_at - began)
        self._seen.since.append(began - before)

    def _tick(self, pad: int) -> None:
        self.phones[pad].send(self.phones[pad].model.due(now()))

    def _listen(self, end: float) -> None:
        while (left := end - time.monotonic()) > 0:
            self._take(left)
        self._seen.late |= -left > LATE

    def _take(self, seconds: float) -> None:
        """Read what comes within this time."""
        ready = self._selector.select(seconds)
        self._heard_at = time.monotonic() if ready else self._heard_at
        for key, _events in ready:
            self._write(key.data.pad, key.data.read())

    def _write(self, pad: int, size: int) -> None:
        """What comes at once is one, however it was cut on its way."""
        here = self._seen.rounds[-1] if self._seen.rounds else []
        if here and here[-1][0] == pad:
            size += here.pop()[1]
        here.append((pad, size))


def _timeless(tick: ProcessTick) -> ProcessTick:
    return replace(tick, clock=0, echo=0, ack=0)


# ---------------------------------------------------------------- thumbs


def thumbs(rng: Random, rounds: int, pads: Sequence[int]) -> list[list[Act]]:
    """A script of thumbs: in half of the rounds some of these pads, in any order; in the end all are let go of."""
    down: set[tuple[int, int]] = set()
    script = []
    for nth in range(rounds):
        moved: list[tuple[int, int]] = []
        if nth == rounds - 1:
            moved = sorted(down)
        elif rng.random() < 0.5:
            some = rng.sample(pads, rng.randint(1, len(pads)))
            moved = [(pad, rng.randrange(2)) for pad in some for _again in range(rng.choice((1, 1, 2, 7)))]
        acts: list[Act] = []
        for key in moved:
            down ^= {key}
            acts.append(partial(_move, *key, key in down))
        script.append(acts)
    return script


def _move(pad: int, half: int, down: bool, air: Air) -> None:
    air.move(pad, half, down=down)


# ---------------------------------------------------------------- comparing


class Watch:
    """Compares windows. what: of all of them, the first thing that told thumbs apart; None for nothing."""

    def __init__(self, air: Air) -> None:
        self._air = air
        self._times: list[tuple[bool, float, float]] = []

    def differs(self, reference: Seen, script: Script, public: Sequence[Act] = ()) -> str | None:
        """How a window with these thumbs differs from another, in whose rounds only `public` was done."""
        for _again in range(AGAIN):
            seen = self._air.window(script)
            if not (found := seen.differs(reference)) or not seen.late:
                break
        moved = [False, *(bool(acts) for acts in script)]
        self._times += zip(moved, seen.lasted, seen.since, strict=False)
        return found

    def times(self) -> str | None:
        """How rounds after thumbs moved came earlier, later or further apart than others."""
        for name, at in (("lasted", 1), ("since", 2)):
            by: dict[bool, list[float]] = {True: [], False: []}
            for one in self._times:
                by[bool(one[0])].append(float(one[at]))
            if abs(z := ranks_apart(by[True], by[False])) > SURE:
                return f"{name}: {z:.1f} standard deviations"
        return None


def ranks_apart(some: Sequence[float], others: Sequence[float]) -> float:
    """How far the ranks of some are from those of the others, in standard deviations of chance.

    >>> round(ranks_apart([5, 6, 7], [1, 2, 3]), 1), ranks_apart([1, 4], [2, 3])
    (2.0, 0.0)
    """
    n, m = len(some), len(others)
    above = sum((one > other) + (one == other) / 2 for one in some for other in others)
    return (above - n * m / 2) / sqrt(n * m * (n + m + 1) / 12)
