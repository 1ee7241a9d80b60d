"""Somebody joins or leaves during the game: decisions on request, offered wherever points are entered."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, PersonName, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.scorepad import asking, flow, model
from gm_appliance.games.scorepad.asking import CHANGE
from gm_appliance.games.scorepad.events import PlayerJoins, PlayerLeaves
from gm_appliance.games.scorepad.model import ScoreStepBuilder, ScoreView


def on_request(view: ScoreView) -> tuple[Decision, ...]:
    """Players leaving, joining or coming back; and, while points are entered, the way of asking for them."""
    entering = not isinstance(view.phase, model.Reached)
    return open_now(len(view.entries.totals), view.left, view.setup.mode if entering else "")


@lru_cache(maxsize=64)
def open_now(seats: int, left: frozenset[int], mode: str) -> tuple[Decision, ...]:
    """`on_request` for this number of seats, of which these left; cached, because it rarely changes. mode: ""
    if it cannot be changed now."""
    fewest, most = model.PLAYERS
    decisions: list[Decision] = []
    playing = tuple(seat for seat in range(1, seats + 1) if seat not in left)
    if len(playing) > fewest:
        decisions.append(Decision("somebody.leaves", Table(), OneOf(playing)))
    coming = (*(("new",) if seats < most else ()), *sorted(left))
    if coming:
        decisions.append(Decision("somebody.comes", Table(), OneOf(coming)))
    return (*decisions, *CHANGE[mode])


def _leave(builder: ScoreStepBuilder, phase: model.Phase, seat: Any) -> None:
    """The seat is no longer asked; its points stay. If it was to deal and no points are entered yet, the next
    one deals."""
    view = builder.view
    builder.tell(PlayerLeaves(seat, view.totals[seat]), left=view.left | {seat})
    rest = tuple(one for one in phase.seats if one != seat) if isinstance(phase, model.Points) else ()
    if not view.closed and not view.entered and seat == view.dealer:
        builder.change(dealer=builder.view.after_dealer[0])
        rest = builder.view.after_dealer if view.setup.mode == "round" else rest
    if rest:
        builder.change(phase=model.Points(rest))
    elif isinstance(phase, model.Points) and view.setup.mode == "round":
        flow.close_round(builder)
    else:
        flow.settle(builder)


def _come(builder: ScoreStepBuilder, phase: model.Phase, value: Any) -> None:
    if value == "new":
        builder.change(phase=model.Naming(phase))
        return
    view = builder.view
    builder.tell(PlayerJoins(value, view.totals[value]), left=view.left - {value})
    _go_on(builder, phase)


def _name_decision(view: ScoreView, phase: model.Naming) -> Decision:
    return Decision("join.name", Table(), PersonName(seat=len(view.seats) + 1))


def _join(builder: ScoreStepBuilder, phase: model.Joining, points: Any) -> None:
    """The new player gets the next seat. Starting points are an entry, so they can be corrected."""
    view = builder.view
    entries, seat = view.entries.seated(), len(view.seats) + 1
    if points:
        entries = entries.written(model.Entry(view.round, seat, points))
    builder.tell(PlayerJoins(seat, points), entries=entries)
    _go_on(builder, phase.then)


def _go_on(builder: ScoreStepBuilder, phase: model.Phase) -> None:
    """Continue the open round; the new player is asked from the next one on."""
    if isinstance(phase, model.Points):
        builder.change(phase=phase)
    else:
        flow.settle(builder)


PHASES: dict[type, PhaseRules] = {
    model.Naming: PhaseRules(
        _name_decision, lambda builder, phase, _name: builder.change(phase=model.Joining(phase.then))
    ),
    model.Joining: PhaseRules(
        lambda view, phase: Decision("join.points", Table(), Number(-model.POINTS, model.POINTS)), _join
    ),
}

ON_REQUEST: dict[str, Callable[[ScoreStepBuilder, model.Phase, Any], None]] = {
    **asking.ON_REQUEST,
    "somebody.leaves": _leave,
    "somebody.comes": _come,
}
