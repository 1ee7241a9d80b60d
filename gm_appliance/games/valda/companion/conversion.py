"""Phase 5: what gods make of resources, and Loki's dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from gm_appliance.core.game import Decision, Seat
from gm_appliance.games.valda.companion.asking import ask
from gm_appliance.games.valda.companion.events import Converted, LokiRolled
from gm_appliance.games.valda.companion.model import (
    LOKI,
    ODIN,
    THOR,
    Converting,
    Falling,
    Phase,
    Summing,
    View,
)
from gm_appliance.games.valda.companion.recent import Lying
from gm_appliance.games.valda.companion.resources import sides, summing, thrown
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder
from gm_appliance.games.valda.track import ROUNDS, safe_below

DONE = "done"


class Conversion(NamedTuple):
    """A power of a god in the followers phase.

    temples: with so many there. number: so much of `what` is given for so many followers.
    limit: how often, together with all others of that limit.
    """

    god: str
    temples: int
    what: str
    number: int
    followers: int
    limit: tuple[str, int]

    @property
    def name(self) -> str:
        return f"{self.number} {self.what}"


_THOR_ONE, _THOR_TWO, _ODIN_ONE, _ODIN_TWO = ("thor 1", 3), ("thor 2", 3), ("odin 1", 3), ("odin 2", 2)

CONVERSIONS = (
    Conversion(THOR, 2, "gold", 2, 1, _THOR_TWO),
    Conversion(THOR, 2, "diamond", 2, 1, _THOR_TWO),
    Conversion(THOR, 1, "gold", 3, 1, _THOR_ONE),
    Conversion(THOR, 1, "diamond", 3, 1, _THOR_ONE),
    Conversion(ODIN, 2, "blood", 3, 2, _ODIN_TWO),
    Conversion(ODIN, 1, "blood", 2, 1, _ODIN_ONE),
)
"""The better ones of a kind first."""

MOST_DICE = 2
"""White dice there are."""


def enter_conversion(view: View) -> Phase | None:
    """None where the player in turn has no power to use, or that is done by hand."""
    phase = Converting((0,) * len(CONVERSIONS))
    return phase if "conversions" not in view.setup.by_hand and _possible(view, phase) else None


def _possible(view: View, phase: Converting) -> tuple[str, ...]:
    """What the player in turn can use now."""
    dice = (LOKI,) if view.has(view.turn).of(LOKI) and not phase.thrown else ()
    return (*(one.name for one in CONVERSIONS if _can(view, phase, one)), *dice)


def _can(view: View, phase: Converting, one: Conversion) -> bool:
    holding = view.has(view.turn)
    used = sum(
        number for number, other in zip(phase.used, CONVERSIONS, strict=True) if other.limit == one.limit
    )
    if holding.of(one.god) < one.temples or used >= one.limit[1]:
        return False
    return holding.of(one.what) >= one.number or not view.setup.whole


def converting_decision(view: View, phase: Converting) -> Decision:
    """In the last round nobody saves anything, so what brings followers stands first."""
    can = _possible(view, phase)
    last = view.round == ROUNDS and not view.setup.race
    return ask("followers.what", view.turn, (*can, DONE) if last else (DONE, *can))


def apply_converting(builder: CompanionStepBuilder, phase: Converting, value: Any) -> None:
    if value == DONE:
        builder.leave("followers")
    elif value == LOKI:
        builder.go(Summing(phase) if builder.view.setup.own else Falling(phase))
    else:
        at = next(at for at, one in enumerate(CONVERSIONS) if one.name == value)
        _convert(builder, CONVERSIONS[at])
        used = tuple(number + (place == at) for place, number in enumerate(phase.used))
        _go_on(builder, Converting(used, phase.thrown))


def _convert(builder: CompanionStepBuilder, one: Conversion) -> None:
    seat = builder.view.turn
    paid = min(one.number, builder.view.has(seat).of(one.what))
    builder.tell(Converted(seat, one.god, one.what, paid, one.followers))


def _go_on(builder: CompanionStepBuilder, phase: Converting) -> None:
    """A die that was thrown can be turned as long as the phase lasts, so it is not ended for anybody."""
    view = builder.view
    if _possible(view, phase) or (view.lying and "weapons" not in view.setup.by_hand):
        builder.go(phase)
    else:
        builder.leave("followers")


# ---------------------------------------------------------------- Loki's dice


def _dice(view: View) -> int:
    return min(MOST_DICE, view.has(view.turn).of(LOKI))


def loki_decision(view: View) -> Decision:
    return thrown("loki.dice", _dice(view))


def apply_loki(builder: CompanionStepBuilder, phase: Converting, value: Any) -> None:
    white = tuple(builder.view.setup.faces.white[at] for at in sides(value))
    _throw(builder, phase, white, sum(white))


def summing_decision(view: View, phase: Summing) -> Decision:
    return Decision("loki.sum", Seat(view.turn), summing(view.setup.faces.white, _dice(view)))


def apply_summing(builder: CompanionStepBuilder, phase: Summing, value: Any) -> None:
    _throw(builder, phase.back, (), value)


def _throw(builder: CompanionStepBuilder, phase: Converting, white: tuple[int, ...], total: int) -> None:
    seat = builder.view.turn
    before = builder.view.has(seat).followers
    lying = Lying(seat, white=white, before=before) if white else None
    builder.tell(LokiRolled(seat, white, total, thrown_to(before, total) - before), lying=lying)
    _go_on(builder, Converting(phase.used, thrown=True))


def thrown_to(before: int, total: int) -> int:
    """The followers of a seat after white dice; none push it out of a safe zone."""
    return max(safe_below(before), before + total)
