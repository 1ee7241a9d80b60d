"""The score pad: points for any card game, 2 to 15 players.

Read `rules` for the flow, `model` for the nouns.
"""

from gm_appliance.games.game import Game, Number, OneOf, Option
from gm_appliance.games.scorepad import rules
from gm_appliance.games.scorepad.model import MOST_ROUNDS, MOST_TARGET, View

OPTIONS = (
    Option("players", Number(2, 15, 4), 4, asked=True),
    # Every player once a round, or whoever has points to enter.
    Option("mode", OneOf(("round", "free")), "round", asked=True),
    Option("wins", OneOf(("highest", "lowest")), "highest", asked=True),
    Option("until", OneOf(("none", "target", "rounds")), "none", asked=True),
    # 0: the table is asked for the number, where `until` wants one.
    Option("target", Number(0, MOST_TARGET), 0),
    Option("rounds", Number(0, MOST_ROUNDS), 0),
)

SCOREPAD: Game[View, View] = Game(
    name="scorepad",
    rules=1,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
)
