"""Phase 5: gods turn resources into followers, and Loki's dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gm_appliance.core.game import Decision, Ready, Seat
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.events import Converted, LokiRolled
from gm_appliance.games.valda.model import LOKI, ODIN, THOR, Lying, ValdaView
from gm_appliance.games.valda.resources import sides, summing, thrown
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask
from gm_appliance.games.valda.track import ROUNDS, safe_below

DONE = "done"


class Conversion(NamedTuple):
    """A power of a god in the followers phase.

    temples: at the god, at least. number: of the resource `what`, in exchange for these followers.
    limit: a name, and the uses per turn, shared by all conversions of the same limit.
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
"""The better ones of each god first."""

MOST_DICE = 2


NOTHING_USED = phases.Converting((0,) * len(CONVERSIONS))


def enter_conversion(view: ValdaView) -> phases.Phase | None:
    """The phase; None if no god helps the current player. The box may ask for Loki's dice separately."""
    dice = view.has(view.turn).of(LOKI) and not enter_loki(view)
    return NOTHING_USED if dice or any(_can(view, NOTHING_USED, one) for one in CONVERSIONS) else None


def enter_loki(view: ValdaView) -> phases.Phase | None:
    """The box throws Loki's dice even if the table converts without it. None if there are none."""
    asked = LOKI in view.setup.parts and not view.setup.own
    return NOTHING_USED if asked and view.has(view.turn).of(LOKI) else None


def _possible(view: ValdaView, phase: phases.Converting) -> tuple[str, ...]:
    dice = (LOKI,) if view.has(view.turn).of(LOKI) and not phase.thrown else ()
    asked = CONVERSIONS if "conversions" in view.setup.parts else ()
    return (*(one.name for one in asked if _can(view, phase, one)), *dice)


def _can(view: ValdaView, phase: phases.Converting, one: Conversion) -> bool:
    holding = view.has(view.turn)
    used = sum(
        number for number, other in zip(phase.used, CONVERSIONS, strict=True) if other.limit == one.limit
    )
    if holding.of(one.god) < one.temples or used >= one.limit[1]:
        return False
    return holding.of(one.what) >= one.number or not view.setup.whole


def _converting_decision(view: ValdaView, phase: phases.Converting) -> Decision:
    """In the last round there is nothing to save for, so "done" comes last; also if only Loki's dice are
    asked for. If nothing remains but a die that can be turned, the player says when to go on."""
    can = _possible(view, phase)
    last = (view.round == ROUNDS and not view.setup.race) or "conversions" not in view.setup.parts
    if not can:
        return Decision("followers.what", Seat(view.turn), Ready((DONE,)))
    return ask("followers.what", view.turn, (*can, DONE) if last else (DONE, *can))


def _apply_converting(builder: ValdaStepBuilder, phase: phases.Converting, value: Any) -> None:
    if value == DONE:
        builder.leave(LOKI)
    elif value == LOKI:
        builder.go(phases.Summing(phase) if builder.view.setup.own else phases.Throwing(phase))
    else:
        at = next(at for at, one in enumerate(CONVERSIONS) if one.name == value)
        _convert(builder, CONVERSIONS[at])
        used = tuple(number + (place == at) for place, number in enumerate(phase.used))
        _go_on(builder, phases.Converting(used, phase.thrown))


def _convert(builder: ValdaStepBuilder, one: Conversion) -> None:
    seat = builder.view.turn
    paid = min(one.number, builder.view.has(seat).of(one.what))
    builder.tell(Converted(seat, one.god, one.what, paid, one.followers))


def _go_on(builder: ValdaStepBuilder, phase: phases.Converting) -> None:
    """Stay in the phase while a thrown die can still be turned."""
    view = builder.view
    if _possible(view, phase) or (view.lying and "weapons" in view.setup.parts):
        builder.go(phase)
    else:
        builder.leave(LOKI)


def _dice(view: ValdaView) -> int:
    return min(MOST_DICE, view.has(view.turn).of(LOKI))


def _apply_throwing(builder: ValdaStepBuilder, phase: phases.Throwing, value: Any) -> None:
    white = tuple(builder.view.setup.faces.white[at] for at in sides(value))
    _throw(builder, phase.back, white, sum(white))


def _summing_decision(view: ValdaView, phase: phases.Summing) -> Decision:
    return Decision("loki.sum", Seat(view.turn), summing(view.setup.faces.white, _dice(view)))


def _apply_summing(builder: ValdaStepBuilder, phase: phases.Summing, value: Any) -> None:
    _throw(builder, phase.back, (), value)


def _throw(builder: ValdaStepBuilder, phase: phases.Converting, white: tuple[int, ...], total: int) -> None:
    seat = builder.view.turn
    before = builder.view.has(seat).followers
    lying = Lying(seat, white=white, before=before) if white else None
    builder.tell(LokiRolled(seat, white, total, thrown_to(before, total) - before), lying=lying)
    _go_on(builder, phases.Converting(phase.used, thrown=True))


def thrown_to(before: int, total: int) -> int:
    """A seat's followers after white dice, which push nobody out of a safe zone."""
    return max(safe_below(before), before + total)


PHASES: Mapping[type, PhaseRules] = {
    phases.Converting: PhaseRules(_converting_decision, _apply_converting),
    phases.Throwing: PhaseRules(lambda view, phase: thrown("loki.dice", _dice(view)), _apply_throwing),
    phases.Summing: PhaseRules(_summing_decision, _apply_summing),
}
