"""A balance that is wrong is put right, at any time between two entries."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Table
from gm_appliance.games.valda.companion.events import AreaLocked, AreaOpened, Corrected
from gm_appliance.games.valda.companion.model import (
    BALANCES,
    GODS,
    LOCK,
    MOST,
    TEMPLES,
    Acting,
    Attacking,
    Building,
    Converting,
    Correcting,
    Reading,
    Rolling,
    Trading,
    View,
)
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

BACK = "back"

MOST_OF_ALL = 99
"""More than anybody ever has of a resource, or followers."""

_BETWEEN = (Rolling, Reading, Trading, Acting, Building, Attacking, Converting)


def correction_decision(view: View) -> Decision | None:
    """Whose balance is wrong? None in the middle of an entry."""
    reading = isinstance(view.phase, Reading) and view.phase.gold is not None
    if reading or not isinstance(view.phase, _BETWEEN):
        return None
    return _whose(view.seats)


@lru_cache(maxsize=8)
def _whose(seats: tuple[int, ...]) -> Decision:
    return Decision("correct.who", Table(), OneOf((*seats, BACK)))


def begin(builder: CompanionStepBuilder, value: Any) -> None:
    """Somebody asked for it, and says whose."""
    if value != BACK:
        builder.go(Correcting(builder.view.phase, value))


def correcting_decision(view: View, phase: Correcting) -> Decision:
    if not phase.seat:
        return _whose(view.seats)
    if not phase.what:
        return Decision("correct.what", Table(), OneOf((*BALANCES, BACK)))
    return Decision("correct.number", Table(), _possible(view, phase))


def _possible(view: View, phase: Correcting) -> Number:
    """What it can be: dice, sites and temples are as many as there are."""
    holding = view.has(phase.seat)
    now, most = holding.of(phase.what), MOST.get(phase.what, MOST_OF_ALL)
    if phase.what in GODS:
        most = now + min(view.sites(phase.what), TEMPLES - sum(holding.temples))
    return Number(0, max(now, most), now)


def apply_correcting(builder: CompanionStepBuilder, phase: Correcting, value: Any) -> None:
    if value == BACK:
        builder.go(phase.back)
    elif not phase.seat:
        builder.go(replace(phase, seat=value))
    elif not phase.what:
        builder.go(replace(phase, what=value))
    else:
        before = builder.view.has(phase.seat).of(phase.what)
        builder.go(phase.back)
        if value != before:
            builder.tell(Corrected(phase.seat, phase.what, before, value))
            _lock_or_open(builder, phase, before, value)


def _lock_or_open(builder: CompanionStepBuilder, phase: Correcting, before: int, after: int) -> None:
    """An area may be locked or open now. A follower that came with it is put right by itself."""
    if phase.what in GODS and after >= LOCK > before:
        builder.tell(AreaLocked(phase.seat, phase.what, 0))
    elif phase.what in GODS and before >= LOCK > after:
        builder.tell(AreaOpened(phase.seat, phase.what))
