"""The heart of the score pad: what is open at each phase, and what follows.

A target or a number of rounds never ends the game by itself: a slip of the finger would. It is
said to be reached, and the table ends the game, corrects an entry or plays on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
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
from gm_appliance.games.scorepad import corrections, somebody
from gm_appliance.games.scorepad.events import Deals, Ended, Scored
from gm_appliance.games.scorepad.flow import begin_round, close_round, entering, next_round, settle
from gm_appliance.games.scorepad.model import (
    POINTS,
    Between,
    Correcting,
    Dealing,
    Entries,
    Entry,
    Final,
    FirstDeal,
    Joining,
    Over,
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
    """An empty pad. Options as `Game.complete` returns them."""
    given: Mapping[str, Any] = options
    setup = Setup(**{name: given.get(name, 0) for name in Setup.__dataclass_fields__})
    return View(setup, FirstDeal(), Entries((0,) * setup.players))


def _first_deal_decision(view: View, phase: FirstDeal) -> Decision:
    return Decision("dealer.first", Table(), OneOf(view.seats))


def _apply_first_deal(builder: ScoreStepBuilder, phase: FirstDeal, value: Any) -> None:
    builder.change(dealer=value)
    builder.change(phase=entering(builder.view))


# ---------------------------------------------------------------- rounds and entries


def _points_decision(view: View, phase: Points) -> Decision:
    return _points(len(view.entries.totals), view.left)


_POINTS = "entry.points"


@lru_cache(maxsize=64)
def _points(seats: int, left: frozenset[int]) -> Decision:
    """Asked more often than all else, and nearly always alike, so it is made once."""
    on_request = somebody.open_now(seats, left)
    return Decision(_POINTS, Table(), Number(-POINTS, POINTS), on_request=on_request)


def _apply_points(builder: ScoreStepBuilder, phase: Points, value: Any) -> None:
    entry, rest = Entry(builder.view.round, phase.seats[0], value), phase.seats[1:]
    entries = builder.view.entries.written(entry)
    scored = Scored(entry.seat, value, entries.totals[entry.seat - 1])
    # Chosen more often than all else, so the view is made anew only once.
    builder.tell(scored, entries=entries, last=entry, phase=Points(rest) if rest else phase)
    if rest:
        return
    if builder.view.setup.mode == "round":
        close_round(builder)
    else:
        settle(builder)


def _whose_decision(view: View, phase: Whose) -> Decision:
    correct = ("correct",) if view.entries else ()
    more = ("round", "standings", *correct, "dealer", "end")
    return Decision("free.who", Table(), OneOf((*view.playing, *more)), on_request=somebody.on_request(view))


def _apply_whose(builder: ScoreStepBuilder, phase: Whose, value: Any) -> None:
    if isinstance(value, int):
        builder.change(phase=Points((value,)))
    else:
        _MORE[value](builder)


# ---------------------------------------------------------------- between entries


def _between_decision(view: View, phase: Between) -> Decision:
    correct = ("correct",) if view.entries else ()
    options = OneOf(("next", "standings", *correct, "dealer", "end"))
    return Decision("round.next", Table(), options, on_request=somebody.on_request(view))


def _dealing_decision(view: View, phase: Dealing) -> Decision:
    return Decision("dealer.who", Table(), OneOf((*view.playing, "back")))


def _reached_decision(view: View, phase: Reached) -> Decision:
    options = ("end", "correct", "on") if view.entries else ("end", "on")
    on_request = somebody.on_request(view)
    return Decision(f"reached.{phase.why}", Table(), OneOf(options), on_request=on_request)


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
        settle(builder)
    elif builder.view.closed:
        begin_round(builder, builder.view.round + 1, value)
    else:
        builder.tell(Deals(value), dealer=value, phase=Whose())


def _apply_reached(builder: ScoreStepBuilder, phase: Reached, value: Any) -> None:
    if value == "end":
        _end(builder, phase.why)
    elif value == "correct":
        builder.change(phase=Correcting())
    elif builder.view.closed:
        next_round(builder)
    else:
        builder.change(phase=Whose())


def _apply_sure(builder: ScoreStepBuilder, phase: Sure, value: Any) -> None:
    if value == "end":
        _end(builder, "ended")
    else:
        settle(builder)


def _apply_reading(builder: ScoreStepBuilder, phase: Reading, value: Any) -> None:
    settle(builder)


def _apply_final(builder: ScoreStepBuilder, phase: Final, value: Any) -> None:
    builder.change(phase=Over(phase.why))


def _end(builder: ScoreStepBuilder, why: str) -> None:
    builder.tell(Ended(why, builder.view.winners), phase=Final(why))


_MORE: dict[str, Callable[[ScoreStepBuilder], None]] = {
    "next": next_round,
    "round": close_round,
    "standings": lambda builder: builder.change(phase=Reading()),
    "correct": lambda builder: builder.change(phase=Correcting()),
    "dealer": lambda builder: builder.change(phase=Dealing()),
    "end": lambda builder: builder.change(phase=Sure()),
}


# ---------------------------------------------------------------- the four functions

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    FirstDeal: _first_deal_decision,
    Points: _points_decision,
    Whose: _whose_decision,
    Between: _between_decision,
    Dealing: _dealing_decision,
    Reached: _reached_decision,
    Sure: _sure_decision,
    Reading: _reading_decision,
    Correcting: corrections.decision,
    Joining: somebody.points_decision,
    Final: _final_decision,
}

_FOLLOWS: dict[type, Callable[[ScoreStepBuilder, Any, Any], None]] = {
    FirstDeal: _apply_first_deal,
    Points: _apply_points,
    Whose: _apply_whose,
    Between: _apply_more,
    Dealing: _apply_dealing,
    Reached: _apply_reached,
    Sure: _apply_sure,
    Reading: _apply_reading,
    Correcting: corrections.apply,
    Joining: somebody.join,
    Final: _apply_final,
}

_SOMEBODY: dict[str, Callable[[ScoreStepBuilder, Any, Any], None]] = {
    somebody.LEAVES: somebody.leave,
    somebody.COMES: somebody.come,
}
"""What is decided on the side, wherever the game stands."""


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
    builder = ScoreStepBuilder(view.changed({"last": None}) if view.last and choice.name != _POINTS else view)
    follows = _SOMEBODY.get(choice.name) or _FOLLOWS[type(view.phase)]
    follows(builder, view.phase, choice.value)
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
