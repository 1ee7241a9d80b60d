"""Dice of any kind, thrown by the box: from the menu, beside every game.

Read `kinds` for the dice there are, `rules` for the throwing.
"""

from gm_appliance.core.game import Game, OneOf, Option
from gm_appliance.games.dice import rules
from gm_appliance.games.dice.kinds import KINDS
from gm_appliance.games.dice.rules import DiceView

DICE: Game[DiceView, DiceView] = Game(
    name="dice",
    rules=1,
    options=(Option("kind", OneOf(tuple(KINDS)), next(iter(KINDS)), asked=True),),
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    kept=False,
)
