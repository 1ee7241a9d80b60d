"""A live turn: an offer or an action card, then a god card or an action card; and how a round ends.

Decisions offer the likely choice first, so that it takes one press: an offer at the god of whom the
seat has most cards, and the card of the god who is worth most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Seat
from gm_appliance.games.thor.events import (
    CardDrawn,
    Declared,
    GodTaken,
    OfferPlaced,
    OutOfCards,
    TookNothing,
)
from gm_appliance.games.thor.model import (
    CARDS,
    GIFTS,
    GODS,
    PLACE,
    VALUES,
    Board,
    Declaring,
    Offering,
    Playing,
    Removing,
    Taking,
    ThorStepBuilder,
    Valuing,
    View,
    Will,
    put,
)
from gm_appliance.games.thor.scoring import reckon
from gm_appliance.games.thor.sheets import laid, worths

CARD = "card"
REMOVE = "remove"
STUCK = "stuck"
DRAW = "draw"
NOTHING = "none"


@lru_cache(maxsize=1 << 14)
def ask(name: str, seat: int, options: tuple[int | str, ...]) -> Decision:
    """A decision of the seat whose turn it is. The same ones come again and again, so each is made once."""
    return Decision(name, Seat(seat), OneOf(options))


_offering = lru_cache(maxsize=None)(Offering)
_valuing = lru_cache(maxsize=None)(Valuing)
_taking = lru_cache(maxsize=None)(Taking)
"""The phases of every turn, each made once too."""


# ---------------------------------------------------------------- the turn's first half


def begin_turn(builder: ThorStepBuilder, seat: int) -> None:
    """Ask the seat, or end the round if it has nothing left to play."""
    builder.change(phase=_offering(seat))
    _end_if_out_of_cards(builder, seat)


def _end_if_out_of_cards(builder: ThorStepBuilder, seat: int) -> None:
    board = builder.view.board
    if not board.cards[seat - 1] and not (board.will and board.will.held[seat - 1]):
        builder.tell(OutOfCards(seat))
        _end_round(builder)


def offering_decision(view: View, phase: Offering) -> Decision:
    board, seat = view.board, phase.seat
    options = _most_first(board.hands[seat - 1]) if board.cards[seat - 1] else ()
    return ask("turn.offer", seat, options if board.will is None else (*options, *_plays(board, seat)))


@lru_cache(maxsize=1 << 12)
def _most_first(hand: tuple[int, ...]) -> tuple[str, ...]:
    """The gods, those of whom the hand has most cards first. Each has room: a sixth offer ends the round."""
    return tuple(GODS[at] for at in sorted(range(len(hand)), key=lambda at: -hand[at]))


def _plays(board: Board, seat: int) -> tuple[str, ...]:
    """What can be done with an action card in hand, whichever it is."""
    will = board.will
    if will is None or not will.held[seat - 1]:
        return ()
    place = (CARD,) if "" in will.above and placeable(will) else ()
    lying = any(will.above)
    # A hand of Three Gifts alone can do nothing while no card lies above a god.
    gifts_only = not lying and will.held[seat - 1] <= will.hidden(GIFTS)
    stuck = (STUCK,) if gifts_only and not board.cards[seat - 1] else ()
    return (*place, *((REMOVE,) if lying else ()), *stuck)


def placeable(will: Will) -> tuple[str, ...]:
    """The action cards that somebody may hold and place."""
    return tuple(card for card in CARDS if card != GIFTS and will.hidden(card))


def apply_offering(builder: ThorStepBuilder, phase: Offering, value: Any) -> None:
    seat = phase.seat
    if value == CARD:
        builder.change(phase=Playing(seat))
    elif value == REMOVE:
        builder.change(phase=Removing(seat))
    elif value == STUCK:
        builder.tell(OutOfCards(seat))
        _end_round(builder)
    else:
        builder.go(_valuing(seat, value))


def valuing_decision(view: View, phase: Valuing) -> Decision:
    at, board = PLACE[phase.god], view.board
    own = board.hands[phase.seat - 1][at] > 0
    return ask("turn.value", phase.seat, _not_lying(board.offers[at], own))


@lru_cache(maxsize=1 << 12)
def _not_lying(offers: tuple[int, ...], own: bool) -> tuple[int, ...]:
    """Every value but these; high ones first where the seat has cards of the god."""
    left = tuple(value for value in VALUES if value not in offers)
    return left[::-1] if own else left


def apply_valuing(builder: ThorStepBuilder, phase: Valuing, value: Any) -> None:
    board, seat, god = builder.view.board, phase.seat, phase.god
    at = PLACE[god]
    offers = (*board.offers[at], value)
    cards = put(board.cards, seat - 1, board.cards[seat - 1] - 1)
    after = Board(put(board.offers, at, offers), board.stacks, board.hands, cards, board.will)
    sixth = len(offers) == len(VALUES)
    placed = OfferPlaced(seat, god, value, len(offers), sixth)
    builder.go(_taking(seat, "sixth" if sixth else ""), placed, after)
    if board.will and not sixth and not cards[seat - 1]:
        builder.change(phase=Declaring(seat))


def declaring_decision(view: View, phase: Declaring) -> Decision:
    return ask("turn.last", phase.seat, ("end", "on"))


def apply_declaring(builder: ThorStepBuilder, phase: Declaring, value: Any) -> None:
    if value == "end":
        builder.tell(Declared(phase.seat), phase=Taking(phase.seat, "last"))
    else:
        builder.change(phase=Taking(phase.seat))


# ---------------------------------------------------------------- the turn's second half


def taking_decision(view: View, phase: Taking) -> Decision:
    board, will = view.board, view.board.will
    values = worths(view.setup, board)
    left = [at for at, stack in enumerate(board.stacks) if stack]
    left.sort(key=values.__getitem__, reverse=True)
    options = tuple([GODS[at] for at in left])
    if phase.closing:
        options = options if options and view.setup.must else (*options, NOTHING)
    else:
        draw = (DRAW,) if will and will.pile else ()
        options = (*options, *draw) if options else (*draw, NOTHING)
    return ask("turn.take", phase.seat, options)


def apply_taking(builder: ThorStepBuilder, phase: Taking, value: Any) -> None:
    board, seat = builder.view.board, phase.seat
    after = phase.seat % builder.view.setup.players + 1
    goes_on = phase if phase.closing else _offering(after)
    if value == NOTHING:
        builder.tell(TookNothing(seat, not any(board.stacks)), phase=goes_on)
    elif value == DRAW:
        drawn = _drawn(board, seat)
        builder.tell(CardDrawn(seat, drawn.pile), board=board._replace(will=drawn), phase=goes_on)
    else:
        at = PLACE[value]
        taken = take(board, seat, at, 1)
        builder.go(goes_on, GodTaken(seat, value, taken.stacks[at]), taken)
    if phase.closing:
        _end_round(builder)
    else:
        _end_if_out_of_cards(builder, after)


def _drawn(board: Board, seat: int) -> Will:
    """The action cards when the seat has drawn one."""
    will = board.will
    assert will is not None
    return Will(will.above, put(will.held, seat - 1, will.held[seat - 1] + 1), will.pile - 1, will.gone)


def take(board: Board, seat: int, at: int, number: int) -> Board:
    """So many cards of the god at that place go to the seat; fewer than 0: back to the stack."""
    hand = board.hands[seat - 1]
    hands = put(board.hands, seat - 1, put(hand, at, hand[at] + number))
    return Board(
        board.offers, put(board.stacks, at, board.stacks[at] - number), hands, board.cards, board.will
    )


# ---------------------------------------------------------------- the end of a round


def _end_round(builder: ThorStepBuilder) -> None:
    """What lies on the table is the final position; what is in hand may have to be asked."""
    view = builder.view
    reckon(builder, view.round, laid(view.setup, view.board))
