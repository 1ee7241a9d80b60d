"""The score pad: points for any card game, 2 to 15 players.

Read `rules` for what is open at each phase, `flow` for how a game goes on from round to round,
`corrections` and `somebody` for what happens in between, `model` for the nouns, `events` for what all are
told.
"""

from collections.abc import Callable, Mapping

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.games.scorepad import rules
from gm_appliance.games.scorepad.model import MOST_ROUNDS, MOST_TARGET, PLAYERS, View


def _until(what: str) -> Callable[[Mapping[str, int | str]], bool]:
    return lambda chosen: chosen["until"] == what


OPTIONS = (
    Option("players", Number(*PLAYERS, 4), 4, asked=True),
    # Every player once a round, or whoever has points to enter.
    Option("mode", OneOf(("round", "free")), "round", asked=True),
    Option("wins", OneOf(("highest", "lowest")), "highest", asked=True),
    Option("until", OneOf(("none", "target", "rounds")), "none", asked=True),
    Option("target", Number(-MOST_TARGET, MOST_TARGET, 100), 100, asked=True, when=_until("target")),
    Option("rounds", Number(1, MOST_ROUNDS, 10), 10, asked=True, when=_until("rounds")),
)

SCOREPAD: Game[View, View] = Game(
    name="scorepad",
    rules=3,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
)
