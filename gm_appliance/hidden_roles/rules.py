"""The rules of a game of hidden roles: the kit's phases, and the game's own.

Beside those of `calling` and `council` there is the night: some agree on a victim, and mark it in the roll
call, or lay a die on its card. Trouble with people, who peek, leave or come late, is told on request at
any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from gm_appliance.core.game import (
    CALL_AGAIN,
    AllSeats,
    Chance,
    Choice,
    Clock,
    Decision,
    IllegalChoice,
    OneOf,
    Outcome,
    PerSeat,
    Step,
    Table,
)
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.calling import CallingRules, call_all
from gm_appliance.hidden_roles.council import CouncilRules
from gm_appliance.hidden_roles.events import BallotChanged, Banished, Joins, Leaves, NightVoid, NobodyBanished
from gm_appliance.hidden_roles.hooks import Builder
from gm_appliance.hidden_roles.model import GOES_ON, NOBODY, HiddenRolesView
from gm_appliance.hidden_roles.state import State, StepBuilder

EVERYBODY = str(CALL_AGAIN.value)
BALLOT, KEEP = "ballot.unheard", "pads"
END = "end"
ANEW = "anew"

_INTERRUPTED = (model.Calling, model.Leaving)

UNHEARD = Decision(BALLOT, Table(), OneOf(("booth", "thumbs", KEEP)))
"""Asked before a step in which pads need a voice: whether to play without pads from now on."""

_ANEW = Decision(CALL_AGAIN.name, Table(), OneOf((EVERYBODY,)))
"""Offered before a timetable in which everybody presses."""


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


class HiddenRoles(CallingRules, CouncilRules):
    """A game overrides what `hooks.Hooks` leaves open, and adds its own phases."""

    @cached_property
    def _phases(self) -> dict[type, PhaseRules]:
        return {
            model.Calling: PhaseRules(self._call, self._pad_called),
            model.Deal: PhaseRules(self._deal, self._dealt),
            model.Learning: PhaseRules(self._learn, self._learned),
            model.Night: PhaseRules(self._night, self._night_over),
            model.Die: PhaseRules(self._die, self._die_found),
            model.EndCheck: PhaseRules(self._end_check, self._end_called),
            model.Leaving: PhaseRules(self._leaving, self._left),
            model.Council: PhaseRules(self._council, self._talked),
            model.Trial: PhaseRules(self._trial, self._tried),
            **self.phases(),
        }

    # ------------------------------------------------------------ the functions of a `Game`

    def public(self, state: State) -> Any:
        return state.view

    def outcome(self, view: HiddenRolesView) -> Outcome | None:
        return view.outcome

    def decision(self, view: HiddenRolesView) -> Decision | None:
        """The open decision, the same object for the same view; None once the game is over."""
        return view.once(self._open_now)

    def _open_now(self, view: Any) -> Decision | None:
        if type(view.phase) is model.Over:
            return None
        main = self._phases[type(view.phase)].decision(view, view.phase)
        pressed = type(main.who) is AllSeats
        # Nothing is on offer while a timetable runs or a die rolls. Before a timetable the host may ask.
        anew = (_ANEW,) if pressed and view.with_pads and view.present else ()
        if main.closed and view.with_pads and (pressed or type(view.phase) is model.Night):
            return main.offering((*anew, UNHEARD))
        if main.beats or type(main.who) is Chance:
            return main.offering(anew) if pressed else main
        return main.offering(self.on_request(view))

    def apply(self, state: State, choice: Choice) -> Step[State, Any]:
        """The step that follows from a choice. Raises IllegalChoice, having changed nothing."""
        view = state.view
        open_now = self.decision(view)
        if open_now is None:
            raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
        answered = open_now.demand(choice)
        builder: Builder = StepBuilder(self, state)
        if answered in open_now.open():
            self._phases[type(view.phase)].apply(builder, view.phase, choice.value)
        else:
            self._on_request(builder, choice)
        return builder.step()

    # ------------------------------------------------------------ the night

    def _night(self, view: Any, phase: model.Night) -> Decision:
        """The open decision at night. Without pads the clock answers it, and it sounds different."""
        beats, lead = self.night_steps(view), timetable.LEAD
        at_pads, by_die, _victim = self.NIGHT
        if not view.with_pads:
            return Decision(by_die, Clock(), OneOf(("over",)), closed=True, beats=beats, lead=lead)
        asked = self.marking(view)
        names = tuple(beat.about for beat in beats if beat.listens)
        marks = PerSeat(tuple(map(str, asked)), OneOf(names), partial=True)
        by_card = self.marks_of(view, names)
        return Decision(at_pads, AllSeats(asked), marks, True, True, beats, lead, by_card=by_card)

    def _night_over(self, builder: Builder, phase: model.Night, value: Any) -> None:
        # Final without pads too: undoing the die's place must not make everybody close their eyes again.
        builder.final = True
        if isinstance(value, dict):
            # In C, because each mark is work that might be measured.
            self.marked(builder, dict(zip(map(int, value), value.values(), strict=True)))
        else:
            builder.change(phase=model.Die())

    def _die(self, view: Any, phase: model.Die) -> Decision:
        return Decision(self.NIGHT[2], Table(), OneOf((*view.places.inside, NOBODY)))

    def _die_found(self, builder: Builder, phase: model.Die, victim: int | str) -> None:
        self.falls_at_night(builder, victim if isinstance(victim, int) else 0)

    def outcomes(self, decision: Decision, view: Any) -> Iterable[Any]:
        """The events that may follow a secret decision, beside those of learning the cards and of ballots."""
        if decision.name == self.NIGHT[0]:
            yield NobodyBanished()
            yield from (Banished(seat, self.NIGHT[0]) for seat in view.places.inside)

    def _end_called(self, builder: Builder, phase: model.EndCheck, winner: str) -> None:
        if winner != GOES_ON:
            self.win(builder, winner)
        else:
            self.after_fall(builder, phase.by)

    # ------------------------------------------------------------ on request

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

    def _void(self, builder: Builder) -> None:
        """Somebody peeked: restore everything to nightfall, and begin the night again."""
        before, view = builder.before_night, builder.view
        assert before is not None
        back = tuple(seat for seat in before.places.inside if seat not in view.places.inside)
        builder.view = replace(before, pads=view.pads, gone=view.gone)
        builder.secrets = builder.secrets_before
        builder.tell(NightVoid(back, self.cards_moved(before, view)))

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
        return Decision("somebody.left", Table(), OneOf((GOES_ON, NOBODY, END)))

    def _left(self, builder: Builder, phase: model.Leaving, answer: str) -> None:
        """Decide whether the player leaves, and go on without them."""
        if answer == END:
            self.end(builder)
        elif answer == GOES_ON:
            builder.change(phase=phase.back)
        else:
            gone = builder.view.gone | {phase.seat}
            builder.tell(Leaves(phase.seat), gone=gone, phase=phase.back)
            builder.thumbs = {seat: thumb for seat, thumb in builder.thumbs.items() if seat != phase.seat}
            self.without(builder, phase.seat)
            self.without_speaker(builder, phase.seat)
