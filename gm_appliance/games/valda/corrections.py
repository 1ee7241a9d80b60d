"""Correcting wrong balances, at any time between two entries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import model, phases
from gm_appliance.games.valda.events import AreaLocked, AreaOpened, Corrected
from gm_appliance.games.valda.model import GODS, LOCK, ValdaView
from gm_appliance.games.valda.resources import enter_dice
from gm_appliance.games.valda.steps import ValdaStepBuilder

BACK = "back"

MOST_OF_ALL = 99  # more resources or followers than anybody ever has

_BETWEEN = (
    *(phases.Rolling, phases.Reading, phases.Trading, phases.Acting),
    *(phases.Building, phases.Attacking, phases.Converting),
)


def correction_decision(view: ValdaView) -> Decision | None:
    """Whose balance is wrong? None in the middle of an entry."""
    return _whose(view.seats) if between(view) else None


def between(view: ValdaView) -> bool:
    """Whether no entry is half complete, such as gold and blood of the same dice."""
    if isinstance(view.phase, phases.Setting):
        return view.phase.seat == view.turn
    reading = isinstance(view.phase, phases.Reading) and view.phase.gold is not None
    return isinstance(view.phase, _BETWEEN) and not (reading and view.has(view.turn).mine)


@lru_cache(maxsize=8)
def _whose(seats: tuple[int, ...]) -> Decision:
    return Decision("correct.who", Table(), OneOf((*seats, BACK)))


def begin(builder: ValdaStepBuilder, value: Any) -> None:
    if value != BACK:
        _apply(builder, phases.Correcting(builder.view.phase), value)


def _decision(view: ValdaView, phase: phases.Correcting) -> Decision:
    if not phase.seat:
        return _whose(view.seats)
    keeps = view.setup.keeps
    if not phase.what:
        return Decision("correct.what", Table(), OneOf((*keeps, BACK)))
    name = "correct.number" if len(keeps) > 1 else f"correct.{phase.what}"
    return Decision(name, Table(), _possible(view, phase))


def _possible(view: ValdaView, phase: phases.Correcting) -> Number:
    holding = view.has(phase.seat)
    now, most = holding.of(phase.what), model.MOST.get(phase.what, MOST_OF_ALL)
    if phase.what in GODS:
        most = now + min(view.sites(phase.what), model.TEMPLES - sum(holding.temples))
    return Number(0, max(now, most), now)


def _apply(builder: ValdaStepBuilder, phase: phases.Correcting, value: Any) -> None:
    keeps = builder.view.setup.keeps
    if value == BACK:
        builder.go(phase.back)
    elif not phase.seat:
        builder.go(replace(phase, seat=value, what=keeps[0] if len(keeps) == 1 else ""))
    elif not phase.what:
        builder.go(replace(phase, what=value))
    else:
        builder.go(phase.back)
        before = builder.view.has(phase.seat).of(phase.what)
        if value != before:
            builder.tell(Corrected(phase.seat, phase.what, before, value))
            _lock_or_open(builder, phase, before, value)
            _decide_again(builder)
        if isinstance(phase.back, phases.Reading):  # the number of dice may have changed
            builder.go(enter_dice(builder.view) or phases.Done("dice"))


def _lock_or_open(builder: ValdaStepBuilder, phase: phases.Correcting, before: int, after: int) -> None:
    """Lock or open an area, without changing followers: those are corrected separately."""
    if phase.what in GODS and after >= LOCK > before:
        builder.tell(AreaLocked(phase.seat, phase.what, 0))
    elif phase.what in GODS and before >= LOCK > after:
        builder.tell(AreaOpened(phase.seat, phase.what))


def _decide_again(builder: ValdaStepBuilder) -> None:
    """The winner may have changed; a race that is no longer won resumes in the last turn."""
    view = builder.view
    if isinstance(view.phase, phases.Final):
        builder.go(phases.Setting(view.turn) if view.setup.race else phases.Done(model.FOLLOWERS))


PHASES: Mapping[type, PhaseRules] = {phases.Correcting: PhaseRules(_decision, _apply)}
