"""The display while a decision of Götterdämmerung waits."""

from __future__ import annotations

from dataclasses import replace

from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, RingScreen, Screen
from gm_appliance.core.game import BlankFace, Choice, Decision, Face, First, MenuFace, NumberFace, Seat
from gm_appliance.core.language import Language
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import (
    FACTIONS,
    Calling,
    Learning,
    Picking,
    Seating,
    Trial,
    View,
)
from gm_appliance.games.gotterdammerung.narration.gods import god_name
from gm_appliance.games.gotterdammerung.narration.prompts import prompt_of, values_of, without_pad
from gm_appliance.games.gotterdammerung.narration.props import against, name_of, ring_seats

_ABOUT_A_SEAT = ("conspiracy.die", "somebody.leaves", "somebody.comes", "pad.broken")
"""Decisions of the table that are about a seat."""


def screen_of(_: Language, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
    """The screen of an open decision. Raises Unspoken."""
    title = _(prompt_of(decision, "show").title, **values_of(_, view))
    phase = view.phase
    if isinstance(face, NumberFace):
        return NumberScreen(title, face.value, _.pgettext("line", "↑↓ hold: fast  OK"))
    if decision.name == "setup.deal":
        return _deal(_, title, view)
    if isinstance(phase, Calling) or isinstance(face, BlankFace) or decision.name == "council.thumb":
        return _one_seat(_, title, decision, view)
    if isinstance(decision.who, First) and face.at < 0:
        return _waiting(_, title, decision, view, minutes)
    if len(face.items) > 1 and (isinstance(decision.who, Seat) or decision.name in _ABOUT_A_SEAT):
        return _aiming(_, title, decision, view, face)
    if isinstance(phase, Trial) and decision.name == "council.defence":
        lines = (name_of(_, view, phase.accused),)
        return RingScreen(title, ring_seats(_, view, phase.accused), lines, _hint(_, decision, view))
    items = tuple(_item(_, decision, item, view) for item in face.items)
    return MenuScreen(title, items, max(face.at, 0), _.pgettext("line", "↑↓ OK"))


def _hint(_: Language, decision: Decision, view: View) -> str:
    """What to press, in a line; empty where nobody presses: the box throws the dice."""
    hint = prompt_of(decision, "show").hint
    return _(hint.at(without_pad(decision, view))) if hint else ""


def _deal(_: Language, title: str, view: View) -> Screen:
    protectors, conspirators = FACTIONS[len(view.places)]
    lines = (
        _.npgettext("line", "{n} protector", "{n} protectors", protectors),
        _.npgettext("line", "{n} conspirator", "{n} conspirators", conspirators),
    )
    return Lines(title, (*lines, "", _.pgettext("line", "OK: go on")))


def _one_seat(_: Language, title: str, decision: Decision, view: View) -> Screen:
    """One seat is asked, and nothing of its answer is shown: a pad's call, a thumb, a booth."""
    phase = view.phase
    if isinstance(phase, Calling):
        # Who is called is all there is to read, and as large as it fits.
        called = RingScreen("", ring_seats(_, view, phase.seat, lit=frozenset(view.pads)))
        return replace(called, lines=(name_of(_, view, phase.seat),), hint=_hint(_, decision, view))
    asked = phase.asked if isinstance(phase, Learning | Trial) else ()
    name = name_of(_, view, asked[0]) if asked else ""
    if isinstance(phase, Trial) and phase.step == "booth":
        votes = _.pgettext("line", "{seat} votes", seat=name)
        which = _.pgettext("line", "▼ banish  ▲ spare")
        return Lines(title, (against(_, view, phase.accused), which, votes, _hint(_, decision, view)))
    return Lines(title, (name, "", "", _hint(_, decision, view)))


def _waiting(_: Language, title: str, decision: Decision, view: View, minutes: int) -> Screen:
    """Anybody may be the first to press: the council's talk, or an accusation's supporter."""
    hint = _hint(_, decision, view)
    if isinstance(view.phase, Trial):
        accuser = name_of(_, view, view.phase.accuser)
        lines = (
            _.pgettext("line", "{accuser} accuses", accuser=accuser),
            against(_, view, view.phase.accused),
        )
        return Lines(title, (*lines, _.pgettext("line", "Drop it: ↑ OK"), hint))
    talk = (_.pgettext("line", "{n} min of talk", n=minutes),) if minutes else ()
    return RingScreen(title, ring_seats(_, view), talk, hint)


def _aiming(_: Language, title: str, decision: Decision, view: View, face: MenuFace) -> Screen:
    """One seat chooses another: the ring, with the marker on the one under the cursor."""
    current = face.current
    target = _seat_of(view, current) if current else 0
    line = _item(_, decision, current, view) if current else _.pgettext("line", "Nobody yet")
    at_pad = isinstance(decision.who, Seat) and not without_pad(decision, view)
    hint = _.pgettext("line", "▲next hold▲=OK") if at_pad else _.pgettext("line", "↑↓ OK")
    return RingScreen(title, ring_seats(_, view, target), (line,), hint)


def _item(_: Language, decision: Decision, choice: Choice, view: View) -> str:
    """A line of the menu."""
    value = choice.value
    if isinstance(value, int):
        if isinstance(view.phase, Seating):
            return _.pgettext("line", "Seat {n}", n=value)
        return name_of(_, view, value)
    if value in GODS and isinstance(view.phase, Picking):
        return god_name(_, str(value))
    if value in view.cards:
        card, seat = god_name(_, str(value)), name_of(_, view, view.cards[str(value)])
        return _.pgettext("line", "{card}: {seat}", card=card, seat=seat)
    item = prompt_of(decision, "show").items.get(str(value))
    if item is None:
        raise Unspoken(f"{value!r} at {decision.name!r}")
    return _(item)


def marked_seat(view: View, face: Face) -> int:
    """The seat under the cursor; 0 for none, and before everybody has a seat."""
    current = face.current if isinstance(face, MenuFace) else None
    return _seat_of(view, current) if current and not isinstance(view.phase, Picking | Seating) else 0


def _seat_of(view: View, choice: Choice) -> int:
    """The seat a choice is about: itself, or where the card or the Oracle lies; 0 for none."""
    if isinstance(choice.value, int):
        return choice.value
    if choice.value == ORACLE:
        return view.oracle
    return view.cards.get(str(choice.value), 0)
