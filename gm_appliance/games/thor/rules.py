"""Thor's rules: setup, rounds, and the functions of `THOR`.

A match has one round, or one for each player to begin. The box follows a round turn by turn, or people tell
it the result. Either way the round ends in a final position, which is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import (
    JSON,
    Chance,
    Choice,
    Decision,
    Number,
    OneOf,
    Outcome,
    Step,
    Table,
    demanded,
)
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.thor import amending, cards, final, live, model, scoring
from gm_appliance.games.thor.events import FollowsTurns, RoundBegins
from gm_appliance.games.thor.model import Board, ThorStepBuilder, ThorView


def begin(options: Mapping[str, int | str]) -> ThorView:
    players = int(options["players"])
    setup = model.Setup(
        players,
        str(options["mode"]),
        model.GODS if options["game"] == "big" else model.GODS[: model.BASIC],
        will=options["will_of_thor"] == "yes",
        rounds=1 if options["match"] == "single" else players,
        floor=options.get("floor_at_zero") == "yes",
        must=options.get("last_card") == "must",
    )
    phase = model.Lots() if options["first"] == "lots" else model.Choosing()
    return ThorView(setup, phase, _fresh(players, len(setup.gods), setup.will))


def hand_size(players: int, gods: int) -> int:
    """Offer cards dealt to each player; the rest are set aside unseen. Players 2 to 6, gods 5 or 6."""
    aside = {5: {2: 2, 3: 3, 4: 2, 5: 0}, 6: {4: 0, 5: 1, 6: 0}}[gods][players]
    return (gods * len(model.VALUES) - aside) // players


@lru_cache(maxsize=32)
def _fresh(players: int, gods: int, will: bool) -> Board:
    cards = model.Will(("",) * gods, (0,) * players) if will else None
    hands = ((0,) * gods,) * players
    return Board(((),) * gods, (model.COPIES,) * gods, hands, (hand_size(players, gods),) * players, cards)


def _draw_lots(builder: ThorStepBuilder, phase: model.Lots, value: Any) -> None:
    _begin_round(builder, 1, value, lots=True)


def _choose_first(builder: ThorStepBuilder, phase: model.Choosing, value: Any) -> None:
    _begin_round(builder, 1, value)


def _begin_round(builder: ThorStepBuilder, round: int, first: int, *, lots: bool = False) -> None:
    setup = builder.view.setup
    board = _fresh(setup.players, len(setup.gods), setup.will)
    told = RoundBegins(round, first, lots)
    builder.tell(told, board=board, round=round, first=first, phase=model.Waiting())
    if setup.mode == "live":
        live.begin_turn(builder, first)


def _follow_again(builder: ThorStepBuilder) -> None:
    view = builder.view
    builder.tell(FollowsTurns(True), setup=replace(view.setup, mode="live"))
    live.begin_turn(builder, view.first)


def _between(builder: ThorStepBuilder, phase: model.Between, value: Any) -> None:
    view = builder.view
    if value == "next":
        _begin_round(builder, view.round + 1, view.first % view.setup.players + 1)
    elif value == "correct":
        final.correct(builder, phase)
    else:
        builder.change(phase=model.Sure())


def _end_match(builder: ThorStepBuilder, phase: model.Sure, value: Any) -> None:
    if value == "end":
        scoring.end(builder, scoring.ENDED)
    else:
        builder.change(phase=model.Between())


def _finish(builder: ThorStepBuilder, phase: model.Final, value: Any) -> None:
    if value == "correct":
        final.correct(builder, phase)
    else:
        builder.change(phase=model.Over(phase.why))


_NEXT = Decision("round.next", Table(), OneOf(("next", "correct", "end")))
_SURE = Decision("end.confirm", Table(), OneOf(("end", "back")))
_OVER = Decision("match.over", Table(), OneOf(("done", "correct")))

PHASES: Mapping[type, PhaseRules] = {
    **live.PHASES,
    **cards.PHASES,
    **amending.PHASES,
    **final.PHASES,
    model.Lots: PhaseRules(
        lambda view, phase: Decision("first.lots", Chance(), Number(1, view.setup.players)), _draw_lots
    ),
    model.Choosing: PhaseRules(
        lambda view, phase: Decision("first.who", Table(), OneOf(view.seats)), _choose_first
    ),
    model.Between: PhaseRules(lambda view, phase: _NEXT, _between),
    model.Sure: PhaseRules(lambda view, phase: _SURE, _end_match),
    model.Final: PhaseRules(lambda view, phase: _OVER, _finish),
}


def decision(view: ThorView) -> Decision | None:
    return view.once(_open)


def _open(view: ThorView) -> Decision | None:
    phase = view.phase
    return None if isinstance(phase, model.Over) else PHASES[type(phase)].decision(view, phase)


def apply(view: ThorView, choice: Choice) -> Step[ThorView, ThorView]:
    """The step that follows from the choice. Raises IllegalChoice."""
    open_now = decision(view)
    answered, phase = demanded(open_now, choice), view.phase
    builder = ThorStepBuilder(view)
    if answered is open_now:
        PHASES[type(phase)].apply(builder, phase, choice.value)
    elif answered.name == live.STOP.name:
        live.stop_following(builder)
    elif answered.name == final.FOLLOW.name:
        _follow_again(builder)
    elif isinstance(phase, model.Entering):
        final.correct_entry(builder, phase, choice.value)
    else:
        amending.begin(builder, choice.value)
    _answer_forced(builder)
    return Step(builder.view, tuple(builder.events))


def _answer_forced(builder: ThorStepBuilder) -> None:
    """In a turn, a decision with only one option is not asked; that option is chosen."""
    while type(phase := builder.view.phase) in model.TURN:
        open_now = decision(builder.view)
        assert open_now is not None
        domain = open_now.domain
        assert isinstance(domain, OneOf)
        if len(domain.options) > 1:
            return
        PHASES[type(phase)].apply(builder, phase, domain.options[0])


def outcome(view: ThorView) -> Outcome | None:
    if not isinstance(view.phase, model.Over):
        return None
    totals: dict[str, JSON] = {str(seat): points for seat, points in view.totals.items()}
    by_round: list[JSON] = [{str(seat): points for seat, points in enumerate(one, 1)} for one in view.points]
    facts: dict[str, JSON] = {"totals": totals, "rounds": len(by_round), "by_round": by_round}
    began = (view.first - view.round) % view.setup.players + 1
    return Outcome(view.winners, view.phase.why, facts, {"first": began})
