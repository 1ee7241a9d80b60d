"""What BACK opens between two presses: questions, what is decided only when asked for, and knobs.

Outside the game and its journal, over the public view; a step with closed eyes never gets here.
"""

from __future__ import annotations

from dataclasses import replace

from gm_appliance.core.game import Choice, Clock, Decision, Number, OneOf, Plain, Table
from gm_appliance.core.narration import Asking
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.question_words import BACK, Aside
from gm_appliance.host.session import Back, Session
from gm_appliance.storage.levels import Knobs
from gm_appliance.storage.session_log import Forgetful, Memory

UNASKED = 30.0
"""Seconds after which the questions close by themselves: a stray press must not stop the evening."""


class _Closed(Exception):
    """Somebody pressed BACK, or nobody anything."""


class Questions:
    """Asks what is wanted, and answers. knobs: what can be turned."""

    def __init__(self, session: Session, knobs: Knobs) -> None:
        self._session = session
        self._knobs = knobs

    def ask(self) -> Choice | None:
        """The choice that was made on the side; None to go on with the game. May raise Left."""
        narration, play = self._session.narration, self._session.play
        asides = {one.name: one for one in play.decision.aside} if play.decision else {}
        topics = narration.topics(play.view, tuple(asides))
        telling = Aside(self._session.house.language, narration)
        question = Decision("aside", Table(), OneOf((*topics, *self._knobs.names, BACK)))
        try:
            while True:
                wanted = str(self._put(question, telling, Forgetful()).value)
                if wanted in asides:
                    return self._put(asides[wanted], narration, Forgetful())
                if wanted in self._knobs.names:
                    self._turn(wanted, telling)
                else:
                    self._session.tell(narration.explain(wanted, play.view))
        except _Closed:
            return None

    def _put(self, decision: Decision, narration: Asking, memory: Memory) -> Choice:
        """Ask it; BACK, or nobody answering, leaves. Raises _Closed."""
        self._session.begin(decision)
        go_on = Decision(decision.name, Clock(), OneOf((BACK,)), limit=UNASKED)
        asked = replace(decision, also=(go_on,))
        try:
            choice = Prompt(self._session, asked, narration, memory, back_first=True).run()
        except Back:
            raise _Closed from None
        if choice.value == BACK:
            raise _Closed
        return choice

    def _turn(self, knob: str, telling: Aside) -> None:
        """It is heard while it is turned."""
        domain = self._knobs.domain(knob)
        choice = self._put(Decision(knob, Table(), domain), telling, _Turning(self._knobs))
        self._knobs.keep(knob, _level(choice.value, domain))


class _Turning(Forgetful):
    """What is entered takes effect at once."""

    def __init__(self, knobs: Knobs) -> None:
        self._knobs = knobs

    def draft(self, name: str, value: Plain) -> None:
        self._knobs.turn(name, _level(value, self._knobs.domain(name)))


def _level(value: Plain, domain: Number) -> int:
    return value if isinstance(value, int) else domain.start
