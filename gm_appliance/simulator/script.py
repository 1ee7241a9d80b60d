"""Scripts, which answer decisions by name and in order; docs/developers/transcript.md describes the format.

Each line has one answer: the decision's name, then the value as JSON. Empty lines and lines that begin with
``#`` are ignored.
"""

from __future__ import annotations

import json
from collections import deque
from difflib import get_close_matches
from functools import reduce
from pathlib import Path

from gm_appliance.core.game import JSON, Choice, Clock, Decision, OneOf, Opponent, Pad
from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _, reason
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.core.table_narration import CHANGES
from gm_appliance.core.values import Value
from gm_appliance.pickers.presses import TAP, presses
from gm_appliance.simulator.people import Pressing

QUESTIONS = "questions"
SEEN = "end.seen"  # the end of a game that stays until somebody presses
SURE = "leave."  # the prefix of decisions that confirm the end of a game


class ScriptError(ValueError):
    """A script that cannot be read or does not fit the game. The message has the file and line."""


class ScriptedAnswer(Value):
    line: int
    choice: Choice


def read_script(path: Path) -> tuple[ScriptedAnswer, ...]:
    """The answers of a script file. Raises ScriptError for the first faulty line."""
    try:
        text = path.read_text("utf-8-sig")  # some editors write a byte order mark
    except OSError as error:
        told = _("{file}: the script cannot be read: {why}", file=path, why=reason(error))
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


def _value(where: str, name: str, text: str) -> JSON:
    try:
        value: JSON = json.loads(text)
    except (ValueError, RecursionError) as error:  # RecursionError: brackets thousands deep
        wanted = _(
            '{where}: {name!r} must be followed by a value as JSON, such as 3, "pass" or {each}',
            **{"where": where, "name": name, "each": '{"1": "up"}'},
        )
        what = _("{text!r} is not JSON", text=text.strip()[:40]) if text else _("it has none")
        told = f"{wanted}; {what}"
        raise ScriptError(told) from error
    return value


class Scripted(Observer):
    """An observer that presses the script's answers, and provides them for chance."""

    def __init__(self, path: Path, inbox: Pressing) -> None:
        self._path = path
        self._inbox = inbox
        self._answers = deque(read_script(path))
        self._requested: Choice | None = None  # the answer to a decision on request
        self._pads: dict[int, int] = {}  # by seat, as the script called them
        self._asking = False
        self._forced = list[Decision]()  # decided without asking since the script's last answer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._asking = True
        if decision.name == SEEN:
            self._inbox.press_at(self._inbox.now() + 3.0, PANEL, "ok", TAP, prompt_id)
            return
        if isinstance(decision.who, Opponent):
            return  # the host calls `chance` when its answer is due
        if self._requested and decision.name == QUESTIONS:
            listed = decision.domain.contains(self._requested.name)
            self._press(prompt_id, decision, Choice(QUESTIONS, self._requested.name if listed else CHANGES))
            return
        if decision.name.startswith(SURE) and isinstance(decision.domain, OneOf):
            # The script contains the answer that ends the game, so it is intended.
            self._press(prompt_id, decision, Choice(decision.name, decision.domain.options[0]))
            return
        choice, self._requested = self._requested or self._answer_to(decision), None
        if decision.named(choice.name) in decision.on_request:
            # It is in the menu behind BACK.
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

    def chance(self, decision: Decision) -> JSON:
        """The result of chance, or the box's choice as a player."""
        return self._answer_to(decision).value

    def chose(self, decision: Decision, choice: Choice) -> None:
        if not self._asking and decision.forced():
            self._forced.append(decision)
        self._asking = False
        if isinstance(decision.who, Pad):
            self._pads[decision.who.seat] = int(str(choice.value))

    def unused(self) -> None:
        """Raises ScriptError if the game ended before the script."""
        self._pass_over_forced()
        if self._answers:
            left = self._answers[0]
            said = {"where": f"{self._path}:{left.line}", "name": left.choice.name}
            raise ScriptError(_("{where}: the game is over, so {name!r} answers nothing", **said))

    def _pass_over_forced(self) -> tuple[Decision, ...]:
        """Drop the answers that match decisions made without asking; returns those that no answer matched."""
        unspoken = list[Decision]()
        for decision in self._forced:
            if self._answers and self._answers[0].choice == decision.forced():
                self._answers.popleft()
            else:
                unspoken.append(decision)
        self._forced.clear()
        return tuple(unspoken)

    def _answer_to(self, decision: Decision) -> Choice:
        """The script's next answer. Raises ScriptError unless it answers something open.

        Skips answers that match decisions just made without asking.
        """
        forced = self._pass_over_forced()
        # With a timetable, decisions on request are only offered before it begins.
        legal_now = (*decision.open(), *(() if decision.beats else decision.on_request))
        names = [one.name for one in legal_now]
        wanted = _wanted(decision)
        if not self._answers:
            said = {"file": self._path, "name": wanted, "legal": legal(decision.domain)}
            raise ScriptError(_("{file}: the script ends, but {name} must be decided: {legal}", **said))
        answer = self._answers.popleft()
        where = f"{self._path}:{answer.line}"
        name = answer.choice.name
        same = [one for one in (*legal_now, *forced) if one.name == name]
        if same and not any(one.domain.contains(answer.choice.value) for one in same):
            value = json.dumps(answer.choice.value)
            takes = {"where": where, "value": value, "name": name, "legal": legal(same[0].domain)}
            raise ScriptError(_("{where}: {name} cannot be {value}. Possible: {legal}", **takes))
        if name not in names:
            said = {"where": where, "name": name, "open": wanted}
            told = _("{where}: {name!r} is not open here, but {open} is.", **said)
            near = get_close_matches(name, names, 1)
            meant = _("Did you mean {name!r}?", name=near[0]) if near else ""
            raise ScriptError(f"{told} {meant}".rstrip())
        return answer.choice


def _wanted(decision: Decision) -> str:
    """The names of the open decisions."""
    first, *others = dict.fromkeys(one.name for one in decision.open())
    return reduce(lambda some, one: _("{others} or {last}", others=some, last=one), others, first)
