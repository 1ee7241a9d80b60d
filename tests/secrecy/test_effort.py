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
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from gm_appliance.core.game import Choice, Decision, Seat, Step
from gm_appliance.core.ports import PANEL, Input
from gm_appliance.core.values import replace
from gm_appliance.host.loop import Host
from gm_appliance.host.window import Window as HostWindow
from tests.secrecy.crowd import PADS, Crowd
from tests.secrecy.drawn import NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import Book, Box, Run, play, the_box
from tests.secrecy.hands import Hands
from tests.secrecy.ledger import Press
from tests.secrecy.tampered import applying
from tests.secrecy.whole.box import Table, play_whole
from tests.secrecy.whole.parts import WORK_IN_C, traced_work
from tests.secrecy.windows import Window

pytestmark = pytest.mark.many

OPTIONS: dict[str, int | str] = {"players": 8, "count": "totals", "dice": "box", "talk": 0}
AT_PADS = Evening(3, 8, {**OPTIONS, "ballot": "pads", "roll_call": "no"}, 16, logging.DEBUG)
ALONE = Evening(3, 8, {**OPTIONS, "ballot": "booth"}, 22, logging.DEBUG)

GOES_THROUGH = ((builtins, ("all", "any", "max", "min", "sorted", "sum")),)
"""Functions in C that take longer for more, beside `WORK_IN_C`."""


_sum = sum


class Work(NamedTuple):
    """What was done between two looks at the inbox. given: how long what functions in C were given is."""

    lines: int = 0
    calls: int = 0
    given: int = 0


LEEWAY = Work(lines=1, calls=1, given=0)
"""How far two runs may differ at pads: to keep a mark takes a line more than to pass over a tap."""

MARK = 4
"""Lines that each mark may cost where all are worked out, once a roll call is over. An edge costs dozens."""


AFTERWARDS = 6
"""How many looks at the inbox are counted after one in which something secret was asked."""


class Meter:
    """Counts between `begin` and `end`. at_rest: never; what is made once and kept is made."""

    def __init__(self, at_rest: bool) -> None:
        self.at_rest = at_rest
        self.counting = False
        self._lines = self._calls = self._given = 0

    def begin(self) -> None:
        self._lines = self._calls = self._given = 0
        self.counting = True
        frame: FrameType | None = sys._getframe(1)
        while frame:
            frame.f_trace = self._trace
            frame = frame.f_back
        sys.settrace(self._trace)
        sys.setprofile(self._profile)

    def end(self) -> Work:
        sys.setprofile(None)
        sys.settrace(None)
        self.counting = False
        return Work(self._lines, self._calls, self._given)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Others are at work: the people and their ledger."""
        before, self.counting = self.counting, False
        try:
            yield
        finally:
            self.counting = before

    def goes_through(self, _name: str, sizes: Sequence[int]) -> None:
        self._given += _sum(sizes)

    def _trace(self, frame: FrameType, event: str, _given: object) -> Any:
        self._lines += event == "line" and self.counting
        return self._trace

    def _profile(self, frame: FrameType, event: str, _function: object) -> None:
        self._calls += event == "c_call" and self.counting


class Markers(Crowd):
    """Everybody presses once in secret, in any run at the same times.

    In a roll call one marks in run 0, and all in run 1; else whose thumbs are down is the run's own.
    """

    meter: Meter

    def __init__(self, hands: Hands, evening: Evening, secrets: Secrets) -> None:
        super().__init__(hands, evening, secrets)
        self._wait = hands.inbox.wait
        hands.inbox.wait = self._counted  # type: ignore[method-assign]
        self.did: list[tuple[str, Work]] = []
        self._to_count = 0

    def asked(self, prompt_id: int, decision: Decision) -> None:
        with self.meter.resting():
            super().asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def _meddle(self, rng: Random, prompt_id: int, decision: Decision) -> None: ...

    def _counted(self, until: float | None) -> Input | None:
        _t, prompt_id, beat = self._hands.inbox.stamps[-1]
        if self.meter.counting:
            self.did.append((f"beat {beat} of prompt {prompt_id}", self.meter.end()))
        got = self._wait(until)
        if self.window and prompt_id == self.window.prompt_id:
            self._to_count = AFTERWARDS
        if self._to_count and not self.meter.at_rest:
            self._to_count -= 1
            self.meter.begin()
        return got

    def _down(self, seat: int, decision: Decision) -> bool:
        """As many in any run: the conspirators'."""
        return self.cards[seat] == "conspire"

    def _press_in_secret(self, number: int, prompt_id: int, decision: Decision) -> None:
        window = Window(prompt_id, self._now(), decision, ())
        named = window.listening()[min(2, len(window.listening()) - 1)]
        first = next(seat for seat, card in self.cards.items() if card == "conspire")
        presses = []
        for seat in self._people(decision):
            down = self._down(seat, decision)
            if decision.name == "conspiracy":
                down = seat == first or self._secrets.run == 1
            presses.append(Press(named.begins + 0.5 + 0.01 * seat, seat, PADS[not down]))
        for press in presses:
            self._hands.press(window.onset + press.at, (press.seat, press.button), 0.05, prompt_id)
        self.window = Window(prompt_id, window.onset, decision, tuple(presses))

    def _press_alone(self, rng: Random, number: int, prompt_id: int, decision: Decision) -> None:
        assert isinstance(decision.who, Seat)
        onset, thumb = self._now(), PADS[not self._down(decision.who.seat, decision)]
        self._hands.press(onset + 7.0, (PANEL, thumb), 0.1, prompt_id)
        for after in (8.0, 28.0):
            self._tap(onset + after, PANEL, "ok", prompt_id=prompt_id)
        self.window = Window(prompt_id, onset, decision, (Press(7.0, PANEL, thumb),))


