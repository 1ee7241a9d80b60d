"""Phase 1: dice for resources, and trade."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Chance, Decision, Each, Number, Seat
from gm_appliance.games.valda.companion.asking import ask
from gm_appliance.games.valda.companion.events import DiceRolled, Traded
from gm_appliance.games.valda.companion.model import (
    HEIMDALL,
    RESOURCES,
    Falling,
    Holding,
    Mixing,
    Phase,
    Reading,
    Receiving,
    Rolling,
    Trading,
    View,
)
from gm_appliance.games.valda.companion.recent import Lying
from gm_appliance.games.valda.companion.setup import Setup
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

DONE = "done"
MIXED = "mixed"

USUAL_RATE = 4
"""Resources of one kind for one of choice."""

SIDES = 6

# ---------------------------------------------------------------- dice


def enter_dice(view: View) -> Phase | None:
    """Where a turn begins; None without a die."""
    holding = view.has(view.turn)
    if not view.setup.own:
        return Rolling()
    if holding.mine:
        return Reading()
    return Reading(gold=0) if holding.drill else None


def rolling_decision(view: View, phase: Rolling) -> Decision:
    return ask("resource.roll", view.turn, ("roll",))


def apply_rolling(builder: CompanionStepBuilder, phase: Rolling, value: Any) -> None:
    holding = builder.view.has(builder.view.turn)
    if holding.mine + holding.drill:
        builder.go(Falling())
    else:
        _bring(builder, (), ())


def dice_decision(view: View) -> Decision:
    """One die for each mine, then one for each drill."""
    holding = view.has(view.turn)
    return thrown("resource.dice", holding.mine + holding.drill)


def thrown(name: str, dice: int) -> Decision:
    """So many dice fall, by the box."""
    return Decision(name, Chance(), Each(tuple(map(str, range(1, dice + 1))), Number(1, SIDES)))


def sides(value: dict[str, int]) -> list[int]:
    """Which side of each die lies on top, counted from 0, in their order."""
    return [value[die] - 1 for die in sorted(value, key=int)]


def apply_dice(builder: CompanionStepBuilder, value: Any) -> None:
    view, faces = builder.view, builder.view.setup.faces
    up, mines = sides(value), view.has(view.turn).mine
    _bring(builder, tuple(faces.yellow[at] for at in up[:mines]), tuple(faces.blue[at] for at in up[mines:]))


def _bring(builder: CompanionStepBuilder, yellow: tuple[str, ...], blue: tuple[int, ...]) -> None:
    seat = builder.view.turn
    brought = DiceRolled(seat, sum(blue), yellow.count("gold"), yellow.count("diamond"))
    builder.tell(brought, lying=Lying(seat, yellow, blue) if yellow or blue else None)
    builder.leave("resources")


def reading_decision(view: View, phase: Reading) -> Decision:
    seat, holding, setup = view.turn, view.has(view.turn), view.setup
    if phase.gold is None:
        return Decision("resource.gold", Seat(seat), _golden(setup, holding))
    return Decision("resource.blood", Seat(seat), summing(setup.faces.blue, holding.drill))


def _golden(setup: Setup, holding: Holding) -> Number:
    """How many yellow dice can show gold, as their sides are."""
    lo = 0 if "diamond" in setup.faces.yellow else holding.mine
    hi = holding.mine if "gold" in setup.faces.yellow else 0
    return Number(lo, hi, (lo + hi + 1) // 2)


def summing(faces: tuple[int, ...], dice: int) -> Number:
    """The sums so many dice can have."""
    lo, hi = min(faces) * dice, max(faces) * dice
    return Number(lo, hi, max(lo, min(dice, hi)))


def apply_reading(builder: CompanionStepBuilder, phase: Reading, value: Any) -> None:
    view = builder.view
    holding = view.has(view.turn)
    if phase.gold is None and holding.drill:
        builder.go(Reading(gold=value))
        return
    gold, blood = (value, 0) if phase.gold is None else (phase.gold, value)
    builder.tell(DiceRolled(view.turn, blood, gold, holding.mine - gold, own=True))
    builder.leave("resources")


# ---------------------------------------------------------------- trade


def rate(holding: Holding) -> int:
    """How many of one kind are given for one: 4, or what Heimdall makes of it."""
    return {0: USUAL_RATE, 1: 2}.get(holding.of(HEIMDALL), 1)


def enter_trade(view: View) -> Phase | None:
    """None where nothing can be given, or trade is done by hand."""
    return Trading() if "trades" not in view.setup.by_hand and _givable(view) else None


def _givable(view: View) -> tuple[str, ...]:
    """What the player in turn can give: of what there is most first."""
    holding, least = view.has(view.turn), rate(view.has(view.turn))
    kinds = sorted((what for what in RESOURCES if holding.of(what) >= least), key=holding.of, reverse=True)
    # Four of any kinds: only where one is short of four of a kind is that another thing.
    mixed = view.setup.any_four and holding.resources >= USUAL_RATE and _several(holding)
    return (*kinds, MIXED) if mixed else tuple(kinds)


def _several(holding: Holding) -> bool:
    return sum(holding.of(what) > 0 for what in RESOURCES) > 1


def trading_decision(view: View, phase: Trading) -> Decision:
    return ask("trade.give", view.turn, (DONE, *_givable(view)))


def apply_trading(builder: CompanionStepBuilder, phase: Trading, value: Any) -> None:
    if value == DONE:
        builder.leave("trade")
    elif value == MIXED:
        builder.go(Mixing())
    else:
        least = rate(builder.view.has(builder.view.turn))
        builder.go(Receiving(_counted((value,) * least)))


def _counted(kinds: tuple[str, ...]) -> tuple[int, int, int]:
    blood, gold, diamond = map(kinds.count, RESOURCES)
    return blood, gold, diamond


def mixing_decision(view: View, phase: Mixing) -> Decision:
    holding = view.has(view.turn)
    left = tuple(what for what in RESOURCES if holding.of(what) > phase.given.count(what))
    return ask("trade.mixed", view.turn, left)


def apply_mixing(builder: CompanionStepBuilder, phase: Mixing, value: Any) -> None:
    given = (*phase.given, value)
    builder.go(Receiving(_counted(given)) if len(given) == USUAL_RATE else Mixing(given))


def receiving_decision(view: View, phase: Receiving) -> Decision:
    """What one has least of first, never what alone was given."""
    holding = view.has(view.turn)
    alone = [what for what, number in zip(RESOURCES, phase.given, strict=True) if number == sum(phase.given)]
    kinds = sorted((what for what in RESOURCES if what not in alone), key=holding.of)
    return ask("trade.take", view.turn, tuple(kinds))


def apply_receiving(builder: CompanionStepBuilder, phase: Receiving, value: Any) -> None:
    builder.tell(Traded(builder.view.turn, *phase.given, value))
    if _givable(builder.view):
        builder.go(Trading())
    else:
        builder.leave("trade")
