"""A match: games one after the other, each begun by the other colour's player, until one has won enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Chance, Decision, Number, OneOf, Outcome, Plain, Table
from gm_appliance.games.odins_table.board import BLACK, START, WHITE
from gm_appliance.games.odins_table.events import Ended, GameBegins, GameOver
from gm_appliance.games.odins_table.model import (
    FULL_PILE,
    HIDDEN,
    JUDGE,
    REFEREE,
    SEATS,
    SOLO,
    Between,
    Choosing,
    Dealing,
    Final,
    GameResult,
    Judging,
    Lots,
    Over,
    Phase,
    View,
)
from gm_appliance.games.odins_table.steps import OdinStepBuilder
from gm_appliance.games.odins_table.wall import UNSEEN

CONQUERED = "conquered"
STUCK = "stuck"
REPETITION = "repetition"
AGREED = "agreed"
"""Why a game is over; see `events.GameOver`."""

DECIDED = "decided"
PLAYED = "played"
ENDED = "ended"
"""Why a match is over; see `events.Ended`."""

NEXT = "next"
END = "end"
DONE = "done"


FIRST: Mapping[str, Phase] = {JUDGE: Judging(), REFEREE: Choosing(), SOLO: Dealing()}
"""In which phase a game begins."""


def lots_decision(view: View, phase: Lots) -> Decision:
    return Decision("white.lots", Chance(), Number(*SEATS))


def apply_lots(builder: OdinStepBuilder, phase: Lots, value: Any) -> None:
    begin_game(builder, 1, value, lots=True)


def begin_game(builder: OdinStepBuilder, game: int, white: int, *, lots: bool = False) -> None:
    """Set the pieces up; white begins."""
    builder.hand = None
    builder.tell(
        GameBegins(game, white, lots),
        phase=FIRST[builder.view.setup.mode],
        game=game,
        white=white,
        position=START,
        spaces=(0, 0),
        seen=(START,),
        known=(HIDDEN, HIDDEN),
        piles=(FULL_PILE, FULL_PILE),
        dealt=((), ()),
        wall=UNSEEN,
    )


def leader(view: View) -> int:
    """The seat that has conquered more spaces in this game; 0 where both have as many."""
    white, black = view.conquests(WHITE), view.conquests(BLACK)
    return 0 if white == black else view.seat_of(WHITE if white > black else BLACK)


def end_game(builder: OdinStepBuilder, winner: int, why: str) -> None:
    """A game is over; the match goes on, or is decided."""
    view = builder.view
    first, second = (view.conquests(view.colour_of(seat)) for seat in SEATS)
    result = GameResult(winner, why, (first, second))
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


def between_decision(view: View, phase: Between) -> Decision:
    return Decision("game.next", Table(), OneOf((NEXT, END)))


def apply_between(builder: OdinStepBuilder, phase: Between, value: Any) -> None:
    if value == NEXT:
        begin_game(builder, builder.view.game + 1, 3 - builder.view.white)
    else:
        _end(builder, ENDED)


def final_decision(view: View, phase: Final) -> Decision:
    return Decision("match.over", Table(), OneOf((DONE,)))


def apply_final(builder: OdinStepBuilder, phase: Final, value: Any) -> None:
    builder.change(phase=Over(phase.why))


def outcome(view: View) -> Outcome | None:
    """How the match ended; None while it goes on."""
    if not isinstance(view.phase, Over):
        return None
    by_round: list[Plain] = [{str(seat): int(one.winner == seat) for seat in SEATS} for one in view.results]
    games: list[Plain] = [
        {"winner": one.winner, "why": one.why, "spaces": list(one.spaces)} for one in view.results
    ]
    totals: dict[str, Plain] = {str(seat): wins for seat, wins in zip(SEATS, view.wins, strict=True)}
    facts: dict[str, Plain] = {
        "totals": totals,
        "rounds": len(by_round),
        "by_round": by_round,
        "games": games,
    }
    return Outcome(view.winners, view.phase.why, facts)
