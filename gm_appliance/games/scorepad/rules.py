"""The heart of the score pad: what is open at each stage, and what follows.

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
    Points,
    Reached,
    Reading,
    Setup,
    Stage,
    Sure,
    Telling,
    View,
    Who,
)

# ---------------------------------------------------------------- setup


def begin(options: Mapping[str, int | str]) -> View:
    """An empty pad; player one deals. Options as `Game.complete` returns them."""
    given: Mapping[str, Any] = options
    setup = Setup(**{name: given.get(name, 0) for name in Setup.__dataclass_fields__})
    view = View(setup, Who(), Entries((0,) * setup.players))
    return replace(view, stage=_entering(view))


def _entering(view: View) -> Stage:
    """Where a round begins."""
    return Points(view.after_dealer) if view.setup.mode == "round" else Who()


# ---------------------------------------------------------------- rounds and entries


def _begin_round(telling: Telling, number: int, dealer: int) -> None:
    telling.change(round=number, dealer=dealer, closed=False)
    telling.tell(RoundBegins(number, dealer), stage=_entering(telling.view))


def _next_round(telling: Telling) -> None:
    """A further round; the deal passes on."""
    view = telling.view
    _begin_round(telling, view.round + 1, view.dealer % view.setup.players + 1)


def _close_round(telling: Telling) -> None:
    telling.tell(RoundOver(telling.view.round), closed=True)
    _settle(telling)


def _settle(telling: Telling) -> None:
    """Go to where the game stands by the numbers alone: after an entry, a look, a correction."""
    view = telling.view
    why = reached(view)
    if why:
        telling.change(stage=Reached(why))
    elif not view.closed:
        telling.change(stage=Who())
    elif view.setup.mode == "round":
        telling.change(stage=Between())
    else:
        _next_round(telling)


def reached(view: View) -> str:
    """``"target"``, ``"rounds"`` or nothing; asked when an entry or, round by round, a round is complete."""
    setup = view.setup
    if setup.target and max(view.totals.values()) >= setup.target:
        return "target"
    return "rounds" if setup.rounds and view.closed and view.round >= setup.rounds else ""


# Asked more often than all else, and always alike.
_POINTS = Decision("entry.points", Table(), Number(-POINTS, POINTS))


def _points_decision(view: View, stage: Points) -> Decision:
    return _POINTS


def _apply_points(telling: Telling, stage: Points, value: Any) -> None:
    seat, rest = stage.seats[0], stage.seats[1:]
    entries = telling.view.entries.written(Entry(telling.view.round, seat, value))
    telling.tell(Scored(seat, value, entries.totals[seat - 1]), entries=entries)
    if rest:
        telling.change(stage=Points(rest))
    elif telling.view.setup.mode == "round":
        _close_round(telling)
    else:
        _settle(telling)


def _who_decision(view: View, stage: Who) -> Decision:
    correct = ("correct",) if view.entries else ()
    more = ("round", "standings", *correct, "dealer", "end")
    return Decision("free.who", Table(), OneOf((*view.seats, *more)))


def _apply_who(telling: Telling, stage: Who, value: Any) -> None:
    if isinstance(value, int):
        telling.change(stage=Points((value,)))
    else:
        _MORE[value](telling)


# ---------------------------------------------------------------- between entries


def _between_decision(view: View, stage: Between) -> Decision:
    return Decision("round.next", Table(), OneOf(("next", "standings", "correct", "dealer", "end")))


def _dealing_decision(view: View, stage: Dealing) -> Decision:
    return Decision("dealer.who", Table(), OneOf((*view.seats, "back")))


def _reached_decision(view: View, stage: Reached) -> Decision:
    options = ("end", "correct", "on") if view.entries else ("end", "on")
    return Decision(f"reached.{stage.why}", Table(), OneOf(options))


def _sure_decision(view: View, stage: Sure) -> Decision:
    return Decision("end.confirm", Table(), OneOf(("end", "back")))


def _reading_decision(view: View, stage: Reading) -> Decision:
    return Decision("standings.read", Table(), OneOf(("done",)))


def _final_decision(view: View, stage: Final) -> Decision:
    return Decision("final.read", Table(), OneOf(("done",)))


def _apply_more(telling: Telling, stage: Between, value: Any) -> None:
    _MORE[value](telling)


def _apply_dealing(telling: Telling, stage: Dealing, value: Any) -> None:
    """The round that is open is theirs to deal, else the next one, which begins."""
    if value == "back":
        _settle(telling)
    elif telling.view.closed:
        _begin_round(telling, telling.view.round + 1, value)
    else:
        telling.tell(Deals(value), dealer=value, stage=Who())


def _apply_reached(telling: Telling, stage: Reached, value: Any) -> None:
    if value == "end":
        _end(telling, stage.why)
    elif value == "correct":
        telling.change(stage=Correcting())
    elif telling.view.closed:
        _next_round(telling)
    else:
        telling.change(stage=Who())


def _apply_sure(telling: Telling, stage: Sure, value: Any) -> None:
    if value == "end":
        _end(telling, "ended")
    else:
        _settle(telling)


def _apply_reading(telling: Telling, stage: Reading, value: Any) -> None:
    _settle(telling)


def _apply_final(telling: Telling, stage: Final, value: Any) -> None:
    telling.change(stage=Over(stage.why))


def _end(telling: Telling, why: str) -> None:
    telling.tell(Ended(why, telling.view.winners), stage=Final(why))


_MORE: dict[str, Callable[[Telling], None]] = {
    "next": _next_round,
    "round": _close_round,
    "standings": lambda telling: telling.change(stage=Reading()),
    "correct": lambda telling: telling.change(stage=Correcting()),
    "dealer": lambda telling: telling.change(stage=Dealing()),
    "end": lambda telling: telling.change(stage=Sure()),
}


# ---------------------------------------------------------------- corrections


def _correcting_decision(view: View, stage: Correcting) -> Decision:
    """Which round, the last one first; whose entry; which of several; and the new number."""
    if not stage.round:
        return Decision("correct.round", Table(), OneOf((*view.entries.rounds, "back")))
    if not stage.seat:
        there = {view.entries[at].seat for at in view.entries.places_of(stage.round)}
        seats = tuple(seat for seat in view.seats if seat in there)
        return Decision("correct.who", Table(), OneOf((*seats, "back")))
    places = view.places_of(stage.round, stage.seat)
    if not stage.number:
        return Decision("correct.entry", Table(), OneOf((*range(1, len(places) + 1), "back")))
    old = view.entries[places[stage.number - 1]].points
    return Decision("correct.points", Table(), Number(-POINTS, POINTS, old))


def _apply_correcting(telling: Telling, stage: Correcting, value: Any) -> None:
    if value == "back":
        _settle(telling)
    elif not stage.round:
        telling.change(stage=Correcting(value))
    elif not stage.seat:
        several = len(telling.view.places_of(stage.round, value)) > 1
        telling.change(stage=Correcting(stage.round, value, 0 if several else 1))
    elif not stage.number:
        telling.change(stage=replace(stage, number=value))
    else:
        _correct(telling, stage, value)


def _correct(telling: Telling, stage: Correcting, points: int) -> None:
    entries = telling.view.entries
    at = telling.view.places_of(stage.round, stage.seat)[stage.number - 1]
    old = entries[at].points
    telling.change(entries=entries.corrected(at, points))
    total = telling.view.totals[stage.seat]
    telling.tell(Corrected(stage.round, stage.seat, old, points, total))
    _settle(telling)


# ---------------------------------------------------------------- the four functions

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Points: _points_decision,
    Who: _who_decision,
    Between: _between_decision,
    Dealing: _dealing_decision,
    Reached: _reached_decision,
    Sure: _sure_decision,
    Reading: _reading_decision,
    Correcting: _correcting_decision,
    Final: _final_decision,
}

_FOLLOWS: dict[type, Callable[[Telling, Any, Any], None]] = {
    Points: _apply_points,
    Who: _apply_who,
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
    if isinstance(view.stage, Over):
        return None
    return _DECISIONS[type(view.stage)](view, view.stage)


def apply(view: View, choice: Choice) -> Step[View, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    open_now.demand(choice)
    telling = Telling(view)
    _FOLLOWS[type(view.stage)](telling, view.stage, choice.value)
    return Step(telling.view, tuple(telling.told))


def outcome(view: View) -> Outcome | None:
    if not isinstance(view.stage, Over):
        return None
    totals: dict[str, Plain] = {str(seat): points for seat, points in view.totals.items()}
    return Outcome(view.winners, view.stage.why, {"totals": totals, "rounds": view.rounds})
