"""The heart of the score pad: what is open at each phase, and what follows.

A target or a number of rounds never ends the game by itself: a slip of the finger would. It is
said to be reached, and the table ends the game, corrects an entry or plays on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gm_appliance.core.game import (
    Choice,
    Decision,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Plain,
    Step,
    Table,
)
from gm_appliance.games.scorepad.events import Corrected, Deals, Ended, RoundBegins, RoundOver, Scored
from gm_appliance.games.scorepad.model import (
    POINTS,
    Between,
    Correcting,
    Dealing,
    Entries,
    Entry,
    Final,
    Over,
    Phase,
    Points,
    Reached,
    Reading,
    ScoreStepBuilder,
    Setup,
    Sure,
    View,
    Whose,
)

# ---------------------------------------------------------------- setup


def begin(options: Mapping[str, int | str]) -> View:
    """An empty pad; player one deals. Options as `Game.complete` returns them."""
    given: Mapping[str, Any] = options
    setup = Setup(**{name: given.get(name, 0) for name in Setup.__dataclass_fields__})
    view = View(setup, Whose(), Entries((0,) * setup.players))
    return replace(view, phase=_entering(view))


def _entering(view: View) -> Phase:
    """Where a round begins."""
    return Points(view.after_dealer) if view.setup.mode == "round" else Whose()


# ---------------------------------------------------------------- rounds and entries


def _begin_round(builder: ScoreStepBuilder, number: int, dealer: int) -> None:
    builder.change(round=number, dealer=dealer, closed=False)
    builder.tell(RoundBegins(number, dealer), phase=_entering(builder.view))


def _next_round(builder: ScoreStepBuilder) -> None:
    """A further round; the deal passes on."""
    view = builder.view
    _begin_round(builder, view.round + 1, view.dealer % view.setup.players + 1)


def _close_round(builder: ScoreStepBuilder) -> None:
    builder.tell(RoundOver(builder.view.round), closed=True)
    _settle(builder)


def _settle(builder: ScoreStepBuilder) -> None:
    """Go to where the game stands by the numbers alone: after an entry, a look, a correction."""
    view = builder.view
    why = reached(view)
    if why:
        builder.change(phase=Reached(why))
    elif not view.closed:
        builder.change(phase=Whose())
    elif view.setup.mode == "round":
        builder.change(phase=Between())
    else:
        _next_round(builder)


def reached(view: View) -> str:
    """``"target"``, ``"rounds"`` or nothing; asked when an entry or, round by round, a round is complete."""
    setup = view.setup
    if setup.target and max(view.totals.values()) >= setup.target:
        return "target"
    return "rounds" if setup.rounds and view.closed and view.round >= setup.rounds else ""


# Asked more often than all else, and always alike.
_POINTS = Decision("entry.points", Table(), Number(-POINTS, POINTS))


def _points_decision(view: View, phase: Points) -> Decision:
    return _POINTS


def _apply_points(builder: ScoreStepBuilder, phase: Points, value: Any) -> None:
    seat, rest = phase.seats[0], phase.seats[1:]
    entries = builder.view.entries.written(Entry(builder.view.round, seat, value))
    builder.tell(Scored(seat, value, entries.totals[seat - 1]), entries=entries)
    if rest:
        builder.change(phase=Points(rest))
    elif builder.view.setup.mode == "round":
        _close_round(builder)
    else:
        _settle(builder)


def _whose_decision(view: View, phase: Whose) -> Decision:
    correct = ("correct",) if view.entries else ()
    more = ("round", "standings", *correct, "dealer", "end")
    return Decision("free.who", Table(), OneOf((*view.seats, *more)))


def _apply_whose(builder: ScoreStepBuilder, phase: Whose, value: Any) -> None:
    if isinstance(value, int):
        builder.change(phase=Points((value,)))
    else:
        _MORE[value](builder)


# ---------------------------------------------------------------- between entries


def _between_decision(view: View, phase: Between) -> Decision:
    return Decision("round.next", Table(), OneOf(("next", "standings", "correct", "dealer", "end")))


def _dealing_decision(view: View, phase: Dealing) -> Decision:
    return Decision("dealer.who", Table(), OneOf((*view.seats, "back")))


def _reached_decision(view: View, phase: Reached) -> Decision:
    options = ("end", "correct", "on") if view.entries else ("end", "on")
    return Decision(f"reached.{phase.why}", Table(), OneOf(options))


def _sure_decision(view: View, phase: Sure) -> Decision:
    return Decision("end.confirm", Table(), OneOf(("end", "back")))


def _reading_decision(view: View, phase: Reading) -> Decision:
    return Decision("standings.read", Table(), OneOf(("done",)))


def _final_decision(view: View, phase: Final) -> Decision:
    return Decision("final.read", Table(), OneOf(("done",)))


def _apply_more(builder: ScoreStepBuilder, phase: Between, value: Any) -> None:
    _MORE[value](builder)


def _apply_dealing(builder: ScoreStepBuilder, phase: Dealing, value: Any) -> None:
    """The round that is open is theirs to deal, else the next one, which begins."""
    if value == "back":
        _settle(builder)
    elif builder.view.closed:
        _begin_round(builder, builder.view.round + 1, value)
    else:
        builder.tell(Deals(value), dealer=value, phase=Whose())


def _apply_reached(builder: ScoreStepBuilder, phase: Reached, value: Any) -> None:
    if value == "end":
        _end(builder, phase.why)
    elif value == "correct":
        builder.change(phase=Correcting())
    elif builder.view.closed:
        _next_round(builder)
    else:
        builder.change(phase=Whose())


def _apply_sure(builder: ScoreStepBuilder, phase: Sure, value: Any) -> None:
    if value == "end":
        _end(builder, "ended")
    else:
        _settle(builder)


def _apply_reading(builder: ScoreStepBuilder, phase: Reading, value: Any) -> None:
    _settle(builder)


def _apply_final(builder: ScoreStepBuilder, phase: Final, value: Any) -> None:
    builder.change(phase=Over(phase.why))


def _end(builder: ScoreStepBuilder, why: str) -> None:
    builder.tell(Ended(why, builder.view.winners), phase=Final(why))


_MORE: dict[str, Callable[[ScoreStepBuilder], None]] = {
    "next": _next_round,
    "round": _close_round,
    "standings": lambda builder: builder.change(phase=Reading()),
    "correct": lambda builder: builder.change(phase=Correcting()),
    "dealer": lambda builder: builder.change(phase=Dealing()),
    "end": lambda builder: builder.change(phase=Sure()),
}


# ---------------------------------------------------------------- corrections


def _correcting_decision(view: View, phase: Correcting) -> Decision:
    """Which round, the last one first; whose entry; which of several; and the new number."""
    if not phase.round:
        return Decision("correct.round", Table(), OneOf((*view.entries.rounds, "back")))
    if not phase.seat:
        there = {view.entries[at].seat for at in view.entries.places_of(phase.round)}
        seats = tuple(seat for seat in view.seats if seat in there)
        return Decision("correct.who", Table(), OneOf((*seats, "back")))
    places = view.places_of(phase.round, phase.seat)
    if not phase.number:
        return Decision("correct.entry", Table(), OneOf((*range(1, len(places) + 1), "back")))
    old = view.entries[places[phase.number - 1]].points
    return Decision("correct.points", Table(), Number(-POINTS, POINTS, old))


def _apply_correcting(builder: ScoreStepBuilder, phase: Correcting, value: Any) -> None:
    if value == "back":
        _settle(builder)
    elif not phase.round:
        builder.change(phase=Correcting(value))
    elif not phase.seat:
        several = len(builder.view.places_of(phase.round, value)) > 1
        builder.change(phase=Correcting(phase.round, value, 0 if several else 1))
    elif not phase.number:
        builder.change(phase=replace(phase, number=value))
    else:
        _correct(builder, phase, value)


def _correct(builder: ScoreStepBuilder, phase: Correcting, points: int) -> None:
    entries = builder.view.entries
    at = builder.view.places_of(phase.round, phase.seat)[phase.number - 1]
    old = entries[at].points
    builder.change(entries=entries.corrected(at, points))
    total = builder.view.totals[phase.seat]
    builder.tell(Corrected(phase.round, phase.seat, old, points, total))
    _settle(builder)


# ---------------------------------------------------------------- the four functions

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Points: _points_decision,
    Whose: _whose_decision,
    Between: _between_decision,
    Dealing: _dealing_decision,
    Reached: _reached_decision,
    Sure: _sure_decision,
    Reading: _reading_decision,
    Correcting: _correcting_decision,
    Final: _final_decision,
}

_FOLLOWS: dict[type, Callable[[ScoreStepBuilder, Any, Any], None]] = {
    Points: _apply_points,
    Whose: _apply_whose,
    Between: _apply_more,
    Dealing: _apply_dealing,
    Reached: _apply_reached,
    Sure: _apply_sure,
    Reading: _apply_reading,
    Correcting: _apply_correcting,
    Final: _apply_final,
}


def public(view: View) -> View:
    return view


def decision(view: View) -> Decision | None:
    """What is open; None once everybody has seen how it ended."""
    if isinstance(view.phase, Over):
        return None
    return _DECISIONS[type(view.phase)](view, view.phase)


def apply(view: View, choice: Choice) -> Step[View, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    open_now.demand(choice)
    builder = ScoreStepBuilder(view)
    _FOLLOWS[type(view.phase)](builder, view.phase, choice.value)
    return Step(builder.view, tuple(builder.events))


def outcome(view: View) -> Outcome | None:
    if not isinstance(view.phase, Over):
        return None
    totals: dict[str, Plain] = {str(seat): points for seat, points in view.totals.items()}
    facts: dict[str, Plain] = {"totals": totals, "rounds": view.rounds, "by_round": _by_round(view)}
    return Outcome(view.winners, view.phase.why, facts)


def _by_round(view: View) -> list[Plain]:
    """The points of each round that has any, of those who have an entry in it."""
    rounds: list[Plain] = []
    for number in reversed(view.entries.rounds):
        points: dict[int, int] = {}
        for at in view.entries.places_of(number):
            entry = view.entries[at]
            points[entry.seat] = points.get(entry.seat, 0) + entry.points
        rounds.append({str(seat): one for seat, one in points.items()})
    return rounds
