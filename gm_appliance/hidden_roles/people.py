"""Trouble with people: they peek, leave, come late, or their pad breaks.

These decisions are made on request, at any time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import CALL_AGAIN, Choice, Decision, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.calling import call_all
from gm_appliance.hidden_roles.council import CouncilRules
from gm_appliance.hidden_roles.events import BallotChanged, Joins, Leaves, NightVoid
from gm_appliance.hidden_roles.hooks import Builder

EVERYBODY = str(CALL_AGAIN.value)
ON = "on"
NOBODY = "nobody"
BALLOT, KEEP = "ballot.unheard", "pads"
END = "end"
ANEW = "anew"

_INTERRUPTED = (model.Calling, model.Leaving)

UNHEARD = Decision(BALLOT, Table(), OneOf(("booth", "thumbs", KEEP)))
"""Asked before a step in which pads need a voice: whether to play without pads from now on."""

_ANEW = Decision(CALL_AGAIN.name, Table(), OneOf((EVERYBODY,)))


def before_presses(view: Any) -> tuple[Decision, ...]:
    """The decisions offered before a timetable in which everybody presses."""
    return (_ANEW,) if view.with_pads and view.present else ()


@lru_cache(maxsize=256)
def _open(
    void: bool, began: bool, at_pads: bool, present: tuple[int, ...], gone: frozenset[int]
) -> tuple[Decision, ...]:
    """Cached, because it is the same at nearly every decision of a game.

    An option that ends the game never comes first, because it reveals the cards and cannot be undone.
    """
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


class PeopleRules(CouncilRules):
    def on_request(self, view: Any) -> tuple[Decision, ...]:
        phase = view.phase
        if type(phase) in _INTERRUPTED:
            return ()
        began = type(phase) not in (*self.SEATING, model.Deal, model.Learning)
        at_pads = view.with_pads and type(phase) not in self.SEATING
        return _open(self.can_be_void(phase), began, at_pads, view.present, view.gone)

    def _on_request(self, builder: Builder, choice: Choice) -> None:
        view, value = builder.view, choice.value
        if choice.name == "night.void":
            self._void(builder)
        elif choice.name == BALLOT:
            self._change_ballot(builder, str(value))
        elif value in (END, ANEW):
            self.end(builder)
        elif value == NOBODY:
            return
        elif choice.name == "somebody.leaves":
            builder.change(phase=model.Leaving(int(str(value)), view.phase))
        elif choice.name == "somebody.comes":
            builder.tell(Joins(int(str(value))), gone=view.gone - {int(str(value))})
        elif value == EVERYBODY:
            builder.change(phase=call_all(view))
        else:
            builder.change(phase=model.Calling(int(str(value)), (), view.phase, swap=True))

    # ------------------------------------------------------------ a void night

    def _void(self, builder: Builder) -> None:
        """Somebody peeked: restore everything to nightfall, and begin the night again."""
        before, view = builder.before_night, builder.view
        assert before is not None
        back = tuple(seat for seat in before.places.inside if seat not in view.places.inside)
        void = NightVoid(back, self.cards_moved(before, view))
        builder.tell(void, phase=model.Night(), **self.restored(before))
        builder.secrets = builder.secrets_before

    # ------------------------------------------------------------ pads, and players who leave

    def _change_ballot(self, builder: Builder, ballot: str) -> None:
        """Play without pads: a die at night, and the box forgets the cards."""
        if ballot == KEEP:
            return
        view = builder.view
        count = "seats" if ballot == "thumbs" else view.setup.count
        builder.factions = {}
        builder.tell(BallotChanged(ballot), setup=replace(view.setup, ballot=ballot, count=count), pads={})
        self.nightfall(builder)

    def _leaving(self, view: Any, phase: model.Leaving) -> Decision:
        return Decision("somebody.left", Table(), OneOf((ON, NOBODY, END)))

    def _left(self, builder: Builder, phase: model.Leaving, answer: str) -> None:
        """Decide whether the player leaves, and go on without them."""
        if answer == END:
            self.end(builder)
        elif answer == ON:
            builder.change(phase=phase.back)
        else:
            gone = builder.view.gone | {phase.seat}
            builder.tell(Leaves(phase.seat), gone=gone, phase=phase.back)
            builder.thumbs = {seat: thumb for seat, thumb in builder.thumbs.items() if seat != phase.seat}
            self.without(builder, phase.seat)
            self.without_speaker(builder, phase.seat)
