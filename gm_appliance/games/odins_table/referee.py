"""The referee: the whole board. Only what can be is offered, the likeliest first.

A turn is a piece and where it goes. A piece that attacks has the two cards revealed, unless they lie face
up already. What else a turn can bring (a swap, Idunn's scouting) is asked only where it concerns cards
that lie face up, or of whoever has said so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Seat, Table, Who
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import (
    ATTACKER,
    COLUMNS,
    DEFENDER,
    NAMES,
    OFF,
    SQUARES,
    WHITE,
    Move,
    Position,
    column,
)
from gm_appliance.games.odins_table.events import (
    Attacked,
    Conquered,
    Fought,
    IdunnDiscarded,
    IdunnRevealed,
    MaySwap,
    Moved,
    Passed,
    PlaysOn,
    Repeated,
    Resurrected,
    Swapped,
    TurnedUp,
)
from gm_appliance.games.odins_table.fight import CARDS, IDUNN, judged
from gm_appliance.games.odins_table.match import CONQUERED, REPETITION, STUCK, end_game, leader
from gm_appliance.games.odins_table.model import (
    COLUMN_NAMES,
    FROM,
    HIDDEN,
    NONE,
    ONTO,
    Choosing,
    Fighting,
    Repeating,
    Scouting,
    Swapping,
    Targeting,
    TurnEnd,
    View,
    put,
    put_known,
)
from gm_appliance.games.odins_table.steps import OdinStepBuilder

DRAW = "draw"
GO_ON = "on"
OFFERED = 3
"""A position that is there so often has a draw offered."""


@lru_cache(maxsize=1 << 14)
def ask(name: str, who: Who, options: tuple[int | str, ...], idunn: tuple[str, ...] = ()) -> Decision:
    """A decision of one seat; beside it that it reveals Idunn, by the same buttons. The same ones come again
    and again, so each is made once."""
    also = (Decision("turn.idunn", Table(), OneOf(idunn)),) if idunn else ()
    return Decision(name, who, OneOf(options), also=also)


def seat(view: View, colour: int) -> Seat:
    """Who decides for a colour."""
    return Seat(view.seat_of(colour))


# ---------------------------------------------------------------- a turn: a piece, and where it goes


def choosing_decision(view: View, phase: Choosing) -> Decision:
    """Which piece; or an empty corner, for a lost piece to come back."""
    return ask("turn.piece", seat(view, view.position.turn), _movable(view.position))


@lru_cache(maxsize=1 << 12)
def _movable(position: Position) -> tuple[str, ...]:
    """The pieces that can move, those farthest forward first; then the corners for a lost one."""
    forward = 1 if position.turn == WHITE else -1
    pieces = [one for one in board.bits(position.own) if board.targets(position, one)]
    pieces.sort(key=lambda one: (-forward * (one // COLUMNS), one))
    return tuple(NAMES[one] for one in (*pieces, *board.bits(board.corners(position))))


def apply_choosing(builder: OdinStepBuilder, phase: Choosing, value: Any) -> None:
    position, square = builder.view.position, SQUARES[value]
    if position.own >> square & 1:
        builder.change(phase=Targeting(square))
    else:
        _resurrect(builder, Move(OFF, square))


def _resurrect(builder: OdinStepBuilder, move: Move) -> None:
    view, mover = builder.view, builder.view.position.turn
    position = board.after(view.position, move)
    builder.tell(
        Resurrected(view.seat_of(mover), NAMES[move.to], board.lost(position, mover)), position=position
    )
    _next_turn(builder)


def targeting_decision(view: View, phase: Targeting) -> Decision:
    """Straight ahead first, then ahead, sideways and back; beside it the columns Idunn may guard."""
    mover, square = view.position.turn, phase.square
    options = _targets(view.position, square)
    if phase.idunn:
        columns = _idunns(view, square, options)
        if phase.idunn == ONTO:
            options = tuple(one for one in options if column(SQUARES[one]) in columns)
        return ask("turn.target", seat(view, mover), options)
    return ask("turn.target", seat(view, mover), options, _idunn_lines(view, square, options))


@lru_cache(maxsize=1 << 14)
def _targets(position: Position, square: int) -> tuple[str, ...]:
    forward = 1 if position.turn == WHITE else -1
    row, col = divmod(square, COLUMNS)

    def distance(to: int) -> tuple[int, int, int]:
        return -forward * (to // COLUMNS - row), abs(column(to) - col), to

    return tuple(NAMES[to] for to in sorted(board.bits(board.targets(position, square)), key=distance))


def _idunns(view: View, square: int, targets: tuple[str, ...]) -> set[int]:
    """The columns of these moves that Idunn can guard, as far as anybody knows; none where she would find
    nothing to turn up."""
    own, theirs = view.known[view.position.turn], view.known[1 - view.position.turn]
    columns = {column(square), *(column(SQUARES[one]) for one in targets)}
    return {one for one in columns if own[one] in (None, IDUNN)} if None in theirs else set()


def _idunn_lines(view: View, square: int, targets: tuple[str, ...]) -> tuple[str, ...]:
    columns = _idunns(view, square, targets)
    return (
        *((FROM,) if column(square) in columns else ()),
        *((ONTO,) if columns - {column(square)} else ()),
    )


def apply_idunn(builder: OdinStepBuilder, phase: Targeting, value: Any) -> None:
    """Said before the piece moves: she is revealed with the move, or does not come to it."""
    builder.change(phase=Targeting(phase.square, value))


def apply_targeting(builder: OdinStepBuilder, phase: Targeting, value: Any) -> None:
    view = builder.view
    position, move = view.position, Move(phase.square, SQUARES[value])
    mover = position.turn
    conquers = bool(board.ENERGY[1 - mover] >> move.to & 1)
    told = (view.seat_of(mover), NAMES[move.start], NAMES[move.to], conquers)
    if board.is_attack(position, move):
        builder.tell(Attacked(*told))
        if phase.idunn == FROM:
            _reveal_idunn(builder, mover, column(move.start))
        _fight(builder, Fighting(move, phase.idunn))
        return
    builder.tell(Moved(*told), position=board.after(position, move))
    idunn = column(move.start if phase.idunn == FROM else move.to) if phase.idunn else None
    _settle(builder, TurnEnd(mover, column(move.to), idunn=idunn), view.position)


# ---------------------------------------------------------------- a fight


def fighting_decision(view: View, phase: Fighting) -> Decision:
    mover = view.position.turn
    if phase.attack is None:
        return ask("fight.attack", seat(view, mover), CARDS)
    return ask("fight.defence", seat(view, 1 - mover), CARDS)


def apply_fighting(builder: OdinStepBuilder, phase: Fighting, value: Any) -> None:
    if phase.attack is None:
        _fight(builder, replace(phase, attack=value))
    else:
        _resolve(builder, phase, value)


def _fight(builder: OdinStepBuilder, phase: Fighting) -> None:
    """Ask for the cards that do not lie face up."""
    view, move, mover = builder.view, phase.move, builder.view.position.turn
    if phase.attack is None:
        phase = replace(phase, attack=view.known[mover][column(move.start)])
    builder.change(phase=phase)
    defence = view.known[1 - mover][column(move.to)]
    if phase.attack is not None and defence is not None:
        _resolve(builder, phase, defence)


def _resolve(builder: OdinStepBuilder, phase: Fighting, defence: int) -> None:
    view, move, attack = builder.view, phase.move, phase.attack
    assert attack is not None
    position = view.position
    mover, verdict = position.turn, judged(attack, defence)
    after = board.after(position, move, verdict.ends)
    conqueror = next((one for one in (mover, 1 - mover) if _conquered(position, after, one)), None)
    builder.tell(
        Fought(
            view.seat_of(mover),
            attack,
            defence,
            verdict.ends,
            verdict.why,
            NAMES[move.start],
            NAMES[move.to],
            0 if conqueror is None else view.seat_of(conqueror),
        ),
        position=after,
    )
    builder.discard(mover, column(move.start), attack)
    builder.discard(1 - mover, column(move.to), defence)
    won = verdict.ends == ATTACKER
    idunn, fought = None, False
    if verdict.ends != DEFENDER:
        if won and attack == IDUNN and None in builder.view.known[1 - mover]:
            idunn, fought = column(move.start), True
        elif phase.idunn == ONTO:
            idunn = column(move.to)
    end = TurnEnd(mover, column(move.to), won and conqueror == mover, idunn, fought)
    _settle(builder, end, position)


def _conquered(before: Position, after: Position, colour: int) -> bool:
    return board.conquests(after, colour) > board.conquests(before, colour)


# ---------------------------------------------------------------- the end of a turn


def _settle(builder: OdinStepBuilder, end: TurnEnd, before: Position) -> None:
    """A piece has moved: conquests first, then what is still due."""
    view = builder.view
    for colour in (end.mover, 1 - end.mover):
        if _conquered(before, view.position, colour):
            builder.tell(Conquered(view.seat_of(colour), board.conquests(view.position, colour)), seen=())
    won = board.winner(view.position)
    if won is not None:
        end_game(builder, view.seat_of(won), CONQUERED)
        return
    if end.swap:
        loser = 1 - end.mover
        asked = view.known[loser] != HIDDEN
        builder.tell(MaySwap(view.seat_of(loser), asked))
        if asked:
            builder.change(phase=Swapping(end))
            return
    _scout(builder, end)


def swapping_decision(view: View, phase: Swapping) -> Decision:
    """One that lies face up, for the others are nobody's business; then with which one it changes places."""
    loser = 1 - phase.end.mover
    known = view.known[loser]
    if phase.first is None:
        face_up = (COLUMN_NAMES[at] for at in range(COLUMNS) if known[at] is not None)
        return ask("swap.first", seat(view, loser), (NONE, *face_up))
    others = sorted((at for at in range(COLUMNS) if at != phase.first), key=_near(phase.first))
    return ask("swap.second", seat(view, loser), tuple(COLUMN_NAMES[at] for at in others))


