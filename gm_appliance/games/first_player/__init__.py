"""Who begins? The box draws a player, for any game; available from the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, Number, Option
from gm_appliance.core.later import Later

if TYPE_CHECKING:
    from gm_appliance.games.first_player.rules import DrawView

_rules = Later("gm_appliance.games.first_player.rules")

FIRST_PLAYER: Game[DrawView, DrawView] = Game(
    name="first-player",
    rules=1,
    options=(Option("players", Number(2, 15, 4), 4, asked=True),),
    begin=_rules.begin,
    public=lambda view: view,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
    kept=False,
)
