"""A hub, a cable and a host for tests; and firmware with planted faults."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

from gm_appliance.core.ports import Edge
from gm_appliance.devices.pads.flashing import firmware_files
from gm_appliance.devices.pads.reader import SeatPads
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import Plan, Recorder, joined, mash, plan, presses
from tests.firmware.noise import Faults


@contextmanager
def listening(port: Path, inbox: Recorder) -> Iterator[SeatPads]:
    """Working pads. However often they come and go, each time is reported like the first."""
    pads = SeatPads(inbox, str(port))
    with patch("gm_appliance.devices.pads.plug.AGAIN", 0.0):
        pads.start()
        try:
            yield pads
        finally:
            pads.close()
            inbox.forget_down()


def meet(hub: FirmwareHub, pads: SeatPads, prompt_id: int = 0, lamp: int = 1) -> None:
    """Have a lamp lit, which proves that the hub has met the host and knows the prompt."""
    pads.ask(prompt_id, 0)
    pads.light(frozenset({lamp}))
    assert hub.wait(lambda: hub.lamps() == {lamp}), "the hub does not do what it is told"
    until = time.monotonic() + 20
    while not pads._reports.there:  # its acknowledgement is on its way
        assert time.monotonic() < until, "the hub does not say what it does"
        time.sleep(0.002)


def back_after(inbox: Recorder, times: int) -> bool:
    """Wait until the pads were lost and came back this many times. False otherwise."""
    inbox.wait(lambda: len(inbox.faults) >= 2 * times)
    return inbox.faults == ["lost", "back"] * times


def mash_rounds(hub: FirmwareHub, inbox: Recorder, rounds: int, seconds: float = 30.0) -> Plan:
    """Mash in rounds, each once the last was recorded; stops if one was not. Returns the taps."""
    rng = Random(rounds)
    done: list[Plan] = []
    before = len(inbox.edges)
    for _ in range(rounds):
        done.append(plan(rng))
        mash(hub, done[-1])
        if not inbox.reach(before + 2 * presses(joined(done)), seconds):
            break
    return joined(done)


def mashed(
    folder: Path, faulty: Faults, rounds: int, files: dict[str, Path] | None = None, seconds: float = 30.0
) -> tuple[Plan, list[Edge]]:
    """The taps, and the edges recorded, over a cable with these faults."""
    inbox = Recorder()
    with (
        FirmwareHub(files=files) as hub,
        Cable(hub.port, folder, faulty) as cable,
        listening(cable.port, inbox) as pads,
    ):
        meet(hub, pads)
        return mash_rounds(hub, inbox, rounds, seconds), inbox.came()


def changed(name: str, old: str, new: str) -> str:
    source = firmware_files()[name].read_text("utf-8")
    assert source.count(old) == 1, f"the fault does not fit into {name} any more"
    return source.replace(old, new)


def planted(folder: Path, name: str, old: str, new: str) -> dict[str, Path]:
    path = folder / "planted.py"
    path.write_text(changed(name, old, new), "utf-8")
    return {**firmware_files(), name: path}
