"""The end of a game, and its winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from gm_appliance.core.game import JSON, Decision, Number, OneOf, Outcome, Ready, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.events import Counted, Ended, Tied
from gm_appliance.games.valda.model import BUILDINGS, FOLLOWERS, RESOURCES, Setup, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder
from gm_appliance.games.valda.track import GOAL

PLAYED, WON_RACE = "played", "race"
"""Reasons for the end: after the last round, or because somebody reached the goal."""

SHARED = "shared"

CRITERIA: Mapping[str, tuple[str, ...]] = {
    FOLLOWERS: (FOLLOWERS,),
    "buildings": BUILDINGS,
    "resources": RESOURCES,
}
"""The winner has the highest sum of these balances. Each criterion breaks the ties of the one before."""

COUNTS: Mapping[str, Number] = {"buildings": Number(2, 16, 2), "resources": Number(0, 99)}
"""The ranges of what the table counts. Everybody has at least two mines; the most are four mines, three
drills and nine temples."""


def known(setup: Setup, criterion: str) -> bool:
    """Whether the box keeps all balances of one of `CRITERIA`; otherwise the table counts them."""
    return set(CRITERIA[criterion]) <= set(setup.keeps) and criterion not in setup.by_hand


def race_is_won(view: ValdaView) -> bool:
    over = phases.Correcting | phases.Counting | phases.Final | phases.Over
    if not view.setup.race or isinstance(view.phase, over):
        return False
    return any(number >= GOAL for number in view.followers)


def finish(builder: ValdaStepBuilder, why: str) -> None:
    """Decide the game, or ask for unknown balances of tied players."""
    builder.change(ended=builder.view.marks, lying=None, site=None)
    _compare(builder, phases.Counting(why, FOLLOWERS, builder.view.seats, builder.view.followers))


def _compare(builder: ValdaStepBuilder, counted: phases.Counting) -> None:
    why, what, most = counted.why, counted.what, max(counted.numbers)
    best = tuple(seat for seat, n in zip(counted.seats, counted.numbers, strict=True) if n == most)
    order = (*CRITERIA,)
    left = order[order.index(what) + 1 :]
    if len(best) == 1 or not left:
        by = what if len(best) == 1 else SHARED
        builder.tell(Ended(why, best, by), phase=phases.Final(why, best, by))
    elif known(builder.view.setup, left[0]):
        numbers = tuple(getattr(builder.view.has(seat), left[0]) for seat in best)
        _compare(builder, phases.Counting(why, left[0], best, numbers))
    else:
        builder.tell(Tied(best, what), phase=phases.Counting(why, left[0], best))


def _counting_decision(view: ValdaView, phase: phases.Counting) -> Decision:
    return Decision(f"tie.{phase.what}", Table(), COUNTS[phase.what])


def _apply_counting(builder: ValdaStepBuilder, phase: phases.Counting, value: Any) -> None:
    counted = replace(phase, numbers=(*phase.numbers, value))
    builder.tell(Counted(phase.what, phase.seats[len(phase.numbers)], value), phase=counted)
    if len(counted.numbers) == len(phase.seats):
        _compare(builder, counted)


def correctable(view: ValdaView, final: phases.Final) -> bool:
    """Whether entries can be corrected at the end. A race ends within a turn: to resume, the box would have
    to know at which point, unless it only asks for followers at the end of turns. Otherwise people have to
    undo."""
    return final.why == PLAYED or FOLLOWERS in view.setup.parts


def _final_decision(view: ValdaView, phase: phases.Final) -> Decision:
    ways = OneOf(("done", "correct")) if correctable(view, phase) else Ready(("done",))
    return Decision("game.over", Table(), ways)


def _apply_final(builder: ValdaStepBuilder, phase: phases.Final, value: Any) -> None:
    builder.go(phases.Correcting(phase) if value == "correct" else phases.Over(phase))


PHASES: Mapping[type, PhaseRules] = {
    phases.Counting: PhaseRules(_counting_decision, _apply_counting),
    phases.Final: PhaseRules(_final_decision, _apply_final),
}


def outcome(view: ValdaView) -> Outcome | None:
    if not isinstance(view.phase, phases.Over):
        return None
    final = view.phase.final
    marks = ((0,) * view.setup.players, *view.ended)
    by_round: list[JSON] = [
        _by_seat([after - before for before, after in zip(one, other, strict=True)])
        for one, other in pairwise(marks)
    ]
    sums: dict[str, JSON] = {
        what: _by_seat([getattr(one, what) for one in view.holdings])
        for what in CRITERIA
        if what != FOLLOWERS and known(view.setup, what)
    }
    totals = _by_seat(view.followers)
    facts = {"totals": totals, **sums, "by": final.by, "rounds": view.round, "by_round": by_round}
    return Outcome(final.winners, final.why, facts, {"first": view.first})


def _by_seat(numbers: Sequence[int]) -> dict[str, JSON]:
    return {str(seat): number for seat, number in enumerate(numbers, 1)}
