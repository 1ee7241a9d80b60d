"""Correcting an entry: other points, another player, or deleting it."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.scorepad.events import Corrected, EntryDeleted, EntryMoved
from gm_appliance.games.scorepad.flow import settle
from gm_appliance.games.scorepad.model import POINTS, Correcting, Entry, ScoreStepBuilder, ScoreView


def _decision(view: ScoreView, phase: Correcting) -> Decision:
    """In order: which round, latest first; whose entry; which of several; what to do; the new value."""
    who = view.who()
    if not phase.round:
        return Decision("correct.round", who, OneOf((*view.entries.rounds, "back")))
    if not phase.seat:
        return Decision("correct.who", who, OneOf((*view.seats, "back")))
    if phase.how == "move":
        others = tuple(seat for seat in view.seats if seat != phase.seat)
        return Decision("correct.to", who, OneOf((*others, "back")))
    if phase.how:
        entry = entry_of(view, phase)
        return Decision("correct.points", who, Number(-POINTS, POINTS, entry.points if entry else 0))
    if phase.number:
        return Decision("correct.how", who, OneOf(("points", "move", "delete", "back")))
    several = range(1, len(view.places_of(phase.round, phase.seat)) + 1)
    return Decision("correct.entry", who, OneOf((*several, "back")))


def _apply(builder: ScoreStepBuilder, phase: Correcting, value: Any) -> None:
    if value == "back":
        settle(builder)
    elif not phase.round:
        builder.change(phase=Correcting(value))
    elif not phase.seat:
        builder.change(phase=_at(builder.view, phase.round, value))
    elif phase.how == "move":
        _move(builder, phase, value)
    elif phase.how:
        _correct(builder, phase, value)
    elif not phase.number:
        builder.change(phase=replace(phase, number=value))
    elif value == "delete":
        _delete(builder, phase)
    else:
        builder.change(phase=replace(phase, how=value))


PHASES: dict[type, PhaseRules] = {Correcting: PhaseRules(_decision, _apply)}


def entry_of(view: ScoreView, phase: Correcting) -> Entry | None:
    """The entry being corrected; None if none is chosen, or if the seat has none in that round."""
    return view.entries[_place(view, phase)] if phase.number else None


def _at(view: ScoreView, number: int, seat: int) -> Correcting:
    """The next question after a seat is chosen. A sole entry is chosen too; without one, it gets one."""
    match len(view.places_of(number, seat)):
        case 0:
            return Correcting(number, seat, how="points")
        case 1:
            return Correcting(number, seat, 1)
    return Correcting(number, seat)


def _place(view: ScoreView, phase: Correcting) -> int:
    return view.places_of(phase.round, phase.seat)[phase.number - 1]


def _correct(builder: ScoreStepBuilder, phase: Correcting, points: int) -> None:
    view, old = builder.view, entry_of(builder.view, phase)
    if old:
        entries = view.entries.corrected(_place(view, phase), points)
    else:
        entries = view.entries.inserted(Entry(phase.round, phase.seat, points))
    before, total = old.points if old else 0, entries.totals[phase.seat - 1]
    builder.tell(Corrected(phase.round, phase.seat, before, points, total), entries=entries)
    settle(builder)


def _move(builder: ScoreStepBuilder, phase: Correcting, to: int) -> None:
    view, at = builder.view, _place(builder.view, phase)
    entries, points = view.entries.moved(at, to), view.entries[at].points
    total, total_to = entries.totals[phase.seat - 1], entries.totals[to - 1]
    builder.tell(EntryMoved(phase.round, phase.seat, to, points, total, total_to), entries=entries)
    settle(builder)


def _delete(builder: ScoreStepBuilder, phase: Correcting) -> None:
    view, at = builder.view, _place(builder.view, phase)
    entries, points = view.entries.deleted(at), view.entries[at].points
    total = entries.totals[phase.seat - 1]
    builder.tell(EntryDeleted(phase.round, phase.seat, points, total), entries=entries)
    settle(builder)
