"""The referee: the whole board. Only what can be is offered, the likeliest first.

A turn is a piece and where it goes. A piece that attacks has the two cards revealed, unless they lie face
up already. What else a turn can bring (a swap, Idunn's scouting) is asked only where it concerns cards
that lie face up, or of whoever has said so.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision
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
from gm_appliance.games.odins_table.events import Attacked, Fought, Moved, Resurrected
from gm_appliance.games.odins_table.fight import CARDS, IDUNN, judged
from gm_appliance.games.odins_table.model import FROM, ONTO, Choosing, Fighting, Targeting, TurnEnd, View
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.turn_end import ask, next_turn, player, reveal_idunn, settle

# ---------------------------------------------------------------- a turn: a piece, and where it goes


def choosing_decision(view: View, phase: Choosing) -> Decision:
    """Which piece; or an empty corner, for a lost piece to come back."""
    return ask("turn.piece", player(view, view.position.turn), _movable(view.position))


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
        resurrect(builder, Move(OFF, square))


def resurrect(builder: OdinStepBuilder, move: Move) -> None:
    """A lost piece comes back."""
    view, mover = builder.view, builder.view.position.turn
    position = board.after(view.position, move)
    builder.tell(
        Resurrected(view.seat_of(mover), NAMES[move.to], board.lost(position, mover)), position=position
    )
    next_turn(builder)


def targeting_decision(view: View, phase: Targeting) -> Decision:
    """Straight ahead first, then ahead, sideways and back; beside it the columns Idunn may guard."""
    mover, square = view.position.turn, phase.square
    options = _targets(view.position, square)
    if phase.idunn:
        if phase.idunn == ONTO:
            columns = _idunns(view, square, options) - {column(square)}
            options = tuple(one for one in options if column(SQUARES[one]) in columns)
        return ask("turn.target", player(view, mover), options)
    return ask("turn.target", player(view, mover), options, _idunn_lines(view, square, options))


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
    step(builder, Move(phase.square, SQUARES[value]), phase.idunn)


def step(builder: OdinStepBuilder, move: Move, idunn: str) -> None:
    """A piece moves or attacks, and Idunn is revealed with it, or is not ("")."""
    view = builder.view
    position = view.position
    mover = position.turn
    conquers = bool(board.ENERGY[1 - mover] >> move.to & 1)
    told = (view.seat_of(mover), NAMES[move.start], NAMES[move.to], conquers)
    if board.is_attack(position, move):
        builder.tell(Attacked(*told))
        if idunn == FROM:
            reveal_idunn(builder, mover, column(move.start))
        fight(builder, Fighting(move, idunn))
        return
    builder.tell(Moved(*told), position=board.after(position, move))
    guarded = column(move.start if idunn == FROM else move.to) if idunn else None
    settle(builder, TurnEnd(mover, column(move.to), idunn=guarded), view.position)


# ---------------------------------------------------------------- a fight


def fighting_decision(view: View, phase: Fighting) -> Decision:
    """The card that is not known yet, the attacker's first; nobody need tell the box its own."""
    mover = view.position.turn
    if phase.attack is None and mover != view.box:
        return ask("fight.attack", player(view, mover), CARDS)
    return ask("fight.defence", player(view, 1 - mover), CARDS)


def apply_fighting(builder: OdinStepBuilder, phase: Fighting, value: Any) -> None:
    view, mover = builder.view, builder.view.position.turn
    if phase.attack is None and mover != view.box:
        fight(builder, replace(phase, attack=value))
        return
    attack = phase.attack if phase.attack is not None else builder.reveal(mover, column(phase.move.start))
    assert attack is not None
    _resolve(builder, phase, attack, value)


def fight(builder: OdinStepBuilder, phase: Fighting) -> None:
    """Both cards are revealed together, so one that lies hidden is told first."""
    view, move, mover = builder.view, phase.move, builder.view.position.turn
    if phase.attack is None:
        phase = replace(phase, attack=view.known[mover][column(move.start)])
    builder.change(phase=phase)
    attack, defence = phase.attack, builder.card(1 - mover, column(move.to))
    if attack is None and defence is not None:
        attack = builder.card(mover, column(move.start))
    if attack is not None and defence is not None:
        builder.reveal(mover, column(move.start))
        builder.reveal(1 - mover, column(move.to))
        _resolve(builder, phase, attack, defence)


def _resolve(builder: OdinStepBuilder, phase: Fighting, attack: int, defence: int) -> None:
    view, move, position = builder.view, phase.move, builder.view.position
    mover, verdict = position.turn, judged(attack, defence)
    after = board.after(position, move, verdict.ends)
    conqueror = next((one for one in (mover, 1 - mover) if board.conquered(position, after, one)), None)
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
    fought = won and attack == IDUNN
    idunn = column(move.start) if fought else None
    if not fought and verdict.ends != DEFENDER and phase.idunn == ONTO:
        idunn = _awaits(builder, mover, move)
    end = TurnEnd(mover, column(move.to), won and conqueror == mover, idunn, fought)
    settle(builder, end, position)


def _awaits(builder: OdinStepBuilder, mover: int, move: Move) -> int | None:
    """The column a piece has come to, if Idunn was there before; what has just been drawn does not count."""
    to = column(move.to)
    return to if to != column(move.start) and builder.card(mover, to) in (None, IDUNN) else None
