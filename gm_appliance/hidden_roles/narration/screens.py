"""The display while a decision is open; the host adds what to press."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, RingScreen, Screen
from gm_appliance.core.game import BlankFace, Choice, Decision, Face, First, MenuFace, NumberFace, Seat
from gm_appliance.core.language import Message
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.narration.prompts import DecisionText
from gm_appliance.hidden_roles.narration.seats import SeatWords

ABOUT_A_SEAT = ("somebody.leaves", "somebody.comes", "pad.broken")
"""Decisions of the table that are about a seat."""

_MENU_OF = {"council.close": "council.accuse", "council.drop": "council.support"}
"""Decisions without words of their own, and the decision whose menu shows them as a line."""


class HiddenRolesScreens(SeatWords):
    PROMPTS: ClassVar[Mapping[str, DecisionText]]
    ABOUT_A_SEAT: ClassVar[tuple[str, ...]] = ABOUT_A_SEAT
    VOTE: ClassVar[Message]
    """What the thumbs mean in a vote, in a line."""

    def screen(self, decision: Decision, view: Any, face: Face, title: str, minutes: int) -> Screen:
        """The screen under that title; `minutes`: how long it has been open. Raises MissingWords."""
        phase = view.phase
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value)
        if isinstance(phase, model.Deal) and decision.name == "setup.deal":
            return Lines(title, self.dealt(view))
        if (
            isinstance(phase, model.Calling)
            or isinstance(face, BlankFace)
            or decision.name == "council.thumb"
        ):
            return self._one_seat(title, view)
        if isinstance(decision.who, First) and face.at < 0:
            return self._waiting(title, view, minutes)
        if len(face.items) > 1 and (isinstance(decision.who, Seat) or decision.name in self.ABOUT_A_SEAT):
            line = self.item(face.current, view) if face.current else self._.pgettext("line", "Nobody yet")
            return RingScreen(title, self.ring(view, self.aimed_at(view, face)), (line,))
        if isinstance(phase, model.Trial) and decision.name == "council.defence":
            return self.marked(title, view, phase.accused).screen
        return MenuScreen(title, tuple(self.item(item, view) for item in face.items), max(face.at, 0))

    def dealt(self, view: Any) -> tuple[str, ...]:
        """The numbers of cards to deal, a line each."""
        raise NotImplementedError

    def _one_seat(self, title: str, view: Any) -> Screen:
        """One seat is asked in secret, so its answer is not shown: a pad's call, a thumb, a booth."""
        phase = view.phase
        if isinstance(phase, model.Calling):
            # Only the name, as large as possible.
            seats = self.ring(view, phase.seat, lit=frozenset(view.pads))
            return RingScreen("", seats, (self.name(view, phase.seat),))
        asked = phase.asked if isinstance(phase, model.Learning | model.Trial) else ()
        name = self.name(view, asked[0]) if asked else ""
        if isinstance(phase, model.Trial) and phase.step == "booth":
            votes = self._.pgettext("line", "{seat} votes", seat=name)
            return Lines(title, (self.against(view, phase.accused), self._(self.VOTE), votes))
        return Lines(title, (name,))

    def _waiting(self, title: str, view: Any, minutes: int) -> Screen:
        """Anybody may press first: the council's talk, or an accusation's supporter."""
        if isinstance(view.phase, model.Trial):
            accuser = self.name(view, view.phase.accuser)
            accuses = self._.pgettext("line", "{accuser} accuses", accuser=accuser)
            return Lines(title, (accuses, self.against(view, view.phase.accused)))
        talk = (self._.pgettext("line", "{n} min of talk", n=minutes),) if minutes else ()
        return RingScreen(title, self.ring(view), talk)

    def item(self, choice: Choice, view: Any) -> str:
        """A line of the menu. Raises MissingWords."""
        if isinstance(choice.value, int):
            return self.name(view, choice.value)
        return self._(self.PROMPTS[_MENU_OF.get(choice.name, choice.name)].item(choice.value, choice.name))

    def aimed_at(self, view: Any, face: Face) -> int:
        """The seat under the cursor; 0 for none."""
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) else 0
