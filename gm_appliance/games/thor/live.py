"""A live turn: an offer or an action card first, then a god card or a drawn action card; the round's end.

Gods are listed in the order of their stacks, and offers from 5 down to 0, so people's hands learn the way.
The cursor starts at the likeliest offer to a god: the highest if the seat has cards of that god, otherwise
the lowest; and at the most valuable god card. On request people correct an entry, or the box stops following
turns.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Any

from gm_appliance.core.game import Decision, Grouped, OneOf, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.thor import events, model, sheets
from gm_appliance.games.thor.model import Board, ThorStepBuilder, ThorView, Will, put
from gm_appliance.games.thor.scoring import reckon

STOP = Decision("follow.stop", Table(), Ready(("stop",)))
"""On request in every turn: the box stops following them."""

HELD = "held"  # the group for correcting the number of action cards in a hand


@lru_cache(maxsize=1 << 14)
def ask(name: str, seat: int, options: tuple[int | str, ...], at: int = 0) -> Decision:
    """A decision of that seat; cached, because the same few recur. at: where the cursor starts."""
    return Decision(name, Seat(seat), OneOf(options), at=at, on_request=(STOP,))


@lru_cache(maxsize=1 << 14)
def ask_or_correct(
    name: str, seat: int, options: tuple[int | str, ...], at: int, gods: int, will: bool
) -> Decision:
    """The same, but entries can be corrected on request. gods: the number of gods."""
    return ask(name, seat, options, at).offering(_on_request(gods, will))


@lru_cache(maxsize=8)
def _on_request(gods: int, will: bool) -> tuple[Decision, ...]:
    groups = (*model.GODS[:gods], *((HELD,) if will else ()))
    return (Decision("correct.group", Table(), OneOf(groups)), STOP)


_offering = lru_cache(maxsize=None)(model.Offering)
_taking = lru_cache(maxsize=None)(model.Taking)


def begin_turn(builder: ThorStepBuilder, seat: int) -> None:
    builder.change(phase=_offering(seat))
    _end_if_out_of_cards(builder, seat)


def _end_if_out_of_cards(builder: ThorStepBuilder, seat: int) -> None:
    board = builder.view.board
    if not board.cards[seat - 1] and not (board.will and board.will.held[seat - 1]):
        builder.tell(events.OutOfCards(seat))
        _end_round(builder)


def _offering_decision(view: ThorView, phase: model.Offering) -> Decision:
    """A hold goes to the next god, a tap to the next value; UP is one more. Each god has room for an offer,
    because the sixth ends the round."""
    board, seat = view.board, phase.seat
    groups: list[tuple[tuple[str, ...], int, int]] = []
    if board.cards[seat - 1]:
        groups = [*map(_offers, view.gods, board.offers, map(bool, board.hands[seat - 1]))]
    if board.will is not None:
        groups += [((play,), 1, 0) for play in _plays(board, seat)]
    options, sizes, starts = zip(*groups, strict=True)
    offers = Grouped(tuple(chain.from_iterable(options)), sizes, starts)
    on_request = _on_request(len(view.gods), board.will is not None)
    return Decision("turn.offer", Seat(seat), offers, at=starts[0], on_request=on_request)


@lru_cache(maxsize=1 << 12)
def _offers(god: str, lying: tuple[int, ...], own: bool) -> tuple[tuple[str, ...], int, int]:
    """All offers to a god except those already there, high ones first; their number; and the index of the
    likeliest. own: the seat has cards of the god."""
    left = tuple(f"{god}-{value}" for value in sheets.HIGH_FIRST if value not in lying)
    return left, len(left), 0 if own else len(left) - 1


def _plays(board: Board, seat: int) -> tuple[str, ...]:
    """The seat's options with action cards. The box does not know which ones it holds."""
    will = board.will
    if will is None or not will.held[seat - 1]:
        return ()
    place = ("card",) if "" in will.above and placeable(will) else ()
    lying = any(will.above)
    # A hand with only Three Gifts cannot do anything while no card lies above a god.
    gifts_only = not lying and will.held[seat - 1] <= will.hidden(model.GIFTS)
    stuck = ("stuck",) if gifts_only and not board.cards[seat - 1] else ()
    return (*place, *(("remove",) if lying else ()), *stuck)


def placeable(will: Will) -> tuple[str, ...]:
    return tuple(card for card in model.CARDS if card != model.GIFTS and will.hidden(card))


