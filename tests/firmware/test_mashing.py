"""Fifteen people mash their pads, with a hub's clock that wraps, and with faults in firmware and host.

The fingers press in the model of the switches, with bounce; everything between them and the host is real.
What a bad cable and a failing hub do is in `test_all_faults`.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from firmware import hub_protocol
from gm_appliance.devices.pads.link import HostLink
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.mashing import Recorder, differences
from tests.firmware.noise import Faults
from tests.firmware.rigs import changed, listening, mash_rounds, mashed, meet, planted

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]

GOOD, DROPPED = Faults(), Faults(drop=0.002)  # one byte in 500: about every eleventh line

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


def test_the_hubs_clock_may_wrap(tmp_path: Path) -> None:
    (tmp_path / "time.py").write_text(WRAPPED)
    inbox = Recorder()
    with FirmwareHub(modules=[tmp_path]) as hub, listening(hub.port, inbox) as pads:
        meet(hub, pads)
        pressed = mash_rounds(hub, inbox, 2)
    assert differences(pressed, inbox.edges) == []
    assert inbox.edges[-1].t - inbox.edges[0].t > 0.3
    assert all(one.t <= other.t for one, other in pairwise(inbox.edges))


def test_without_a_fault_everything_arrives_once_and_in_order(tmp_path: Path) -> None:
    assert differences(*mashed(tmp_path, DROPPED, 1)) == []


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
    assert differences(*mashed(tmp_path, cable, 1, files, seconds=1.0)) != []


UNCHECKED = ('if f"{crc32(body):08x}".encode() != text[end + 1 :]:', "if False:")


def test_a_protocol_that_checks_no_sums_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = planted(tmp_path, "firmware/hub_protocol.py", *UNCHECKED)
    careless: dict[str, Any] = {}
    exec(changed("firmware/hub_protocol.py", *UNCHECKED), careless)
    monkeypatch.setattr(hub_protocol, "parse", careless["parse"])
    assert differences(*mashed(tmp_path, Faults(flip=0.01), 1, files, seconds=1.0)) != []


def test_a_host_that_accepts_every_event_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(self: HostLink, seq: int, now: float) -> bool:
        self._expected = seq + 1
        return True

    monkeypatch.setattr(HostLink, "_in_order", gullible)
    assert differences(*mashed(tmp_path, DROPPED, 1, seconds=1.0)) != []
