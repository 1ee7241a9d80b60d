"""The referee: follows the whole board and offers only legal choices, the likeliest first.

A turn is a piece and its target. An attack asks for the two cards, unless they lie face up. A swap is offered
as a choice only if face-up cards are involved, and Idunn scouts only if her player says so.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table import board, turn_end
from gm_appliance.games.odins_table.board import COLUMNS, NAMES, OFF, SQUARES, WHITE, Move, Position, column
from gm_appliance.games.odins_table.events import Attacked, Fought, Moved, Resurrected
from gm_appliance.games.odins_table.fight import CARDS, IDUNN, judged
from gm_appliance.games.odins_table.model import FROM, ONTO, Choosing, Fighting, OdinView, Targeting, TurnEnd
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.turn_end import ask, player


def _choosing(view: OdinView, phase: Choosing) -> Decision:
    return ask("turn.piece", player(view, view.position.turn), _movable(view.position))


@lru_cache(maxsize=1 << 12)
def _movable(position: Position) -> tuple[str, ...]:
    """The pieces that can move, the foremost first; then the corners for a lost one."""
    forward = 1 if position.turn == WHITE else -1
    pieces = [one for one in board.bits(position.own) if board.targets(position, one)]
    pieces.sort(key=lambda one: (-forward * (one // COLUMNS), one))
    return tuple(NAMES[one] for one in (*pieces, *board.bits(board.corners(position))))


def _apply_choosing(builder: OdinStepBuilder, phase: Choosing, value: Any) -> None:
    position, square = builder.view.position, SQUARES[value]
    if position.own >> square & 1:
        builder.change(phase=Targeting(square))
    else:
        resurrect(builder, Move(OFF, square))


def resurrect(builder: OdinStepBuilder, move: Move) -> None:
    view, mover = builder.view, builder.view.position.turn
    position = board.after(view.position, move)
    builder.tell(
        Resurrected(view.seat_of(mover), NAMES[move.to], board.lost(position, mover)), position=position
    )
    turn_end.next_turn(builder)


def _targeting(view: OdinView, phase: Targeting) -> Decision:
    """Targets straight ahead first, then ahead, sideways and back; also open: the columns for Idunn."""
    mover, square = view.position.turn, phase.square
    options = _targets(view.position, square)
    if phase.idunn:
        if phase.idunn == ONTO:
            columns = _idunns(view, square, options) - {column(square)}
            options = tuple(one for one in options if column(SQUARES[one]) in columns)
        return ask("turn.target", player(view, mover), options)
    columns = _idunns(view, square, options)
    lines = (
        *((FROM,) if column(square) in columns else ()),
        *((ONTO,) if columns - {column(square)} else ()),
    )
    return ask("turn.target", player(view, mover), options, lines)


@lru_cache(maxsize=1 << 14)
def _targets(position: Position, square: int) -> tuple[str, ...]:
    forward = 1 if position.turn == WHITE else -1
    row, col = divmod(square, COLUMNS)

    def distance(to: int) -> tuple[int, int, int]:
        return -forward * (to // COLUMNS - row), abs(column(to) - col), to

    return tuple(NAMES[to] for to in sorted(board.bits(board.targets(position, square)), key=distance))


def _idunns(view: OdinView, square: int, targets: tuple[str, ...]) -> set[int]:
    """The columns of these moves that Idunn may guard, by public knowledge; none if she would find no hidden
    card to turn up."""
    own, theirs = view.known[view.position.turn], view.known[1 - view.position.turn]
    columns = {column(square), *(column(SQUARES[one]) for one in targets)}
    return {one for one in columns if own[one] in (None, IDUNN)} if None in theirs else set()


def _apply_targeting(builder: OdinStepBuilder, phase: Targeting, value: Any) -> None:
    """Handle a target, or an answer to turn.idunn: Idunn is named before the piece moves."""
    if value in (FROM, ONTO):
        builder.change(phase=Targeting(phase.square, value))
    else:
        make_move(builder, Move(phase.square, SQUARES[value]), phase.idunn)


def make_move(builder: OdinStepBuilder, move: Move, idunn: str) -> None:
    """Move a piece, or begin its attack. idunn: FROM or ONTO, if that column reveals Idunn; otherwise ""."""
    view = builder.view
    position = view.position
    mover = position.turn
    conquers = bool(board.ENERGY[1 - mover] >> move.to & 1)
    told = (view.seat_of(mover), NAMES[move.start], NAMES[move.to], conquers)
    if board.is_attack(position, move):
        builder.tell(Attacked(*told))
        if idunn == FROM:
            turn_end.reveal_idunn(builder, mover, column(move.start))
        _fight(builder, Fighting(move, idunn))
        return
    builder.tell(Moved(*told), position=board.after(position, move))
    guarded = column(move.start if idunn == FROM else move.to) if idunn else None
    turn_end.settle(builder, TurnEnd(mover, column(move.to), idunn=guarded), view.position)


def _fighting(view: OdinView, phase: Fighting) -> Decision:
    """Ask for the first card not known yet, the attacker's before the defender's; never the box's."""
    mover = view.position.turn
    if phase.attack is None and mover != view.box:
        return ask("fight.attack", player(view, mover), CARDS)
    return ask("fight.defence", player(view, 1 - mover), CARDS)


def _apply_fighting(builder: OdinStepBuilder, phase: Fighting, value: Any) -> None:
    view, mover = builder.view, builder.view.position.turn
    if phase.attack is None and mover != view.box:
        _fight(builder, replace(phase, attack=value))
        return
    attack = phase.attack if phase.attack is not None else builder.reveal(mover, column(phase.move.start))
    assert attack is not None
    _resolve(builder, phase, attack, value)


def _fight(builder: OdinStepBuilder, phase: Fighting) -> None:
    """Resolve the fight once both cards are known. Hidden ones are asked for first, to be revealed
    together."""
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
    awaited = phase.idunn == ONTO or bool(mover == view.box and builder.hand and builder.hand.awaits)
    builder.discard(mover, column(move.start), attack)
    builder.discard(1 - mover, column(move.to), defence)
    won = verdict.ends == board.ATTACKER
    fought = won and attack == IDUNN
    idunn = column(move.start) if fought else None
    if not fought and verdict.ends != board.DEFENDER and awaited:
        idunn = _awaiting(builder, mover, move)
    end = TurnEnd(mover, column(move.to), won and conqueror == mover, idunn, fought)
    turn_end.settle(builder, end, position)


def _awaiting(builder: OdinStepBuilder, mover: int, move: Move) -> int | None:
    """The column the piece entered, if Idunn guarded it before; a card just drawn does not count."""
    to = column(move.to)
    return to if to != column(move.start) and builder.reveal(mover, to) in (None, IDUNN) else None


PHASES: dict[type, PhaseRules] = {
    Choosing: PhaseRules(_choosing, _apply_choosing),
    Targeting: PhaseRules(_targeting, _apply_targeting),
    Fighting: PhaseRules(_fighting, _apply_fighting),
}
