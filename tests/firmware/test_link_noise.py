"""Both halves of the link under all faults at once, in virtual milliseconds.

Moves are identified by their times, which all differ. A host hears each move once and in order; only the
successor of a killed host may hear again what that one had not acknowledged. A press carries a prompt that
the hub knew at the time, no older than the last it was known to have.
"""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from firmware.hub_protocol import HELD, PRESSED, RELEASED, WINDOW
from firmware.link import Commands
from gm_appliance.devices.pads.link import Acknowledgement, HostLink, Moved
from tests.firmware.noise import Faults
from tests.firmware.wires import Wires


class Table:
    """Wires, people pressing, a host giving commands, and a record of it all."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.wires = Wires(Faults.drawn(self.rng), seed, lag=self.rng.choice((1, 5, 40)))
        self.prompt_ids = count(self.rng.choice((1, 64, 2**32)) << 24)
        self.pressed: list[tuple[int, int, int]] = []
        self.given: list[tuple[int, int]] = []  # commands of the current host: number, prompt
        # By time of a press: the host, and the first and last prompt the press may carry.
        self.between: dict[int, tuple[int, int, int]] = {}
        self.hosts = [0]  # where in `heard` each host began
        self.command()

    def command(self) -> None:
        prompt_id = next(self.prompt_ids)
        number = self.wires.host.command(prompt_id, self.rng.randrange(5), self.rng.getrandbits(15))
        self.given.append((number, prompt_id))

    def tap(self) -> None:
        wires, switch = self.wires, self.rng.randrange(30)
        moves = (PRESSED, HELD, RELEASED) if self.rng.random() < 0.1 else (PRESSED, RELEASED)
        for move in moves:
            if move == PRESSED:
                self.between[wires.ms] = (len(self.hosts) - 1, self._known(), self.given[-1][1])
            wires.hub.moved(switch, move, wires.ms)
            self.pressed.append((switch, move, wires.ms))
            wires.pass_time(self.rng.choice((1, 2, 5, 30)))

    def _known(self) -> int:
        """The last prompt the hub is known to have; 0 if none."""
        mine = self.wires.heard[self.hosts[-1] :]
        last = next((one.command for one in reversed(mine) if isinstance(one, Acknowledgement)), 0)
        return max((prompt_id for number, prompt_id in self.given if number <= last), default=0)

    def replace_host(self) -> None:
        self.wires.replace_host()
        self.hosts.append(len(self.wires.heard))
        self.given.clear()
        self.command()

    def look_in(self) -> None:
        """Somebody else asks for the hub's identity while the line is out."""
        wires, other = self.wires, HostLink(serves=False, chance=self.rng)
        wires.pull()
        other.opened()
        for _ in range(20):
            wires.hub.hear(other.due(wires.now / 1000), wires.ms)
            other.hear(wires.hub.due(wires.ms, wires.status), wires.now / 1000)
            wires.now += 1
        wires.put_back()

    def happen(self) -> None:
        wires, rng = self.wires, self.rng
        what = rng.randrange(8)
        if what == 0:
            wires.pull()
            wires.pass_time(rng.randint(1, 300))
            wires.put_back()
        elif what in (1, 2):
            line = rng.choice((wires.to_hub, wires.to_host))
            line.dead = True
            wires.pass_time(rng.randint(1, 2500))
            line.dead = False
        elif what == 3:
            wires.to_hub.faults = wires.to_host.faults = Faults.drawn(rng)
        elif what == 4:
            self.look_in()
        elif what == 5:
            self.replace_host()
        else:
            self.command()

    def run(self, taps: int) -> None:
        for _ in range(taps):
            self.tap()
            if self.rng.random() < 0.06:
                self.happen()
            if self.rng.random() < 0.2:
                self.command()
            if len(self.wires.hub._ring) > 400:
                self.arrive()
        self.wires.to_hub.faults = self.wires.to_host.faults = Faults()
        self.arrive()

    def arrive(self) -> None:
        assert self.wires.until(lambda: not len(self.wires.hub._ring)), "deaf"

    def wrong(self) -> list[str]:
        """Errors in what the hosts heard, or failed to hear."""
        found, reached = [], 0
        ends = [*self.hosts[1:], len(self.wires.heard)]
        for host, (begin, end) in enumerate(zip(self.hosts, ends, strict=True)):
            moves = [one for one in self.wires.heard[begin:end] if isinstance(one, Moved)]
            heard = [(one.switch, one.move, one.ms) for one in moves]
            if heard:
                at = self.pressed.index(heard[0]) if heard[0] in self.pressed else -1
                if heard != self.pressed[at : at + len(heard)] or not reached - WINDOW <= at <= reached:
                    found.append(f"heard {len(heard)} moves from {at} on, after {reached}")
                reached = max(reached, at + len(heard))
            found += self._misstamped(host, moves)
        if reached != len(self.pressed):
            found.append(f"{len(self.pressed) - reached} moves were never heard")
        return found

    def _misstamped(self, host: int, moves: list[Moved]) -> list[str]:
        found = []
        for one in moves:
            if one.move == PRESSED:
                then, least, most = self.between[one.ms]
                if then != host:
                    least = most = 0  # a press made under another host belongs to no prompt
                if not least <= one.prompt_id <= most and (one.prompt_id or least):
                    found.append(f"prompt {one.prompt_id} where {least} to {most} were open")
        return found


def played(seed: int, taps: int) -> Table:
    table = Table(seed)
    table.run(taps)
    return table


@pytest.mark.parametrize("seed", range(12))
def test_no_move_is_lost_doubled_or_given_to_another_prompt(seed: int) -> None:
    assert played(seed, 150).wrong() == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 108))
def test_thousands_of_moves(seed: int) -> None:
    assert played(seed, 450).wrong() == []


def test_most_presses_carry_a_prompt() -> None:
    heard = [one for seed in range(4) for one in played(seed, 150).wires.heard]
    presses = [one for one in heard if isinstance(one, Moved) and one.move == PRESSED]
    assert sum(one.prompt_id > 0 for one in presses) > len(presses) / 2


def found_with(monkeypatch: pytest.MonkeyPatch, cls: type, name: str, planted: object) -> bool:
    monkeypatch.setattr(cls, name, planted)
    for seed in range(12):
        try:
            if played(seed, 150).wrong():
                return True
        except AssertionError:
            return True
    return False


def test_a_host_that_skips_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    due = HostLink.due

    def hasty(self: HostLink, now: float) -> bytes:
        self._acknowledge = self._met and self._serves
        self._expected += self._met and self._chance.random() < 0.001
        return due(self, now)

    assert found_with(monkeypatch, HostLink, "due", hasty)


def test_a_visitor_that_acknowledges_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = HostLink.__init__

    def serving(self: HostLink, *, serves: bool = True, chance: Random | None = None) -> None:
        made(self, serves=True, chance=chance)

    assert found_with(monkeypatch, HostLink, "__init__", serving)


def test_a_hub_that_takes_any_command_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(self: Commands, session: int, command: int, lamps: int, now: int) -> bool:
        self._known.append((now, session, command))
        return True

    assert found_with(monkeypatch, Commands, "take", gullible)
