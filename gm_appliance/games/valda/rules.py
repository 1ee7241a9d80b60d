"""Valda's rules: who begins, the sequence of turns, the open decision and the consequences of each choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import (
    Chance,
    Choice,
    Decision,
    Number,
    OneOf,
    PerSeat,
    Step,
    Table,
    demanded,
)
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import (
    actions,
    attack,
    building,
    conversion,
    corrections,
    effects,
    ending,
    followers,
    parts,
    phases,
    resources,
    weapons,
)
from gm_appliance.games.valda.events import AttackOrder, ByHand, Endowed, RoundBegins, StartRolled, TurnBegins
from gm_appliance.games.valda.model import START, START_MINES, Holding, ValdaView
from gm_appliance.games.valda.setup import SIDES, setup
from gm_appliance.games.valda.steps import ValdaStepBuilder
from gm_appliance.games.valda.track import ROUNDS


def begin(options: Mapping[str, int | str]) -> ValdaView:
    made = setup(options)
    rolls = made.turnaround and not made.own
    phase: phases.Phase = phases.StartRolling(made.seats) if rolls else phases.Choosing()
    return ValdaView(made, phase, (Holding(),) * made.players)


def _start_rolling_decision(view: ValdaView, phase: phases.StartRolling) -> Decision:
    return Decision("first.die", Chance(), PerSeat(tuple(map(str, phase.seats)), Number(1, SIDES)))


def _apply_start_rolling(builder: ValdaStepBuilder, phase: phases.StartRolling, value: Any) -> None:
    """The highest begins; those tied for it roll again."""
    numbers = {seat: value[str(seat)] for seat in phase.seats}
    highest = tuple(seat for seat in phase.seats if numbers[seat] == max(numbers.values()))
    builder.tell(StartRolled(tuple(numbers.items()), highest), phase=phases.StartRolling(highest))
    if len(highest) == 1:
        _start(builder, phases.Choosing(), highest[0])


def _choosing_decision(view: ValdaView, phase: phases.Choosing) -> Decision:
    return Decision("first.who", Table(), OneOf(view.seats))


def _start(builder: ValdaStepBuilder, phase: phases.Choosing, first: int) -> None:
    """Give everybody their initial resources, from the first player on, and begin the first round."""
    players = builder.view.setup.players
    builder.change(first=first)
    for at, amounts in enumerate(START[players]):
        builder.tell(Endowed((first - 1 + at) % players + 1, *amounts, START_MINES))
    _begin_round(builder, 1)


def _begin_round(builder: ValdaStepBuilder, round: int) -> None:
    builder.change(round=round)
    order, first = builder.view.order, builder.view.first
    builder.tell(RoundBegins(round, order[0], clockwise=order[0] == first))
    _begin_turn(builder, order[0])


def _begin_turn(builder: ValdaStepBuilder, seat: int) -> None:
    begun = TurnBegins(builder.view.round, seat)
    builder.tell(begun, turn=seat, lying=None, site=None, phase=phases.Done())


def _next_turn(builder: ValdaStepBuilder) -> None:
    view = builder.view
    at = view.order.index(view.turn) + 1
    if at < view.setup.players:
        _begin_turn(builder, view.order[at])
    elif view.setup.race or view.round < ROUNDS:
        builder.change(ended=view.marks)
        _begin_round(builder, view.round + 1)
    else:
        ending.finish(builder, ending.PLAYED)


TURN: Mapping[str, Callable[[ValdaView], phases.Phase | None]] = {
    "dice": resources.enter_dice,
    "trades": resources.enter_trade,
    "cards": actions.enter_actions,
    "buildings": building.enter_building,
    "attacks": attack.enter_attacks,
    "conversions": conversion.enter_conversion,
    "loki": conversion.enter_loki,
    "followers": followers.enter,
}
"""The parts of a turn in order, and how each begins; None if nothing can be done in it."""

_IN_ORDER = (*TURN,)


def _next_part(builder: ValdaStepBuilder, after: str) -> None:
    """Begin the next part in which anything is asked, or the next turn. Announce parts on the way that the
    table plays by hand."""
    setup = builder.view.setup
    for name in _IN_ORDER[_IN_ORDER.index(after) + 1 if after else 0 :]:
        followed = name in setup.parts
        phase = TURN[name](builder.view) if followed or name in setup.by_hand else None
        if phase and not followed:
            order = phase.left if isinstance(phase, phases.Attacking) else ()
            builder.tell(ByHand(builder.view.turn, name, order))
        elif phase:
            if isinstance(phase, phases.Attacking):
                builder.tell(AttackOrder(builder.view.turn, phase.left))
            builder.go(phase)
            return
    _next_turn(builder)


def _follow(builder: ValdaStepBuilder) -> None:
    """Whatever follows without a choice: the end of a race, the next part of the turn, the next turn."""
    while True:
        if ending.race_is_won(builder.view):
            ending.finish(builder, ending.WON_RACE)
        elif isinstance(phase := builder.view.phase, phases.Done):
            _next_part(builder, phase.part)
        elif over := _moot(builder.view):
            builder.leave(over)
        else:
            return


def _moot(view: ValdaView) -> str:
    """The current part of a turn if a changed balance has left nothing to choose in it; otherwise ""."""
    if isinstance(view.phase, phases.Trading) and not resources.enter_trade(view):
        return "trades"
    if isinstance(view.phase, phases.Building) and not building.enter_building(view):
        return "buildings"
    return ""


PHASES: Mapping[type, PhaseRules] = {
    phases.StartRolling: PhaseRules(_start_rolling_decision, _apply_start_rolling),
    phases.Choosing: PhaseRules(_choosing_decision, _start),
    **resources.PHASES,
    **actions.PHASES,
    **effects.PHASES,
    **building.PHASES,
    **attack.PHASES,
    **conversion.PHASES,
    **followers.PHASES,
    **weapons.PHASES,
    **corrections.PHASES,
    **ending.PHASES,
}

_ON_REQUEST: Mapping[str, Callable[[ValdaStepBuilder, Any], None]] = {
    "weapon.play": weapons.play,
    "other.who": followers.set_other,
    "correct.who": corrections.begin,
    "follow.part": parts.switch,
    "build.what": attack.build_first,
}


def decision(view: ValdaView) -> Decision | None:
    return view.once(_open)


def _open(view: ValdaView) -> Decision | None:
    rules = PHASES.get(type(view.phase))
    if rules is None:
        return None
    found = rules.decision(view, view.phase)
    asked = (
        weapons.weapon_decision(view),
        followers.others_decision(view),
        corrections.correction_decision(view),
        parts.switch_decision(view),
    )
    on_request = tuple(one for one in asked if one)
    return found.offering(on_request) if on_request else found


def apply(view: ValdaView, choice: Choice) -> Step[ValdaView, ValdaView]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    answered, phase, value = demanded(open_now, choice), view.phase, choice.value
    builder = ValdaStepBuilder(view)
    if answered is open_now:
        PHASES[type(phase)].apply(builder, phase, value)
    else:
        if isinstance(phase, phases.Acting):
            builder.go(replace(phase, begun=True))
        _ON_REQUEST[answered.name](builder, value)
    _follow(builder)
    return builder.step()
