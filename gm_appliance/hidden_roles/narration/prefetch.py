"""Possible consequences that no choice determines in advance, for preparing their words: every event a secret
decision may lead to, and the steps with closed eyes that follow the setup.

Computed from the public view, so it favours no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.hooks import BANISH
from gm_appliance.hidden_roles.model import DOWN, UP, Count
from gm_appliance.hidden_roles.rules import HiddenRoles


def outcomes(rules: HiddenRoles, decision: Decision, view: Any) -> Iterator[Any]:
    """The events that may follow, except those that name missing seats, of which there are too many."""
    if decision.name in ("setup.factions", "setup.faction"):
        yield from (events.FactionsLearned(True), events.FactionsLearned(False))
    elif isinstance(view.phase, model.Trial) and view.phase.step in ("vote", "booth"):
        accused = view.phase.accused
        # Once, because it is the same for later voters.
        if view.phase.asked[0] == rules.voters(view, accused)[0]:
            yield from _verdicts(rules, view, accused)
    else:
        yield from rules.outcomes(decision, view)


def _verdicts(rules: HiddenRoles, view: Any, accused: int) -> Iterator[Any]:
    voting = rules.voters(view, accused)
    for down in range(len(voting) + 1):
        thumbs = {seat: DOWN if n < down else UP for n, seat in enumerate(voting)}
        yield events.ThumbsShown(accused, thumbs)
    for thumb in (DOWN, UP):
        yield events.Counted(accused, Count(0, 0, rules.modifiers(view, accused, thumb), 0, 0))
    yield from (events.Spared(accused, tie) for tie in (False, True))
    kept = accused in rules.prevented(view, BANISH)
    yield events.Protected(accused) if kept else events.Banished(accused, "council")
    yield from (events.CouncilEnds("second"), events.CouncilEnds("nobody"))


def closed_steps(rules: HiddenRoles, view: Any) -> Iterator[tuple[Decision, Any]]:
    """If seats are known and the game has not begun: learning the cards, then the first night, each with
    its view. Players without a pad get one."""
    phase = view.phase
    while isinstance(phase, model.Calling):
        phase = phase.back
    if not isinstance(phase, model.Deal | model.Learning):
        return
    ready = replace(view, pads={seat: seat for seat in view.seats})
    learning = (model.Learning(view.seats),) if view.with_pads else ()
    for then in (replace(ready, phase=step) for step in (*learning, model.Night())):
        if decision := rules.decision(then):
            yield decision, then
