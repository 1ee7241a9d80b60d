"""Any damage on the hub's line raises no error, invents no press, and leaves nothing queued up."""

from __future__ import annotations

import tracemalloc
from binascii import crc32
from collections.abc import Iterator
from random import Random

import pytest

from firmware import hub_protocol
from firmware.hub_protocol import COUNT, HELD, LONGEST, PRESSED, RELEASED
from firmware.link import Link, Status
from gm_appliance.core.ports import Edge
from gm_appliance.devices.pads.link import HostLink, Moved
from gm_appliance.devices.pads.reports import PadReports
from tests.devices.pads.pads_inbox import Recorder
from tests.mutated import mutated

CHANCE = 7  # seed of the host's greeting: recorded answers must match it


def new_host() -> HostLink:
    host = HostLink(chance=Random(CHANCE))
    host.opened()
    return host


def recorded(rng: Random) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Everything a hub sends in a second of taps and holds; and its moves as (switch, move, time)."""
    host, hub = new_host(), Link(boot=4711)
    said, moves = b"", list[tuple[int, int, int]]()
    for ms in range(5000, 6000, 5):
        if ms % 25 == 0:
            switch = rng.randrange(30)
            for after, move in enumerate((PRESSED, HELD, RELEASED)[:: rng.choice((1, 2))]):
                hub.moved(switch, move, ms + after)
                moves.append((switch, move, ms + after))
        hub.hear(host.due(ms / 1000), ms)
        out = hub.due(ms, Status())
        host.hear(out, ms / 1000)
        said += out
    return said, moves


def pieces(rng: Random, data: bytes) -> Iterator[bytes]:
    """Split at random places, as a cable may."""
    while data:
        many = rng.choice((1, 3, 20, 64, 64, 4000))
        yield data[:many]
        data = data[many:]


def are_in_order(some: list[tuple[int, int, int]], all_moves: list[tuple[int, int, int]]) -> bool:
    rest = iter(all_moves)
    return all(one in rest for one in some)


def demand_whole_presses(inbox: Recorder) -> None:
    """Assert that each button goes down, is held at most once, and comes up."""
    down: dict[tuple[int, str], int] = {}
    for one in inbox.items:
        if isinstance(one, Edge):
            key = (one.source, one.button)
            assert one.down or down.get(key), "a release without a press"
            down[key] = down.get(key, 0) + 1 if one.down else 0
            assert down[key] <= 2, "pressed again while it is down"


def demand_at_work(host: HostLink, reports: PadReports, inbox: Recorder, now: float) -> None:
    """Assert that a working hub at the same port is recognised, and a press posted."""
    hub, switch = Link(boot=815), 6
    for step in range(600):
        now += 0.01
        ms = 100_000 + 10 * step
        if step == 550:
            before = len(inbox.items)
            hub.moved(switch, PRESSED, ms)
            hub.moved(switch, RELEASED, ms + 1)
        hub.hear(host.due(now), ms)
        for one in host.hear(hub.due(ms, Status()), now):
            reports.take(one, now)
        reports.wake(now)
    told = [(one.source, one.down) for one in inbox.items[before:] if isinstance(one, Edge)]
    assert told == [(4, True), (4, False)]


def fuzz(seed: int, lines: int) -> tuple[int, int]:
    """Damage recordings; returns how many moves were heard and how many sent."""
    came = sent = 0
    for number in range(lines):
        rng = Random(f"line {seed} {number}")
        said, moves = recorded(rng)
        spoilt = mutated(rng, said) if rng.random() < 0.9 else rng.randbytes(3000)
        host, inbox = new_host(), Recorder()
        reports, now = PadReports(inbox, 0.0), 5.0
        host.due(now)
        heard: list[tuple[int, int, int]] = []
        for piece in pieces(rng, spoilt):
            now += rng.choice((0.0, 0.001, 0.03))
            for one in host.hear(piece, now):
                reports.take(one, now)
                heard += [(one.switch, one.move, one.ms)] if isinstance(one, Moved) else []
            if rng.random() < 0.2:
                host.due(now)
            reports.wake(now)
        assert are_in_order(heard, moves), (seed, number)
        demand_whole_presses(inbox)
        demand_at_work(host, reports, inbox, now)
        came, sent = came + len(heard), sent + len(moves)
    return came, sent


def test_damaged_lines_neither_invent_presses_nor_end_the_pads() -> None:
    came, sent = fuzz(0, 30)
    assert 0.2 < came / sent < 0.95, "all of it was lost, or none: nothing was tried"


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_hundreds_of_damaged_lines(seed: int) -> None:
    fuzz(seed, 150)


def test_a_host_that_trusts_every_line_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its checksum, a damaged line becomes another press."""

    def checked(text: bytes) -> tuple[str, tuple[int, ...]] | None:
        body = text[text.rfind(b"$") + 1 :].partition(b"*")[0]
        return right(b"$" + body + f"*{crc32(body):08x}".encode())

    right = hub_protocol.parse
    monkeypatch.setattr(hub_protocol, "parse", checked)
    with pytest.raises(AssertionError):
        fuzz(0, 60)


def test_a_host_that_takes_a_line_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = HostLink._in_order

    def again(link: HostLink, seq: int, now: float) -> bool:
        link._expected = seq & COUNT
        return right(link, seq, now)

    monkeypatch.setattr(HostLink, "_in_order", again)
    with pytest.raises(AssertionError):
        fuzz(0, 60)


@pytest.mark.parametrize("letter", [b"\0", b"E 1 "])
def test_a_line_without_end_takes_no_memory(letter: bytes) -> None:
    host, reports, inbox, now = new_host(), PadReports(recorder := Recorder(), 0.0), recorder, 5.0
    chunk = letter * (4096 // len(letter))
    tracemalloc.start()
    try:
        for _ in range(500):
            now += 0.001
            host.due(now)
            assert host.hear(chunk, now) == []
        taken, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 20 * LONGEST + 8192
    demand_at_work(host, reports, inbox, now)
