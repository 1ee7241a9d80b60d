"""Solo: the box's deck, the cards both show at the start of a game, and the box's moves.

The box plays its seat like a person. Only `Hand` knows its cards; the view, and therefore every decision,
contains only what a person across the table would see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Chance, Decision, Number, OneOf, Opponent, Seat
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table import board, model, referee, turn_end
from gm_appliance.games.odins_table.board import COLUMNS, Move, Position, column
from gm_appliance.games.odins_table.events import BoxLaid, CardsShown, Shuffled, TooMany
from gm_appliance.games.odins_table.fight import CARDS, IDUNN
from gm_appliance.games.odins_table.hand import CARDS_OF_A_DECK, MIXTURE, Hand, dealt, in_order, orders
from gm_appliance.games.odins_table.model import BOX, DECK, FROM, ONTO, PERSON, OdinView
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.wall import Wall

WITH_IDUNN = "-idunn"  # the suffix of a move of the box in which Idunn scouts


def _dealing(view: OdinView, phase: model.Dealing) -> Decision:
    return Decision("box.shuffle", Chance(), Number(1, orders(DECK)), secret=True)


def _apply_dealing(builder: OdinStepBuilder, phase: model.Dealing, value: Any) -> None:
    builder.hand = dealt(value)
    _show(builder, BOX, builder.hand.cards)
    builder.change(phase=model.Showing())


def _show(builder: OdinStepBuilder, seat: int, cards: tuple[int | None, ...]) -> None:
    """Show a seat's six cards, sorted because their order would reveal something."""
    view = builder.view
    shown = tuple(sorted((card for card in cards if card is not None), reverse=True))
    first, second = view.dealt
    at_white = seat == view.white
    builder.tell(CardsShown(seat, shown), dealt=(shown, second) if at_white else (first, shown))


def _showing(view: OdinView, phase: model.Showing) -> Decision:
    return Decision("start.card", Seat(PERSON), OneOf(CARDS), at=-1)


def _apply_showing(builder: OdinStepBuilder, phase: model.Showing, value: Any) -> None:
    cards = (*phase.cards, value)
    if cards.count(value) > MIXTURE[value]:
        builder.tell(TooMany(PERSON, value, MIXTURE[value]))
        return
    builder.change(phase=model.Showing(cards))
    if len(cards) == COLUMNS:
        _show(builder, PERSON, cards)
        builder.change(phase=model.Laying(), wall=Wall.of(cards))


def _laying(view: OdinView, phase: model.Laying) -> Decision:
    """The order in which the box puts the cards it showed behind its wall; see `hand.in_order`."""
    domain = Number(1, orders(COLUMNS), 1)
    return Decision("box.lay", Opponent(BOX), domain, secret=True, limit=turn_end.ANSWERS)


def _apply_laying(builder: OdinStepBuilder, phase: model.Laying, value: Any) -> None:
    view, hand = builder.view, builder.hand
    assert hand is not None
    builder.hand = Hand(in_order(view.dealt[view.colour_of(BOX)], value), hand.deck)
    builder.tell(BoxLaid(), phase=model.to_begin(view))


def _moving(view: OdinView, phase: model.Moving) -> Decision:
    """Every move; and as long as there is a hidden card to turn up, every step with Idunn too.

    If Idunn guards neither of the move's columns, the move is the same without her. So the choice itself is
    secret; its effect is announced.
    """
    scouts = None in view.known[view.colour_of(PERSON)]
    domain = _moves(view.position, scouts)
    return Decision("box.move", Opponent(BOX), domain, secret=True, limit=turn_end.THINKS)


@lru_cache(maxsize=1 << 12)
def _moves(position: Position, scouts: bool) -> OneOf:
    moves = board.moves(position)
    with_idunn = (f"{one}{WITH_IDUNN}" for one in moves if scouts and not one.resurrects)
    return OneOf((*map(str, moves), *with_idunn))


def _apply_moving(builder: OdinStepBuilder, phase: model.Moving, value: Any) -> None:
    named = str(value).removesuffix(WITH_IDUNN)
    move = board.read(named)
    # Final whether or not she is there, because that is looked up now; but not before a fight.
    builder.final = named != value and not board.is_attack(builder.view.position, move)
    if move.resurrects:
        referee.resurrect(builder, move)
    else:
        referee.make_move(builder, move, _guarded(builder, move) if named != value else "")


def _guarded(builder: OdinStepBuilder, move: Move) -> str:
    """Which of the move's columns the box's Idunn guards, FROM before ONTO; "" for neither. Whether she
    guards the attacked column must not be revealed before the fight is won."""
    mover, hand = builder.view.position.turn, builder.hand
    if builder.card(mover, column(move.start)) == IDUNN:
        return FROM
    if hand and board.is_attack(builder.view.position, move):
        builder.hand = replace(hand, awaits=True)
        return ""
    return ONTO if builder.card(mover, column(move.to)) == IDUNN else ""


def _reshuffling(view: OdinView, phase: model.Reshuffling) -> Decision:
    """The order of the new deck: all cards except the five the box holds."""
    return Decision("box.reshuffle", Chance(), Number(1, orders(DECK - COLUMNS + 1)), secret=True)


def _apply_reshuffling(builder: OdinStepBuilder, phase: model.Reshuffling, value: Any) -> None:
    hand = builder.hand
    assert hand is not None
    discarded = list(CARDS_OF_A_DECK)
    for card in hand.cards:
        if card is not None:
            discarded.remove(card)
    builder.hand = hand.shuffled(discarded, value)
    builder.tell(Shuffled(BOX))
    if phase.end is None:
        turn_end.next_turn(builder)
    else:
        turn_end.go_on(builder, phase.end)


PHASES: dict[type, PhaseRules] = {
    model.Dealing: PhaseRules(_dealing, _apply_dealing),
    model.Showing: PhaseRules(_showing, _apply_showing),
    model.Laying: PhaseRules(_laying, _apply_laying),
    model.Moving: PhaseRules(_moving, _apply_moving),
    model.Reshuffling: PhaseRules(_reshuffling, _apply_reshuffling),
}
