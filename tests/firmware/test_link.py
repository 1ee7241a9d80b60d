"""Both halves of the link against each other, in virtual milliseconds."""

from __future__ import annotations

import tracemalloc

import pytest

from firmware.hub_protocol import (
    BIGGEST,
    DEAF_MS,
    EDITION,
    HELD,
    LONGEST,
    PRESSED,
    PROTOCOL,
    RELEASED,
    line,
    parse,
)
from firmware.link import Link, Status
from firmware.ring import RING
from gm_appliance.devices.pads.clock import HubClock
from gm_appliance.devices.pads.link import START_SECONDS, Foreign, HostLink, Met, Snapshot
from tests.firmware.wires import Wires, tap_away


def test_an_answer_to_another_host_is_ignored() -> None:
    host = HostLink()
    host.opened()
    (_, (nonce,)) = parse(host.due(0.0).strip()) or ("", (0,))
    assert host.hear(line("H", EDITION, PROTOCOL, 5, (nonce + 1) & BIGGEST, 1), 0.0) == []
    assert host.hear(line("E", 5, 1, 10, 3, 1, 0, 0), 0.0) == []
    assert host.hear(line("H", EDITION, PROTOCOL, 5, nonce, 1), 0.0) == [Met(5, True)]


@pytest.mark.parametrize("edition", [EDITION - 1, EDITION, EDITION + 1])
def test_a_hub_with_another_protocol_is_foreign(edition: int) -> None:
    host = HostLink()
    host.opened()
    (_, (nonce,)) = parse(host.due(0.0).strip()) or ("", (0,))
    hello = line("H", edition, PROTOCOL ^ 1, 5, nonce, 1)
    assert host.hear(hello, 0.0) == [Foreign(edition, 5)]
    assert host.hear(line("E", 5, 1, 10, 3, 1, 0, 0), 0.0) == []


def test_a_prompt_in_pieces_is_recognised() -> None:
    host = HostLink()
    host.opened()
    assert host.hear(b"MicroPython v1.2\r\n>>", 0.0) == []
    assert host.hear(b"> ", 0.0) == []
    assert host.due(0.0) == b"\x04", "it may start when it is told to, once"
    assert host.hear(b"\r\n>>> ", START_SECONDS) == [], "it may have been said before that"
    assert host.hear(b"\r\n>>> ", START_SECONDS + 0.1) == [Foreign(None)]


@pytest.mark.parametrize("letter", [b"\0", b"E 1 "])
def test_a_line_without_end_takes_no_memory(letter: bytes) -> None:
    host = HostLink()
    host.opened()
    tracemalloc.start()
    try:
        for number in range(500):
            host.due(number / 1000)
            assert host.hear(letter * (4096 // len(letter)), number / 1000) == []
        taken, _most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 20 * LONGEST + 8192


def test_a_prompt_is_left_again_once_the_hub_has_run() -> None:
    wires = Wires()
    for _ in range(2):
        wires.host.opened()
        assert wires.host.hear(b">>> ", 0.0) == []
        assert wires.host.due(0.0) == b"\x04"
        wires.pass_time(200)


def test_a_hub_without_a_host_is_silent_and_dark() -> None:
    wires = Wires()
    wires.host.command(1, 0, 0b101)
    wires.pass_time(100)
    assert wires.hub.lamps == 0b101
    wires.pull()
    wires.pass_time(DEAF_MS + 1100)
    assert wires.hub.lamps == 0
    assert wires.hub.due(wires.ms, Status()) == b""
    wires.put_back()
    wires.pass_time(100)
    assert wires.hub.lamps == 0b101


def test_a_full_ring_forgets_presses_but_never_a_release() -> None:
    wires = Wires()
    wires.pass_time(20)
    wires.pull()
    moves = tap_away(wires, RING)
    kept = RING // 2 - 1  # another press would need room for its hold too
    assert wires.hub.dropped == RING - kept
    wires.put_back()
    assert wires.reach(2 * kept)
    assert wires.moves == moves[: 2 * kept]
    wires.pass_time(600)
    assert [one for one in wires.heard if isinstance(one, Snapshot)][-1].dropped == wires.hub.dropped


def test_switches_held_while_the_ring_is_full_are_released() -> None:
    wires = Wires()
    wires.pass_time(20)
    wires.pull()
    for switch in range(15):
        wires.hub.moved(switch, PRESSED, wires.ms)
    tap_away(wires, RING, first=15)
    for move in (HELD, RELEASED):
        for switch in range(15):
            wires.hub.moved(switch, move, wires.ms)
    wires.put_back()
    assert wires.reach(RING - 1)
    assert wires.moves[:15] == [(switch, PRESSED) for switch in range(15)]
    assert wires.moves[-30:-15] == [(switch, HELD) for switch in range(15)]
    assert wires.moves[-15:] == [(switch, RELEASED) for switch in range(15)]


def test_only_the_current_boot_can_be_sent_to_the_prompt() -> None:
    link = Link(boot=7)
    link.hear(line("X", 8), 0)
    assert not link.prompt
    link.hear(line("X", 7), 0)
    assert link.prompt


def test_an_idle_link_says_little() -> None:
    wires = Wires()
    wires.pass_time(1000)
    sent = 0
    for _ in range(10_000):
        wires.pass_time()
        sent += wires.on_the_way
    assert sent <= 10 * (2 + 1 + 1) + 4, "two snapshots a second, a command and its acknowledgement"


def test_a_host_that_believes_an_old_hello_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise it would notice and start again.
    monkeypatch.setattr("gm_appliance.devices.pads.link.MISSING_SECONDS", float("inf"))
    monkeypatch.setattr("gm_appliance.devices.pads.link.OWED_SECONDS", float("inf"))
    wires = Wires()
    moves = tap_away(wires, 10)
    assert wires.until(lambda: wires.moves == moves)
    hello = HostLink._hello
    monkeypatch.setattr(
        HostLink, "_hello", lambda self, a, b, c, nonce, base: hello(self, a, b, c, self._nonce, base)
    )
    wires.replace_host()
    stale = line("H", EDITION, PROTOCOL, 4711, 1, 1)
    wires.heard += wires.host.hear(stale, 0.0)
    moves += tap_away(wires, 5)
    wires.pass_time(3000)
    assert wires.moves != moves


def test_a_delayed_line_does_not_change_a_presss_age() -> None:
    clock = HubClock()
    for second in range(1, 30):
        late = 0.4 if second % 3 else 0.002
        clock.heard(1000 * second, second + late)
    assert clock.ago(29_000, 29.5) == pytest.approx(0.498, abs=0.001)


def test_a_clock_that_drifts_is_followed() -> None:
    clock = HubClock()
    for second in range(7200):
        clock.heard(int(second * 1000 * 1.0001) & BIGGEST, float(second))
    assert clock.ago(int(7199 * 1000 * 1.0001), 7199.5) == pytest.approx(0.5, abs=0.005)


def test_a_clock_that_wraps_goes_on() -> None:
    clock = HubClock()
    for second in range(60):
        clock.heard(BIGGEST - 30_000 + 1000 * second & BIGGEST, 5.0 + second)
    assert clock.ago(BIGGEST - 30_000 + 59_000 & BIGGEST, 64.25) == pytest.approx(0.25)
