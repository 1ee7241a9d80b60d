"""Whole evenings in which every counter is driven past its possible limit.

The counters of starts and prompts, the clock's seconds, the minutes of an open prompt, the number of games.
The journal's counters have their own tests in `test_journal_counters`.
"""

from __future__ import annotations

import gc
import re
import time
from collections import deque
from collections.abc import Iterable
from itertools import count, dropwhile, pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app import evening as evening_module
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Number
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS, Edge, Fault, Input
from gm_appliance.core.results import Accusation, Result
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.inbox import Starved, TableInbox, VirtualClock
from gm_appliance.games.scorepad.model import POINTS
from gm_appliance.hidden_roles.events import Accuses
from gm_appliance.host.loop import Host
from gm_appliance.host.prompt import STUCK
from gm_appliance.pickers import Gesture
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.testing.heard import Announced, Asked, Said
from tests.app.life import Box, Life, Output
from tests.app.players import LIVELY, Acts, Players
from tests.starts import STARTS, started_before


def left(life: Life) -> list[Output]:
    """All output of a port, each with the time since the box was switched on."""
    return [output._replace(t=round(output.t, 3)) for output in life.outputs]


BUTTONS = (
    *((PANEL, button) for button in PANEL_BUTTONS),
    *((pad, button) for pad in range(1, 8) for button in PAD_BUTTONS),
)


class Haunted(Players):
    """Players with stray presses from former starts at every question. For each former prompt a tap and a
    hold, each on a different button."""

    def __init__(self, life: Life, former: list[int], at: Acts) -> None:
        super().__init__(life, {"option.dice": "own"}, at)
        self._haunted = life
        self._former = former

    def asked(self, prompt_id: int, decision: Decision) -> None:
        super().asked(prompt_id, decision)
        asked, now = len(self._haunted.asked), self._haunted.inbox.now()
        assert asked < 100, "something is asked again and again"
        for number, former in enumerate(self._former, asked):
            source, button = BUTTONS[number % len(BUTTONS)]
            for began in (now - 1.0, now - 0.1):
                self._haunted.inbox.post(Edge(source, button, True, began, former))
                self._haunted.inbox.post(Edge(source, button, False, now, former))


def lives(folder: Path, start: int = 1, *, haunted: bool = False, journal: bool = True) -> list[Life]:
    """A livelier game, cut off at the first accusation, and the evening after the next start."""
    box = Box(folder)
    if journal:
        started_before(box, start - 1)
    acts: Acts = {**LIVELY, "council.whom": Life.cut}
    first = box.switched_on(journal=journal)
    box.run(first, Haunted(first, [], acts))
    second = box.switched_on(journal=journal)
    return [first, box.run(second, Haunted(second, first.inbox.prompt_ids if haunted else [], LIVELY))]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[list[Output]]:
    """The output of a box in its first two lives."""
    first, second = lives(tmp_path_factory.mktemp("usual"))
    assert (first.ended, second.ended) == ("power cut", "in order")
    assert (second.names[0], second.names[-1]) == ("menu.resume", "menu.again")
    return [left(first), left(second)]


@pytest.mark.parametrize("start", STARTS)
def test_an_evening_is_the_same_whichever_start_it_is(
    tmp_path: Path, start: int, usual: list[list[Output]]
) -> None:
    played = lives(tmp_path, start)
    assert [life.journal.boots for life in played if life.journal] == [start, start + 1]
    assert [left(life) for life in played] == usual
    prompt_ids = [prompt_id for life in played for prompt_id in life.inbox.prompt_ids]
    assert prompt_ids == sorted(set(prompt_ids)), "none is given twice"


@pytest.mark.parametrize("start", [64, 2**32])
def test_no_press_of_a_former_start_counts(tmp_path: Path, start: int, usual: list[list[Output]]) -> None:
    assert [left(life) for life in lives(tmp_path, start, haunted=True)] == usual


def test_nor_without_a_journal_though_the_clock_begins_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    alone = lives(tmp_path / "alone", journal=False)
    assert alone[1].names[0] == "menu.game"
    assert alone[1].ended == "in order"
    haunted = lives(tmp_path / "haunted", haunted=True, journal=False)
    assert [left(life) for life in haunted] == [left(life) for life in alone]


