"""People at the table who answer decisions by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from gm_appliance.core.game import JSON, Choice, Clock, Decision, First, Number, OneOf, Opponent, Pad, PerSeat
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers import presses
from tests.app.life import Box, Life

GAME = "gotterdammerung"
CONSPIRATORS = (2, 5)

Answer: TypeAlias = "JSON | Callable[[Decision], JSON]"
Act: TypeAlias = "Callable[[Life], None] | None"
Acts: TypeAlias = "Mapping[str, Act | tuple[Act, ...]]"


def _own_pad(decision: Decision) -> JSON:
    assert isinstance(decision.who, Pad)
    return decision.who.seat


def _victim(decision: Decision) -> JSON:
    """The conspirators agree on the protector named last."""
    assert isinstance(decision.domain, PerSeat)
    assert isinstance(decision.domain.each, OneOf)
    protectors = [seat for seat in decision.domain.each.options if seat not in CONSPIRATORS]
    return {str(seat): protectors[-1] for seat in CONSPIRATORS}


def _accused(decision: Decision) -> JSON:
    assert isinstance(decision.domain, OneOf)
    options = decision.domain.options
    return next((seat for seat in CONSPIRATORS if seat in options), options[0])


def _all_down(decision: Decision) -> JSON:
    assert isinstance(decision.domain, PerSeat)
    return dict.fromkeys(decision.domain.keys, "down")


def _factions(decision: Decision) -> JSON:
    assert isinstance(decision.domain, PerSeat)
    return {key: "conspire" if int(key) in CONSPIRATORS else "protect" for key in decision.domain.keys}


def press_ok(life: Life) -> None:
    life.tap(2.0, PANEL, "ok")


SHORT_GAME: Mapping[str, Answer] = {
    "menu.game": GAME,
    "menu.same": "yes",
    "menu.resume": "resume",
    "option.players": 7,
    "setup.pad": _own_pad,
    "setup.deal": "dealt",
    "setup.factions": _factions,
    "conspiracy": _victim,
    "oracle.first-die": 3,
    "oracle.second-die": 2,
    "action.odin": "pass",
    "action.thor": "pass",
    "action.hel": "pass",
    "council.accuse": 1,
    "council.whom": _accused,
    "council.vote": _all_down,
}
"""Two rounds, in each of which a conspirator is accused and banished. All other answers are the first choice,
and after the game everybody goes home."""


class Players(Observer):
    """People who answer each decision by name, or do something else when it is opened.

    answers: overrides SHORT_GAME. at: actions instead of an answer when a decision is opened the first time,
    or, in a tuple, the first few times; None for the answer.
    """

    def __init__(
        self, life: Life, answers: Mapping[str, Answer] | None = None, at: Acts | None = None
    ) -> None:
        self._life = life
        self._answers = {**SHORT_GAME, **(answers or {})}
        acts = {"menu.again": Life.stop, **(at or {})}
        self._at = {name: list(act) if isinstance(act, tuple) else [act] for name, act in acts.items()}

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._life.open_now(decision)
        acts = self._at.get(decision.name)
        if acts and (act := acts.pop(0)):
            act(self._life)
        else:
            self.press(prompt_id, self.answer(decision), decision)

    def answer(self, decision: Decision) -> Choice | None:
        """Their choice; None if the clock or the box chooses."""
        if isinstance(decision.who, Clock | Opponent):
            return None
        answer = self._answers.get(decision.name)
        if answer is None:
            domain = decision.domain
            assert isinstance(domain, OneOf | Number)
            answer = domain.start if isinstance(domain, Number) else domain.options[0]
        return Choice(decision.name, answer(decision) if callable(answer) else answer)

    def press(self, prompt_id: int, choice: Choice | None, decision: Decision) -> None:
        if choice is None:
            return
        now = self._life.inbox.now()
        # An accuser lets the others talk first.
        t = now + (30.0 if isinstance(decision.who, First) else 2.0)
        for stroke in presses(decision, choice):
            at = t if stroke.at is None else now + stroke.at
            self._life.inbox.press_at(at, stroke.source, stroke.button, stroke.held, prompt_id)
            t += stroke.held + 0.3

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._life.chose(choice)


def one_life(
    box: Box, answers: Mapping[str, Answer] | None = None, at: Acts | None = None, *, journal: bool = True
) -> Life:
    """One life of the box with people who play the short game; see `Players`."""
    life = box.switched_on(journal=journal)
    return box.run(life, Players(life, answers, at))


def up_then_ok(life: Life) -> None:
    life.tap(1.0, PANEL, "up")
    life.tap(2.0, PANEL, "up")
    life.tap(4.0, PANEL, "ok")


def next_then_held(life: Life) -> None:
    life.tap(1.0, 1, "down")
    life.tap(2.0, 1, "down")
    life.tap(4.0, 1, "up", 0.75)


def undone_once(life: Life) -> None:
    life.tap(2.0, PANEL, "back", 0.75)


def down_then_accuse(life: Life) -> None:
    life.tap(3.0, PANEL, "down")
    life.tap(6.0, 1, "down", 0.75)


LIVELY: Acts = {
    "oracle.first-die": up_then_ok,
    "action.odin": (next_then_held, next_then_held),
    "council.support": (undone_once, None),
    "council.accuse": down_then_accuse,
}
"""Actions that move numbers and cursors first and undo a choice. For the table's own dice."""
