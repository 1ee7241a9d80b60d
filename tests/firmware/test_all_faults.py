"""The real firmware and the real host under random faults of all kinds, while all pads are mashed.

Faults that spare the hub's power and switches lose nothing: each press arrives once, in order, and
ends. Under others (a broken chain, a crash, a power loss) presses may be missing, but those that
arrive are in order, and none arrives twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from gm_appliance.devices.pads.flashing import HubError, info
from tests.benches.firmware_hub import FirmwareHub
from tests.firmware.cable import Cable
from tests.firmware.mashing import TAPS, Plan, Recorder, differences, mash, plan, presses, recorded
from tests.firmware.noise import Faults
from tests.firmware.rigs import listening, planted

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]


class Ordeal:
    """A hub, a cable, a host, and random faults. Used as a context manager."""

    def __init__(
        self, seed: int, folder: Path, files: dict[str, Path] | None = None, patience: float = 20.0
    ) -> None:
        self.rng = Random(seed)
        self.inbox = Recorder()
        self._patience = patience
        self._files = files
        self._folder = folder
        self._prompt_id = self.rng.choice((1, 64, 2**32)) << 24

    def __enter__(self) -> Ordeal:
        self._stack = ExitStack()
        self.hub = self._stack.enter_context(FirmwareHub(files=self._files, bounce=self.rng.randint(1, 12)))
        cable = Cable(self.hub.port, self._folder, seed=self.rng.randrange(999))
        self.cable = self._stack.enter_context(cable)
        self.pads = self._stack.enter_context(listening(cable.port, self.inbox))
        self.meet()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def meet(self) -> None:
        self._prompt_id += 1
        self.pads.ask(self._prompt_id, 0)
        lamp = self._prompt_id % 15 + 1
        self.pads.light(frozenset({lamp}))
        assert self.hub.wait(lambda: self.hub.lamps() == {lamp}, 60.0), "the hub is deaf"

    def noise(self) -> None:
        self.cable.disturb(Faults.drawn(self.rng))

    def dead_direction(self) -> None:
        line = self.rng.choice((self.cable.to_hub, self.cable.to_host))
        line.dead = not line.dead

    def outage(self) -> None:
        """A dead direction until the pads count as lost."""
        self.cable.to_hub.dead = True
        assert self.inbox.wait(lambda: not self.pads._reports.there), "nobody noticed"

    def pull(self) -> None:
        self.cable.pull()
        self.cable.put_back()

    def look_in(self) -> None:
        """Somebody else queries the hub while the cable is pulled."""
        self.cable.pull()
        with suppress(HubError, OSError):  # The cable may still hold the port.
            info(str(self.hub.port))
        self.cable.put_back()

    def order(self) -> None:
        self._prompt_id += 1
        self.pads.ask(self._prompt_id, self.rng.randrange(9))

    def scans(self) -> None:
        self.hub.misbehave(self.rng.choice(("spoil 20", "spoil 200", "spoil 0", "slow 5", "slow 2")))

    def pauses(self) -> None:
        self.hub.misbehave(self.rng.choice(("pause 12", "stall 100", "stall 400")))

    def calm(self) -> None:
        self.cable.to_hub.dead = self.cable.to_host.dead = False
        self.cable.disturb(Faults())
        for order in ("spoil 0", "slow 2"):
            self.hub.misbehave(order)

    def gentle_round(self) -> list[str]:
        """Mash all pads under faults that must not cost a press; returns the differences."""
        before, told = len(self.inbox.edges), len(self.inbox.faults)
        pressed = plan(self.rng, TAPS)
        mash(self.hub, pressed)
        self._afflict((self.noise, self.dead_direction, self.pull, self.look_in, self.order, self.pauses))
        self.scans()
        if self.rng.random() < 0.2:
            self.outage()
        assert self.hub.wait(lambda: self.hub.at_rest, 60.0), "the fingers never came to rest"
        self.calm()
        self.meet()
        self.inbox.reach(before + 2 * presses(pressed), self._patience)
        self.count = presses(pressed)
        return differences(pressed, self.inbox.came(before, told))

    def _afflict(self, kinds: tuple[Callable[[], None], ...]) -> None:
        for _ in range(self.rng.randint(1, 4)):
            self.rng.choice(kinds)()

    def rough_round(self) -> list[str]:
        """The same, with the hub itself failing."""
        before = len(self.inbox.edges)
        pressed = plan(self.rng, TAPS)
        mash(self.hub, pressed)
        self._afflict((self.noise, self.pull))
        failure = self.rng.choice(("crash", "chain 0", "load 1 0", "load 4 0", "power"))
        if failure == "power":
            self.hub.unplug()
            self.hub.plug()
        else:
            self.hub.misbehave(failure)
        self.calm()
        for mend in ("chain 1", "load 1 1", "load 4 1"):
            self.hub.misbehave(mend)
        assert self.hub.wait(lambda: self.hub.at_rest, 60.0)
        self.meet()
        self.count = presses(pressed)
        return self._not_pressed(pressed, before)

    def _not_pressed(self, pressed: Plan, before: int) -> list[str]:
        """Presses recorded that nobody made, or twice, or out of order."""
        found = []
        # Mash once more: anything still on its way arrives before that.
        last = {pad: ["up", "down"] for pad in range(1, 16)}
        mash(self.hub, last)
        assert self.hub.wait(lambda: self.hub.at_rest, 60.0)
        self.meet()
        assert self.inbox.wait(lambda: self._have_ended(last, before), 30.0), "some never came"
        for pad, moves in recorded(self.inbox.edges[before:]).items():
            thumbs = [thumb for thumb, down in moves if down]
            rest = iter(pressed[pad] + last[pad])
            if not all(thumb in rest for thumb in thumbs):
                found.append(f"pad {pad}: {thumbs} of {pressed[pad]}")
        return found

    def _have_ended(self, last: Plan, before: int) -> bool:
        by_pad = recorded(self.inbox.edges[before:])
        ends = {pad: [(t, d) for t in thumbs for d in (True, False)] for pad, thumbs in last.items()}
        return all(by_pad.get(pad, [])[-4:] == wanted for pad, wanted in ends.items())


def suffer(ordeal: Ordeal, rounds: int) -> tuple[int, list[str]]:
    count, wrong = 0, []
    with ordeal:
        for number in range(rounds):
            wrong += ordeal.rough_round() if number % 5 == 4 else ordeal.gentle_round()
            count += ordeal.count
    return count, wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_through_all_faults_each_press_arrives_once(seed: int, tmp_path: Path) -> None:
    count, wrong = suffer(Ordeal(seed, tmp_path), rounds=5)
    assert count == 5 * 15 * TAPS
    assert wrong == []


SEEDS = range(100, 106)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_of_presses(seed: int, tmp_path: Path) -> None:
    count, wrong = suffer(Ordeal(seed, tmp_path), rounds=10)
    assert count * len(SEEDS) >= 5_000
    assert wrong == []


def test_a_hub_that_forgets_when_it_is_greeted_is_found(tmp_path: Path) -> None:
    kept = "        self._sent = 0\n        self._snapshot = None\n"
    files = planted(tmp_path, "firmware/link.py", kept, f"{kept}        self._ring.drop(9)\n")
    ordeal = Ordeal(7, tmp_path, files, patience=1.0)
    with ordeal:
        assert any(ordeal.gentle_round() for _ in range(8))
