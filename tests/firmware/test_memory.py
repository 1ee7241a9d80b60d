"""The hub's memory: events for the host are allocated at the start and never grow.

MicroPython on a PC needs twice the memory: a heap as large as the Pico's holds less than the Pico's does.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from firmware.ring import RING
from gm_appliance.core.ports import Fault
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import PADS, Recorder, mash, plan, recorded
from tests.firmware.rigs import listening, meet, planted

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]

DROPPED = Fault("pads", "dropped")

SMALL = "140K"  # the heap for firmware, model and waiting events
TAPS = RING // 2 // len(PADS) + 4  # taps per pad; all pads together make more than the ring can hold


def fill_again_and_again(folder: Path, rounds: int, files: Mapping[str, Path] | None = None) -> Recorder:
    """Pull the cable and mash until the ring is full, several times over; returns the record."""
    inbox, rng = Recorder(), Random(rounds)
    with (
        FirmwareHub(heap=SMALL, files=files) as hub,
        Cable(hub.port, folder) as cable,
        listening(cable.port, inbox) as pads,
    ):
        for number in range(1, rounds + 1):
            meet(hub, pads, prompt_id=number, lamp=1 + number % 15)
            before = len(inbox.edges)
            cable.pull()
            pressed = plan(rng, TAPS)
            mash(hub, pressed)
            assert hub.wait(lambda: hub.at_rest)
            cable.put_back()
            assert inbox.wait(lambda: hub.boots > 1 or len(inbox.edges) >= before + RING - 2)  # noqa: B023
            assert hub.boots == 1, "it ran out of memory"
            assert inbox.wait(lambda: inbox.items.count(DROPPED) == number)  # noqa: B023
            for pad, moves in recorded(inbox.edges[before:]).items():
                thumbs = [thumb for thumb, _ in moves[::2]]
                assert moves == [(thumb, down) for thumb in thumbs for down in (True, False)]
                rest = iter(pressed[pad])
                assert all(thumb in rest for thumb in thumbs), "what is kept is in order"
    return inbox


def test_a_full_ring_is_reported_and_its_events_arrive(tmp_path: Path) -> None:
    """A machine too busy to keep up the link cancels presses as well, but not in every attempt."""
    attempts = (fill_again_and_again(tmp_path, rounds=1) for _attempt in range(3))
    assert any(not any(edge.cancelled for edge in inbox.edges) for inbox in attempts)


@pytest.mark.long
def test_a_ring_filled_again_and_again_in_little_memory(tmp_path: Path) -> None:
    fill_again_and_again(tmp_path, rounds=6)


GROWING = """
from firmware.hub_protocol import PADS

RING = 512

class Ring:
    def __init__(self):
        self._events = []

    def __len__(self):
        return len(self._events)

    def add(self, *event):
        self._events = self._events + [[event] * 24]

    def get(self, index):
        return self._events[index][0]

    def drop(self, count):
        self._events = self._events[count:]
"""
"""A ring that reallocates with every event, and needs contiguous memory."""


def test_a_ring_that_grows_is_found(tmp_path: Path) -> None:
    files = planted(tmp_path, "firmware/ring.py", "RING = 512", "RING = 512")
    files["firmware/ring.py"].write_text(GROWING)
    with pytest.raises(AssertionError):
        fill_again_and_again(tmp_path, rounds=1, files=files)