def _near(to: int) -> Callable[[int], tuple[int, int]]:
    """Columns nearest to that one first."""
    return lambda one: (abs(one - to), one)


def apply_swapping(builder: OdinStepBuilder, phase: Swapping, value: Any) -> None:
    if value == NONE:
        _scout(builder, phase.end)
    elif phase.first is None:
        builder.change(phase=Swapping(phase.end, COLUMN_NAMES.index(value)))
    else:
        view, loser = builder.view, 1 - phase.end.mover
        first, second = phase.first, COLUMN_NAMES.index(value)
        row = view.known[loser]
        row = put(put(row, first, row[second]), second, row[first])
        builder.tell(
            Swapped(view.seat_of(loser), COLUMN_NAMES[first], value), known=put_known(view, loser, row)
        )
        _scout(builder, phase.end)


def _reveal_idunn(builder: OdinStepBuilder, colour: int, at: int) -> None:
    view = builder.view
    builder.tell(
        IdunnRevealed(view.seat_of(colour), COLUMN_NAMES[at]),
        known=put_known(view, colour, put(view.known[colour], at, IDUNN)),
    )


def _scout(builder: OdinStepBuilder, end: TurnEnd) -> None:
    """Idunn scouts, if she does; she may have been in a fight, and so be gone already."""
    if end.idunn is None:
        _next_turn(builder)
        return
    if not end.fought:
        _reveal_idunn(builder, end.mover, end.idunn)
    builder.change(phase=Scouting(end))


