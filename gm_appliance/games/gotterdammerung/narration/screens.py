"""The display while a decision of Götterdämmerung is open; the host adds what to press."""

from __future__ import annotations

from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, RingScreen, Screen
from gm_appliance.core.game import BlankFace, Choice, Decision, Face, First, MenuFace, NumberFace, Seat
from gm_appliance.core.table_narration import Words
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import god_name
from gm_appliance.games.gotterdammerung.narration.prompts import PROMPTS
from gm_appliance.games.gotterdammerung.narration.props import against, name_of, ring_seats

_ABOUT_A_SEAT = ("conspiracy.die", "somebody.leaves", "somebody.comes", "pad.broken")

_MENU_OF = {"council.close": "council.accuse", "council.drop": "council.support"}
"""Decisions without words of their own, and the decision whose menu shows them as a line."""


class GotterdammerungScreens(Words):
    def screen(
        self, decision: Decision, view: GotterdammerungView, face: Face, title: str, minutes: int
    ) -> Screen:
        """The screen under that title; `minutes`: how long it has been open. Raises MissingWords."""
        phase = view.phase
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value)
        if isinstance(phase, model.Deal) and decision.name == "setup.deal":
            return self._deal(title, view)
        if (
            isinstance(phase, model.Calling)
            or isinstance(face, BlankFace)
            or decision.name == "council.thumb"
        ):
            return self._one_seat(title, view)
        if isinstance(decision.who, First) and face.at < 0:
            return self._waiting(title, view, minutes)
        if len(face.items) > 1 and (isinstance(decision.who, Seat) or decision.name in _ABOUT_A_SEAT):
            return self._aiming(title, view, face)
        if isinstance(phase, model.Trial) and decision.name == "council.defence":
            return self._ring(title, view, phase.accused)
        return MenuScreen(title, tuple(self.item(item, view) for item in face.items), max(face.at, 0))

    def _ring(self, title: str, view: GotterdammerungView, seat: int) -> RingScreen:
        return RingScreen(title, ring_seats(self._, view, seat), (name_of(self._, view, seat),))

    def _deal(self, title: str, view: GotterdammerungView) -> Lines:
        protectors, conspirators = model.FACTIONS[len(view.places)]
        return Lines(
            title,
            (
                self._.npgettext("line", "{n} protector", "{n} protectors", protectors),
                self._.npgettext("line", "{n} conspirator", "{n} conspirators", conspirators),
            ),
        )

    def _one_seat(self, title: str, view: GotterdammerungView) -> Screen:
        """One seat is asked in secret, so its answer is not shown: a pad's call, a thumb, a booth."""
        phase = view.phase
        if isinstance(phase, model.Calling):
            # Only the name, as large as possible.
            seats = ring_seats(self._, view, phase.seat, lit=frozenset(view.pads))
            return RingScreen("", seats, (name_of(self._, view, phase.seat),))
        asked = phase.asked if isinstance(phase, model.Learning | model.Trial) else ()
        name = name_of(self._, view, asked[0]) if asked else ""
        if isinstance(phase, model.Trial) and phase.step == "booth":
            votes = self._.pgettext("line", "{seat} votes", seat=name)
            which = self._.pgettext("line", "▼ banish  ▲ spare")
            return Lines(title, (against(self._, view, phase.accused), which, votes))
        return Lines(title, (name,))

    def _waiting(self, title: str, view: GotterdammerungView, minutes: int) -> Screen:
        if isinstance(view.phase, model.Trial):
            accuser = name_of(self._, view, view.phase.accuser)
            accuses = self._.pgettext("line", "{accuser} accuses", accuser=accuser)
            return Lines(title, (accuses, against(self._, view, view.phase.accused)))
        talk = (self._.pgettext("line", "{n} min of talk", n=minutes),) if minutes else ()
        return RingScreen(title, ring_seats(self._, view), talk)

    def _aiming(self, title: str, view: GotterdammerungView, face: MenuFace) -> Screen:
        line = self.item(face.current, view) if face.current else self._.pgettext("line", "Nobody yet")
        return RingScreen(title, ring_seats(self._, view, aimed_at(view, face)), (line,))

    def item(self, choice: Choice, view: GotterdammerungView) -> str:
        """A line of the menu. Raises MissingWords."""
        value = choice.value
        if isinstance(value, int) and isinstance(view.phase, model.Seating):
            return self._.pgettext("line", "Seat {n}", n=value)
        if isinstance(value, int):
            return name_of(self._, view, value)
        if value in GODS and isinstance(view.phase, model.Picking):
            return god_name(self._, str(value))
        if value in view.cards:
            card, seat = god_name(self._, str(value)), name_of(self._, view, view.cards[str(value)])
            return self._.pgettext("line", "{card}: {seat}", card=card, seat=seat)
        return self._(PROMPTS[_MENU_OF.get(choice.name, choice.name)].item(value))


def aimed_at(view: GotterdammerungView, face: Face) -> int:
    """The seat under the cursor, or the seat of the card or Oracle under it; 0 for none, and before everybody
    has a seat."""
    if (
        not isinstance(face, MenuFace)
        or not face.current
        or isinstance(view.phase, model.Picking | model.Seating)
    ):
        return 0
    value = face.current.value
    if isinstance(value, int):
        return value
    return view.oracle if value == ORACLE else view.cards.get(str(value), 0)
