"""A match: games with alternating colours until one player has won more than half of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import JSON, Chance, Decision, Number, OneOf, Outcome, Ready, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.odins_table import model
from gm_appliance.games.odins_table.board import BLACK, START, WHITE
from gm_appliance.games.odins_table.events import Ended, GameBegins, GameOver
from gm_appliance.games.odins_table.model import SEATS, Between, Final, Lots, OdinView, Over, Sure
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.wall import UNSEEN

CONQUERED = "conquered"
STUCK = "stuck"
REPETITION = "repetition"
AGREED = "agreed"

DECIDED = "decided"
PLAYED = "played"
ENDED = "ended"

NEXT = "next"
END = "end"
BACK = "back"
DONE = "done"

FIRST: Mapping[str, model.Phase] = {
    model.JUDGE: model.Judging(),
    model.REFEREE: model.Choosing(),
    model.SOLO: model.Dealing(),
}


def begin_game(builder: OdinStepBuilder, game: int, white: int, *, lots: bool = False) -> None:
    """Set up a game. white: the seat that plays white. lots: it was just drawn by lot."""
    builder.hand = None
    builder.tell(
        GameBegins(game, white, lots),
        phase=FIRST[builder.view.setup.mode],
        game=game,
        white=white,
        position=START,
        spaces=(0, 0),
        seen=(START,),
        known=(model.HIDDEN, model.HIDDEN),
        piles=(model.FULL_PILE, model.FULL_PILE),
        dealt=((), ()),
        wall=UNSEEN,
    )


def leader(view: OdinView) -> int:
    """The seat that has conquered more spaces in this game; 0 for a tie."""
    white, black = view.conquests(WHITE), view.conquests(BLACK)
    return 0 if white == black else view.seat_of(WHITE if white > black else BLACK)


def end_game(builder: OdinStepBuilder, winner: int, why: str) -> None:
    """End the game, and the match if it is decided. winner: a seat; 0 for a draw. why: see `GameOver`."""
    view = builder.view
    first, second = (view.conquests(view.colour_of(seat)) for seat in SEATS)
    result = model.GameResult(winner, why, (first, second))
    builder.tell(
        GameOver(view.game, winner, why, result.spaces), results=(*view.results, result), phase=Between()
    )
    view = builder.view
    if max(view.wins) >= view.setup.to_win:
        _end(builder, DECIDED)
    elif view.game == view.setup.games:
        _end(builder, PLAYED)


def _end(builder: OdinStepBuilder, why: str) -> None:
    builder.tell(Ended(why, builder.view.winners), phase=Final(why))


def _apply_lots(builder: OdinStepBuilder, phase: Lots, value: Any) -> None:
    begin_game(builder, 1, value, lots=True)


def _between(view: OdinView, phase: Between) -> Decision:
    return Decision("game.next", Table(), OneOf((NEXT, END)))


def _apply_between(builder: OdinStepBuilder, phase: Between, value: Any) -> None:
    if value == NEXT:
        begin_game(builder, builder.view.game + 1, 3 - builder.view.white)
    else:
        builder.change(phase=Sure())


def _apply_sure(builder: OdinStepBuilder, phase: Sure, value: Any) -> None:
    if value == END:
        _end(builder, ENDED)
    else:
        builder.change(phase=Between())


def _apply_final(builder: OdinStepBuilder, phase: Final, value: Any) -> None:
    builder.change(phase=Over(phase.why))


PHASES: dict[type, PhaseRules] = {
    Lots: PhaseRules(lambda view, phase: Decision("white.lots", Chance(), Number(*SEATS)), _apply_lots),
    Between: PhaseRules(_between, _apply_between),
    Sure: PhaseRules(lambda view, phase: Decision("end.confirm", Table(), OneOf((END, BACK))), _apply_sure),
    Final: PhaseRules(lambda view, phase: Decision("match.over", Table(), Ready((DONE,))), _apply_final),
}


def outcome(view: OdinView) -> Outcome | None:
    if not isinstance(view.phase, Over):
        return None
    by_round: list[JSON] = [{str(seat): int(one.winner == seat) for seat in SEATS} for one in view.results]
    facts: dict[str, JSON] = {
        "totals": {str(seat): wins for seat, wins in zip(SEATS, view.wins, strict=True)},
        "rounds": len(by_round),
        "by_round": by_round,
        "games": [{"winner": one.winner, "why": one.why, "spaces": list(one.spaces)} for one in view.results],
    }
    began = view.white if view.game % 2 else 3 - view.white
    return Outcome(view.winners, view.phase.why, facts, {"first": began})
