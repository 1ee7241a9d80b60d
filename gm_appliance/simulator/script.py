"""A script answers decisions by name, in order. Its format is described in docs/transcript.md.

One answer a line: the decision's name, then its value as JSON. Empty lines and lines that begin
with ``#`` do not count.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from pathlib import Path
from typing import Any

from gm_appliance.core.game import Choice, Clock, Decision, Opponent, Pad, Plain
from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers.presses import TAP, presses
from gm_appliance.simulator.people import Pressing

QUESTIONS = "questions"
"""The name of the decision in which the questions are listed."""


class ScriptError(ValueError):
    """A script that cannot be read, or does not fit the game. Names file and line."""


@dataclass(frozen=True)
class ScriptedAnswer:
    line: int
    choice: Choice


def read_script(path: Path) -> tuple[ScriptedAnswer, ...]:
    """The answers of a script file. Raises ScriptError for the first line that is none."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a mark
    except OSError as error:
        told = _("{file}: the script cannot be read: {why}", file=path, why=error.strerror)
        raise ScriptError(told) from error
    except UnicodeDecodeError as error:
        raise ScriptError(_("{file}: the script is not text in UTF-8", file=path)) from error
    answers = []
    for number, line in enumerate(text.splitlines(), 1):
        name, *rest = line.split(None, 1) or ["#"]
        if not name.startswith("#"):
            answers.append(
                ScriptedAnswer(number, Choice(name, _value(f"{path}:{number}", name, "".join(rest))))
            )
    return tuple(answers)


def _value(where: str, name: str, text: str) -> Plain:
    try:
        value: Plain = json.loads(text)
    except (ValueError, RecursionError) as error:  # the latter for brackets thousands deep
        wanted = _(
            '{where}: after {name!r} comes a value as JSON, such as 3, "pass" or {each}',
            **{"where": where, "name": name, "each": '{"1": "up"}'},
        )
        what = _("{text!r} is none", text=text.strip()[:40]) if text else _("there is none")
        told = f"{wanted}; {what}"
        raise ScriptError(told) from error
    return value


class Scripted:
    """An observer that presses what the script says, and the chance that throws what it says."""

    def __init__(self, path: Path, inbox: Pressing) -> None:
        self._path = path
        self._inbox = inbox
        self._answers = deque(read_script(path))
        self._requested: Choice | None = None  # the answer whose question is being looked for
        self._pads: dict[int, int] = {}  # as the script called them

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if isinstance(decision.who, Opponent):
            return  # what it chooses is asked for when it is due
        if self._requested and decision.name == QUESTIONS:
            self._press(prompt_id, decision, Choice(QUESTIONS, self._requested.name))
            return
        choice, self._requested = self._requested or self._answer_to(decision), None
        if decision.named(choice.name) in decision.on_request:
            # Reached through the questions: BACK first, then its line in the list.
            self._requested = choice
            self._inbox.press_at(self._inbox.now() + 1.0, PANEL, "back", TAP, prompt_id)
            return
        by_clock = [one for one in decision.open() if one.name == choice.name and isinstance(one.who, Clock)]
        if by_clock and all(one.name != choice.name or one in by_clock for one in decision.open()):
            return  # the timetable answers it
        self._press(prompt_id, decision, choice)

    def _press(self, prompt_id: int, decision: Decision, choice: Choice) -> None:
        now = self._inbox.now()
        t = now + 1.0
        for stroke in presses(decision, choice, pads=self._pads):
            at = t if stroke.at is None else now + stroke.at
            self._inbox.press_at(at, stroke.source, stroke.button, stroke.held, prompt_id)
            t += stroke.held + 0.2

    def chance(self, decision: Decision) -> Plain:
        """What chance throws, or the box chooses."""
        return self._answer_to(decision).value

    def chose(self, decision: Decision, choice: Choice) -> None:
        if isinstance(decision.who, Pad):
            self._pads[decision.who.seat] = int(str(choice.value))

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...

    def unused(self) -> None:
        """Raises ScriptError if the game was over before the script was."""
        if self._answers:
            left = self._answers[0]
            said = {"where": f"{self._path}:{left.line}", "name": left.choice.name}
            raise ScriptError(_("{where}: the game is over, {name!r} has no decision", **said))

    def _answer_to(self, decision: Decision) -> Choice:
        """The script's next answer, which must be to what is open. Raises ScriptError."""
        legal_now = (*decision.open(), *decision.on_request)
        names = [one.name for one in legal_now]
        wanted = _wanted(decision)
        if not self._answers:
            said = {"file": self._path, "name": wanted, "legal": legal(decision.domain)}
            raise ScriptError(_("{file}: the script ends, but {name} is to be decided: {legal}", **said))
        answer = self._answers.popleft()
        where = f"{self._path}:{answer.line}"
        name = answer.choice.name
        same = [one for one in legal_now if one.name == name]
        if not same:
            told = _("{where}: {name!r} is not open here, {open} is.", where=where, name=name, open=wanted)
            near = get_close_matches(name, names, 1)
            meant = _("Did you mean {name!r}?", name=near[0]) if near else ""
            raise ScriptError(f"{told} {meant}".rstrip())
        if not any(one.domain.contains(answer.choice.value) for one in same):
            value = json.dumps(answer.choice.value)
            takes = {"where": where, "value": value, "name": name, "legal": legal(same[0].domain)}
            raise ScriptError(_("{where}: {value} cannot be; {name} takes {legal}", **takes))
        return answer.choice


def _wanted(decision: Decision) -> str:
    """The names of what is open."""
    first, *others = dict.fromkeys(one.name for one in decision.open())
    return reduce(lambda some, one: _("{others} or {last}", others=some, last=one), others, first)
