"""Possible consequences that no choice determines in advance, for preparing their words: every event a secret
decision may lead to, and the steps with closed eyes that follow the setup.

Computed from the public view, so it favours no result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import events, model, rules
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.gods import card_of
from gm_appliance.games.gotterdammerung.model import DOWN, UP, Count, GotterdammerungView, Modifier, Trial


def outcomes(decision: Decision, view: GotterdammerungView) -> Iterator[Any]:
    """The events that may follow, except those that name missing seats, of which there are too many."""
    if decision.name in ("setup.factions", "setup.faction"):
        yield from (events.FactionsLearned(True), events.FactionsLearned(False))
    elif decision.name == "conspiracy":
        yield events.NobodyBanished()
        yield from (events.Banished(seat, "conspiracy") for seat in view.asgard)
    elif decision.name == "oracle.look":
        yield events.CouncilEnds("nobody")
    elif isinstance(view.phase, Trial) and view.phase.step in ("vote", "booth"):
        accused = view.phase.accused
        if view.phase.asked[0] == voters(view, accused)[0]:  # once, because it is the same for later voters
            yield from _verdicts(view, accused)


def _verdicts(view: GotterdammerungView, accused: int) -> Iterator[Any]:
    voting = voters(view, accused)
    for down in range(len(voting) + 1):
        thumbs = {seat: DOWN if n < down else UP for n, seat in enumerate(voting)}
        yield events.ThumbsShown(accused, thumbs)
    lying = [(seat, card) for seat in view.seats for card in view.cards_at(seat)]
    told = [(seat, card) for seat, card in lying if card_of(card).votes or card_of(card).turns]
    told += [(view.seat_of(card), card) for seat, card in lying if card_of(card).adds and seat == accused]
    for thumb in (DOWN, UP):
        reasons = tuple(Modifier(seat, card, thumb, card_of(card).votes) for seat, card in told)
        yield events.Counted(accused, Count(0, 0, reasons, 0, 0))
    yield from (events.Spared(accused, tie) for tie in (False, True))
    yield from (events.Banished(accused, "council"), events.Protected(accused))
    yield from (events.CouncilEnds("second"), events.CouncilEnds("nobody"))


def closed_steps(view: GotterdammerungView) -> Iterator[tuple[Decision, GotterdammerungView]]:
    """If seats are known and the game has not begun: learning the factions, then the first night, each with
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
