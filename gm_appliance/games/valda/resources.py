"""Phase 1: dice for resources, and trades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Chance, Decision, Number, PerSeat, Ready, Seat
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.events import DiceRolled, Traded
from gm_appliance.games.valda.model import HEIMDALL, RESOURCES, Holding, Lying, Setup, ValdaView
from gm_appliance.games.valda.setup import SIDES
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask

DONE = "done"
MIXED = "mixed"

USUAL_RATE = 4  # the number of resources of one kind that buy one of any kind


def enter_dice(view: ValdaView) -> phases.Phase | None:
    """The phase; None if the table rolls, and the player has no dice or the box keeps no resources."""
    holding = view.has(view.turn)
    if not view.setup.own:
        return phases.Rolling()
    if not view.setup.cubes:
        return None
    if holding.mine:
        return phases.Reading()
    return phases.Reading(gold=0) if holding.drill else None


def _rolling_decision(view: ValdaView, phase: phases.Rolling) -> Decision:
    return Decision("resource.roll", Seat(view.turn), Ready(("roll",)))


def _apply_rolling(builder: ValdaStepBuilder, phase: phases.Rolling, value: Any) -> None:
    holding = builder.view.has(builder.view.turn)
    if holding.mine + holding.drill:
        builder.go(phases.Falling())
    else:
        _bring(builder, (), ())


def _falling_decision(view: ValdaView, phase: phases.Falling) -> Decision:
    """One die for each mine, then one for each drill."""
    holding = view.has(view.turn)
    return thrown("resource.dice", holding.mine + holding.drill)


def thrown(name: str, dice: int) -> Decision:
    return Decision(name, Chance(), PerSeat(tuple(map(str, range(1, dice + 1))), Number(1, SIDES)))


def sides(value: dict[str, int]) -> list[int]:
    """The side on top of each die, counted from 0, in the order of the dice."""
    return [value[die] - 1 for die in sorted(value, key=int)]


def _apply_falling(builder: ValdaStepBuilder, phase: phases.Falling, value: Any) -> None:
    view, faces = builder.view, builder.view.setup.faces
    up, mines = sides(value), view.has(view.turn).mine
    _bring(builder, tuple(faces.yellow[at] for at in up[:mines]), tuple(faces.blue[at] for at in up[mines:]))


def _bring(builder: ValdaStepBuilder, yellow: tuple[str, ...], blue: tuple[int, ...]) -> None:
    seat = builder.view.turn
    brought = DiceRolled(seat, sum(blue), yellow.count("gold"), yellow.count("diamond"))
    builder.tell(brought, lying=Lying(seat, yellow, blue) if yellow or blue else None)
    builder.leave("dice")


def _reading_decision(view: ValdaView, phase: phases.Reading) -> Decision:
    seat, holding, setup = view.turn, view.has(view.turn), view.setup
    if phase.gold is None:
        return Decision("resource.gold", Seat(seat), _golden(setup, holding))
    return Decision("resource.blood", Seat(seat), summing(setup.faces.blue, holding.drill))


def _golden(setup: Setup, holding: Holding) -> Number:
    lo = 0 if "diamond" in setup.faces.yellow else holding.mine
    hi = holding.mine if "gold" in setup.faces.yellow else 0
    return Number(lo, hi, (lo + hi + 1) // 2)


def summing(faces: tuple[int, ...], dice: int) -> Number:
    lo, hi = min(faces) * dice, max(faces) * dice
    return Number(lo, hi, max(lo, min(dice, hi)))


def _apply_reading(builder: ValdaStepBuilder, phase: phases.Reading, value: Any) -> None:
    view = builder.view
    holding = view.has(view.turn)
    if phase.gold is None and holding.drill:
        builder.go(phases.Reading(gold=value))
        return
    gold, blood = (value, 0) if phase.gold is None else (phase.gold, value)
    builder.tell(DiceRolled(view.turn, blood, gold, holding.mine - gold, own=True))
    builder.leave("dice")


def rate(holding: Holding) -> int:
    return {0: USUAL_RATE, 1: 2}.get(holding.of(HEIMDALL), 1)


def enter_trade(view: ValdaView) -> phases.Phase | None:
    """The phase; None if, to the box's knowledge, nothing can be traded."""
    return phases.Trading() if _givable(view) or not view.setup.cubes else None


def _givable(view: ValdaView) -> tuple[str, ...]:
    """The current player's options for giving, starting with the resource they have most of."""
    holding, least = view.has(view.turn), rate(view.has(view.turn))
    kinds = sorted((what for what in RESOURCES if holding.of(what) >= least), key=holding.of, reverse=True)
    # Of different kinds: four of a single kind would be the usual trade.
    several = sum(holding.of(what) > 0 for what in RESOURCES) > 1
    mixed = view.setup.any_four and holding.resources >= USUAL_RATE and several
    return (*kinds, MIXED) if mixed else tuple(kinds)


def _trading_decision(view: ValdaView, phase: phases.Trading) -> Decision:
    return ask("trade.give", view.turn, (DONE, *_givable(view)))


def _apply_trading(builder: ValdaStepBuilder, phase: phases.Trading, value: Any) -> None:
    if value == DONE:
        builder.leave("trades")
    elif value == MIXED:
        builder.go(phases.Mixing())
    else:
        least = rate(builder.view.has(builder.view.turn))
        builder.go(phases.Receiving(_counted((value,) * least)))


def _counted(kinds: tuple[str, ...]) -> tuple[int, int, int]:
    blood, gold, diamond = map(kinds.count, RESOURCES)
    return blood, gold, diamond


def _mixing_decision(view: ValdaView, phase: phases.Mixing) -> Decision:
    holding = view.has(view.turn)
    left = tuple(what for what in RESOURCES if holding.of(what) > phase.given.count(what))
    return ask("trade.mixed", view.turn, left)


def _apply_mixing(builder: ValdaStepBuilder, phase: phases.Mixing, value: Any) -> None:
    given = (*phase.given, value)
    builder.go(phases.Receiving(_counted(given)) if len(given) == USUAL_RATE else phases.Mixing(given))


def _receiving_decision(view: ValdaView, phase: phases.Receiving) -> Decision:
    """Starting with the resource the player has least of; never the one given, if that was only one kind."""
    holding = view.has(view.turn)
    alone = [what for what, number in zip(RESOURCES, phase.given, strict=True) if number == sum(phase.given)]
    kinds = sorted((what for what in RESOURCES if what not in alone), key=holding.of)
    return ask("trade.take", view.turn, tuple(kinds))


def _apply_receiving(builder: ValdaStepBuilder, phase: phases.Receiving, value: Any) -> None:
    builder.tell(Traded(builder.view.turn, *phase.given, value))
    if _givable(builder.view):
        builder.go(phases.Trading())
    else:
        builder.leave("trades")


PHASES: Mapping[type, PhaseRules] = {
    phases.Rolling: PhaseRules(_rolling_decision, _apply_rolling),
    phases.Falling: PhaseRules(_falling_decision, _apply_falling),
    phases.Reading: PhaseRules(_reading_decision, _apply_reading),
    phases.Trading: PhaseRules(_trading_decision, _apply_trading),
    phases.Mixing: PhaseRules(_mixing_decision, _apply_mixing),
    phases.Receiving: PhaseRules(_receiving_decision, _apply_receiving),
}
