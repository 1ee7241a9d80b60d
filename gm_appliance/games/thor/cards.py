"""The action cards of The Will of Thor: placing and removing them, and their immediate effects. Cards that
change a god's value do so only while they lie there; see `sheets.worth`."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.thor import events, live, model
from gm_appliance.games.thor.model import GODS, PLACE, Board, Taking, ThorStepBuilder, ThorView, Will, put

AT_ONCE = 2  # the most cards that Favorable Times brings


def _will(board: Board) -> Will:
    assert board.will is not None
    return board.will


def _spent(held: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return put(held, seat - 1, held[seat - 1] - 1)


def _playing_decision(view: ThorView, phase: model.Playing) -> Decision:
    return live.ask("card.which", phase.seat, live.placeable(_will(view.board)))


def _play(builder: ThorStepBuilder, phase: model.Playing, value: Any) -> None:
    builder.change(phase=model.Placing(phase.seat, value))


def _placing_decision(view: ThorView, phase: model.Placing) -> Decision:
    above = _will(view.board).above
    return live.ask("card.god", phase.seat, tuple(GODS[at] for at, card in enumerate(above) if not card))


def _place(builder: ThorStepBuilder, phase: model.Placing, value: Any) -> None:
    board, seat, card = builder.view.board, phase.seat, phase.card
    will = _will(board)
    above = put(will.above, PLACE[value], card)
    after = Will(above, _spent(will.held, seat), will.pile, will.gone)
    builder.tell(events.CardPlaced(seat, card, value), board=board._replace(will=after), phase=Taking(seat))
    if card == model.TIMES:
        builder.change(phase=model.FavorableTimes(seat, value))
    elif card == model.OATH:
        _swear(builder, seat, value)
    elif card == model.MJOLLNIR:
        _strike(builder, seat, value)
    elif card == model.CRY:
        _cry(builder, value)


def _times_decision(view: ThorView, phase: model.FavorableTimes) -> Decision:
    most = min(AT_ONCE, view.board.stacks[PLACE[phase.god]])
    return live.ask("times.take", phase.seat, tuple(range(most, -1, -1)))


def _take_at_once(builder: ThorStepBuilder, phase: model.FavorableTimes, value: Any) -> None:
    at = PLACE[phase.god]
    after = live.take(builder.view.board, phase.seat, at, value)
    told = events.TimesTaken(phase.seat, phase.god, value, after.stacks[at])
    builder.tell(told, board=after, phase=Taking(phase.seat))


def _swear(builder: ThorStepBuilder, seat: int, god: str) -> None:
    if _victims(builder.view.board, seat, god):
        builder.change(phase=model.VanirsOath(seat, god))
    else:
        builder.tell(events.OathKept(seat, god, 0))


def _victims(board: Board, seat: int, god: str) -> tuple[int, ...]:
    at = PLACE[god]
    return tuple(one for one, hand in enumerate(board.hands, 1) if hand[at] and one != seat)


def _oath_decision(view: ThorView, phase: model.VanirsOath) -> Decision:
    return live.ask("oath.from", phase.seat, _victims(view.board, phase.seat, phase.god))


def _keep_oath(builder: ThorStepBuilder, phase: model.VanirsOath, value: Any) -> None:
    at = PLACE[phase.god]
    after = live.take(live.take(builder.view.board, value, at, -1), phase.seat, at, 1)
    builder.tell(events.OathKept(phase.seat, phase.god, value), board=after, phase=Taking(phase.seat))


def _strike(builder: ThorStepBuilder, seat: int, god: str) -> None:
    if len(builder.view.board.offers[PLACE[god]]) > 1:
        builder.change(phase=model.MjollnirsPower(seat, god))
    else:
        builder.tell(events.Reordered(god, None))


def _mjollnir_decision(view: ThorView, phase: model.MjollnirsPower) -> Decision:
    """Which offer goes on top; the current one is last. The others keep their order, which never matters."""
    return live.ask("mjollnir.top", phase.seat, view.board.offers[PLACE[phase.god]])


def _reorder(builder: ThorStepBuilder, phase: model.MjollnirsPower, value: Any) -> None:
    board, at = builder.view.board, PLACE[phase.god]
    offers = (*(one for one in board.offers[at] if one != value), value)
    after = board._replace(offers=put(board.offers, at, offers))
    builder.tell(events.Reordered(phase.god, value), board=after, phase=Taking(phase.seat))


def _cry(builder: ThorStepBuilder, god: str) -> None:
    after, at = builder.view.board, PLACE[god]
    seats = tuple(seat for seat, hand in enumerate(after.hands, 1) if hand[at])
    for seat in seats:
        after = live.take(after, seat, at, -1)
    builder.tell(events.Cried(god, seats, after.stacks[at]), board=after)


def _removing_decision(view: ThorView, phase: model.Removing) -> Decision:
    above = _will(view.board).above
    return live.ask("remove.god", phase.seat, tuple(GODS[at] for at, card in enumerate(above) if card))


def _remove(builder: ThorStepBuilder, phase: model.Removing, value: Any) -> None:
    builder.change(phase=model.Discarding(phase.seat, value))


def _discarding_decision(view: ThorView, phase: model.Discarding) -> Decision:
    return live.ask("remove.with", phase.seat, _will(view.board).unseen())


def _discard(builder: ThorStepBuilder, phase: model.Discarding, value: Any) -> None:
    board, seat, god = builder.view.board, phase.seat, phase.god
    will, at = _will(board), PLACE[god]
    card = will.above[at]
    after = Will(put(will.above, at, ""), _spent(will.held, seat), will.pile, (*will.gone, card, value))
    told = events.CardRemoved(seat, god, card, value)
    builder.tell(told, board=board._replace(will=after), phase=Taking(seat))


PHASES: dict[type, PhaseRules] = {
    model.Playing: PhaseRules(_playing_decision, _play),
    model.Placing: PhaseRules(_placing_decision, _place),
    model.FavorableTimes: PhaseRules(_times_decision, _take_at_once),
    model.VanirsOath: PhaseRules(_oath_decision, _keep_oath),
    model.MjollnirsPower: PhaseRules(_mjollnir_decision, _reorder),
    model.Removing: PhaseRules(_removing_decision, _remove),
    model.Discarding: PhaseRules(_discarding_decision, _discard),
}
