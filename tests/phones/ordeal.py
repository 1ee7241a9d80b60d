"""Phones, bad Wi-Fi, a process that is killed, and the box: on virtual time, in milliseconds.

What runs is the real thing but for sockets: `Connection` and `PhoneHub` on one side, the model of a phone on
the other, `HostLink` and `PadReports` in the box. Between phones and process is a proxy that delays, stalls,
cuts connections with or without telling either end, lets an old one speak on beside its successor, and
damages frames.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random

from firmware.hub_protocol import BIGGEST, HOLD_MS, PRESSED, elapsed, switch
from gm_appliance.core.ports import Edge, Fault, Input
from gm_appliance.devices.pads.link import HostLink, Moved
from gm_appliance.devices.pads.reports import PadReports
from gm_appliance.phones.connection import Connection, Refused
from gm_appliance.phones.frames import CLOCK, BadFrame
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.messages import Mood, Serve
from gm_appliance.phones.phone import LATE_MS
from gm_appliance.phones.seal import Unsealed
from tests.phones.model_phone import ModelPhone

TOKEN = "0f" * 16
TICK_MS = 100
HALF_OPEN_MS = 1500
"""A phone that hears nothing for so long connects again."""


@dataclass
class Press:
    """A press. heard: how often the box heard of it. known: when the process did."""

    pad: int
    half: int
    at: float
    held: int
    heard: int = 0
    known: float | None = None  # when
    clock: int = 0  # of the phone


@dataclass(eq=False)
class Wire:
    """One connection. Frames of each direction stay in order, as in TCP."""

    connection: Connection
    cut: bool = False
    last: dict[str, float] = field(default_factory=lambda: {"up": 0.0, "down": 0.0})
    stalled_until: float = 0.0


class Hand:
    """A phone and its thumbs. ahead: of its clock; it drifts by `drift` parts."""

    def __init__(self, pad: int, rng: Random) -> None:
        self.pad, self.rng = pad, rng
        self.model = ModelPhone(bytes.fromhex(TOKEN), pad)
        self.ahead, self.drift = rng.randrange(1 << 32), 1 + rng.uniform(-5e-5, 5e-5)
        self.wire: Wire | None = None
        self.heard_at = 0.0
        self.offline_until = 0.0
        self.lifts_at = 0.0

    def clock(self, now: float) -> int:
        return int(now * self.drift + self.ahead) & CLOCK


class Box:
    """The inbox, the link and the reports."""

    def __init__(self, world: Ordeal) -> None:
        self._world = world
        self.posted: list[Input] = []
        self.dropped_at: list[float] = []
        self.link = HostLink(chance=Random(1))
        self.reports = PadReports(self, 0.0)

    def now(self) -> float:
        return self._world.now / 1000

    def post(self, item: Input) -> None:
        self.posted.append(item)
        if isinstance(item, Fault) and item.what == "dropped":
            self.dropped_at.append(self._world.now)

    @property
    def faults(self) -> list[str]:
        return [one.what for one in self.posted if isinstance(one, Fault)]


class Ordeal:
    """presses: how many are made. kills, faults: whether the process is killed, and the network is bad."""

    def __init__(
        self, seed: int, presses: int, *, phones: int = 15, faults: bool = True, kills: bool = True
    ) -> None:
        self.rng = Random(seed)
        self.now = 0.0
        self.wanted = presses
        self.faults, self.kills = faults, kills
        self.made: list[Press] = []
        self.hands = [Hand(pad, Random(f"{seed} {pad}")) for pad in range(1, phones + 1)]
        self.commands: list[tuple[float, int]] = [(0.0, 0)]
        self.killed: list[float] = []
        self.wires: list[Wire] = []
        self.wrong: list[str] = []
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._stamps: dict[tuple[int, int], tuple[Press, float]] = {}
        self._delay = 0.0  # of the frame that is being heard
        self.box = Box(self)
        self.dead_until = 0.0
        self._born()

    def at(self, when: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (max(when, self.now), next(self._order), act))

    def every(self, period: float, act: Callable[[], None], first: float = 0.0) -> None:
        def again() -> None:
            act()
            self.at(self.now + period, again)

        self.at(self.now + first, again)

    def run(self) -> None:
        """Make all presses, and give the last ones time to arrive."""
        self.every(TICK_MS, self._tick_process)
        self.every(10, self._talk)
        self.at(500, self._command)
        for hand in self.hands:
            self.every(TICK_MS, partial(self._tick_phone, hand), hand.rng.uniform(0, 99))
            self.at(2000 + hand.rng.uniform(0, 500), partial(self._press, hand))
            if self.faults:
                self.at(3000 + hand.rng.uniform(0, 9000), partial(self._disturb, hand))
        if self.kills:
            self.at(20_000, self._kill)
        end = float("inf")
        while self._events and self.now < end:
            self.now, _order, act = heapq.heappop(self._events)
            act()
            if len(self.made) >= self.wanted and end == float("inf"):
                end = self.now + 20_000
                self.faults = self.kills = False
                for hand in self.hands:
                    hand.offline_until = min(hand.offline_until, self.now)

    def _born(self) -> None:
        self.hub = hub = PhoneHub(self.rng.randint(1, BIGGEST), lambda message: None)
        hub.told(Serve(TOKEN, 80, "en"))
        hub.told(Mood(False, self.rng.random() < 0.5, False))
        moved = hub.link.moved

        def watched(switch: int, move: int, ms: int) -> None:
            if move == PRESSED:
                self._recognise(switch, ms)
            moved(switch, move, ms)

        hub.link.moved = watched  # type: ignore[method-assign]
        self.wires = []
        self.box.link.opened()

    def _recognise(self, one: int, ms: int) -> None:
        """Which press it is that the process hands on."""
        at = self.now + elapsed(ms, int(self.now) & BIGGEST)
        theirs = [press for press in self.made if switch(press.pad, bool(press.half)) == one][-200:]
        # What was delayed seems later, never sooner; those of one thumb come in order.
        near = (one for one in theirs if at - self._delay - 5 <= one.at <= at + 5 and one.known is None)
        press = next(near, None)
        if press is None:
            self.wrong.append(f"made up, or its time is wrong: {one} at {at}, delay {self._delay}")
            return
        press.known = self.now
        self._stamps[one, ms] = (press, self._delay + 5)

    def _kill(self) -> None:
        if self.kills:
            self.killed.append(self.now)
            self.dead_until = self.now + self.rng.uniform(300, 3000)
            for wire in self.wires:
                wire.cut = True
            self.at(self.dead_until, self._born)
            self.at(self.dead_until + self.rng.uniform(5_000, 40_000), self._kill)

    @property
    def alive(self) -> bool:
        return self.now >= self.dead_until

    def _talk(self) -> None:
        """Both ends of the hub's line say what is due."""
        box, seconds = self.box, self.now / 1000
        if self.alive:
            out = box.link.due(seconds)
            if out:
                self.hub.hear(out, int(self.now))
            if said := self.hub.due(int(self.now)):
                for event in box.link.hear(said, seconds):
                    box.reports.take(event, seconds)
                    if isinstance(event, Moved) and event.move == PRESSED:
                        self._heard(event)
        box.reports.wake(seconds)

    def _heard(self, event: Moved) -> None:
        found = self._stamps.pop((event.switch, event.ms), None)
        if found is None:
            self.wrong.append(f"heard twice, or never pressed: {event.switch} at {event.ms}")
            return
        press, tolerance = found
        press.heard += 1
        if event.prompt_id and event.prompt_id not in self._in_force(press.at, tolerance):
            self.wrong.append(f"misassigned: a press at {press.at} to {event.prompt_id}")
        if not event.prompt_id and not any(press.at - 6000 <= killed for killed in (0, *self.killed)):
            self.wrong.append(f"assigned to nothing: a press at {press.at}")

    def _in_force(self, at: float, tolerance: float) -> set[int]:
        """The prompts that a press at that time may belong to; a command takes a while to the process."""
        before = [prompt for when, prompt in self.commands if when <= at - tolerance - 200]
        return {prompt for when, prompt in self.commands if abs(when - at) <= tolerance + 200} | {
            *before[-1:]
        }

    def _command(self) -> None:
        prompt = len(self.commands)
        self.commands.append((self.now, prompt))
        self.box.link.command(prompt, 0, 0)
        self.at(self.now + self.rng.choice((300, 900, 2500, 8000)), self._command)

    def _tick_process(self) -> None:
        if not self.alive:
            return
        self.hub.wake(int(self.now))
        for wire in list(self.wires):
            try:
                for frame in wire.connection.due(int(self.now)):
                    self._send(wire, "down", frame)
            except Refused:
                self._close(wire)

    def _send(self, wire: Wire, way: str, frame: bytes) -> None:
        delay = self.rng.choice((1, 3, 10, 40)) + (self.rng.expovariate(1 / 60) if self.faults else 0)
        arrives = max(self.now + delay, wire.last[way], wire.stalled_until)
        wire.last[way] = arrives
        sent = self.now
        if self.faults and self.rng.random() < 0.0002:
            frame = frame[:-1] + bytes([frame[-1] ^ 1])
        hub = self.hub
        hand = next((one for one in self.hands if one.wire is wire), None)
        self.at(arrives, lambda: self._arrive(wire, way, frame, sent, hub, hand))

    def _arrive(
        self, wire: Wire, way: str, frame: bytes, sent: float, hub: PhoneHub, hand: Hand | None
    ) -> None:
        if wire.cut or hub is not self.hub or not self.alive:
            return
        if way == "up":
            if wire not in self.wires:
                return
            self._delay = self.now - sent
            try:
                met = wire.connection.phone
                wire.connection.hear(frame, int(self.now))
                if not met and wire.connection.phone:
                    for one in wire.connection.due(int(self.now)):
                        self._send(wire, "down", one)
            except Refused:
                self._close(wire)
        elif hand and hand.wire is wire:
            hand.heard_at = self.now
            try:
                for one in hand.model.hear(frame, hand.clock(self.now)):
                    self._send(wire, "up", one)
            except (Unsealed, BadFrame):
                self._close(wire)

    def _close(self, wire: Wire) -> None:
        wire.cut = True
        self._gone(wire)

    def _gone(self, wire: Wire) -> None:
        if wire in self.wires:
            self.wires.remove(wire)
            wire.connection.closed(int(self.now))

    def _disturb(self, hand: Hand) -> None:
        """Something happens to a phone's connection."""
        wire = hand.wire
        if self.faults and wire:
            what = hand.rng.choice(("stall", "cut", "half-open", "twice", "away", "long"))
            if what == "stall":
                wire.stalled_until = self.now + hand.rng.uniform(100, 1400)
            elif what == "cut":
                self._close(wire)
                hand.wire = None
            elif what == "half-open":  # neither end is told; the process learns of it much later
                wire.cut = True
                self.at(self.now + 8000, lambda: self._gone(wire))
            elif what == "twice":  # the old one's frames are still on their way beside the new one's
                hand.wire = None
            else:
                hand.offline_until = self.now + hand.rng.uniform(2000, 9000 if what == "away" else 45_000)
                self._close(wire)
                hand.wire = None
        self.at(self.now + hand.rng.uniform(2_000, 20_000), lambda: self._disturb(hand))

    def _tick_phone(self, hand: Hand) -> None:
        clock = hand.clock(self.now)
        if hand.wire and self.now - hand.heard_at > HALF_OPEN_MS:
            hand.wire = None
        if hand.wire is None:
            if self.alive and self.now >= hand.offline_until:
                self._connect(hand)
            return
        for frame in hand.model.due(clock):
            self._send(hand.wire, "up", frame)

    def _connect(self, hand: Hand) -> None:
        connection = Connection(self.hub, bytes.fromhex(TOKEN), int(self.now))
        hand.wire = wire = Wire(connection)
        self.wires.append(wire)
        hand.heard_at = self.now
        hand.model.connected()
        self._send(wire, "down", connection.challenge)

    def _press(self, hand: Hand) -> None:
        rng, gap = hand.rng, hand.rng.choice((350, 400, 600, 1500))
        if len(self.made) < self.wanted and hand.model.wants and self.now > 2000:
            half = rng.randrange(2)
            held = rng.choice((30, 80, 80, 200, HOLD_MS + 150))
            self._do(hand, hand.model.press(half, hand.clock(self.now)))
            self.made.append(Press(hand.pad, half, self.now, held, clock=hand.clock(self.now)))
            self.at(self.now + held, lambda: self._do(hand, self._lift(hand, half)))
            gap += held
        self.at(self.now + gap, lambda: self._press(hand))

    def _lift(self, hand: Hand, half: int) -> list[bytes]:
        return hand.model.release(half, hand.clock(self.now))

    def _do(self, hand: Hand, frames: list[bytes]) -> None:
        for frame in frames:
            if hand.wire:
                self._send(hand.wire, "up", frame)

    def faults_found(self) -> list[str]:
        """Presses made up, doubled, misassigned, or lost without a message."""
        found = list(self.wrong)
        for press in self.made:
            if press.heard > 1:
                found.append(f"doubled: {press}")
            if press.heard == 0 and not self._was_told(press):
                found.append(f"lost: {press}")
        down: set[tuple[int, str]] = set()
        for edge in self.box.posted:
            if isinstance(edge, Edge):
                key = (edge.source, edge.button)
                (down.add if edge.down else down.discard)(key)
        if down:
            found.append(f"never released: {sorted(down)}")
        return found

    def _was_told(self, press: Press) -> bool:
        """Whether the table heard that presses of that time may be lost."""
        if any(when - press.at > LATE_MS - 1000 for when in self.box.dropped_at):
            return True
        if not {"lost", "comes-and-goes"} & {*self.box.faults}:
            return False
        lost = self.hands[press.pad - 1].model.lost
        if any((one.half, one.move, one.at) == (press.half, PRESSED, press.clock) for one in lost):
            return True
        return press.known is not None and any(0 <= when - press.known <= 100 for when in self.killed)

    @property
    def heard(self) -> int:
        return sum(one.heard for one in self.made)
