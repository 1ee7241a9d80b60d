"""Phones as the pads of a whole box, and what goes over their network: sizes, times and counts.

The box's end, the process's hub and its connections are real; sockets, threads and seals are not. Each pad is
a phone, a model of its page, pressed where people would. `test_air.py` compares what the process sends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from firmware.hub_protocol import PADS
from gm_appliance.app.phones import with_phones
from gm_appliance.core.observer import Observers
from gm_appliance.core.ports import Input, Ports
from gm_appliance.core.values import replace
from gm_appliance.devices.pads import phones as phones_module
from gm_appliance.devices.pads.phones import PHONES, PhonePads, said
from gm_appliance.devices.pads.reader import SeatPads
from gm_appliance.phones import seal
from gm_appliance.phones.connection import Connection
from gm_appliance.phones.frames import TICK_SECONDS
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.messages import FromBox, FromPhones, Mark, Mood, Serving
from tests.phones.model_phone import ModelPhone
from tests.secrecy.drawn import Evening
from tests.secrecy.whole import box, parts
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.cable import ON_THE_WIRE, Cable
from tests.secrecy.whole.planting import after, put
from tests.secrecy.whole.workers import worker_on

AIR = 0.005
"""Seconds in the air."""

TOKEN = "0f" * 16
PORT = "network"
TOLD = "phones' process"
"""What the box tells it beside the hub's protocol: phones show no more than that."""

_from_box: msgspec.json.Decoder[FromBox] = msgspec.json.Decoder(FromBox)


class Phone:
    """A phone in somebody's hand. now: milliseconds on its own clock."""

    def __init__(self, network: Network, pad: int) -> None:
        self.pad = pad
        self.model = ModelPhone(bytes.fromhex(TOKEN), pad)
        self.model.id, self.model._load = f"{pad:032x}", pad
        self._network = network
        self.connection = Connection(network.hub, bytes.fromhex(TOKEN), network.ms())
        network.send(self, "to", self.connection.challenge)
        network.clock.at(network.clock.now() + 0.007 * pad, self.tick)

    def now(self) -> int:
        return self._network.ms() + 1_000_000 * self.pad

    def tick(self) -> None:
        for frame in self.model.due(self.now()):
            self._network.send(self, "from", frame)
        self._network.clock.at(self._network.clock.now() + TICK_SECONDS, self.tick)

    def moves(self, button: str, down: bool) -> None:
        half = ("up", "down").index(button)
        act = self.model.press if down else self.model.release
        for frame in act(half, self.now()):
            self._network.send(self, "from", frame)


class Network:
    """The process without its sockets, and the air. What is sent is written down every tenth of a second:
    when, whose, which way and how long."""

    def __init__(self, table: Table, inbox: Any) -> None:
        self.clock, self.put = table.clock, table.record.put
        self.hub = PhoneHub(1 + int(1000 * self.clock.now()), self._tell)
        self.cable = Cable(self.clock, lambda port, data: None)
        self.pads = VirtualPhonePads(inbox, self, table)
        self._sent: list[tuple[float, int, str, int]] = []
        self.pads.invite(80, "en")
        self._tell(Serving(("192.168.1.2",), 80))
        self.phones = {pad: Phone(self, pad) for pad in range(1, PADS + 1)}
        self.cable.heard_by_hub = self.pump
        self.clock.at(self.clock.now() + TICK_SECONDS, self._tick)

    def ms(self) -> int:
        return round(1000 * self.clock.now())

    def _tell(self, message: FromPhones) -> None:
        line = msgspec.json.encode(message)
        self.clock.at(self.clock.now() + ON_THE_WIRE, lambda: self.pads._hear(line))

    def pump(self) -> None:
        if data := self.cable.hub_end.read(0):
            self.hub.hear(data, self.ms())
        if out := self.hub.due(self.ms()):
            self.cable.hub_end.write(out)

    def _tick(self) -> None:
        self.put(PORT, repr(self._sent).encode())
        self._sent = []
        for phone in self.phones.values():
            for frame in phone.connection.due(self.ms()):
                self.send(phone, "to", frame)
        self.hub.wake(self.ms())
        self.pump()
        self.clock.at(self.clock.now() + TICK_SECONDS, self._tick)

    def send(self, phone: Phone, way: str, frame: bytes) -> None:
        self._sent.append((round(self.clock.now(), 6), phone.pad, way, len(frame)))
        self.clock.at(self.clock.now() + AIR, partial(self._arrive, phone, way, frame))

    def _arrive(self, phone: Phone, way: str, frame: bytes) -> None:
        if way == "to":
            for answer in phone.model.hear(frame, phone.now()):
                self.send(phone, "from", answer)
            return
        met = phone.connection.phone
        if phone.connection.hear(frame, self.ms()):
            self.pump()
        if not met and phone.connection.phone:
            for one in phone.connection.due(self.ms()):
                self.send(phone, "to", one)


