"""The score pad: points for any card game, 2 to 15 players.

See `rules` for the phases, `flow` for how a game continues from round to round, `corrections` for correcting
entries, `somebody` for players who join or leave, `model` for values and phases, `events` for events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.later import Later
from gm_appliance.games.scorepad.model import PLAYERS, POINTS, ScoreView


def _until(what: str) -> Callable[[Mapping[str, int | str]], bool]:
    return lambda chosen: chosen["until"] == what


def _kept(chosen: Mapping[str, int | str]) -> bool:
    return chosen["enters"] == "keeper"


def _players(chosen: Mapping[str, int | str]) -> int:
    return int(chosen["players"])


OPTIONS = (
    Option("players", Number(*PLAYERS, 4), 4, asked=True),
    # Ask for everybody's points once a round, or enter any player's points at any time.
    Option("mode", OneOf(("round", "free")), "round", asked=True),
    # At the box for all; one player for all; or each for oneself.
    Option("enters", OneOf(("all", "keeper", "each")), "all", asked=True, at_seats=True),
    Option("keeper", Number(1, PLAYERS[1], 1), 1, asked=True, at_seats=True, when=_kept, most=_players),
    Option("wins", OneOf(("highest", "lowest")), "highest", asked=True),
    Option("until", OneOf(("none", "target", "rounds")), "none", asked=True),
    Option("target", Number(-POINTS, POINTS, 100), 100, asked=True, when=_until("target")),
    Option("rounds", Number(1, 99, 10), 10, asked=True, when=_until("rounds")),
)

_rules = Later("gm_appliance.games.scorepad.rules")

SCOREPAD: Game[ScoreView, ScoreView] = Game(
    name="scorepad",
    rules=6,
    options=OPTIONS,
    begin=_rules.begin,
    public=lambda view: view,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
)
