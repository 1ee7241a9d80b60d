"""Work done: as much is done between two inputs whoever conspires, marks, or puts a thumb down.

On virtual time a loop takes no time, so the work itself is counted, from each look at the inbox to the next:
lines of Python, calls of functions in C, and how long a thing is that one of these goes through. Two runs
press as often, at the same times, to the same published results; who presses what is their own.

In a whole box calls of functions in C are counted too: from a beat until the host looks up again, for as long
as a window listens.
"""

from __future__ import annotations

import builtins
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest

from gm_appliance.core.game import JSON, AllSeats, Choice, Decision, PerSeat, Step
from gm_appliance.core.observer import Observers
from gm_appliance.core.ports import PANEL, Input
from gm_appliance.games.registry import registered
from gm_appliance.host.loop import Host
from gm_appliance.host.window import Window as HostWindow
from gm_appliance.pickers import presses
from gm_appliance.pickers.ballot import is_roll_call, values_of
from tests.secrecy.any_crowd import Crowd
from tests.secrecy.any_evening import AnyEvening, Book, Kept
from tests.secrecy.any_game import Box, Plant, play
from tests.secrecy.drawn import drawn_evening
from tests.secrecy.hands import Hands
from tests.secrecy.meter import Meter, Work
from tests.secrecy.tampered import applying
from tests.secrecy.whole.box import Table, play_whole
from tests.secrecy.whole.parts import WORK_IN_C, traced_work

pytestmark = pytest.mark.many


PLAYERS = 8


def evening_of(name: str, decisions: int, **wanted: int | str) -> AnyEvening:
    game = registered(name).game
    return AnyEvening(name, 3, game.complete({"players": PLAYERS, "count": "totals", **wanted}), decisions)


AT_PADS = evening_of("gotterdammerung", 16, roll_call="no")
ALONE = evening_of("gotterdammerung", 22, ballot="booth")

GOES_THROUGH = ((builtins, ("all", "any", "max", "min", "sorted", "sum")),)
"""Functions in C that take longer for more, beside `WORK_IN_C`."""

LEEWAY = Work(lines=1, calls=1, given=0)
"""How far two runs may differ at pads: to keep a mark takes a line more than to pass over a tap."""

MARK = 4
"""Lines that each mark may cost where all are worked out, once a roll call is over. An edge costs dozens."""


AFTERWARDS = 6
"""How many looks at the inbox are counted after one in which something secret was asked."""


class Markers(Crowd):
    """Everybody presses once in secret, in any run at the same times. In a roll call one marks in run 0, and
    all in run 1; else what is chosen is the run's own."""

    def __init__(self, evening: AnyEvening, hands: Hands, *parts: Any, meter: Meter) -> None:
        super().__init__(evening, hands, *parts)
        self._meter, self._wait = meter, hands.inbox.wait
        hands.inbox.wait = self._counted  # type: ignore[method-assign]
        self.did: list[tuple[str, Work]] = []
        self._secret_prompt, self._to_count = 0, 0

    def _hurry(self) -> None: ...

    def _meddle(self, prompt_id: int, decision: Decision, now: float) -> None:
        if decision.secret:
            self._secret_prompt = prompt_id

    def _counted(self, until: float | None) -> Input | None:
        _t, prompt_id, beat = self._hands.inbox.stamps[-1]
        if self._meter.counting:
            self.did.append((f"beat {beat} of prompt {prompt_id}", self._meter.end()))
        got = self._wait(until)
        if prompt_id == self._secret_prompt:
            self._to_count = AFTERWARDS
        if self._to_count and not self._meter.at_rest:
            self._to_count -= 1
            self._meter.begin()
        return got

    def _drawn(self, decision: Decision, its: JSON) -> JSON:
        """All mark the same; in run 0 only one, with whom it comes to the same."""
        if not decision.beats or not is_roll_call(decision):
            return super()._drawn(decision, its)
        assert isinstance(decision.domain, PerSeat)
        aim = self._evening.random("aim", len(self._run.planned)).choice(values_of(decision))
        marks: dict[str, JSON] = dict.fromkeys(decision.domain.keys, aim)
        _marks, told = self._weighed(decision, marks)
        ones: Iterator[dict[str, JSON]] = ({seat: aim} for seat in marks)
        alone = next((one for one in ones if self._weighed(decision, one)[1] == told), marks)
        return marks if self._first else alone

    def _press_window(self, prompt_id: int, decision: Decision, value: JSON) -> None:
        onset, listening = self._hands.clock.now(), [one.at for one in decision.beats if one.listens]
        strokes = presses(decision, Choice(decision.name, value), pads=self._pads)
        at = min(listening, key=lambda at: abs(at - (strokes[0].at or 0.0))) if strokes else listening[0]
        buttons = {stroke.source: stroke.button for stroke in strokes}
        assert isinstance(decision.who, AllSeats)
        for seat in decision.who.seats:
            pad = self._pads.get(seat, seat)
            if pad in buttons or is_roll_call(decision):
                t = onset + at + 0.5 + 0.01 * seat
                self._press(t, pad, buttons.get(pad, "up"), 0.05, prompt_id)

    def _press_alone(self, prompt_id: int, decision: Decision, value: JSON) -> None:
        onset = self._hands.clock.now()
        thumb, ok = presses(decision, Choice(decision.name, value))
        self._press(onset + 7.0, PANEL, thumb.button, 0.1, prompt_id)
        for after in (8.0, 28.0):
            self._press(onset + after, PANEL, ok.button, 0.1, prompt_id)