class VirtualPhonePads(PhonePads):
    """The box's end, which says what is due as soon as something is."""

    def __init__(self, inbox: Any, network: Network, table: Table) -> None:
        self._network, self._its_table = network, table
        self._due: float | None = None
        with patch.object(phones_module, "Worker", worker_on(table.clock)):
            super().__init__(inbox, Path("/nowhere"), token=TOKEN)
        self._begun = True  # no worker: nothing blocks here

    def _ring(self) -> None:
        self._say_at(self._network.clock.now() + ON_THE_WIRE)

    def _say_at(self, when: float) -> None:
        if self._due is None or when < self._due:
            self._due = when
            self._network.clock.at(when, lambda: self._say(when))

    def _say(self, when: float) -> None:
        if self._due != when:
            return
        self._due = None
        news, due = self._news(self._network.clock.now())
        self._network.put(TOLD, b"".join(map(said, news)))
        for message in map(_from_box.decode, map(said, news)):
            if isinstance(message, Mark):
                self._network.hub.mark(message.number, self._network.ms())
            else:
                self._network.hub.told(message)
        if due != float("inf"):
            self._say_at(due)

    def _make_pads(self) -> SeatPads:
        network, pads = (
            self._network,
            parts.VirtualPads(self._inbox, None, self._network.cable.open, PHONES),
        )
        pads.clock, pads.cable = network.clock, network.cable
        pads._link._chance = Random(f"{self._its_table.clock.now()}")
        network.cable.heard_by_host = pads._ring
        return pads


@contextmanager
def phones_for_pads() -> Iterator[None]:
    """Whole boxes have phones instead of a hub."""
    networks: list[Network] = []

    def wire(stack: ExitStack, table: Table, _evening: Evening, heard: Callable[[Input], None]) -> None:
        inbox = table.hands.inbox
        network = Network(table, SimpleNamespace(now=inbox.now, post=heard))
        networks.append(network)
        table.pads = network.pads
        inbox.on_ask(network.pads.ask)
        inbox.listen_by(network.pads.whole_at)
        table.hands.hub = lambda pad, button, down: network.phones[pad].moves(button, down)

    def ports(*given: Any, **named: Any) -> Ports:
        made = Ports(*given, **named)
        # The box's own lamps are the phones' already.
        return replace(with_phones(made, networks[-1].pads), lamps=made.lamps)

    def evening_of(*given: Any, **named: Any) -> Any:
        first, journal, observer, *rest = given
        both = Observers(observer, networks[-1].pads)
        return written(first, journal, both, *rest, **named)

    written = box.WrittenEvening
    with ExitStack() as stack:
        for name, instead in (("_wire_pads", wire), ("Ports", ports), ("WrittenEvening", evening_of)):
            stack.enter_context(patch.object(box, name, instead))
        # A sealed frame is longer by its tag, whatever is in it; sealing is most of the time here.
        stack.enter_context(
            patch.object(seal, "_encrypt", lambda plain, *_key: plain + bytes(seal.TAG_BYTES))
        )
        stack.enter_context(patch.object(seal, "_decrypt", lambda frame, *_key: frame[: -seal.TAG_BYTES]))
        yield


def _network(table: Table) -> Network:
    pads: Any = table.pads
    network: Network = pads._network
    return network


def _at_once(table: Table) -> None:
    for phone in _network(table).phones.values():
        moved = phone.model._moved

        def always(half: int, move: int, now: int, model: Any = phone.model, moved: Any = moved) -> Any:
            return moved(half, move, now) or ([model._tick(now)] if model.tick else [])

        put(phone.model, "_moved", always)


def _late_ends(table: Table) -> None:
    for phone in _network(table).phones.values():
        moved = phone.model._moved

        def openly(half: int, move: int, now: int, model: Any = phone.model, moved: Any = moved) -> Any:
            model._open = [True, True]
            return moved(half, move, now)

        put(phone.model, "_moved", openly)


def _never_quiet(table: Table) -> None:
    hub = _network(table).hub
    told = hub.told

    def loud(message: FromBox) -> None:
        told(replace(message, quiet=False) if isinstance(message, Mood) else message)

    put(hub, "told", loud)


def _told_in_the_story(table: Table) -> None:
    secrets: list[str] = []
    pads = _network(table).pads
    read = pads.read

    def choose(session: int, name: str, value: Any, secret: bool, t: float) -> None:
        if secret:
            secrets.append(f"{value}")

    after(table.journal, "choose", choose)

    def more(pages: Any) -> None:
        read([(name, title, (*lines, *secrets)) for name, title, lines in pages])

    put(pads, "read", more)


def _read_at_a_press(table: Table) -> None:
    network = _network(table)
    story = [("story", "So far", ("Somebody pressed.",))]
    after(network.hub, "_moved", lambda *move: network.pads.read(story))


LEAKS: dict[str, Plant] = {
    "a press sent at once": _at_once,
    "the late end of a press sent at once": _late_ends,
    "a mood that is never quiet": _never_quiet,
    "a story that tells secrets": _told_in_the_story,
    "a story told anew at a press": _read_at_a_press,
}
