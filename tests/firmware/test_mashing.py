"""Fifteen people mash their pads, with the real firmware and a bad cable.

Every press must be recorded: for each seat in order, none lost, none doubled. The fingers press in the model
of the switches, with bounce; everything between them and the host is real.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware import hub_protocol
from gm_appliance.devices.pads.link import HostLink
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import Recorder, differences, joined, mash, plan, presses, recorded
from tests.firmware.noise import Faults
from tests.firmware.rigs import back_after, changed, listening, mash_rounds, mashed, meet, planted

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]

RARE = 0.002  # one byte in 500: about every eleventh line, for each kind of fault

GOOD, DELAYED = Faults(), Faults(delay=0.1)
DROPPED, FLIPPED, DOUBLED = Faults(drop=RARE), Faults(flip=RARE), Faults(double=RARE)
ALL = Faults(RARE, RARE, RARE, 0.05)
CABLES = {"good": GOOD, "drops": DROPPED, "flips": FLIPPED, "doubles": DOUBLED, "delays": DELAYED, "all": ALL}

WRAPPED = """
import utime
from utime import sleep, sleep_ms

PERIOD = 1 << 30
OFFSET = PERIOD - 300 - utime.ticks_ms()
OFFSET_US = PERIOD - 100000 - utime.ticks_us()

def ticks_ms():
    return (utime.ticks_ms() + OFFSET) % PERIOD

def ticks_us():
    return (utime.ticks_us() + OFFSET_US) % PERIOD

def ticks_add(ticks, delta):
    return (ticks + delta) % PERIOD

