"""Followers entered by the table: a seat's at the end of its turn, and those of others during it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.events import Moved
from gm_appliance.games.valda.model import FOLLOWERS, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder
from gm_appliance.games.valda.track import safe_below

MOST_GAINED = 20  # the most followers anybody gains in one turn


def enter(view: ValdaView) -> phases.Phase | None:
    return phases.Setting(view.turn)


def _decision(view: ValdaView, phase: phases.Setting) -> Decision:
    """Never below the seat's safe zone."""
    own, now = phase.seat == view.turn, view.has(phase.seat).followers
    domain = Number(safe_below(now), now + MOST_GAINED, start=now)
    return Decision("turn.followers" if own else "other.followers", Table(), domain, talk=own)


def _apply(builder: ValdaStepBuilder, phase: phases.Setting, value: Any) -> None:
    before, turn = builder.view.has(phase.seat).followers, builder.view.turn
    if value != before:
        builder.tell(Moved(phase.seat, before, value))
    if phase.seat == turn:
        builder.leave(FOLLOWERS)
    else:
        builder.go(phases.Setting(turn))


PHASES: Mapping[type, PhaseRules] = {phases.Setting: PhaseRules(_decision, _apply)}


def others_decision(view: ValdaView) -> Decision | None:
    """Whose followers changed in another player's turn? None if no turn is being entered."""
    if not isinstance(view.phase, phases.Setting) or view.phase.seat != view.turn:
        return None
    return _whose(view.seats, view.turn)


@lru_cache(maxsize=64)
def _whose(seats: tuple[int, ...], turn: int) -> Decision:
    return Decision("other.who", Table(), OneOf(tuple(seat for seat in seats if seat != turn)))


def set_other(builder: ValdaStepBuilder, value: Any) -> None:
    builder.go(phases.Setting(value))
