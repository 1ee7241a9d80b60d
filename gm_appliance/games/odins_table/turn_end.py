"""What is still due in a turn when its piece has moved, and how the next one begins.

Conquests come first, for the third ends the game; then the swap of whoever lost a piece to a conqueror;
then Idunn's scouting, for she stays until the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Opponent, Seat, Table, Who
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import COLUMNS, Position
from gm_appliance.games.odins_table.events import (
    Conquered,
    IdunnDiscarded,
    IdunnRevealed,
    MaySwap,
    Passed,
    PlaysOn,
    Repeated,
    Swapped,
    TurnedUp,
)
from gm_appliance.games.odins_table.fight import CARDS, IDUNN
from gm_appliance.games.odins_table.match import CONQUERED, REPETITION, STUCK, end_game, leader
from gm_appliance.games.odins_table.model import (
    BOX,
    COLUMN_NAMES,
    HIDDEN,
    NONE,
    Repeating,
    Reshuffling,
    Scouting,
    Swapping,
    TurnEnd,
    View,
    put,
    put_known,
    to_begin,
)
from gm_appliance.games.odins_table.steps import OdinStepBuilder

DRAW = "draw"
GO_ON = "on"
OFFERED = 3
"""A position that is there so often has a draw offered."""

THINKS = 2.0
"""Seconds after which the box moves."""

ANSWERS = 1.0
"""Seconds after which it answers anything else."""


@lru_cache(maxsize=1 << 14)
def ask(name: str, who: Who, options: tuple[int | str, ...], idunn: tuple[str, ...] = ()) -> Decision:
    """A decision of one seat; beside it that it reveals Idunn, by the same buttons. The same ones come again
    and again, so each is made once."""
    also = (Decision("turn.idunn", Table(), OneOf(idunn)),) if idunn else ()
    limit = ANSWERS if isinstance(who, Opponent) else None
    return Decision(name, who, OneOf(options), also=also, limit=limit)


def player(view: View, colour: int) -> Who:
    """Who decides for a colour: a seat, or the box in its place."""
    return Opponent(BOX) if colour == view.box else Seat(view.seat_of(colour))


def settle(builder: OdinStepBuilder, end: TurnEnd, before: Position) -> None:
    """A piece has moved: conquests first, then what is still due."""
    view = builder.view
    for colour in (end.mover, 1 - end.mover):
        if board.conquered(before, view.position, colour):
            builder.tell(Conquered(view.seat_of(colour), board.conquests(view.position, colour)), seen=())
    won = board.winner(view.position)
    if won is not None:
        end_game(builder, view.seat_of(won), CONQUERED)
        return
    if builder.hand and builder.hand.waits:
        builder.change(phase=Reshuffling(end))
        return
    go_on(builder, end)


def go_on(builder: OdinStepBuilder, end: TurnEnd) -> None:
    """What is due after a turn's conquests and its used cards."""
    view, loser = builder.view, 1 - end.mover
    if end.swap:
        asked = loser == view.box or view.known[loser] != HIDDEN
        builder.tell(MaySwap(view.seat_of(loser), asked))
        if builder.hand and loser != view.box:
            hidden = frozenset(at for at, card in enumerate(view.known[loser]) if card is None)
            builder.change(wall=view.wall.shuffled(hidden))
        if asked:
            builder.change(phase=Swapping(end))
            return
    _scout(builder, end)


# ---------------------------------------------------------------- two cards swapped


PAIRS = tuple(f"{first}{second}" for first, second in combinations(COLUMN_NAMES, 2))


def swapping_decision(view: View, phase: Swapping) -> Decision:
    """One that lies face up, for the others are nobody's business; then with which one it changes places.

    The box says both columns at once, whatever lies there.
    """
    loser = 1 - phase.end.mover
    known = view.known[loser]
    if loser == view.box:
        return ask("box.swap", player(view, loser), (NONE, *PAIRS))
    if phase.first is None:
        face_up = (COLUMN_NAMES[at] for at in range(COLUMNS) if known[at] is not None)
        return ask("swap.first", player(view, loser), (NONE, *face_up))
    others = sorted((at for at in range(COLUMNS) if at != phase.first), key=_nearest(phase.first))
    return ask("swap.second", player(view, loser), tuple(COLUMN_NAMES[at] for at in others))


def _nearest(to: int) -> Callable[[int], tuple[int, int]]:
    """Columns nearest to that one first."""
    return lambda one: (abs(one - to), one)


def apply_swapping(builder: OdinStepBuilder, phase: Swapping, value: Any) -> None:
    if value == NONE:
        _scout(builder, phase.end)
    elif value in PAIRS:
        _swap(builder, phase.end, *map(COLUMN_NAMES.index, value))
    elif phase.first is None:
        builder.change(phase=Swapping(phase.end, COLUMN_NAMES.index(value)))
    else:
        _swap(builder, phase.end, phase.first, COLUMN_NAMES.index(value))


