"""A final position is entered fact by fact, and corrected: one fact is entered anew, all others stay."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Domain, Number, OneOf, Table
from gm_appliance.games.thor.events import Corrected, Entered
from gm_appliance.games.thor.model import (
    Correcting,
    Entering,
    Fact,
    Sheet,
    ThorStepBuilder,
    View,
    Waiting,
)
from gm_appliance.games.thor.scoring import reckon
from gm_appliance.games.thor.sheets import (
    asked,
    blank,
    entered,
    follows,
    possible,
    value_of,
    written,
)

BACK = "back"
GIFTS_GROUP = "gifts"

# ---------------------------------------------------------------- entered


def waiting_decision(view: View, phase: Waiting) -> Decision:
    return Decision("final.begin", Table(), OneOf(("enter",)))


def apply_waiting(builder: ThorStepBuilder, phase: Waiting, value: Any) -> None:
    reckon(builder, builder.view.round, blank(builder.view.setup))


def entering_decision(view: View, phase: Entering) -> Decision:
    """What is unknown, in order; on request, what of it is to be corrected."""
    sheet, fact = view.sheets[phase.round - 1], asked(view)
    assert fact is not None
    return _entry(fact.kind, possible(view.setup, sheet, fact), _groups(view, sheet))


@lru_cache(maxsize=1 << 12)
def _entry(kind: str, domain: Domain, groups: tuple[str, ...] = ()) -> Decision:
    main = Decision(f"final.{kind}", Table(), domain)
    return main.offering((_group(groups),)) if groups else main


def apply_entering(builder: ThorStepBuilder, phase: Entering, value: Any) -> None:
    setup, sheet, fact = builder.view.setup, builder.view.sheets[phase.round - 1], asked(builder.view)
    assert fact is not None
    after = written(setup, sheet, fact, value)
    builder.tell(Entered(phase.round, fact, value))
    for other in follows(setup, after, fact):
        known = value_of(setup, after, other)
        if known is not None and value_of(setup, sheet, other) is None:
            builder.tell(Entered(phase.round, other, known, follows=True))
    reckon(builder, phase.round, after, phase.back)


def apply_on_request(builder: ThorStepBuilder, phase: Entering, value: Any) -> None:
    """Something of the position that is being entered was wrong."""
    builder.change(phase=Correcting(phase, phase.round, value))


# ---------------------------------------------------------------- corrected


def correct(builder: ThorStepBuilder, back: Any) -> None:
    """Ask for the round, unless there is only one."""
    rounds = len(builder.view.sheets)
    builder.change(phase=Correcting(back, 1 if rounds == 1 else 0))


def correcting_decision(view: View, phase: Correcting) -> Decision:
    """Which round, the last one first; which god, or Three Gifts; whose; and what is right."""
    if not phase.round:
        rounds = tuple(range(len(view.sheets), 0, -1))
        return Decision("correct.round", Table(), OneOf((*rounds, BACK)))
    sheet = view.sheets[phase.round - 1]
    if not phase.group:
        return _group((*_groups(view, sheet), BACK))
    if phase.fact is None:
        there = tuple(_in_group(view, sheet, phase.group))
        return Decision("correct.fact", Table(), OneOf((*there, BACK)))
    domain, old = possible(view.setup, sheet, phase.fact), value_of(view.setup, sheet, phase.fact)
    if isinstance(domain, Number) and isinstance(old, int):
        domain = replace(domain, start=old)
    return _entry(phase.fact.kind, domain)


def _group(groups: tuple[str, ...]) -> Decision:
    return Decision("correct.group", Table(), OneOf(groups))


def _groups(view: View, sheet: Sheet) -> tuple[str, ...]:
    """The gods of whom something was entered, and whether Three Gifts were."""
    return tuple(dict.fromkeys(fact.god or GIFTS_GROUP for fact in entered(view.setup, sheet)))


def _in_group(view: View, sheet: Sheet, group: str) -> dict[int | str, Fact]:
    """What of a god or of Three Gifts can be another than was entered: ``"offer"``, ``"card"`` and seats.

    A number that follows from others changes with them.
    """
    facts = [fact for fact in entered(view.setup, sheet) if (fact.god or GIFTS_GROUP) == group]
    return {
        fact.seat or fact.kind: fact
        for fact in facts
        if not isinstance(domain := possible(view.setup, sheet, fact), Number) or domain.lo < domain.hi
    }


def apply_correcting(builder: ThorStepBuilder, phase: Correcting, value: Any) -> None:
    view = builder.view
    if value == BACK:
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


def _correct(builder: ThorStepBuilder, phase: Correcting, fact: Fact, new: int | str) -> None:
    setup, sheet = builder.view.setup, builder.view.sheets[phase.round - 1]
    old = value_of(setup, sheet, fact)
    assert old is not None
    if new != old:
        builder.tell(Corrected(phase.round, fact, old, new))
    back = phase.back.back if isinstance(phase.back, Entering) else phase.back
    reckon(builder, phase.round, written(setup, sheet, fact, new), back)
