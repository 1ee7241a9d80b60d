"""Entering a final position fact by fact, and correcting single facts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Domain, Number, OneOf, Ready, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.thor import events, model, sheets
from gm_appliance.games.thor.model import Fact, Sheet, ThorStepBuilder, ThorView
from gm_appliance.games.thor.scoring import reckon

FOLLOW = Decision("follow.again", Table(), Ready(("follow",)))
"""On request before a round: the box follows every turn of it."""

_PLAYED = Decision("final.begin", Table(), Ready(("enter",)))


def _waiting_decision(view: ThorView, phase: model.Waiting) -> Decision:
    return _PLAYED if view.followed else _PLAYED.offering((FOLLOW,))


def _begin(builder: ThorStepBuilder, phase: model.Waiting, value: Any) -> None:
    """If the round was followed for a while, its cards out of play are known."""
    view = builder.view
    gone = view.board.will.gone if view.board.will else ()
    reckon(builder, view.round, sheets.blank(view.setup, gone))


def _entering_decision(view: ThorView, phase: model.Entering) -> Decision:
    """The first unknown fact; on request, which entry is wrong."""
    sheet, fact = view.sheets[phase.round - 1], sheets.asked(view)
    assert fact is not None
    groups = _groups(view, sheet)
    if fact.kind == "gifts":
        return _entry("gifts.who", OneOf(sheets.holders(view.setup, sheet)), groups)
    domain = sheets.possible(view.setup, sheet, fact)
    known = sheets.known(view, fact) if phase.round == view.round else None
    if isinstance(domain, OneOf):
        at = domain.options.index(known) if known in domain.options else sheets.usual(domain.options)
        return _entry(f"final.{fact.kind}", domain, groups, at)
    if isinstance(domain, Number) and isinstance(known, int):
        domain = replace(domain, start=min(max(known, domain.lo), domain.hi))
    return _entry(f"final.{fact.kind}", domain, groups)


@lru_cache(maxsize=1 << 12)
def _entry(name: str, domain: Domain, groups: tuple[str, ...] = (), at: int = 0) -> Decision:
    main = Decision(name, Table(), domain, at=at)
    return main.offering((_group(groups),)) if groups else main


def _enter(builder: ThorStepBuilder, phase: model.Entering, value: Any) -> None:
    setup, sheet, fact = builder.view.setup, builder.view.sheets[phase.round - 1], sheets.asked(builder.view)
    assert fact is not None
    if fact.kind == "gifts":
        _enter_gifts(builder, phase, value)
        return
    after = sheets.written(setup, sheet, fact, value)
    builder.tell(events.Entered(phase.round, fact, value))
    for other in sheets.follows(setup, after, fact):
        known = sheets.value_of(setup, after, other)
        if known is not None and sheets.value_of(setup, sheet, other) is None:
            builder.tell(events.Entered(phase.round, other, known, follows=True))
    reckon(builder, phase.round, after, phase.back)


def _enter_gifts(builder: ThorStepBuilder, phase: model.Entering, value: Any) -> None:
    """Record that a seat has one of Three Gifts, or one more; or that nobody else has any."""
    setup, after = builder.view.setup, builder.view.sheets[phase.round - 1]
    told = dict(zip(sheets.facts(setup), after.values, strict=True))
    for seat in setup.seats if value == sheets.NONE else (value,):
        fact = Fact("gifts", seat=seat)
        if value != sheets.NONE or told[fact] is None:
            number = int(told[fact] or 0) + (value == seat)
            after = sheets.written(setup, after, fact, number)
            builder.tell(events.Entered(phase.round, fact, number, follows=value != seat))
    reckon(builder, phase.round, after, phase.back)


def correct_entry(builder: ThorStepBuilder, phase: model.Entering, group: Any) -> None:
    """Correct an entry of that group in the position being entered."""
    builder.change(phase=model.Correcting(phase, phase.round, group))


def correct(builder: ThorStepBuilder, back: Any) -> None:
    """Ask which round to correct, unless there is only one. back: the phase to return to."""
    rounds = len(builder.view.sheets)
    builder.change(phase=model.Correcting(back, 1 if rounds == 1 else 0))


def _correcting_decision(view: ThorView, phase: model.Correcting) -> Decision:
    if not phase.round:
        rounds = tuple(range(len(view.sheets), 0, -1))
        return Decision("correct.round", Table(), OneOf((*rounds, "back")))
    sheet = view.sheets[phase.round - 1]
    if not phase.group:
        return _group((*_groups(view, sheet), "back"))
    if phase.fact is None:
        there = tuple(_in_group(view, sheet, phase.group))
        return Decision("correct.fact", Table(), OneOf((*there, "back")))
    domain = sheets.possible(view.setup, sheet, phase.fact)
    old = sheets.value_of(view.setup, sheet, phase.fact)
    if isinstance(domain, Number) and isinstance(old, int):
        domain = replace(domain, start=old)
    return _entry(f"final.{phase.fact.kind}", domain)


def _group(groups: tuple[str, ...]) -> Decision:
    return Decision("correct.group", Table(), OneOf(groups))


def _groups(view: ThorView, sheet: Sheet) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fact.god or "gifts" for fact in sheets.entered(view.setup, sheet)))


def _in_group(view: ThorView, sheet: Sheet, group: str) -> dict[int | str, Fact]:
    """The entered facts of a god or of Three Gifts that could have another value, by "offer", "card" or seat.
    Numbers derived from others change with them."""
    facts = [fact for fact in sheets.entered(view.setup, sheet) if (fact.god or "gifts") == group]
    return {
        fact.seat or fact.kind: fact
        for fact in facts
        if not isinstance(domain := sheets.possible(view.setup, sheet, fact), Number) or domain.lo < domain.hi
    }


def _choose(builder: ThorStepBuilder, phase: model.Correcting, value: Any) -> None:
    view = builder.view
    if value == "back":
        builder.change(phase=phase.back)
    elif not phase.round:
        builder.change(phase=replace(phase, round=value))
    elif not phase.group:
        builder.change(phase=replace(phase, group=value))
    elif phase.fact is None:
        fact = _in_group(view, view.sheets[phase.round - 1], phase.group)[value]
        builder.change(phase=replace(phase, fact=fact))
    else:
        _correct(builder, phase, phase.fact, value)


def _correct(builder: ThorStepBuilder, phase: model.Correcting, fact: Fact, new: int | str) -> None:
    setup, sheet = builder.view.setup, builder.view.sheets[phase.round - 1]
    old = sheets.value_of(setup, sheet, fact)
    assert old is not None
    if new != old:
        builder.tell(events.Corrected(phase.round, fact, old, new))
    back = phase.back.back if isinstance(phase.back, model.Entering) else phase.back
    reckon(builder, phase.round, sheets.written(setup, sheet, fact, new), back)


PHASES: dict[type, PhaseRules] = {
    model.Waiting: PhaseRules(_waiting_decision, _begin),
    model.Entering: PhaseRules(_entering_decision, _enter),
    model.Correcting: PhaseRules(_correcting_decision, _choose),
}
