"""Werewolf, for 6 to 15 players: rules that are nobody's (Davidoff 1986, Plotkin 1997)."""

from __future__ import annotations

from gm_appliance.core.game import Game, Number
from gm_appliance.core.later import Later
from gm_appliance.hidden_roles.options import of_village

_rules = Later("gm_appliance.games.werewolf.rules")

WEREWOLF: Game[object, object] = Game(
    name="werewolf",
    rules=1,
    options=of_village(Number(6, 15, 8), special=4, at_pads=1),
    begin=_rules.begin,
    public=_rules.public,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
)