def counted(
    evening: AnyEvening, first: Kept | None = None, plant: Plant = lambda box: None, at_rest: bool = False
) -> tuple[list[tuple[str, Work]], Kept]:
    meter, crowds = Meter(at_rest), list[Markers]()

    def crowd_of(*parts: Any) -> Markers:
        crowds.append(Markers(*parts, meter=meter))
        return crowds[-1]

    def resting(does: Callable[..., None]) -> Callable[..., None]:
        def done(*given: Any) -> None:
            with meter.resting():
                does(*given)

        return done

    each, quietly = Observers._each, resting(Observers._each)

    def observed(observers: Observers, name: str, *given: Any) -> None:
        (quietly if name in ("asked", "chose") else each)(observers, name, *given)

    maker: Any = crowd_of
    with ExitStack() as stack:
        stack.enter_context(patch.object(Book, "choose", resting(Book.choose)))
        stack.enter_context(patch.object(Observers, "_each", observed))
        for module, name, instead in traced_work(meter.goes_through, (*WORK_IN_C, *GOES_THROUGH)):
            stack.enter_context(patch.object(module, name, instead))
        gc.disable()
        stack.callback(gc.enable)
        stack.callback(meter.end)
        came = play(evening, first, plant, maker)
    return crowds[0].did, came


def told_apart(evening: AnyEvening, plant: Plant = lambda box: None) -> str | None:
    """Where more is done for other secrets; None where nothing tells."""
    one, here = counted(evening, plant=plant)
    other, there = counted(evening, here, plant)
    assert here.exit == there.exit == 0
    assert here.broken == there.broken == []
    assert [fact for _t, fact in here.published] == [fact for _t, fact in there.published]
    assert here.cards != there.cards
    leeway, ends = Work(), list[int]()
    if evening is AT_PADS:
        roll_calls = [one for one, _value, _would in here.planned if is_roll_call(one)]
        leeway, ends = LEEWAY, [MARK * PLAYERS for _each_is_over_once in roll_calls]
    for (where, mine), (same, its) in zip(one, other, strict=True):
        assert where == same
        lines, calls, given = (abs(a - b) for a, b in zip(mine, its, strict=True))
        if lines > leeway.lines and ends:
            lines -= ends.pop()
        if lines > leeway.lines or calls > leeway.calls or given > leeway.given:
            return f"{where}: {mine} and {its}"
    return None


@pytest.fixture(scope="module", autouse=True)
def made_once() -> None:
    """Whatever is made once and kept, such as pictures, is there before anything is counted."""
    for evening in (AT_PADS, ALONE):
        _did, first = counted(evening, at_rest=True)
        counted(evening, first, at_rest=True)


@pytest.mark.parametrize("evening", [AT_PADS, ALONE], ids=["at pads", "alone"])
def test_as_much_is_done_whoever_conspires_or_marks(evening: AnyEvening) -> None:
    assert told_apart(evening) is None


def in_the_rules(work: Callable[[int], object]) -> Plant:
    """Done as a choice of many is applied; told how many marks, or thumbs down, it has."""

    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        value = choice.value
        work(sum(one not in ("up", "protect") for one in value.values()) if isinstance(value, dict) else 0)
        return step

    def plant(box: Box) -> None:
        box.rules = applying(box.rules, act)

    return plant


