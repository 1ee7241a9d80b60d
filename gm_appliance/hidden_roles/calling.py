"""Whose pad is which, and who has which card: the box learns both by presses.

The cards are dealt by hand, and learned in a secret ballot.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, TypeVar

from gm_appliance.core.game import PADS, AllSeats, Decision, OneOf, Pad, PerSeat, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.events import FactionsLearned, Missing, PadCalled
from gm_appliance.hidden_roles.hooks import Builder, Hooks
from gm_appliance.hidden_roles.model import HiddenRolesView

V = TypeVar("V", bound=HiddenRolesView)

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


@lru_cache(maxsize=64)
def _alone(seat: int, cards: OneOf) -> Decision:
    return Decision("setup.faction", Seat(seat), cards, secret=True, by_card=_own(cards))


def _own(cards: OneOf) -> dict[str, tuple[int | str, ...]]:
    return {str(card): (card,) for card in cards.options}


@lru_cache(maxsize=128)
def _at_pads(asked: tuple[int, ...], cards: OneOf, beat: int) -> Decision:
    """Cached, because the question is repeated until the thumbs fit."""
    thumbs = PerSeat(tuple(map(str, asked)), cards, partial=True)
    names = cards.options
    beats = timetable.learning() if len(names) == 2 else timetable.learning_by_name(names, beat)
    own = _own(cards)
    return Decision("setup.factions", AllSeats(asked), thumbs, True, True, beats, timetable.LEAD, by_card=own)


def _ask_on(builder: Builder, phase: model.Learning, missing: tuple[int, ...]) -> None:
    """Ask the missing seats once more at their pads, then one after the other at the panel."""
    view = builder.view
    at_pads = () if phase.booth else tuple(seat for seat in missing if seat in view.pads)
    if not at_pads:
        builder.change(phase=replace(phase, asked=missing, booth=True))
    elif phase.repeat:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=missing, booth=True))
    else:
        builder.tell(Missing(at_pads), phase=replace(phase, asked=at_pads, repeat=True))


class CallingRules(Hooks):
    # ------------------------------------------------------------ pads

    def _call(self, view: Any, phase: model.Calling) -> Decision:
        """Any pad not known to belong to another seat, or 0 for none."""
        waiting = {phase.seat, *phase.rest}
        taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
        free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
        return Decision("setup.pad", Pad(phase.seat), OneOf((0, *free)))

    def _pad_called(self, builder: Builder, phase: model.Calling, pad: int) -> None:
        pads = {seat: at for seat, at in builder.view.pads.items() if seat != phase.seat and at != pad}
        if pad:
            pads[phase.seat] = pad
        after = phase.back
        if phase.rest:
            after = model.Calling(phase.rest[0], phase.rest[1:], phase.back, phase.swap)
        builder.tell(PadCalled(phase.seat, not pad, phase.swap), pads=pads, phase=after)
        if not phase.rest and isinstance(after, model.Learning):
            # Players who have a pad now enter their card there; those who lost theirs, at the panel.
            builder.change(phase=learning(builder.view, builder.factions, after.wrong))

    # ------------------------------------------------------------ cards

    def _deal(self, view: Any, phase: model.Deal) -> Decision:
        return Decision("setup.deal", Table(), Ready(("dealt",)))

    def _dealt(self, builder: Builder, phase: model.Deal, value: str) -> None:
        """Without pads the box never knows the cards, and night falls at once."""
        if builder.view.with_pads:
            builder.change(phase=learning(builder.view, {}))
        else:
            self.nightfall(builder)

    def _learn(self, view: Any, phase: model.Learning) -> Decision:
        cards = OneOf((*self.deck(view),))
        return _alone(phase.asked[0], cards) if phase.booth else _at_pads(phase.asked, cards, view.setup.beat)

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
        elif Counter(known.values()) == Counter(self.deck(view)):
            builder.tell(FactionsLearned(True))
            self.nightfall(builder)
        else:
            builder.factions, wrong = {}, phase.wrong + 1
            again = learning(view, {}, wrong) if wrong < WRONG_DEAL else model.Deal()
            builder.tell(FactionsLearned(False), phase=again)
