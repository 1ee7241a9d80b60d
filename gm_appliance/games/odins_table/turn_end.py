"""The rest of a turn after its piece has moved, and the beginning of the next turn.

Conquests come first, because the third ends the game; then the swap by a player who lost a piece to a
conqueror; then Idunn's scouting, because she stays until the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Opponent, Seat, Table, Who
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table import board, events, model
from gm_appliance.games.odins_table.board import COLUMNS, Position
from gm_appliance.games.odins_table.fight import CARDS, IDUNN
from gm_appliance.games.odins_table.match import CONQUERED, REPETITION, STUCK, end_game, leader
from gm_appliance.games.odins_table.model import COLUMN_NAMES, OdinView, TurnEnd, put, put_known, to_begin
from gm_appliance.games.odins_table.steps import OdinStepBuilder

DRAW = "draw"
GO_ON = "on"
OFFERED = 3
"""A draw is offered from this occurrence of a position on."""

THINKS = 2.0  # seconds before the box moves
ANSWERS = 1.0  # seconds before the box answers anything else


@lru_cache(maxsize=1 << 14)
def ask(name: str, who: Who, options: tuple[int | str, ...], idunn: tuple[str, ...] = ()) -> Decision:
    """A decision of one seat, with turn.idunn open beside it if `idunn` lists answers. Cached, because the
    same decisions recur. In a list of cards the cursor starts at none, so a stray OK enters no card."""
    also = (Decision("turn.idunn", Table(), OneOf(idunn)),) if idunn else ()
    limit = ANSWERS if isinstance(who, Opponent) else None
    return Decision(name, who, OneOf(options), also=also, limit=limit, at=-1 if options is CARDS else 0)


def player(view: OdinView, colour: int) -> Who:
    return Opponent(model.BOX) if colour == view.box else Seat(view.seat_of(colour))


def settle(builder: OdinStepBuilder, end: TurnEnd, before: Position) -> None:
    """After a piece moved: announce conquests and continue the turn. before: the position at its start."""
    view = builder.view
    for colour in (end.mover, 1 - end.mover):
        if board.conquered(before, view.position, colour):
            spaces = board.conquests(view.position, colour)
            builder.tell(events.Conquered(view.seat_of(colour), spaces), seen=())
    won = board.winner(view.position)
    if won is not None:
        end_game(builder, view.seat_of(won), CONQUERED)
    elif builder.hand and builder.hand.waits:
        builder.change(phase=model.Reshuffling(end))
    else:
        go_on(builder, end)


def go_on(builder: OdinStepBuilder, end: TurnEnd) -> None:
    """Continue after conquests, with both hands complete: a swap, then Idunn."""
    view, loser = builder.view, 1 - end.mover
    if end.swap:
        asked = loser == view.box or view.known[loser] != model.HIDDEN
        builder.tell(events.MaySwap(view.seat_of(loser), asked))
        if builder.hand and loser != view.box:
            hidden = frozenset(at for at, card in enumerate(view.known[loser]) if card is None)
            builder.change(wall=view.wall.shuffled(hidden))
        if asked:
            builder.change(phase=model.Swapping(end))
            return
    _scout(builder, end)


PAIRS = tuple(f"{first}{second}" for first, second in combinations(COLUMN_NAMES, 2))


def _swapping(view: OdinView, phase: model.Swapping) -> Decision:
    """First a face-up card, because hidden ones are swapped unseen; then the column it goes to. The box names
    both columns at once."""
    loser = 1 - phase.end.mover
    known = view.known[loser]
    if loser == view.box:
        return ask("box.swap", player(view, loser), (model.NONE, *PAIRS))
    if phase.first is None:
        face_up = (COLUMN_NAMES[at] for at in range(COLUMNS) if known[at] is not None)
        return ask("swap.first", player(view, loser), (model.NONE, *face_up))
    others = sorted((at for at in range(COLUMNS) if at != phase.first), key=_nearest(phase.first))
    return ask("swap.second", player(view, loser), tuple(COLUMN_NAMES[at] for at in others))


def _nearest(to: int) -> Callable[[int], tuple[int, int]]:
    return lambda one: (abs(one - to), one)


def _apply_swapping(builder: OdinStepBuilder, phase: model.Swapping, value: Any) -> None:
    if value == model.NONE:
        _scout(builder, phase.end)
    elif value in PAIRS:
        _swap(builder, phase.end, *map(COLUMN_NAMES.index, value))
    elif phase.first is None:
        builder.change(phase=model.Swapping(phase.end, COLUMN_NAMES.index(value)))
    else:
        _swap(builder, phase.end, phase.first, COLUMN_NAMES.index(value))


def _swap(builder: OdinStepBuilder, end: TurnEnd, first: int, second: int) -> None:
    view, loser = builder.view, 1 - end.mover
    row = view.known[loser]
    row = put(put(row, first, row[second]), second, row[first])
    told = events.Swapped(view.seat_of(loser), COLUMN_NAMES[first], COLUMN_NAMES[second])
    builder.tell(told, known=put_known(view, loser, row))
    if builder.hand and loser == view.box:
        builder.hand = builder.hand.swapped(first, second)
    elif builder.hand:
        builder.change(wall=view.wall.swapped(first, second))
    _scout(builder, end)


def reveal_idunn(builder: OdinStepBuilder, colour: int, at: int) -> None:
    """Turn up Idunn in that column; she lies face up until she has fought or the turn is over."""
    builder.reveal(colour, at)
    view = builder.view
    builder.tell(
        events.IdunnRevealed(view.seat_of(colour), COLUMN_NAMES[at]),
        known=put_known(view, colour, put(view.known[colour], at, IDUNN)),
    )
    builder.seen(colour, at, IDUNN)


def _scout(builder: OdinStepBuilder, end: TurnEnd) -> None:
    if end.idunn is None:
        next_turn(builder)
        return
    if not end.fought:
        reveal_idunn(builder, end.mover, end.idunn)
    builder.change(phase=model.Scouting(end))


def _scouting(view: OdinView, phase: model.Scouting) -> Decision:
    mover = phase.end.mover
    if phase.column is not None:
        return ask("scout.card", player(view, 1 - mover), CARDS)
    hidden = sorted(
        (at for at, card in enumerate(view.known[1 - mover]) if card is None), key=_nearest(phase.end.to)
    )
    columns = tuple(COLUMN_NAMES[at] for at in hidden)
    return ask("scout.column", player(view, mover), (*columns, model.NONE) if phase.end.fought else columns)


def _apply_scouting(builder: OdinStepBuilder, phase: model.Scouting, value: Any) -> None:
    end = phase.end
    if value == model.NONE:
        next_turn(builder)
    elif phase.column is not None:
        _turn_up(builder, end, phase.column, value)
    else:
        at = COLUMN_NAMES.index(value)
        card = builder.reveal(1 - end.mover, at)
        if card is None:
            builder.change(phase=model.Scouting(end, at))
        else:
            _turn_up(builder, end, at, card)


def _turn_up(builder: OdinStepBuilder, end: TurnEnd, at: int, card: int) -> None:
    view, other = builder.view, 1 - end.mover
    told = events.TurnedUp(view.seat_of(other), COLUMN_NAMES[at], card)
    builder.tell(told, known=put_known(view, other, put(view.known[other], at, card)))
    builder.seen(other, at, card)
    if not end.fought and end.idunn is not None:
        builder.tell(events.IdunnDiscarded(view.seat_of(end.mover), COLUMN_NAMES[end.idunn]))
        builder.discard(end.mover, end.idunn, IDUNN)
    if builder.hand and builder.hand.waits:
        builder.change(phase=model.Reshuffling(None))
    else:
        next_turn(builder)


def next_turn(builder: OdinStepBuilder) -> None:
    for _ in range(2):
        view = builder.view
        seen = (*view.seen, view.position)
        builder.change(seen=seen, phase=to_begin(view))
        if board.moves(view.position):
            if (times := seen.count(view.position)) >= OFFERED:
                builder.tell(events.Repeated(times), phase=model.Repeating())
            return
        builder.tell(events.Passed(view.turn), position=board.passed(view.position))
    end_game(builder, leader(builder.view), STUCK)


def _repeating(view: OdinView, phase: model.Repeating) -> Decision:
    turn = view.position.turn
    return ask("draw.agree", player(view, 1 - turn if phase.agreed else turn), (GO_ON, DRAW))


def _apply_repeating(builder: OdinStepBuilder, phase: model.Repeating, value: Any) -> None:
    view = builder.view
    if value == GO_ON:
        asked = view.position.turn ^ phase.agreed
        builder.tell(events.PlaysOn(view.seat_of(asked)), phase=to_begin(view))
    elif phase.agreed:
        end_game(builder, 0, REPETITION)
    else:
        builder.change(phase=model.Repeating(agreed=True))


PHASES: dict[type, PhaseRules] = {
    model.Swapping: PhaseRules(_swapping, _apply_swapping),
    model.Scouting: PhaseRules(_scouting, _apply_scouting),
    model.Repeating: PhaseRules(_repeating, _apply_repeating),
}
