"""The score pad's rules: the open decision in each phase, and its consequences.

A target or a number of rounds never ends the game by itself, because a mistyped number could reach it. The
box announces it, and the table ends the game, corrects an entry or plays on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import (
    JSON,
    Choice,
    Decision,
    First,
    Number,
    OneOf,
    Outcome,
    Ready,
    Seat,
    Step,
    Table,
    demanded,
)
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.scorepad import corrections, flow, model, somebody
from gm_appliance.games.scorepad.events import Deals, Ended, Scored
from gm_appliance.games.scorepad.flow import settle
from gm_appliance.games.scorepad.model import Entries, Entry, ScoreStepBuilder, ScoreView


def begin(options: Mapping[str, int | str]) -> ScoreView:
    given: Mapping[str, Any] = options
    setup = model.Setup(**{name: given.get(name, 0) for name in model.Setup.__struct_fields__})
    return ScoreView(setup, model.FirstDeal(), Entries((0,) * setup.players))


def _deal_first(builder: ScoreStepBuilder, phase: model.FirstDeal, value: Any) -> None:
    builder.change(dealer=value)
    builder.change(phase=flow.entering(builder.view))


@lru_cache(maxsize=64)
def _points(who: Table | Seat, seats: int, left: frozenset[int], mode: str) -> Decision:
    """Cached: this is the most frequent decision, and it rarely changes."""
    on_request = somebody.open_now(seats, left, mode)
    return Decision("entry.points", who, Number(-model.POINTS, model.POINTS), on_request=on_request)


def _enter(builder: ScoreStepBuilder, phase: model.Points, value: Any) -> None:
    entry, rest = Entry(builder.view.round, phase.seats[0], value), phase.seats[1:]
    entries = builder.view.entries.written(entry)
    scored = Scored(entry.seat, value, entries.totals[entry.seat - 1])
    # All in one change, because this is the most frequent choice.
    builder.tell(scored, entries=entries, last=entry, phase=model.Points(rest) if rest else phase)
    if rest:
        return
    if builder.view.setup.mode == "round":
        flow.close_round(builder)
    else:
        settle(builder)


def _whose_decision(view: ScoreView, phase: model.Whose) -> Decision:
    correct = ("correct",) if view.entries else ()
    more, on_request = ("round", "standings", *correct, "dealer", "end"), somebody.on_request(view)
    if view.setup.enters == "each":
        also = (Decision("free.more", Table(), OneOf(more)),)
        first = First(view.playing, "press-up")
        return Decision("free.who", first, OneOf(view.playing), also=also, on_request=on_request)
    return Decision("free.who", view.who(), OneOf((*view.playing, *more)), on_request=on_request)


def _choose_seat(builder: ScoreStepBuilder, phase: model.Whose, value: Any) -> None:
    if isinstance(value, int):
        builder.change(phase=model.Points((value,)))
    else:
        _MORE[value](builder)


def _between_decision(view: ScoreView, phase: model.Between) -> Decision:
    correct = ("correct",) if view.entries else ()
    options = OneOf(("next", "standings", *correct, "dealer", "end"))
    return Decision("round.next", view.who(), options, on_request=somebody.on_request(view))


_MORE: dict[str, Callable[[ScoreStepBuilder], None]] = {
    "next": flow.next_round,
    "round": flow.close_round,
    "standings": lambda builder: builder.change(phase=model.Reading()),
    "correct": lambda builder: builder.change(phase=model.Correcting()),
    "dealer": lambda builder: builder.change(phase=model.Dealing()),
    "end": lambda builder: builder.change(phase=model.Sure()),
}


def _deal(builder: ScoreStepBuilder, phase: model.Dealing, value: Any) -> None:
    """This seat deals the open round; or, if that is complete, the next one, which begins."""
    if value == "back":
        settle(builder)
    elif builder.view.closed:
        flow.begin_round(builder, builder.view.round + 1, value)
    else:
        builder.tell(Deals(value), dealer=value, phase=model.Whose())


def _reached_decision(view: ScoreView, phase: model.Reached) -> Decision:
    options = ("end", "correct", "on") if view.entries else ("end", "on")
    on_request = somebody.on_request(view)
    return Decision(f"reached.{phase.why}", view.who(), OneOf(options), on_request=on_request)


def _end_or_go_on(builder: ScoreStepBuilder, phase: model.Reached, value: Any) -> None:
    if value == "end":
        _end(builder, phase.why)
        return
    if value == "correct":
        builder.change(phase=model.Correcting())
        return
    builder.change(beyond=builder.view.entries.chunks)
    if builder.view.closed:
        flow.next_round(builder)
    else:
        builder.change(phase=model.Whose())


def _confirm(builder: ScoreStepBuilder, phase: model.Sure, value: Any) -> None:
    if value == "end":
        _end(builder, "ended")
    else:
        settle(builder)


def _end(builder: ScoreStepBuilder, why: str) -> None:
    builder.tell(Ended(why, builder.view.winners), phase=model.Final(why))


PHASES: Mapping[type, PhaseRules] = {
    model.FirstDeal: PhaseRules(
        lambda view, phase: Decision("dealer.first", view.who(), OneOf(view.seats)), _deal_first
    ),
    model.Points: PhaseRules(
        lambda view, phase: _points(
            view.who(phase.seats[0]), len(view.entries.totals), view.left, view.setup.mode
        ),
        _enter,
    ),
    model.Whose: PhaseRules(_whose_decision, _choose_seat),
    model.Between: PhaseRules(_between_decision, lambda builder, phase, value: _MORE[value](builder)),
    model.Dealing: PhaseRules(
        lambda view, phase: Decision("dealer.who", view.who(), OneOf((*view.playing, "back"))), _deal
    ),
    model.Reached: PhaseRules(_reached_decision, _end_or_go_on),
    model.Sure: PhaseRules(
        lambda view, phase: Decision("end.confirm", view.who(), OneOf(("end", "back"))), _confirm
    ),
    model.Reading: PhaseRules(
        lambda view, phase: Decision("standings.read", view.who(), Ready(("done",))),
        lambda builder, phase, value: settle(builder),
    ),
    model.Final: PhaseRules(
        lambda view, phase: Decision("final.read", view.who(), Ready(("done",))),
        lambda builder, phase, value: builder.change(phase=model.Over(phase.why)),
    ),
    **corrections.PHASES,
    **somebody.PHASES,
}


def decision(view: ScoreView) -> Decision | None:
    phase = view.phase
    return None if isinstance(phase, model.Over) else PHASES[type(phase)].decision(view, phase)


def apply(view: ScoreView, choice: Choice) -> Step[ScoreView, ScoreView]:
    """The step that follows from the choice. Raises IllegalChoice."""
    demanded(decision(view), choice)
    entered = choice.name == "entry.points"
    builder = ScoreStepBuilder(view if entered or not view.last else replace(view, last=None))
    follows = somebody.ON_REQUEST.get(choice.name) or PHASES[type(view.phase)].apply
    follows(builder, view.phase, choice.value)
    return Step(builder.view, tuple(builder.events))


def outcome(view: ScoreView) -> Outcome | None:
    if not isinstance(view.phase, model.Over):
        return None
    totals: dict[str, JSON] = {str(seat): points for seat, points in view.totals.items()}
    facts: dict[str, JSON] = {"totals": totals, "rounds": view.rounds, "by_round": _by_round(view)}
    return Outcome(view.winners, view.phase.why, facts)


def _by_round(view: ScoreView) -> list[JSON]:
    rounds: list[JSON] = []
    for number in reversed(view.entries.rounds):
        points: dict[int, int] = {}
        for at in view.entries.places_of(number):
            entry = view.entries[at]
            points[entry.seat] = points.get(entry.seat, 0) + entry.points
        rounds.append({str(seat): one for seat, one in points.items()})
    return rounds
