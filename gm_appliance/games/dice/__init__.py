"""Dice of any kind, thrown by the box; available from the menu, also while playing another game. See `kinds`
for the dice on offer and `rules` for throwing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, OneOf, Option
from gm_appliance.core.later import Later
from gm_appliance.games.dice.kinds import KINDS

if TYPE_CHECKING:
    from gm_appliance.games.dice.rules import DiceView

_rules = Later("gm_appliance.games.dice.rules")

DICE: Game[DiceView, DiceView] = Game(
    name="dice",
    rules=1,
    options=(Option("kind", OneOf(tuple(KINDS)), next(iter(KINDS)), asked=True),),
    begin=_rules.begin,
    public=lambda view: view,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
    kept=False,
)