def ticks_diff(one, other):
    return (one - other + PERIOD // 2) % PERIOD - PERIOD // 2
"""
"""A clock like a Pico's, whose ticks wrap after thirty bits: here 300 ms after the start."""


@pytest.mark.parametrize(("cable", "rounds"), [("good", 2), ("all", 1)])
def test_everything_arrives_once_and_in_order(tmp_path: Path, cable: str, rounds: int) -> None:
    pressed, edges = mashed(tmp_path, CABLES[cable], rounds)
    assert presses(pressed) == 120 * rounds
    assert differences(pressed, edges) == []


def test_a_cable_pulled_and_put_back_loses_nothing_while_the_hub_has_power(tmp_path: Path) -> None:
    inbox, rng = Recorder(), Random(3)
    pressed = []
    with FirmwareHub() as hub, Cable(hub.port, tmp_path) as cable, listening(cable.port, inbox) as pads:
        meet(hub, pads)
        for _ in range(3):
            pressed.append(plan(rng))
            mash(hub, pressed[-1])
            assert inbox.reach(len(inbox.edges) + 40)
            cable.pull()
            cable.put_back()
            assert inbox.reach(2 * presses(joined(pressed)))
    assert differences(joined(pressed), inbox.came()) == []


def reboot_in_the_middle(lives: int) -> None:
    """Pull a cable that also powers the hub, in the middle of the mashing."""
    inbox, rng = Recorder(), Random(lives)
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        for life in range(1, lives + 1):
            before = len(inbox.edges)
            cut_short = plan(rng)
            mash(hub, cut_short)
            assert inbox.reach(before + 40)
            hub.unplug()
            hub.plug()
            assert back_after(inbox, life)
            for pad, moves in recorded(inbox.edges[before:]).items():
                thumbs = [thumb for thumb, _ in moves[::2]]
                assert thumbs == cut_short[pad][: len(thumbs)], "not what was pressed first"
                assert moves == [(thumb, down) for thumb in thumbs for down in (True, False)]
            before = len(inbox.edges)
            whole = mash_rounds(hub, inbox, 1)
            assert differences(whole, inbox.edges[before:]) == []


def test_a_restarted_hub_loses_only_presses_made_meanwhile() -> None:
    reboot_in_the_middle(1)


def restart_the_host(restarts: int) -> None:
    inbox, rng = Recorder(), Random(restarts)
    pressed = []
    with FirmwareHub() as hub:
        for _ in range(restarts):
            with listening(hub.port, inbox) as pads:
                meet(hub, pads)
                pressed.append(plan(rng))
                mash(hub, pressed[-1])
                assert inbox.reach(len(inbox.edges) + 40)
            with listening(hub.port, inbox):
                assert inbox.wait(lambda: len(inbox.downs) >= presses(joined(pressed)))
    # A release goes to the host that heard the press; a release between two hosts goes to neither.
    came = {pad: [thumb for thumb, _ in moves] for pad, moves in recorded(inbox.downs).items()}
    assert came == joined(pressed)


def test_a_restarted_host_receives_presses_made_meanwhile() -> None:
    restart_the_host(1)


def test_the_hubs_clock_may_wrap(tmp_path: Path) -> None:
    (tmp_path / "time.py").write_text(WRAPPED)
    inbox = Recorder()
    with FirmwareHub(modules=[tmp_path]) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        pressed = mash_rounds(hub, inbox, 2)
    assert differences(pressed, inbox.edges) == []
    assert inbox.edges[-1].t - inbox.edges[0].t > 0.3
    assert all(one.t <= other.t for one, other in pairwise(inbox.edges))


def test_a_release_carries_the_prompt_and_beat_of_its_press_however_late() -> None:
    inbox = Recorder()
    with FirmwareHub() as hub, listening(hub.port, inbox) as pads:
        pads.ask(8, 3)
        pads.light(frozenset({8}))
        assert hub.wait(lambda: hub.lamps() == {8})
        hub.press(4, "down", True)
        assert inbox.reach(1)
        meet(hub, pads, prompt_id=9, lamp=9)
        hub.press(4, "down", False)
        assert inbox.reach(2)
    assert [(edge.source, edge.button, edge.down) for edge in inbox.edges] == [
        (4, "down", True),
        (4, "down", False),
    ]
    assert [(edge.prompt_id, edge.beat) for edge in inbox.edges] == [(8, 3), (8, 3)]


@pytest.mark.parametrize(
    ("name", "old", "new", "cable"),
    [
        pytest.param(
            "firmware/link.py",
            "            self._sent += 1\n",
            "            self._base += 1\n            self._ring.drop(1)\n",
            DROPPED,
            id="sent is forgotten",
        ),
        pytest.param(
            "firmware/link.py",
            "            self._ring.drop(count)\n",
            "            self._ring.drop(count + 1)\n",
            GOOD,
            id="one too many is acknowledged",
        ),
        pytest.param(
            "firmware/switches.py",
            "if lasted >= BOUNCE_MS and elapsed(now, self._since[switch]) >= RELEASE_DEBOUNCE_MS:",
            "if True:",
            GOOD,
            id="bounce is not taken out",
        ),
        pytest.param(
            "firmware/hub.py",
            "self._link.moved(switch, move, then)",
            "self._link.moved(switch ^ 2 * (switch < 4), move, then)",
            GOOD,
            id="two pads are swapped",
        ),
        pytest.param(
            "firmware/scanner.py",
            "_REVERSED[read[1]] << 8",
            "_REVERSED[read[0]] << 8",
            GOOD,
            id="a register is read twice",
        ),
    ],
)
def test_a_fault_in_the_firmware_is_found(
    tmp_path: Path, name: str, old: str, new: str, cable: Faults
) -> None:
    files = planted(tmp_path, name, old, new)
    pressed, edges = mashed(tmp_path, cable, 1, files, seconds=1.0)
    assert differences(pressed, edges) != []


UNCHECKED = ('if f"{crc32(body):08x}".encode() != text[end + 1 :]:', "if False:")


def test_a_protocol_that_checks_no_sums_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = planted(tmp_path, "firmware/hub_protocol.py", *UNCHECKED)
    careless: dict[str, Any] = {}
    exec(changed("firmware/hub_protocol.py", *UNCHECKED), careless)
    monkeypatch.setattr(hub_protocol, "parse", careless["parse"])
    pressed, edges = mashed(tmp_path, Faults(flip=0.01), 1, files, seconds=1.0)
    assert differences(pressed, edges) != []


def test_a_host_that_accepts_every_event_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(self: HostLink, seq: int, now: float) -> bool:
        self._expected = seq + 1
        return True

    monkeypatch.setattr(HostLink, "_in_order", gullible)
    pressed, edges = mashed(tmp_path, DROPPED, 1, seconds=1.0)
    assert differences(pressed, edges) != []
