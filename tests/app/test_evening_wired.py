"""Whole evenings with pads on the seat hub's link, at any number of starts.

Power is cut at the box, but not at the hub: its clock wraps, and it tells the next start about presses in
between.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest

from firmware.hub_protocol import BIGGEST, COUNT, HELD, HOLD_MS, PADS, PRESSED, RELEASED, switch
from firmware.link import Link, Status
from gm_appliance.core.game import Decision
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, Input
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import Starved, TableInbox, VirtualClock
from gm_appliance.devices.pads.link import HostLink, Moved
from gm_appliance.devices.pads.reports import PadReports
from tests.app.life import Box, Life
from tests.app.players import LIVELY, Players
from tests.starts import STARTS, started_before

HOLD = HOLD_MS / 1000


class Clock(VirtualClock):
    """A virtual clock with planned events."""

    def __init__(self) -> None:
        super().__init__()
        self._order = count()
        self._planned: list[tuple[float, int, Callable[[], None]]] = []

    def plan(self, t: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._planned, (t, next(self._order), act))

    def take(self, until: float | None) -> Input | None:
        if not self._mail and self._planned and (until is None or self._planned[0][0] <= until):
            self._now, _, act = heapq.heappop(self._planned)
            act()
            return self._mail.pop(0) if self._mail else None
        return super().take(until)


class Hub:
    """A hub with fifteen pads that outlives the box. Its clock wraps in a minute."""

    def __init__(self) -> None:
        self.link = Link(boot=4711)
        self.link._base = COUNT - 20  # its events wrap as well
        self.down = 0
        self.since = BIGGEST / 1000 - 60.0

    def ms(self, now: float) -> int:
        return int((self.since + now) * 1000) & BIGGEST

    def move(self, pad: int, button: str, move: int, now: float) -> None:
        number = switch(pad, button == "down")
        self.down = self.down & ~(1 << number) | (move != RELEASED) << number
        self.link.moved(number, move, self.ms(now))


class Wired(Life):
    """A life of the box with real bytes on the pads' cable.

    plugged_in_at: the decision at which the cable is plugged in; by default before the first.
    """

    def __init__(self, folder: Path, hub: Hub, plugged_in_at: str = "") -> None:
        super().__init__(folder)
        self.hub = hub
        self._plugged_in_at = plugged_in_at
        self._clock = self.inbox._clock = Clock()
        self.inbox.press_at = self._press_at  # type: ignore[method-assign]
        self._host = HostLink()
        self._host.opened()
        self._reports = PadReports(self.inbox, 0.0)
        self._lamps = self._prompt_id = self._beat = 0
        self._exchange()
        self.inbox.on_ask(self._ask)

    def _ask(self, prompt_id: int, beat: int) -> None:
        self._prompt_id, self._beat = prompt_id, beat
        self._order()

    def light(self, lit: frozenset[int]) -> None:
        super().light(lit)
        self._lamps = sum(1 << pad - 1 for pad in lit if pad <= PADS)
        self._order()
        assert self._plugged_in_at or self.hub.link.lamps == self._lamps

    def open_now(self, decision: Decision) -> None:
        super().open_now(decision)
        if decision.name == self._plugged_in_at:
            self._plugged_in_at = ""
            self._exchange()

    def _order(self) -> None:
        self._host.command(self._prompt_id, self._beat, self._lamps)
        self._exchange()

    def _exchange(self) -> None:
        """Exchange all bytes."""
        if self._plugged_in_at:
            return
        now = self._clock.now()
        for _ in range(4):
            self.hub.link.hear(self._host.due(now), self.hub.ms(now))
            said = self.hub.link.due(self.hub.ms(now), Status(held=self.hub.down))
            for one in self._host.hear(said, now):
                self._reports.take(one, now)

    def _press_at(
        self, t: float, source: int, button: str, held: float, prompt_id: int | None = None
    ) -> None:
        """Pads are pressed by their switches."""
        if source == PANEL:
            TableInbox.press_at(self.inbox, t, source, button, held, prompt_id)
        else:
            self._clock.plan(t, lambda: self._press(t, source, button, held, prompt_id))

    def _press(self, t: float, pad: int, button: str, held: float, prompt_id: int | None) -> None:
        if prompt_id not in (None, self.inbox.open_prompt_id):
            return
        self._move(pad, button, PRESSED)
        if held >= HOLD:
            self._clock.plan(t + HOLD, lambda: self._move(pad, button, HELD))
        self._clock.plan(t + held, lambda: self._move(pad, button, RELEASED))

    def _move(self, pad: int, button: str, move: int) -> None:
        self.hub.move(pad, button, move, self._clock.now())
        self._exchange()


def lives(folder: Path, start: int, impatient: int = 0) -> list[Life]:
    """A lively game, cut off at the first accusation, and the evening after the next start.

    impatient: how many times each thumb is pressed while the box is off.
    """
    box, hub = Box(folder), Hub()
    started_before(box, start - 1)
    played: list[Life] = []
    for acts in ({**LIVELY, "council.whom": Life.cut}, LIVELY):
        life = Wired(box.folder, hub, "council.whom" if played and impatient else "")
        box.lives.append(life)
        played.append(box.run(life, Players(life, {"option.dice": "own"}, acts)))
        hub.since += life.inbox.now()
        for _ in range(impatient):
            for pad, button in product(range(1, 8), PAD_BUTTONS):
                hub.since += 0.2
                hub.move(pad, button, PRESSED, 0.0)
                hub.move(pad, button, RELEASED, 0.1)
    return played


def left(life: Life) -> list[tuple[str, Any]]:
    """All outputs in order, with times to a millisecond."""
    return [output[1:] for output in life.outputs]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[list[tuple[str, Any]]]:
    """Without a hub."""
    box = Box(tmp_path_factory.mktemp("usual"))
    played = []
    for acts in ({**LIVELY, "council.whom": Life.cut}, LIVELY):
        life = box.switched_on()
        played.append(box.run(life, Players(life, {"option.dice": "own"}, acts)))
    assert [life.ended for life in played] == ["power cut", "in order"]
    return [left(life) for life in played]


@pytest.mark.parametrize("start", STARTS)
def test_pads_and_lamps_work_at_any_start(
    tmp_path: Path, start: int, usual: list[list[tuple[str, Any]]]
) -> None:
    assert [left(life) for life in lives(tmp_path, start)] == usual


def test_presses_while_the_box_was_off_do_not_count(
    tmp_path: Path, usual: list[list[tuple[str, Any]]]
) -> None:
    assert [left(life) for life in lives(tmp_path, 64, impatient=3)] == usual


def test_a_wire_that_truncates_prompt_ids_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: list[list[tuple[str, Any]]]
) -> None:
    """As it once was: cut to 30 bits."""
    right = HostLink.command
    monkeypatch.setattr(
        HostLink, "command", lambda link, prompt_id, *more: right(link, prompt_id & BIGGEST, *more)
    )
    with pytest.raises(Starved):
        lives(tmp_path, 64)


def test_presses_assigned_to_the_current_prompt_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: list[list[tuple[str, Any]]]
) -> None:
    right = PadReports._moved

    def moved(reports: Any, one: Moved, now: float) -> None:
        right(reports, replace(one, prompt_id=reports._inbox.open_prompt_id), now)

    monkeypatch.setattr(PadReports, "_moved", moved)
    with pytest.raises(AssertionError):
        assert [left(life) for life in lives(tmp_path, 64, impatient=3)] == usual
