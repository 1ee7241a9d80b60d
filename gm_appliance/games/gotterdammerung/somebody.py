"""Trouble with people: they peek, leave, come late, or their pad breaks. These decisions are made on request,
at any time."""

from __future__ import annotations

from functools import lru_cache

from gm_appliance.core.game import CALL_AGAIN, Choice, Decision, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import model, night, setup
from gm_appliance.games.gotterdammerung.ending import end
from gm_appliance.games.gotterdammerung.events import BallotChanged, Joins, Leaves
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView

EVERYBODY = str(CALL_AGAIN.value)
ON = "on"
NOBODY = "nobody"
BALLOT, KEEP = "ballot.unheard", "pads"
END = "end"
ANEW = "anew"

_INTERRUPTED = (model.Calling, model.Leaving)
_UNSEATED = (model.Picking, model.Seating)
_BEFORE = (model.Picking, model.Seating, model.Deal, model.Learning)


def on_request(view: GotterdammerungView) -> tuple[Decision, ...]:
    phase = view.phase
    if type(phase) in _INTERRUPTED:
        return ()
    began = type(phase) not in _BEFORE
    at_pads = view.with_pads and type(phase) not in _UNSEATED
    return _open(night.can_be_void(phase), began, at_pads, view.present, view.gone)


def before_presses(view: GotterdammerungView) -> tuple[Decision, ...]:
    """The decisions offered before a timetable in which everybody presses."""
    return (_ANEW,) if view.with_pads and view.present else ()


_ANEW = Decision(CALL_AGAIN.name, Table(), OneOf((EVERYBODY,)))


@lru_cache(maxsize=256)
def _open(
    void: bool, began: bool, at_pads: bool, present: tuple[int, ...], gone: frozenset[int]
) -> tuple[Decision, ...]:
    """Cached, because it is the same at nearly every decision of a game. An option that ends the game never
    comes first, because it reveals the factions and cannot be undone."""
    open_now: list[Decision] = []
    if void:
        open_now.append(Decision("night.void", Table(), OneOf(("void",))))
    leaving, coming = present if began else (), sorted(gone)
    open_now.append(Decision("somebody.leaves", Table(), OneOf((*(leaving or (NOBODY,)), END)), ends=(END,)))
    if began:
        open_now.append(
            Decision("somebody.comes", Table(), OneOf((*(coming or (NOBODY,)), ANEW)), ends=(ANEW,))
        )
    if at_pads and present:
        open_now.append(Decision(CALL_AGAIN.name, Table(), OneOf((*present, EVERYBODY))))
    return tuple(open_now)


def apply_on_request(builder: GotterdammerungStepBuilder, choice: Choice) -> None:
    view, value = builder.view, choice.value
    if choice.name == "night.void":
        night.void(builder)
    elif choice.name == BALLOT:
        change_ballot(builder, str(value))
    elif value in (END, ANEW):
        end(builder)
    elif value == NOBODY:
        return
    elif choice.name == "somebody.leaves":
        builder.change(phase=model.Leaving(int(str(value)), view.phase))
    elif choice.name == "somebody.comes":
        builder.tell(Joins(int(str(value))), gone=view.gone - {int(str(value))})
    elif value == EVERYBODY:
        builder.change(phase=setup.call_all(view))
    else:
        builder.change(phase=model.Calling(int(str(value)), (), view.phase, swap=True))


UNHEARD = Decision(BALLOT, Table(), OneOf(("booth", "thumbs", KEEP)))
"""Asked before a step in which pads need a voice: whether to play without pads from now on."""


def change_ballot(builder: GotterdammerungStepBuilder, ballot: str) -> None:
    """Play without pads: a die at night, and the box forgets the factions."""
    if ballot == KEEP:
        return
    view = builder.view
    count = "seats" if ballot == "thumbs" else view.setup.count
    builder.factions = {}
    builder.tell(BallotChanged(ballot), setup=replace(view.setup, ballot=ballot, count=count), pads={})
    night.nightfall(builder)


def leaving(view: GotterdammerungView, phase: model.Leaving) -> Decision:
    return Decision("somebody.left", Table(), OneOf((ON, NOBODY, END)))


def leave(builder: GotterdammerungStepBuilder, phase: model.Leaving, answer: str) -> bool:
    """Decide whether the player leaves. Returns whether the game goes on without them."""
    if answer == END:
        end(builder)
    elif answer == ON:
        builder.change(phase=phase.back)
    else:
        builder.tell(Leaves(phase.seat), gone=builder.view.gone | {phase.seat}, phase=phase.back)
        builder.thumbs = {seat: thumb for seat, thumb in builder.thumbs.items() if seat != phase.seat}
        return True
    return False
