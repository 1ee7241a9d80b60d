"""The box as an opponent: its deck, what both show as a game begins, and its moves.

It plays a seat like any other. What it holds is in its `Hand` alone; a view, and so whatever is asked,
knows of it what a person across the table would see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Chance, Decision, Number, OneOf, Opponent, Seat
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import COLUMNS, Move, Position, column
from gm_appliance.games.odins_table.events import BoxLaid, CardsShown, Shuffled
from gm_appliance.games.odins_table.fight import CARDS, IDUNN
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, Hand, dealt, in_order, orders
from gm_appliance.games.odins_table.model import (
    BOX,
    DECK,
    FROM,
    ONTO,
    PERSON,
    Dealing,
    Laying,
    Moving,
    Reshuffling,
    Showing,
    View,
    to_begin,
)
from gm_appliance.games.odins_table.referee import resurrect, step
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.turn_end import ANSWERS, THINKS, go_on, next_turn
from gm_appliance.games.odins_table.wall import Wall

WITH_IDUNN = "-idunn"

# ---------------------------------------------------------------- a game begins


def dealing_decision(view: View, phase: Dealing) -> Decision:
    """Of all orders in which a deck can lie, one."""
    return Decision("box.shuffle", Chance(), Number(1, orders(DECK)), secret=True)


def apply_dealing(builder: OdinStepBuilder, phase: Dealing, value: Any) -> None:
    builder.hand = dealt(value)
    _show(builder, BOX, builder.hand.cards)
    builder.change(phase=Showing())


def _show(builder: OdinStepBuilder, seat: int, cards: tuple[int | None, ...]) -> None:
    """Six cards lie open for all to see, in whatever order; so the strongest come first."""
    view = builder.view
    shown = tuple(sorted((card for card in cards if card is not None), reverse=True))
    first, second = view.dealt
    at_white = seat == view.white
    builder.tell(CardsShown(seat, shown), dealt=(shown, second) if at_white else (first, shown))


def showing_decision(view: View, phase: Showing) -> Decision:
    return Decision("start.card", Seat(PERSON), OneOf(CARDS))


def apply_showing(builder: OdinStepBuilder, phase: Showing, value: Any) -> None:
    cards = (*phase.cards, value)
    builder.change(phase=Showing(cards))
    if len(cards) == COLUMNS:
        _show(builder, PERSON, cards)
        builder.change(phase=Laying(), wall=Wall.of(cards))


def laying_decision(view: View, phase: Laying) -> Decision:
    """Of all orders in which the box can put its cards behind its wall, one: see `hand.in_order`, of the
    cards as they were shown."""
    return Decision("box.lay", Opponent(BOX), Number(1, orders(COLUMNS), 1), secret=True, limit=ANSWERS)


def apply_laying(builder: OdinStepBuilder, phase: Laying, value: Any) -> None:
    view, hand = builder.view, builder.hand
    assert hand is not None
    builder.hand = Hand(in_order(view.dealt[view.colour_of(BOX)], value), hand.deck)
    builder.tell(BoxLaid(), phase=to_begin(view))


# ---------------------------------------------------------------- its turn


def moving_decision(view: View, phase: Moving) -> Decision:
    """Every move, also with Idunn while she could find something to turn up. She is revealed where she
    guards one of its columns; where she does not it is the same move without her."""
    scouts = None in view.known[view.colour_of(PERSON)]
    return Decision("box.move", Opponent(BOX), _moves(view.position, scouts), limit=THINKS)


@lru_cache(maxsize=1 << 12)
def _moves(position: Position, scouts: bool) -> OneOf:
    moves = board.moves(position)
    with_idunn = (f"{one}{WITH_IDUNN}" for one in moves if scouts and not one.resurrects)
    return OneOf((*map(str, moves), *with_idunn))


def apply_moving(builder: OdinStepBuilder, phase: Moving, value: Any) -> None:
    said = str(value).removesuffix(WITH_IDUNN)
    builder.final = said != value  # whether she is there is looked up, whatever comes of it
    move = board.read(said)
    if move.resurrects:
        resurrect(builder, move)
    else:
        step(builder, move, _guards(builder, move) if said != value else "")


def _guards(builder: OdinStepBuilder, move: Move) -> str:
    """The column of the move that the box's Idunn guards; the one it leaves, if she guards both.

    Whether she guards the column it attacks is nobody's business before the fight is won.
    """
    mover = builder.view.position.turn
    if builder.card(mover, column(move.start)) == IDUNN:
        return FROM
    attacks = board.is_attack(builder.view.position, move)
    return ONTO if attacks or builder.card(mover, column(move.to)) == IDUNN else ""


# ---------------------------------------------------------------- its deck is used up


def reshuffling_decision(view: View, phase: Reshuffling) -> Decision:
    """All cards but the five it holds make a new deck."""
    return Decision("box.reshuffle", Chance(), Number(1, orders(DECK - COLUMNS + 1)), secret=True)


def apply_reshuffling(builder: OdinStepBuilder, phase: Reshuffling, value: Any) -> None:
    hand = builder.hand
    assert hand is not None
    discarded = list(CARDS_OF_A_DECK)
    for card in hand.cards:
        if card is not None:
            discarded.remove(card)
    builder.hand = hand.shuffled(discarded, value)
    builder.tell(Shuffled(BOX))
    if phase.end is None:
        next_turn(builder)
    else:
        go_on(builder, phase.end)