def _swap(builder: OdinStepBuilder, end: TurnEnd, first: int, second: int) -> None:
    view, loser = builder.view, 1 - end.mover
    row = view.known[loser]
    row = put(put(row, first, row[second]), second, row[first])
    told = Swapped(view.seat_of(loser), COLUMN_NAMES[first], COLUMN_NAMES[second])
    builder.tell(told, known=put_known(view, loser, row))
    if builder.hand and loser == view.box:
        builder.hand = builder.hand.swapped(first, second)
    elif builder.hand:
        builder.change(wall=view.wall.swapped(first, second))
    _scout(builder, end)


# ---------------------------------------------------------------- Idunn


def reveal_idunn(builder: OdinStepBuilder, colour: int, at: int) -> None:
    """Her card lies open until the turn is over, or until it has fought."""
    builder.reveal(colour, at)
    view = builder.view
    builder.tell(
        IdunnRevealed(view.seat_of(colour), COLUMN_NAMES[at]),
        known=put_known(view, colour, put(view.known[colour], at, IDUNN)),
    )
    builder.seen(colour, at, IDUNN)


def _scout(builder: OdinStepBuilder, end: TurnEnd) -> None:
    """Idunn scouts, if she does; she may have been in a fight, and so be gone already."""
    if end.idunn is None:
        next_turn(builder)
        return
    if not end.fought:
        reveal_idunn(builder, end.mover, end.idunn)
    builder.change(phase=Scouting(end))


def scouting_decision(view: View, phase: Scouting) -> Decision:
    mover = phase.end.mover
    if phase.column is not None:
        return ask("scout.card", player(view, 1 - mover), CARDS)
    hidden = sorted(
        (at for at, card in enumerate(view.known[1 - mover]) if card is None), key=_nearest(phase.end.to)
    )
    columns = tuple(COLUMN_NAMES[at] for at in hidden)
    return ask("scout.column", player(view, mover), (*columns, NONE) if phase.end.fought else columns)


def apply_scouting(builder: OdinStepBuilder, phase: Scouting, value: Any) -> None:
    end = phase.end
    if value == NONE:
        next_turn(builder)
        return
    if phase.column is not None:
        _turn_up(builder, end, phase.column, value)
        return
    found = COLUMN_NAMES.index(value)
    card = builder.reveal(1 - end.mover, found)
    if card is None:
        builder.change(phase=Scouting(end, found))
    else:
        _turn_up(builder, end, found, card)


def _turn_up(builder: OdinStepBuilder, end: TurnEnd, found: int, card: int) -> None:
    view, other = builder.view, 1 - end.mover
    told = TurnedUp(view.seat_of(other), COLUMN_NAMES[found], card)
    builder.tell(told, known=put_known(view, other, put(view.known[other], found, card)))
    builder.seen(other, found, card)
    if not end.fought and end.idunn is not None:
        builder.tell(IdunnDiscarded(view.seat_of(end.mover), COLUMN_NAMES[end.idunn]))
        builder.discard(end.mover, end.idunn, IDUNN)
    if builder.hand and builder.hand.waits:
        builder.change(phase=Reshuffling(None))
        return
    next_turn(builder)


# ---------------------------------------------------------------- the next turn


def next_turn(builder: OdinStepBuilder) -> None:
    """Whoever can move does; whoever cannot passes; and what was there before is noticed."""
    for _ in range(2):
        view = builder.view
        seen = (*view.seen, view.position)
        builder.change(seen=seen, phase=to_begin(view))
        if board.moves(view.position):
            if (times := seen.count(view.position)) >= OFFERED:
                builder.tell(Repeated(times), phase=Repeating())
            return
        builder.tell(Passed(view.turn), position=board.passed(view.position))
    end_game(builder, leader(builder.view), STUCK)


# ---------------------------------------------------------------- a position for the third time


def repeating_decision(view: View, phase: Repeating) -> Decision:
    turn = view.position.turn
    return ask("draw.agree", player(view, 1 - turn if phase.agreed else turn), (GO_ON, DRAW))


def apply_repeating(builder: OdinStepBuilder, phase: Repeating, value: Any) -> None:
    view = builder.view
    if value == GO_ON:
        asked = view.position.turn ^ phase.agreed
        builder.tell(PlaysOn(view.seat_of(asked)), phase=to_begin(view))
    elif phase.agreed:
        end_game(builder, 0, REPETITION)
    else:
        builder.change(phase=Repeating(agreed=True))
