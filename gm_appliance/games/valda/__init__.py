"""Valda, for 2 to 5 players: followers on Yggdrasil, until the drakkar has made its last mooring.

As a guide (`mode=guide`) the box leads through the parts of every turn, judges attacks, and keeps the
followers and buildings that people enter. As a companion (`mode=companion`) it also keeps resources, and
therefore asks for the effects of cards. As a score (`mode=score`) it keeps only rounds and followers. `setup`
says which parts of a turn each mode follows; everything else is the same.

Read `rules` for the flow, `model` for the nouns, `events` for the public events, `ledger` for the effect of
each event on balances. Then a module for each part of a turn: `resources` (dice and trades), `actions` (the
game phase), `effects` (of cards) and `cards` (the most common ones), `building`, `attack`, `conversion`,
`followers`; for things that can happen at any time `weapons`, `corrections`, `parts` (taken over by the
table) and `ending`; `track` for Yggdrasil and the order of turns.

A menu's first answer is the likeliest, so it takes one press. docs/developers/scripts.md lists the decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_appliance.core.game import Game
from gm_appliance.core.later import Later
from gm_appliance.games.valda.options import OPTIONS

if TYPE_CHECKING:
    from gm_appliance.games.valda.model import ValdaView

_rules, _ending = Later("gm_appliance.games.valda.rules"), Later("gm_appliance.games.valda.ending")

VALDA: Game[ValdaView, ValdaView] = Game(
    name="valda",
    rules=4,
    options=OPTIONS,
    begin=_rules.begin,
    public=lambda view: view,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_ending.outcome,
)
