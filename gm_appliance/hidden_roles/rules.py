"""The rules of a game of hidden roles: the kit's phases, and the game's own.

Pads are called, and the cards, which are dealt by hand, are learned in a secret ballot. At night some
agree on a victim, and mark it in the roll call, or lay a die on its card. The day is in `council`. Trouble
with people, who peek, leave or come late, or whose pad breaks, is told on request, at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from gm_appliance.core import game
from gm_appliance.core.game import (
    CALL_AGAIN,
    PADS,
    AllSeats,
    Chance,
    Choice,
    Decision,
    OneOf,
    PerSeat,
    Seat,
    Table,
)
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.hidden_roles import events, model, timetable
from gm_appliance.hidden_roles.council import CouncilRules
from gm_appliance.hidden_roles.hooks import Builder, State, StepBuilder
from gm_appliance.hidden_roles.model import GOES_ON, NOBODY, HiddenRolesView

V = TypeVar("V", bound=HiddenRolesView)

EVERYBODY = str(CALL_AGAIN.value)
BALLOT, KEEP = "ballot.unheard", "pads"
END = "end"
ANEW = "anew"

_INTERRUPTED = (model.Calling, model.Leaving)
_BEFORE = (model.Deal, model.Learning)

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


WRONG_DEAL = 3
"""After this many counts that do not fit, the cards themselves must have been dealt wrongly."""


def call_all(view: Any) -> model.Calling:
    """Call every seat with a player, in order. The phase of `view` follows."""
    first, *rest = view.present
    return model.Calling(first, tuple(rest), view.phase)


def with_pads(view: V) -> V:
    """A view in which the pads are known or about to be called, before its phase."""
    if not view.with_pads:
        return view
    if view.setup.roll_call == "no":
        return replace(view, pads={seat: seat for seat in view.seats})
    return replace(view, phase=call_all(view))


def learning(view: Any, known: dict[int, str] | Any, wrong: int = 0) -> model.Learning:
    """Ask all seats with pads at once, or, once those are known, the others one by one at the panel.

    known: the known cards, by seat. wrong: how often the presses did not fit since the deal.
    """
    unknown = tuple(seat for seat in view.seats if seat not in known)
    at_pads = tuple(seat for seat in unknown if seat in view.pads)
    if at_pads:
        return model.Learning(at_pads, wrong=wrong)
    return model.Learning(unknown, booth=True, wrong=wrong)


@lru_cache(maxsize=512)
def _learning(asked: tuple[int, ...], cards: tuple[str, ...], booth: bool, beat: int) -> Decision:
    """Cached, because the question is repeated until the thumbs fit."""
    own: dict[str, tuple[int | str, ...]] = {card: (card,) for card in cards}
    if booth:
        return Decision("setup.faction", Seat(asked[0]), OneOf(cards), secret=True, by_card=own)
    thumbs = PerSeat(tuple(map(str, asked)), OneOf(cards), partial=True)
    beats = timetable.learning(cards, beat)
    return Decision("setup.factions", AllSeats(asked), thumbs, True, True, beats, timetable.LEAD, by_card=own)


def _ask_on(builder: Builder, phase: model.Learning, missing: tuple[int, ...]) -> None:
    """Ask the missing seats once more at their pads, then one after the other at the panel."""
    view = builder.view
    at_pads = () if phase.booth else tuple(seat for seat in missing if seat in view.pads)
    if not at_pads:
        builder.change(phase=replace(phase, asked=missing, booth=True))
    elif phase.repeat:
        builder.tell(events.Missing(at_pads), phase=replace(phase, asked=missing, booth=True))
    else:
        builder.tell(events.Missing(at_pads), phase=replace(phase, asked=at_pads, repeat=True))


class HiddenRoles(CouncilRules):
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

    def public(self, state: State) -> Any:
        return state.view

    def outcome(self, view: HiddenRolesView) -> game.Outcome | None:
        return view.outcome

    def decision(self, view: HiddenRolesView) -> Decision | None:
        """The open decision, the same object for the same view; None once the game is over."""
        return view.once(self._open_now)

    def _open_now(self, view: Any) -> Decision | None:
        if type(view.phase) is model.Over:
            return None
        main = self._phases[type(view.phase)].decision(view, view.phase)
        # Nothing is on offer while a timetable runs or a die rolls. Before a timetable the host may ask.
        if not main.beats:
            return main if type(main.who) is Chance else main.offering(self.on_request(view))
        pressed = type(main.who) is AllSeats
        anew = (_ANEW,) if pressed and view.with_pads and view.present else ()
        if main.closed and view.with_pads and (pressed or type(view.phase) is model.Night):
            return main.offering((*anew, UNHEARD))
        return main.offering(anew) if pressed else main

    def apply(self, state: State, choice: Choice) -> game.Step[State, Any]:
        """The step that follows from a choice. Raises IllegalChoice, having changed nothing."""
        view = state.view
        open_now = self.decision(view)
        answered = game.demanded(open_now, choice)
        builder: Builder = StepBuilder(self, state)
        if open_now and answered in open_now.open():
            self._phases[type(view.phase)].apply(builder, view.phase, choice.value)
        else:
            self._on_request(builder, choice)
        return builder.step()

    def _call(self, view: Any, phase: model.Calling) -> Decision:
        """Any pad not known to belong to another seat, or 0 for none."""
        waiting = {phase.seat, *phase.rest}
        taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
        free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
        return Decision("setup.pad", game.Pad(phase.seat), OneOf((0, *free)))

    def _pad_called(self, builder: Builder, phase: model.Calling, pad: int) -> None:
        pads = {seat: at for seat, at in builder.view.pads.items() if seat != phase.seat and at != pad}
        if pad:
            pads[phase.seat] = pad
        after = phase.back
        if phase.rest:
            after = model.Calling(phase.rest[0], phase.rest[1:], phase.back, phase.swap)
        builder.tell(events.PadCalled(phase.seat, not pad, phase.swap), pads=pads, phase=after)
        if not phase.rest and isinstance(after, model.Learning):
            # Players who have a pad now enter their card there; those who lost theirs, at the panel.
            builder.change(phase=learning(builder.view, builder.factions, after.wrong))

    def _deal(self, view: Any, phase: model.Deal) -> Decision:
        return Decision("setup.deal", Table(), game.Ready(("dealt",)))

    def _dealt(self, builder: Builder, phase: model.Deal, value: str) -> None:
        """Without pads the box never knows the cards, and night falls at once."""
        if builder.view.with_pads:
            builder.change(phase=learning(builder.view, {}))
        else:
            self.nightfall(builder)

    def _learn(self, view: Any, phase: model.Learning) -> Decision:
        asked = phase.asked[:1] if phase.booth else phase.asked
        return _learning(asked, (*self.deck(view),), phase.booth, view.setup.beat)

    def _learned(self, builder: Builder, phase: model.Learning, value: str | dict[str, str]) -> None:
        """Record the cards pressed. When all are known, check their numbers: if they do not fit, say so and
        ask again; after `WRONG_DEAL` times, have the deal checked."""
        view = builder.view
        pressed = value if isinstance(value, dict) else {phase.asked[0]: value}
        known = {**builder.factions, **{int(seat): one for seat, one in pressed.items()}}
        builder.factions = known
        missing = tuple(seat for seat in view.seats if seat not in known)
        builder.final = not (phase.booth and missing)
        if missing:
            _ask_on(builder, phase, missing)
        elif all([*known.values()].count(card) == number for card, number in self.deck(view).items()):
            builder.tell(events.FactionsLearned(True))
            self.nightfall(builder)
        else:
            builder.factions, wrong = {}, phase.wrong + 1
            again = learning(view, {}, wrong) if wrong < WRONG_DEAL else model.Deal()
            builder.tell(events.FactionsLearned(False), phase=again)

    def _night(self, view: Any, phase: model.Night) -> Decision:
        """The open decision at night. Without pads the clock answers it, and it sounds different."""
        beats, lead = self.night_steps(view), timetable.LEAD
        at_pads, by_die, _victim = self.NIGHT
        if not view.with_pads:
            return Decision(by_die, game.Clock(), OneOf(("over",)), closed=True, beats=beats, lead=lead)
        asked = self.marking(view)
        names = tuple([beat.about for beat in beats if beat.listens])
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
            yield events.NobodyBanished()
            yield from (events.Banished(seat, self.NIGHT[0]) for seat in view.places.inside)

    def _end_called(self, builder: Builder, phase: model.EndCheck, winner: str) -> None:
        if winner != GOES_ON:
            self.win(builder, winner)
        else:
            self.after_fall(builder, phase.by)

    def on_request(self, view: Any) -> tuple[Decision, ...]:
        phase = view.phase
        if type(phase) in _INTERRUPTED:
            return ()
        seated = type(phase) not in self.SEATING
        began = seated and type(phase) not in _BEFORE
        at_pads = seated and view.with_pads
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
            builder.tell(events.Joins(int(str(value))), gone=view.gone - {int(str(value))})
        elif value == EVERYBODY:
            builder.change(phase=call_all(view))
        else:
            builder.change(phase=model.Calling(int(str(value)), (), view.phase, swap=True))

    def _void(self, builder: Builder) -> None:
        """Somebody peeked: restore everything to nightfall, and begin the night again."""
        assert builder.before_night is not None
        view = builder.view
        before, builder.secrets = builder.before_night
        back = tuple(seat for seat in before.places.inside if seat not in view.places.inside)
        builder.view = replace(before, pads=view.pads, gone=view.gone)
        builder.tell(events.NightVoid(back, self.cards_moved(before, view)))

    def _change_ballot(self, builder: Builder, ballot: str) -> None:
        """Play without pads: a die at night, and the box forgets the cards."""
        if ballot == KEEP:
            return
        view = builder.view
        count = "seats" if ballot == "thumbs" else view.setup.count
        builder.factions = {}
        builder.tell(
            events.BallotChanged(ballot), setup=replace(view.setup, ballot=ballot, count=count), pads={}
        )
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
            builder.tell(events.Leaves(phase.seat), gone=gone, phase=phase.back)
            builder.thumbs = {seat: thumb for seat, thumb in builder.thumbs.items() if seat != phase.seat}
            self.without(builder, phase.seat)
            self.without_speaker(builder, phase.seat)