def scouting_decision(view: View, phase: Scouting) -> Decision:
    mover = phase.end.mover
    if phase.column is not None:
        return ask("scout.card", seat(view, 1 - mover), CARDS)
    hidden = sorted(
        (at for at, card in enumerate(view.known[1 - mover]) if card is None), key=_near(phase.end.to)
    )
    columns = tuple(COLUMN_NAMES[at] for at in hidden)
    return ask("scout.column", seat(view, mover), (*columns, NONE) if phase.end.fought else columns)


def apply_scouting(builder: OdinStepBuilder, phase: Scouting, value: Any) -> None:
    view, end = builder.view, phase.end
    if value == NONE:
        _next_turn(builder)
    elif phase.column is None:
        builder.change(phase=Scouting(end, COLUMN_NAMES.index(value)))
    else:
        other = 1 - end.mover
        row = put(view.known[other], phase.column, value)
        builder.tell(
            TurnedUp(view.seat_of(other), COLUMN_NAMES[phase.column], value),
            known=put_known(view, other, row),
        )
        if not end.fought and end.idunn is not None:
            builder.tell(IdunnDiscarded(view.seat_of(end.mover), COLUMN_NAMES[end.idunn]))
            builder.discard(end.mover, end.idunn, IDUNN)
        _next_turn(builder)


def _next_turn(builder: OdinStepBuilder) -> None:
    """Whoever can move does; whoever cannot passes; and what was there before is noticed."""
    for _ in range(2):
        view = builder.view
        seen = (*view.seen, view.position)
        builder.change(seen=seen, phase=Choosing())
        if board.moves(view.position):
            if (times := seen.count(view.position)) >= OFFERED:
                builder.tell(Repeated(times), phase=Repeating())
            return
        builder.tell(Passed(view.turn), position=board.passed(view.position))
    end_game(builder, leader(builder.view), STUCK)


# ---------------------------------------------------------------- a position for the third time


def repeating_decision(view: View, phase: Repeating) -> Decision:
    turn = view.position.turn
    return ask("draw.agree", seat(view, 1 - turn if phase.agreed else turn), (GO_ON, DRAW))


def apply_repeating(builder: OdinStepBuilder, phase: Repeating, value: Any) -> None:
    view = builder.view
    if value == GO_ON:
        asked = view.position.turn ^ phase.agreed
        builder.tell(PlaysOn(view.seat_of(asked)), phase=Choosing())
    elif phase.agreed:
        end_game(builder, 0, REPETITION)
    else:
        builder.change(phase=Repeating(agreed=True))