def test_no_start_uses_its_prompts_up() -> None:
    a_hundred_a_second_for_a_year = 100 * 365 * 86_400
    for boots in (0, *STARTS):
        last = next(evening_module._prompt_ids(boots)) + a_hundred_a_second_for_a_year
        assert last < next(evening_module._prompt_ids(boots + 1))
    apart = sorted(next(evening_module._prompt_ids(0)) for _ in range(1000))
    assert min(later - one for one, later in pairwise(apart)) >= 2**32


DAY = 86_400.0
MONTH = 31 * DAY


class LongOn(VirtualClock):
    """The clock of a box that was switched on `since` seconds before the evening. coming: inputs from
    outside, each with the seconds after which it arrives."""

    def __init__(self, since: float, coming: Iterable[tuple[float, Input]] = ()) -> None:
        super().__init__()
        self._now = since
        self._until = since + 2 * MONTH
        self._coming = deque((since + t, item) for t, item in coming)

    def take(self, until: float | None) -> Input | None:
        if self._mail:
            return self._mail.pop(0)
        if self._coming and (until is None or self._coming[0][0] <= until):
            self._now, item = self._coming.popleft()
            return item
        if until is None or until > self._until:
            raise Starved("nobody presses anything")
        self._now = max(self._now, until)
        return None


def on_for(folder: Path, seconds: float) -> Life:
    box = Box(folder)
    life = box.switched_on()
    life.inbox._clock = LongOn(seconds)
    return box.run(life, Players(life, {"option.dice": "own"}, LIVELY))


MILLISECONDS = (2**30 / 1000, 2**31 / 1000, 2**32 / 1000)
"""When milliseconds exceed 30, 31 and 32 bits: after 12, 25 and 50 days."""


@pytest.mark.parametrize("seconds", [*MILLISECONDS, 10 * 365 * DAY])
def test_an_evening_is_the_same_however_long_the_box_was_on(tmp_path: Path, seconds: float) -> None:
    usual = on_for(tmp_path / "usual", 0.0)
    late = on_for(tmp_path / "late", seconds - 60.0)
    assert (usual.ended, late.ended) == ("in order", "in order")
    assert [output[1:] for output in late.outputs] == [output[1:] for output in usual.outputs]
    times = [output.t - late.outputs[0].t for output in late.outputs]
    assert times == pytest.approx([output.t for output in usual.outputs], abs=0.001)


@pytest.mark.long
def test_a_council_may_stay_open_for_a_month(tmp_path: Path) -> None:
    """With a reminder every half hour, and a cable plugged or unplugged every hour."""
    box = Box(tmp_path)
    life = box.switched_on()
    hours = range(1, int(MONTH / 3600) - 1)
    cable = [(3600.0 * hour, Fault("pads", "lost" if hour % 2 else "back")) for hour in hours]
    life.inbox._clock = LongOn(0.0, cable)
    at: Acts = {"council.accuse": lambda life: life.tap(MONTH, 1, "down", 0.75)}
    box.run(life, Players(life, {"menu.rules": "rules", "option.talk": 30}, at))
    assert life.ended == "in order"
    assert outcomes(box) == ["ended"]
    assert len(life.all_heard(Announced("pads-back"))) == len(hours) // 2
    # While they talk, no other sentence has a number.
    assert minutes_told(life) == list(range(30, int(MONTH / 60) + 1, 30))
    shown = [screen for screen in life.of("show") if re.search(r"\b44639\b", str(screen))]
    assert [fits(screen) for screen in shown] == [True]


def minutes_told(life: Life) -> list[int]:
    """The numbers said between the council's opening and the first accusation, in order."""
    since = dropwhile(lambda one: one != Asked("council.accuse", 0), (one.what for one in life.heard))
    talk = takewhile(lambda one: not isinstance(one, Accuses), since)
    said = [one.text for one in talk if isinstance(one, Said)]
    return [int(number) for sentence in said for number in re.findall(r"\d+", sentence)]


def fits(screen: Screen) -> bool:
    """Whether every display can draw it."""
    return all(draw(screen, large, upright) for large in (False, True) for upright in (False, True))


def outcomes(box: Box) -> list[str]:
    with box.read() as journal:
        return [session.status for session in journal.sessions()]


