"""Who begins? The box draws a player: from the menu, for any game."""

from gm_appliance.core.game import Game, Number, Option
from gm_appliance.games.first_player import rules
from gm_appliance.games.first_player.rules import DrawView

FIRST_PLAYER: Game[DrawView, DrawView] = Game(
    name="first-player",
    rules=1,
    options=(Option("players", Number(2, 15, 4), 4, asked=True),),
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    kept=False,
)
