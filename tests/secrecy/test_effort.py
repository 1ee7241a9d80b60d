"""Processor time: the number of lines of Python before an output does not depend on who marks.

On virtual time a loop takes no time. So the lines that are run are counted, from the moment a beat falls due
to the first output after it. One run has a single mark, the other one of every seat; as many edges come in,
at the same times, and the same seat is banished.

In a whole box calls of functions in C are counted too: from a beat until the host looks up again, as long as
a window listens. What one such call does is not seen, but for the sizes of those in `WORK_IN_C`, which all
comparisons of whole boxes see.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest

from gm_appliance.core.game import Choice, Decision, Step
from gm_appliance.core.ports import Input
from gm_appliance.core.values import replace
from gm_appliance.host.window import Window as HostWindow
from tests.secrecy.crowd import Crowd, Window
from tests.secrecy.drawn import NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import Box, Run, play, the_box
from tests.secrecy.hands import Hands
from tests.secrecy.ledger import Press
from tests.secrecy.outputs import Outputs
from tests.secrecy.tampered import applying
from tests.secrecy.whole.box import Table, play_whole

pytestmark = pytest.mark.many

TABLE = Evening(3, 12, {"players": 12, "roll_call": "no"}, 8, logging.DEBUG)

MARK = 8
"""Lines that each mark may cost when a roll call is over: about a microsecond. An edge costs dozens."""


@dataclass
class Lines:
    """Counts the lines of Python that are run between `begin` and `end`, of callers and of what they call.

    beats: of each beat its decision, its index, and how many came before the first output.
    """

    beats: list[tuple[str, int, int]] = field(default_factory=list)
    _count: int | None = None

    def begin(self) -> None:
        self._count = 0
        frame: FrameType | None = sys._getframe(1)
        while frame:
            frame.f_trace = self._trace
            frame = frame.f_back
        sys.settrace(self._trace)

    def end(self) -> int | None:
        """How many since `begin`; None if it was ended already."""
        sys.settrace(None)
        count, self._count = self._count, None
        return count

    def _trace(self, frame: FrameType, event: str, _given: object) -> Any:
        if event == "line" and self._count is not None:
            self._count += 1
        return self._trace


class Markers(Crowd):
    """Everybody presses once in a secret window: in a roll call one marks in run 0, and all in run 1."""

    lines: Lines

    def __init__(self, hands: Hands, evening: Evening, secrets: Secrets) -> None:
        super().__init__(hands, evening, secrets)
        self._wait = hands.inbox.wait
        hands.inbox.wait = self._counted  # type: ignore[method-assign]
        self.came = ("", 0)  # the beat that fell due last

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def _meddle(self, rng: Random, prompt_id: int, decision: Decision) -> None: ...

    def _counted(self, until: float | None) -> Input | None:
        """The inbox's `wait`: once nothing came until a beat is due, what follows is counted.

        A silence that is made on purpose is an output too: it begins when the work is done.
        """
        self.put_out()
        got = self._wait(until)
        _t, prompt_id, beat = self._hands.inbox.stamps[-1]
        if got is None and self.window and self.window.prompt_id == prompt_id:
            self.came = (self.window.decision.name, beat)
            self.lines.begin()
        return got

    def put_out(self) -> None:
        if (count := self.lines.end()) is not None:
            self.lines.beats.append((*self.came, count))

    def _press_in_secret(self, number: int, prompt_id: int, decision: Decision) -> None:
        window = Window(prompt_id, self._now(), decision, ())
        named = window.listening()[min(2, len(window.listening()) - 1)]
        first = next(seat for seat, card in self.cards.items() if card == "conspire")
        presses = []
        for seat, card in self.cards.items():
            down = seat == first or self._secrets.run == 1
            if decision.name != "conspiracy":
                down = card == "conspire"
            presses.append(Press(named.begins + 0.5 + 0.01 * seat, seat, "down" if down else "up"))
        for press in presses:
            self._hands.press(window.onset + press.at, (press.seat, press.button), 0.05, prompt_id)
        self.window = Window(prompt_id, window.onset, decision, tuple(presses))


def counted(run: int, box: Box) -> tuple[Lines, Run]:
    lines, crowds = Lines(), []

    def crowd_of(hands: Hands, evening: Evening, secrets: Secrets) -> Markers:
        crowds.append(Markers(hands, evening, secrets))
        crowds[-1].lines = lines
        return crowds[-1]

    write = Outputs._write

    def written(outputs: Outputs, t: float, port: str, data: bytes) -> None:
        crowds[-1].put_out()
        write(outputs, t, port, data)

    maker: Any = crowd_of
    before = sys.gettrace()
    with patch.object(Outputs, "_write", written):
        try:
            return lines, play(TABLE, Secrets(run, NEVER), box, None, maker)
        finally:
            sys.settrace(before)


def told_apart(box: Box) -> str | None:
    """Where more lines are run when more is marked; None where nothing tells.

    Only once a roll call is over is anything worked out of the marks, and MARK bounds that.
    """
    counted(0, box)  # Whatever is made once and kept is there from here on.
    (one, here), (every, there) = (counted(run, box) for run in (0, 1))
    assert here.published == there.published
    assert ("banished", 3) in [fact for _t, fact in here.published]
    assert len(one.beats) > 20
    last = {name: beat for name, beat, _count in one.beats}
    for (name, beat, mine), (_name, _beat, its) in zip(one.beats, every.beats, strict=True):
        if abs(its - mine) > (MARK * TABLE.players if beat == last[name] else 0):
            return f"{mine} and {its} lines at beat {beat} of {name}"
    return None


def test_no_output_waits_for_work_done_on_marks() -> None:
    assert told_apart(the_box()) is None


def test_marks_compared_one_by_one_are_caught() -> None:
    def act(state: Any, choice: Choice, step: Step[Any, Any]) -> Step[Any, Any]:
        marks = [*choice.value.values()] if isinstance(choice.value, dict) else []
        same = 0
        for mark in marks:
            for other in marks:
                same += mark == other
        return step

    box = the_box()
    told = told_apart(replace(box, game=applying(box.game, act)))
    assert told is not None
    assert "of conspiracy" in told


def test_marks_looked_through_at_every_beat_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    listen = HostWindow._listen

    def listened(window: Any, until: float) -> None:
        listen(window, until)
        for _seat in getattr(window._picker, "pressed", ()):
            pass

    monkeypatch.setattr(HostWindow, "_listen", listened)
    told = told_apart(the_box())
    assert told is not None
    assert "of conspiracy" in told


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
