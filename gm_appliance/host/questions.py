"""What BACK opens between two presses: questions, what is decided only when asked for, and knobs.

Outside the game and its journal, over the public view; a step with closed eyes never gets here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import Cue
from gm_appliance.core.game import Choice, Clock, Decision, Number, OneOf, Plain, Table
from gm_appliance.core.narration import Asking, Narration
from gm_appliance.core.ports import PANEL
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.question_words import BACK, Aside
from gm_appliance.host.stage import Stage
from gm_appliance.pickers import Gesture
from gm_appliance.storage.levels import Knobs
from gm_appliance.storage.session_log import Forgetful, Memory

UNASKED = 30.0
"""Seconds after which the questions close by themselves: a stray press must not stop the evening."""

House = Callable[[Gesture, bool], bool]
"""Given every gesture before the picker, and those it makes nothing of; True if it took it."""


class _Left(Exception):
    """Somebody pressed BACK."""


class Questions:
    """Asks what is wanted, and answers.

    prompt:  opens a prompt on a decision, with its narration, its memory and who gets gestures first.
    perform: performs a cue and waits until it is over; given and returning whether words are skipped.
    undo:    undoes or pauses, where a gesture says so. May raise.
    opened:  told the number of every asking here, and what it asks.
    """

    def __init__(
        self,
        stage: Stage,
        words: Words,
        knobs: Knobs,
        prompt: Callable[[Decision, Asking, Memory, House], Prompt],
        perform: Callable[[Cue, bool], bool],
        undo: Callable[[Gesture], bool],
        opened: Callable[[int, Decision], None],
    ) -> None:
        self._stage = stage
        self._words = words
        self._knobs = knobs
        self._prompt = prompt
        self._perform = perform
        self._undo = undo
        self._opened = opened

    def ask(self, narration: Narration, view: Any, open_now: Decision | None) -> Choice | None:
        """The choice that was made on the side; None to go on with the game."""
        asides = {one.name: one for one in open_now.aside} if open_now else {}
        topics = narration.topics(view, tuple(asides))
        telling = Aside(self._words, narration)
        question = Decision("aside", Table(), OneOf((*topics, *self._knobs.names, BACK)))
        try:
            while True:
                wanted = str(self._put(question, telling, Forgetful()).value)
                if wanted == BACK:
                    return None
                if wanted in asides:
                    return self._put(asides[wanted], narration, Forgetful())
                if wanted in self._knobs.names:
                    self._turn(wanted, telling)
                else:
                    self._explain(narration.explain(wanted, view))
        except _Left:
            return None

    def _put(self, decision: Decision, narration: Asking, memory: Memory) -> Choice:
        """Ask it; BACK, or nobody answering, leaves. Raises _Left."""
        self._opened(self._stage.begin(), decision)
        go_on = Decision(decision.name, Clock(), OneOf((BACK,)), limit=UNASKED)
        choice = self._prompt(replace(decision, also=(go_on,)), narration, memory, self._leave).run()
        if choice.value == BACK:
            raise _Left
        return choice

    def _turn(self, knob: str, telling: Aside) -> None:
        """It is heard while it is turned."""
        domain = self._knobs.domain(knob)
        choice = self._put(Decision(knob, Table(), domain), telling, _Turning(self._knobs))
        self._knobs.keep(knob, _level(choice.value, domain))

    def _explain(self, cues: tuple[Cue, ...]) -> None:
        self._stage.begin()
        skipping = False
        for cue in cues:
            skipping = self._perform(cue, skipping) or skipping

    def _leave(self, gesture: Gesture, unused: bool) -> bool:
        if (gesture.source, gesture.button, gesture.kind) == (PANEL, "back", "tap"):
            raise _Left
        return not unused and self._undo(gesture)


class _Turning(Forgetful):
    """What is entered takes effect at once."""

    def __init__(self, knobs: Knobs) -> None:
        self._knobs = knobs

    def draft(self, name: str, value: Plain) -> None:
        self._knobs.turn(name, _level(value, self._knobs.domain(name)))


def _level(value: Plain, domain: Number) -> int:
    return value if isinstance(value, int) else domain.start
