"""Correcting a wrong entry in a live round: an offer, an action card, or the cards of a player. Nothing else
changes: a card's immediate effect remains, and so does the turn."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision, Number, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.thor import events, live, model
from gm_appliance.games.thor.model import PLACE, Amending, Board, Fact, ThorStepBuilder, ThorView, Will, put
from gm_appliance.games.thor.sheets import HIGH_FIRST, NONE

BACK = "back"

_OFFER = "offer-"


def begin(builder: ThorStepBuilder, group: Any) -> None:
    """Correct an entry of that group. Only in phases that can resume after any correction."""
    phase = builder.view.phase
    assert isinstance(phase, model.Offering | model.Declaring | model.Taking)
    builder.change(phase=Amending(phase, group))


def offer_of(what: int | str) -> int | None:
    """The value of the offer in question; None if it is not an offer.

    >>> offer_of("offer-3"), offer_of("card")
    (3, None)
    """
    return int(what.removeprefix(_OFFER)) if isinstance(what, str) and what.startswith(_OFFER) else None


def fact(phase: Amending) -> Fact:
    if phase.group == live.HELD:
        return Fact("held", seat=int(phase.what))
    return Fact("card", phase.group) if phase.what == "card" else Fact("count", phase.group, int(phase.what))


def value_now(view: ThorView, one: Fact) -> int | str:
    board, will = view.board, view.board.will
    if one.kind == "count":
        return board.hands[one.seat - 1][PLACE[one.god]]
    assert will is not None
    return will.held[one.seat - 1] if one.kind == "held" else will.above[PLACE[one.god]] or NONE


def _decision(view: ThorView, phase: Amending) -> Decision:
    if phase.what == "":
        return Decision("correct.fact", Table(), OneOf((*_there(view, phase.group), BACK)))
    if (value := offer_of(phase.what)) is not None:
        return Decision("correct.offer", Table(), OneOf(_instead(view.board, phase.group, value)))
    one, now = fact(phase), value_now(view, fact(phase))
    if one.kind == "card":
        return Decision("final.card", Table(), OneOf(_other_cards(view.board, str(now))))
    return Decision(f"final.{one.kind}", Table(), Number(0, int(now) + _more(view.board, one), int(now)))


def _there(view: ThorView, group: str) -> tuple[int | str, ...]:
    """The entries that may be wrong: each offer, the last one first; the action card; everybody's cards."""
    board = view.board
    if group == live.HELD:
        held = [Fact("held", seat=seat) for seat in view.seats]
        return tuple(one.seat for one in held if value_now(view, one) or _more(board, one))
    offers = [f"{_OFFER}{value}" for value in reversed(board.offers[PLACE[group]])]
    card = ["card"] if board.will and _other_cards(board, board.will.above[PLACE[group]] or NONE) else []
    counts = [Fact("count", group, seat) for seat in view.seats]
    return (*offers, *card, *(one.seat for one in counts if value_now(view, one) or _more(board, one)))


def _more(board: Board, one: Fact) -> int:
    if one.kind == "count":
        return board.stacks[PLACE[one.god]]
    return board.will.pile if board.will else 0


def _instead(board: Board, god: str, value: int) -> tuple[int | str, ...]:
    """The other values; and the other gods with room for the offer, where it would not be the sixth."""
    room = [
        other
        for other, offers in zip(PLACE, board.offers, strict=False)
        if other != god and value not in offers and len(offers) < len(model.VALUES) - 1
    ]
    return (*(one for one in HIGH_FIRST if one != value), *room)


def _other_cards(board: Board, now: str) -> tuple[str, ...]:
    """The other cards that may lie there. An added one comes from the pile."""
    assert board.will is not None
    if now == NONE and not board.will.pile:
        return ()
    return (*((NONE,) if now != NONE else ()), *(one for one in live.placeable(board.will) if one != now))


def _choose(builder: ThorStepBuilder, phase: Amending, value: Any) -> None:
    if value == BACK:
        builder.change(phase=phase.back)
    elif phase.what == "":
        builder.change(phase=replace(phase, what=value))
    else:
        _change(builder, phase, value)
        _go_on(builder, phase)


def _change(builder: ThorStepBuilder, phase: Amending, new: Any) -> None:
    view, old = builder.view, offer_of(phase.what)
    if old is not None:
        to = str(new) if new in PLACE else phase.group
        value = old if new in PLACE else int(new)
        told = events.OfferCorrected(phase.group, old, value, to)
        builder.tell(told, board=view.board._replace(offers=_offers(view.board, told)))
        return
    one = fact(phase)
    now = value_now(view, one)
    if new != now:
        told_so = events.Corrected(view.round, one, now, new)
        builder.tell(told_so, board=_with(view.board, one, now, new))


def _offers(board: Board, told: events.OfferCorrected) -> tuple[tuple[int, ...], ...]:
    at, old, new = PLACE[told.god], told.old, told.new
    if told.to != told.god:
        rest = put(board.offers, at, tuple(one for one in board.offers[at] if one != old))
        return put(rest, PLACE[told.to], (*rest[PLACE[told.to]], old))
    other = {old: new, new: old}
    return put(board.offers, at, tuple(other.get(one, one) for one in board.offers[at]))


def _with(board: Board, one: Fact, now: Any, new: Any) -> Board:
    if one.kind == "count":
        return live.take(board, one.seat, PLACE[one.god], new - now)
    will = board.will
    assert will is not None
    if one.kind == "held":
        held, pile, above = put(will.held, one.seat - 1, new), will.pile - (new - now), will.above
    else:
        pile = will.pile + (new == NONE) - (now == NONE)
        held, above = will.held, put(will.above, PLACE[one.god], "" if new == NONE else new)
    return board._replace(will=Will(above, held, pile, will.gone))


def _go_on(builder: ThorStepBuilder, phase: Amending) -> None:
    """At the beginning of a turn, the correction may leave nothing to play."""
    if isinstance(phase.back, model.Offering):
        live.begin_turn(builder, phase.back.seat)
    else:
        builder.change(phase=phase.back)


PHASES: dict[type, PhaseRules] = {Amending: PhaseRules(_decision, _choose)}
