"""The deal, and the secret ballot in which the box learns the cards."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import AllSeats, Decision, OneOf, PerSeat, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import model, timetable
from gm_appliance.hidden_roles.calling import learning
from gm_appliance.hidden_roles.events import FactionsLearned, Missing
from gm_appliance.hidden_roles.hooks import Builder, Hooks

WRONG_DEAL = 3
"""After this many counts that do not fit, the cards themselves must have been dealt wrongly."""


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


class LearningRules(Hooks):
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