def counted(
    run: int, box: Box, evening: Evening, at_rest: bool = False
) -> tuple[list[tuple[str, Work]], Run]:
    meter, crowds, choose = Meter(at_rest), list[Markers](), Book.choose

    def crowd_of(hands: Hands, evening: Evening, secrets: Secrets) -> Markers:
        crowds.append(Markers(hands, evening, secrets))
        crowds[-1].meter = meter
        return crowds[-1]

    def chosen(book: Book, choice: Choice, secret: bool) -> None:
        with meter.resting():
            choose(book, choice, secret)

    maker: Any = crowd_of
    before = sys.gettrace(), sys.getprofile()
    with ExitStack() as stack:
        stack.enter_context(patch.object(Book, "choose", chosen))
        for module, name, instead in traced_work(meter.goes_through, (*WORK_IN_C, *GOES_THROUGH)):
            stack.enter_context(patch.object(module, name, instead))
        gc.disable()
        stack.callback(gc.enable)
        try:
            came = play(evening, Secrets(run, NEVER), box, None, maker)
        finally:
            meter.end()
            sys.settrace(before[0])
            sys.setprofile(before[1])
    return crowds[0].did, came


def told_apart(box: Box, evening: Evening) -> str | None:
    """Where more is done for other secrets; None where nothing tells."""
    (one, here), (other, there) = (counted(run, box, evening) for run in (0, 1))
    assert here.exit == there.exit == 0
    assert here.published == there.published
    assert here.cards != there.cards
    leeway = LEEWAY if evening is AT_PADS else Work()
    ends = [MARK * evening.players] if evening is AT_PADS else []  # a roll call is over once
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
    for evening, run in product((AT_PADS, ALONE), (0, 1)):
        counted(run, the_box(), evening, at_rest=True)


@pytest.mark.parametrize("evening", [AT_PADS, ALONE], ids=["at pads", "alone"])
def test_as_much_is_done_whoever_conspires_or_marks(evening: Evening) -> None:
    assert told_apart(the_box(), evening) is None


# ---------------------------------------------------------------- planted


def in_the_rules(work: Callable[[int], object]) -> Callable[[pytest.MonkeyPatch], Box]:
    """Done as a choice of many is applied; told how many marks, or thumbs down, it has."""

    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        value = choice.value
        work(sum(one not in ("up", "protect") for one in value.values()) if isinstance(value, dict) else 0)
        return step

    return lambda patch: replace(the_box(), game=applying(the_box().game, act))


def in_the_host(owner: type, name: str, work: Callable[..., object]) -> Callable[[pytest.MonkeyPatch], Box]:
    """Done after this method of the host's; given the same arguments."""

    def planted(patch: pytest.MonkeyPatch) -> Box:
        method = getattr(owner, name)

        def called(*given: Any) -> Any:
            result = method(*given)
            work(*given)
            return result

        patch.setattr(owner, name, called)
        return the_box()

    return planted


def compared_one_by_one(marks: int) -> None:
    for one in range(marks):
        for other in range(one):
            assert one != other


LEAKS: dict[str, tuple[Callable[[pytest.MonkeyPatch], Box], Evening]] = {
    "marks compared one by one": (in_the_rules(compared_one_by_one), AT_PADS),
    "marks added up": (in_the_rules(lambda marks: sum(range(100 * marks))), AT_PADS),
    "marks looked through at every beat": (
        in_the_host(
            HostWindow,
            "_listen",
            lambda window, until: [seat for seat in getattr(window._picker, "pressed", ())],  # noqa: C416
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
def test_work_for_a_secret_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, evening = LEAKS[name]
    assert told_apart(plant(monkeypatch), evening) is not None


# ---------------------------------------------------------------- functions in C, in a whole box

IN_SIGHT = replace(drawn_evening(4), decisions=5)


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
        play_whole(IN_SIGHT, Secrets(run, NEVER), folder, lambda table: calls.append(Calls(table)))
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

    def listened(window: Any, until: float) -> None:
        listen(window, until)
        for seat in getattr(window._picker, "pressed", ()):
            hash(seat)

    monkeypatch.setattr(HostWindow, "_listen", listened)
    assert told_apart_in_c(tmp_path)
