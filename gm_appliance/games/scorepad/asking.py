"""Changing, on request, between asking everybody for points once a round and entering points as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gm_appliance.core.game import Decision, Ready, Table
from gm_appliance.core.values import replace
from gm_appliance.games.scorepad import flow
from gm_appliance.games.scorepad.events import AsksEverybody
from gm_appliance.games.scorepad.model import Phase, Points, ScoreStepBuilder

STOP = Decision("follow.stop", Table(), Ready(("stop",)))

AGAIN = Decision("follow.again", Table(), Ready(("follow",)))

CHANGE: dict[str, tuple[Decision, ...]] = {"round": (STOP,), "free": (AGAIN,), "": ()}


def _stop(builder: ScoreStepBuilder, phase: Phase, value: Any) -> None:
    builder.tell(AsksEverybody(False), setup=replace(builder.view.setup, mode="free"))
    flow.settle(builder)


def _again(builder: ScoreStepBuilder, phase: Phase, value: Any) -> None:
    view = builder.view
    builder.tell(AsksEverybody(True), setup=replace(view.setup, mode="round"))
    if left := tuple(seat for seat in view.after_dealer if not view.places_of(view.round, seat)):
        builder.change(phase=Points(left))
    else:
        flow.close_round(builder)


ON_REQUEST: dict[str, Callable[[ScoreStepBuilder, Phase, Any], None]] = {STOP.name: _stop, AGAIN.name: _again}