def _offer(builder: ThorStepBuilder, phase: model.Offering, value: Any) -> None:
    seat = phase.seat
    if value == "card":
        builder.change(phase=model.Playing(seat))
    elif value == "remove":
        builder.change(phase=model.Removing(seat))
    elif value == "stuck":
        builder.tell(events.OutOfCards(seat))
        _end_round(builder)
    else:
        god, _, number = value.partition("-")
        _place(builder, seat, god, int(number))


def _place(builder: ThorStepBuilder, seat: int, god: str, value: int) -> None:
    board, at = builder.view.board, model.PLACE[god]
    offers = (*board.offers[at], value)
    cards = put(board.cards, seat - 1, board.cards[seat - 1] - 1)
    after = Board(put(board.offers, at, offers), board.stacks, board.hands, cards, board.will)
    sixth = len(offers) == len(model.VALUES)
    placed = events.OfferPlaced(seat, god, value, len(offers), sixth)
    builder.go(_taking(seat, "sixth" if sixth else ""), placed, after)
    if board.will and not sixth and not cards[seat - 1]:
        builder.change(phase=model.Declaring(seat))


def _declaring_decision(view: ThorView, phase: model.Declaring) -> Decision:
    return ask_or_correct("turn.last", phase.seat, ("end", "on"), 0, len(view.gods), True)


def _declare(builder: ThorStepBuilder, phase: model.Declaring, value: Any) -> None:
    if value == "end":
        builder.tell(events.Declared(phase.seat), phase=_taking(phase.seat, "last"))
    else:
        builder.change(phase=_taking(phase.seat))


def _taking_decision(view: ThorView, phase: model.Taking) -> Decision:
    board, will = view.board, view.board.will
    left = [at for at, stack in enumerate(board.stacks) if stack]
    options = tuple([model.GODS[at] for at in left])
    if phase.closing:
        options = options if options and view.setup.must else (*options, "none")
    else:
        draw = ("draw",) if will and will.pile else ()
        options = (*options, *draw) if options else (*draw, "none")
    at = left.index(max(left, key=sheets.worths(view.setup, board).__getitem__)) if left else 0
    if phase.closing:
        # From here on corrections wait until the round is over.
        return ask("turn.take", phase.seat, options, at)
    return ask_or_correct("turn.take", phase.seat, options, at, len(view.gods), will is not None)


def _take(builder: ThorStepBuilder, phase: model.Taking, value: Any) -> None:
    board, seat = builder.view.board, phase.seat
    after = phase.seat % builder.view.setup.players + 1
    goes_on = phase if phase.closing else _offering(after)
    if value == "none":
        builder.tell(events.TookNothing(seat, not any(board.stacks)), phase=goes_on)
    elif value == "draw":
        drawn = _drawn(board, seat)
        builder.tell(events.CardDrawn(seat, drawn.pile), board=board._replace(will=drawn), phase=goes_on)
    else:
        at = model.PLACE[value]
        taken = take(board, seat, at, 1)
        builder.go(goes_on, events.GodTaken(seat, value, taken.stacks[at]), taken)
    if phase.closing:
        _end_round(builder)
    else:
        _end_if_out_of_cards(builder, after)


def _drawn(board: Board, seat: int) -> Will:
    will = board.will
    assert will is not None
    return Will(will.above, put(will.held, seat - 1, will.held[seat - 1] + 1), will.pile - 1, will.gone)


def take(board: Board, seat: int, at: int, number: int) -> Board:
    """The board after the seat takes `number` cards of the god at that index; below 0, it returns them."""
    hand = board.hands[seat - 1]
    hands = put(board.hands, seat - 1, put(hand, at, hand[at] + number))
    return Board(
        board.offers, put(board.stacks, at, board.stacks[at] - number), hands, board.cards, board.will
    )


def _end_round(builder: ThorStepBuilder) -> None:
    """The board becomes the final position. Three Gifts in hand may still have to be asked for."""
    view = builder.view
    reckon(builder, view.round, sheets.laid(view.setup, view.board))


def stop_following(builder: ThorStepBuilder) -> None:
    """The table plays the rest of the match without the box; the box uses what it knows of this round for
    suggestions when the final position is entered."""
    setup = replace(builder.view.setup, mode="final")
    builder.tell(events.FollowsTurns(False), setup=setup, phase=model.Waiting())


PHASES: dict[type, PhaseRules] = {
    model.Offering: PhaseRules(_offering_decision, _offer),
    model.Declaring: PhaseRules(_declaring_decision, _declare),
    model.Taking: PhaseRules(_taking_decision, _take),
}
