"""Somebody joins or leaves in the middle: decisions on the side, open wherever points are entered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Table
from gm_appliance.games.scorepad.events import PlayerJoins, PlayerLeaves
from gm_appliance.games.scorepad.flow import close_round, entering, settle
from gm_appliance.games.scorepad.model import (
    PLAYERS,
    POINTS,
    Entry,
    Joining,
    Phase,
    Points,
    ScoreStepBuilder,
    View,
    Whose,
)

LEAVES, COMES = "somebody.leaves", "somebody.comes"


def on_request(view: View) -> tuple[Decision, ...]:
    """Who may leave, while enough go on; and who may come: somebody new, or somebody who left."""
    return open_now(len(view.entries.totals), view.left)


@lru_cache(maxsize=64)
def open_now(seats: int, left: frozenset[int]) -> tuple[Decision, ...]:
    """The same for so many seats, of which these are left: it changes seldom, so it is made once."""
    fewest, most = PLAYERS
    decisions: list[Decision] = []
    playing = tuple(seat for seat in range(1, seats + 1) if seat not in left)
    if len(playing) > fewest:
        decisions.append(Decision(LEAVES, Table(), OneOf(playing)))
    coming = (*(("new",) if seats < most else ()), *sorted(left))
    if coming:
        decisions.append(Decision(COMES, Table(), OneOf(coming)))
    return tuple(decisions)


def leave(builder: ScoreStepBuilder, phase: Phase, seat: int) -> None:
    """Somebody is asked no more; the points stay. A deal that has not begun is the next one's."""
    view = builder.view
    builder.tell(PlayerLeaves(seat, view.totals[seat]), left=view.left | {seat})
    if not view.closed and not view.entered and seat == view.dealer:
        builder.change(dealer=builder.view.after_dealer[0])
        builder.change(phase=entering(builder.view))
    elif not isinstance(phase, Points):
        settle(builder)
    elif rest := tuple(one for one in phase.seats if one != seat):
        builder.change(phase=Points(rest))
    elif view.setup.mode == "round":
        close_round(builder)
    else:
        builder.change(phase=Whose())


def come(builder: ScoreStepBuilder, phase: Phase, value: Any) -> None:
    """Somebody new, with points that are asked for; or somebody back, with the points of before."""
    if value == "new":
        builder.change(phase=Joining(phase))
        return
    view = builder.view
    builder.tell(PlayerJoins(value, view.totals[value]), left=view.left - {value})
    _go_on(builder, phase)


def points_decision(view: View, phase: Joining) -> Decision:
    return Decision("join.points", Table(), Number(-POINTS, POINTS))


def join(builder: ScoreStepBuilder, phase: Joining, points: int) -> None:
    """Somebody new has the next seat. Points to begin with are an entry, which can be corrected."""
    view = builder.view
    entries, seat = view.entries.seated(), len(view.seats) + 1
    if points:
        entries = entries.written(Entry(view.round, seat, points))
    builder.tell(PlayerJoins(seat, points), entries=entries)
    _go_on(builder, phase.then)


def _go_on(builder: ScoreStepBuilder, phase: Phase) -> None:
    """Whoever came is asked from the next round on; the open one goes on."""
    if isinstance(phase, Points):
        builder.change(phase=phase)
    else:
        settle(builder)
