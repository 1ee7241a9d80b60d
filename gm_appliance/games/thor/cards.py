"""The action cards of The Will of Thor: placed, removed, and what they do at once.

What they make of a god's value is in `sheets.worth`, for only those that lie there at the end count.
"""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.games.thor.events import (
    CardPlaced,
    CardRemoved,
    Cried,
    OathKept,
    Reordered,
    TimesTaken,
)
from gm_appliance.games.thor.live import ask, placeable, take
from gm_appliance.games.thor.model import (
    CRY,
    GODS,
    MJOLLNIR,
    OATH,
    PLACE,
    TIMES,
    Board,
    Discarding,
    FavorableTimes,
    MjollnirsPower,
    Placing,
    Playing,
    Removing,
    Taking,
    ThorStepBuilder,
    VanirsOath,
    View,
    Will,
    put,
)

AT_ONCE = 2
"""The most cards Favorable Times brings."""


def _will(board: Board) -> Will:
    assert board.will is not None
    return board.will


def _spent(held: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return put(held, seat - 1, held[seat - 1] - 1)


# ---------------------------------------------------------------- placed


def playing_decision(view: View, phase: Playing) -> Decision:
    return ask("card.which", phase.seat, placeable(_will(view.board)))


def apply_playing(builder: ThorStepBuilder, phase: Playing, value: Any) -> None:
    builder.change(phase=Placing(phase.seat, value))


def placing_decision(view: View, phase: Placing) -> Decision:
    above = _will(view.board).above
    return ask("card.god", phase.seat, tuple(GODS[at] for at, card in enumerate(above) if not card))


def apply_placing(builder: ThorStepBuilder, phase: Placing, value: Any) -> None:
    board, seat, card = builder.view.board, phase.seat, phase.card
    will = _will(board)
    above = put(will.above, PLACE[value], card)
    after = Will(above, _spent(will.held, seat), will.pile, will.gone)
    builder.tell(CardPlaced(seat, card, value), board=board._replace(will=after), phase=Taking(seat))
    if card == TIMES:
        builder.change(phase=FavorableTimes(seat, value))
    elif card == OATH:
        _swear(builder, seat, value)
    elif card == MJOLLNIR:
        _strike(builder, seat, value)
    elif card == CRY:
        _cry(builder, value)


# ---------------------------------------------------------------- what they do at once


def times_decision(view: View, phase: FavorableTimes) -> Decision:
    most = min(AT_ONCE, view.board.stacks[PLACE[phase.god]])
    return ask("times.take", phase.seat, tuple(range(most, -1, -1)))


def apply_times(builder: ThorStepBuilder, phase: FavorableTimes, value: Any) -> None:
    at = PLACE[phase.god]
    after = take(builder.view.board, phase.seat, at, value)
    told = TimesTaken(phase.seat, phase.god, value, after.stacks[at])
    builder.tell(told, board=after, phase=Taking(phase.seat))


def _swear(builder: ThorStepBuilder, seat: int, god: str) -> None:
    if _victims(builder.view.board, seat, god):
        builder.change(phase=VanirsOath(seat, god))
    else:
        builder.tell(OathKept(seat, god, 0))


def _victims(board: Board, seat: int, god: str) -> tuple[int, ...]:
    """The other seats with a card of the god."""
    at = PLACE[god]
    return tuple(one for one, hand in enumerate(board.hands, 1) if hand[at] and one != seat)


def oath_decision(view: View, phase: VanirsOath) -> Decision:
    return ask("oath.from", phase.seat, _victims(view.board, phase.seat, phase.god))


def apply_oath(builder: ThorStepBuilder, phase: VanirsOath, value: Any) -> None:
    at = PLACE[phase.god]
    after = take(take(builder.view.board, value, at, -1), phase.seat, at, 1)
    builder.tell(OathKept(phase.seat, phase.god, value), board=after, phase=Taking(phase.seat))


def _strike(builder: ThorStepBuilder, seat: int, god: str) -> None:
    if len(builder.view.board.offers[PLACE[god]]) > 1:
        builder.change(phase=MjollnirsPower(seat, god))
    else:
        builder.tell(Reordered(god, None))


def mjollnir_decision(view: View, phase: MjollnirsPower) -> Decision:
    """Only which one lies on top ever matters: the card is there once. The top one so far comes last."""
    return ask("mjollnir.top", phase.seat, view.board.offers[PLACE[phase.god]])


def apply_mjollnir(builder: ThorStepBuilder, phase: MjollnirsPower, value: Any) -> None:
    """The others keep their order."""
    board, at = builder.view.board, PLACE[phase.god]
    offers = (*(one for one in board.offers[at] if one != value), value)
    after = board._replace(offers=put(board.offers, at, offers))
    builder.tell(Reordered(phase.god, value), board=after, phase=Taking(phase.seat))


def _cry(builder: ThorStepBuilder, god: str) -> None:
    after, at = builder.view.board, PLACE[god]
    seats = tuple(seat for seat, hand in enumerate(after.hands, 1) if hand[at])
    for seat in seats:
        after = take(after, seat, at, -1)
    builder.tell(Cried(god, seats, after.stacks[at]), board=after)


# ---------------------------------------------------------------- removed


def removing_decision(view: View, phase: Removing) -> Decision:
    above = _will(view.board).above
    return ask("remove.god", phase.seat, tuple(GODS[at] for at, card in enumerate(above) if card))


def apply_removing(builder: ThorStepBuilder, phase: Removing, value: Any) -> None:
    builder.change(phase=Discarding(phase.seat, value))


def discarding_decision(view: View, phase: Discarding) -> Decision:
    return ask("remove.with", phase.seat, _will(view.board).unseen())


def apply_discarding(builder: ThorStepBuilder, phase: Discarding, value: Any) -> None:
    board, seat, god = builder.view.board, phase.seat, phase.god
    will, at = _will(board), PLACE[god]
    card = will.above[at]
    gone = (*will.gone, card, value)
    after = Will(put(will.above, at, ""), _spent(will.held, seat), will.pile, gone)
    builder.tell(CardRemoved(seat, god, card, value), board=board._replace(will=after), phase=Taking(seat))