def in_the_host(owner: type, name: str, work: Callable[..., object]) -> Plant:
    """Done after this method of the host's; given the same arguments."""

    def plant(box: Box) -> None:
        method = getattr(owner, name)

        def called(*given: Any) -> Any:
            result = method(*given)
            work(*given)
            return result

        box.while_it_runs.enter_context(patch.object(owner, name, called))

    return plant


def compared_one_by_one(marks: int) -> None:
    for one in range(marks):
        for other in range(one):
            assert one != other


LEAKS: dict[str, tuple[Plant, AnyEvening]] = {
    "marks compared one by one": (in_the_rules(compared_one_by_one), AT_PADS),
    "marks added up": (in_the_rules(lambda marks: sum(range(100 * marks))), AT_PADS),
    "marks looked through at every beat": (
        in_the_host(
            HostWindow,
            "_listen",
            lambda window, at: [seat for seat in getattr(window._picker, "pressed", ())],  # noqa: C416
        ),
        AT_PADS,
    ),
    "a thumb down looked at twice": (
        in_the_host(HostWindow, "_on_gesture", lambda window, press: press.button == "down" and hash(press)),
        AT_PADS,
    ),
    "a thumb down kept twice": (
        in_the_host(
            Host, "_commit", lambda host, decision, choice: choice.value == "down" and hash(decision.name)
        ),
        ALONE,
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_work_for_a_secret_is_caught(name: str) -> None:
    plant, evening = LEAKS[name]
    assert told_apart(evening, plant) is not None


IN_SIGHT = drawn_evening(4, 5)


class Calls:
    """Counts the calls of functions in C that follow a beat of a secret window, in a box.

    counted: of each beat its decision, its index, and how many came before the host looked up again. Not of
             the beat that ends a ballot, where all that was pressed is looked at.
    """

    def __init__(self, table: Table) -> None:
        self.counted: list[tuple[str, int, int]] = []
        self._guests, self._inbox, self._count = table.guests, table.hands.inbox, 0
        self._wait = self._inbox.wait
        self._inbox.wait = self._counted  # type: ignore[method-assign]

    def _counted(self, until: float | None) -> Input | None:
        sys.setprofile(None)
        if self._count:
            self.counted[-1] = (*self.counted[-1][:2], self._count)
        self._count = 0
        got = self._wait(until)
        _t, prompt_id, beat = self._inbox.stamps[-1]
        window = self._guests.window
        beats = window.decision.beats if window and window.prompt_id == prompt_id else ()
        if window and got is None and any(one.listens for one in beats[beat:]):
            self.counted.append((window.decision.name, beat, 0))
            sys.setprofile(self._profile)
        return got

    def _profile(self, frame: FrameType, event: str, _function: object) -> None:
        self._count += event == "c_call"


def in_c(run: int, folder: Path) -> list[tuple[str, int, int]]:
    calls: list[Calls] = []
    before = sys.getprofile()
    try:
        play_whole(folder, IN_SIGHT, run, lambda table: calls.append(Calls(table)))
    finally:
        sys.setprofile(before)
    return calls[0].counted


def told_apart_in_c(folder: Path) -> bool:
    """Whether the two runs differ each time; a cache that is full or a collection of garbage differs once."""
    in_c(0, folder)  # Whatever is made once and kept is there from here on.
    return all(_differ(*(in_c(run, folder) for run in (0, 1))) for _ in range(3))


def _differ(one: list[tuple[str, int, int]], other: list[tuple[str, int, int]]) -> bool:
    assert [beat[:2] for beat in one] == [beat[:2] for beat in other]
    assert sum(count > 0 for _name, _beat, count in one) > 10
    return one != other


def test_as_many_functions_in_c_are_called_at_a_beat(tmp_path: Path) -> None:
    assert not told_apart_in_c(tmp_path)


@pytest.mark.long
def test_a_function_in_c_called_for_every_mark_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = HostWindow._listen

    def listened(window: Any, at: float) -> None:
        listen(window, at)
        for seat in getattr(window._picker, "pressed", ()):
            hash(seat)

    monkeypatch.setattr(HostWindow, "_listen", listened)
    assert told_apart_in_c(tmp_path)
