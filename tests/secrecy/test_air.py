"""The real process of phones while it must be quiet: what is on the air is the same whatever is pressed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from gm_appliance.phones.frames import TICK_SECONDS
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.messages import Mood, Serve
from gm_appliance.phones.phone import AWAY_MS, Phone
from gm_appliance.phones.web import PhonePages, _Line
from tests.phones.crowd import Box
from tests.secrecy.air import PADS, Act, Air, Handset, Sight, differences, in_order, thumbs, times_apart
from tests.secrecy.leaky_phones import LEAKS
from tests.secrecy.meter import Meter, Work

TOKEN = "0f" * 16


@pytest.fixture
def box() -> Iterator[Box]:
    # Not pytest's folder: the path of a Unix socket is short.
    with TemporaryDirectory(prefix="gm-") as folder, closing(Box(Path(folder))) as box:
        yield box


def told_apart(
    box: Box, windows: int, rounds: int = 20, public: Mapping[int, Sequence[Act]] | None = None
) -> list[str]:
    """What tells thumbs apart in so many windows, by turns with eyes closed and open. public: what is done
    beside in each."""
    found, sights = list[str](), list[Sight]()
    with closing(Air(box)) as air:
        for seed in range(windows):
            air.quiet(closed=seed % 2 == 0)
            heard = len(box.inbox.edges)
            air.watch(thumbs(Random(seed), rounds, public))
            assert len(box.inbox.edges) > heard + rounds // 2
            assert len(in_order(air.sights)) > rounds // 4  # else the machine is too slow to see anything
            found += differences(air)
            sights += air.sights
    return found + times_apart(sights)


@pytest.mark.process
def test_nothing_tells_whose_thumbs_moved(box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    assert told_apart(box, 2) == []
    assert capfd.readouterr() == ("", "")


ASLEEP = int(AWAY_MS / 1000 / TICK_SECONDS) + 3
PUBLIC: dict[str, dict[int, list[Act]]] = {
    "nothing": {},
    "phones that reconnect": {
        nth: [partial(Air.reconnect, pad=pad)] for nth, pad in ((2, 6), (3, 1), (8, 6))
    },
    "a phone that sleeps": {3: [lambda air: air.asleep.add(5)], 3 + ASLEEP: [lambda air: air.asleep.clear()]},
    "strangers who look": {2: [partial(Air.look, path="/")], 5: [partial(Air.look, path="/words.json")] * 3},
}
"""What all on the Wi-Fi may see."""


@pytest.mark.process
@pytest.mark.long
@pytest.mark.parametrize("name", PUBLIC)
def test_nothing_does_beside_what_all_may_see(name: str, box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    assert told_apart(box, 8, ASLEEP + 8, PUBLIC[name]) == []
    assert capfd.readouterr() == ("", "")


def planted(name: str, box: Box, capfd: pytest.CaptureFixture[str], windows: int = 1, rounds: int = 8) -> str:
    """What is found of a leak, on the air or in the log."""
    box.child.command = (sys.executable, "-m", "tests.secrecy.leaky_phones", name, *box.child.command[3:])
    found = told_apart(box, windows, rounds)
    return "".join((*found, *capfd.readouterr()))


@pytest.mark.process
@pytest.mark.parametrize("name", [*LEAKS][:2])
def test_a_planted_leak_is_found(name: str, box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    assert planted(name, box, capfd)


@pytest.mark.process
@pytest.mark.long
@pytest.mark.parametrize("name", [*LEAKS][2:])
def test_every_other_one_is_too(name: str, box: Box, capfd: pytest.CaptureFixture[str]) -> None:
    assert planted(name, box, capfd, 3, 20)


class Wire(asyncio.Transport):
    """Both ends of a phone's connection, without a socket. writes: told of each write of the process."""

    def __init__(self, pages: PhonePages, writes: Callable[[], object]) -> None:
        super().__init__()
        self._line, self._writes, self._written = _Line(pages), writes, bytearray()
        self._line.connection_made(self)

    def write(self, data: Any) -> None:
        self._writes()
        self._written += data

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None: ...

    def lost(self) -> None:
        self._line.connection_lost(None)

    def sendall(self, data: bytes) -> None:
        self._line.data_received(data)

    def recv(self, *_how: int) -> bytes:
        data = bytes(self._written)
        self._written.clear()
        return data


def wired(pages: PhonePages, pads: Iterable[int], writes: Callable[[int], object]) -> list[Handset]:
    """Phones that come in this order. writes: told the pad of each write to one."""
    wires = ((pad, partial(Wire, pages, partial(writes, pad))) for pad in pads)
    return [Handset(pad, TOKEN, "127.0.0.1:8080", wire) for pad, wire in wires]


def pages_of(mood: Mood) -> tuple[PhonePages, list[int]]:
    """A server without a socket, and its clock."""
    clock = [0]
    hub = PhoneHub(1, lambda message: None)
    hub.told(Serve(TOKEN, 8080, "en"))
    hub.told(mood)
    return PhonePages(hub, lambda: clock[0], lambda: None), clock


def test_phones_are_ticked_in_the_order_in_which_they_came() -> None:
    """Not in one that depends on what was in memory, as that of a set does."""

    async def ticked() -> None:
        pages, _clock = pages_of(Mood(closed=True, quiet=True, thumbs=True))
        pads = Random(1).sample(range(1, 16), 15)
        written: list[int] = []
        phones = wired(pages, pads, written.append)
        for phone in (*phones, *phones[::3]):
            if phone.model.tick:
                phone.socket.lost()
                phone.connect()
            while not phone.model.tick:
                list(phone.read())
        written.clear()
        pages.tick()
        assert written == [pad for pad in pads if pad not in pads[::3]] + pads[::3]

    asyncio.run(ticked())


async def worked(mood: Mood) -> set[tuple[Work, ...]]:
    """Of each of many ticks to all phones, the work before each of its writes, once."""
    meter, before, rng = Meter(), list[Work](), Random(1)
    pages, clock = pages_of(mood)
    phones = wired(pages, PADS, lambda pad: before.append(meter.so_far))
    found = set()
    for nth in range(60):
        clock[0] += 100
        for phone in phones:
            for _again in range(rng.choice((0, 0, 1, 2, 7)) if nth > 3 else 0):
                phone.move(rng.randrange(2))
            list(phone.read())
            phone.send(phone.model.due(clock[0]))
        before.clear()
        meter.begin()
        pages.tick()
        meter.end()
        if nth > 2:  # all phones have said hello
            found.add(tuple(before))
    assert sum(phone.model._seq for phone in phones) > 300
    return found


def as_much_work() -> bool:
    return all(len(asyncio.run(worked(Mood(closed, True, True)))) == 1 for closed in (True, False))


def test_a_tick_is_as_much_work_whatever_was_pressed() -> None:
    assert as_much_work()


@pytest.mark.parametrize(
    "leak", [lambda phone: sum(1 for _half in phone.down), lambda phone: phone.ack % 2 and hash(phone)]
)
def test_work_for_a_press_is_found(leak: Callable[[Phone], object], monkeypatch: pytest.MonkeyPatch) -> None:
    tick = PhoneHub.tick

    def works(hub: PhoneHub, phone: Phone, *given: int) -> object:
        leak(phone)
        return tick(hub, phone, *given)

    monkeypatch.setattr(PhoneHub, "tick", works)
    assert not as_much_work()