def test_a_button_that_is_stuck_does_not_wear_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something rests on DOWN. Once it is removed the cursor moves, and the choice is made."""
    monkeypatch.setattr("gm_appliance.host.prompt.STUCK", 100)

    def leans_on_the_box(life: Life) -> None:
        life.tap(1.0, PANEL, "down", 60.0)
        life.tap(70.0, PANEL, "down")
        life.tap(72.0, PANEL, "ok")

    box = Box(tmp_path)
    life = box.switched_on()
    box.run(life, Players(life, {"option.ballot": "thumbs"}, {"action.odin": leans_on_the_box}))
    assert life.ended == "in order"
    assert outcomes(box) == ["ended"]
    assert life.journal
    assert 100 < len(life.journal.drafts) < 120


def test_a_number_is_run_through_before_a_button_counts_as_stuck() -> None:
    picker = NumberPicker("entry.points", Number(-POINTS, POINTS, 0), -POINTS)
    for nth in range(STUCK + 1):
        picker = picker.on(Gesture(PANEL, "up", "repeat", 0.0, nth=nth))
    assert picker.value == POINTS


class Unrecorded(Life):
    """A life without records."""

    def _put(self, port: str, what: object) -> None:
        self.tick()


class ReturningPlayers(Players):
    """People who play one game after the other; counts the objects in memory after each."""

    def __init__(self, life: Life, games: int) -> None:
        once_more: Acts = {**LIVELY, "menu.again": (*(None,) * (games - 1), Life.stop)}
        super().__init__(life, {"option.dice": "own"}, once_more)
        self._forgetting = life
        self.objects: list[int] = []

    def asked(self, prompt_id: int, decision: Decision) -> None:
        super().asked(prompt_id, decision)
        life = self._forgetting
        assert life.journal
        written = (life.heard, life.asked, life.asked_at, life.chosen, life.inbox.prompt_ids)
        for one in (*written, life.journal.drafts):
            one.clear()
        if decision.name == "menu.again":
            gc.collect()
            # Results are kept on purpose.
            kept = (Result, Accusation)
            self.objects.append(sum(not isinstance(one, kept) for one in gc.get_objects()))


def objects_after_each_game(folder: Path) -> list[int]:
    box = Box(folder)
    life = Unrecorded(box.folder)
    returning = ReturningPlayers(life, 18)
    # Garbage of other tests must not count.
    gc.collect()
    gc.freeze()
    box.run(life, returning)
    assert outcomes(box) == ["ended"] * 18
    return returning.objects


@pytest.mark.many
@pytest.mark.long
def test_no_game_leaves_anything_in_memory(tmp_path: Path) -> None:
    objects = objects_after_each_game(tmp_path)
    # The same few come and go; their number does not grow.
    assert max(objects[-7:]) <= max(objects[2:9]) + 20


def test_a_wire_that_is_too_narrow_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: list[list[Output]]
) -> None:
    """As it once was: 24 bits for each start, on pads that carry 30."""
    right = TableInbox.press_at

    def press_at(
        inbox: TableInbox, t: float, source: int, button: str, held: float, prompt_id: int | None = None
    ) -> None:
        if source == PANEL or not prompt_id or prompt_id < 1 << 30:
            right(inbox, t, source, button, held, prompt_id)

    monkeypatch.setattr(TableInbox, "press_at", press_at)
    monkeypatch.setattr(evening_module, "_prompt_ids", lambda boots: count(boots << 24))
    assert [left(life) for life in lives(tmp_path / "62", 62)] == usual
    with pytest.raises(Starved):
        lives(tmp_path / "64", 64)


@pytest.mark.parametrize("journal", [True, False])
def test_prompts_given_twice_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: bool
) -> None:
    """As if the clock always resumed at the same moment."""
    monkeypatch.setattr(evening_module, "_prompt_ids", lambda boots: count(1_700_000_000 << 24))
    alone = lives(tmp_path / "alone", journal=journal)
    with pytest.raises((AssertionError, Starved)):
        assert left(lives(tmp_path / "haunted", haunted=True, journal=journal)[1]) == left(alone[1])


@pytest.mark.many
@pytest.mark.long
def test_what_is_left_in_memory_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted leak: the last choice of each game."""
    kept: list[Choice] = []
    right = Host.run

    def run(self: Host, *given: Any, **more: Any) -> Any:
        outcome = right(self, *given, **more)
        kept.append(Choice("kept", [self.play.pads]))  # type: ignore[list-item]
        return outcome

    monkeypatch.setattr(Host, "run", run)
    with pytest.raises(AssertionError):
        test_no_game_leaves_anything_in_memory(tmp_path)
