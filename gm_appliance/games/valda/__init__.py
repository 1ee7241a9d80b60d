"""Valda, for 2 to 5 players: followers on Yggdrasil, until the drakkar has made its last mooring.

As a guide (`mode=guide`) the box leads through the parts of every turn, judges attacks, and keeps followers
and buildings as it is told of them. As a companion (`mode=companion`) it also keeps resources, and so asks
what cards do. As a score (`mode=score`) it keeps only rounds and followers. `setup` says which parts of a
turn each mode follows; the rest is the same.

Read `rules` for the flow, `model` for the nouns, `events` for what everybody is told, `ledger` for what each
event does to a balance. Then a module for each part of a turn: `resources` (dice and trades), `actions` (the
game phase), `effects` (what cards do) and `cards` (the commonest ones), `building`, `attack`, `conversion`,
`followers`; `weapons`, `corrections`, `parts` (which the table takes over) and `ending` for what can come at
any time; `track` for Yggdrasil and the order of turns.

Decisions, who decides and what. The first answer of a menu is the likely one, so it takes one press:

    first.die          Chance  1 to 6 for each seat that rolls for who begins (only `turnaround`, `dice=box`)
    first.who          Table   the seat that begins

    resource.roll      Seat    "roll" (only `dice=box`)
    resource.dice      Chance  1 to 6 for each die: the side, in the order of `Faces`
    resource.gold      Seat    how many yellow dice show gold, the others diamond (only `dice=own`)
    resource.blood     Seat    the sum of the blue dice (only `dice=own`, with a drill)
    trade.give         Seat    "done"; a resource, of which as many as the rate says are given; "mixed", any
                               four (only `trade=any`). Asked only where something can be given
    trade.mixed        Seat    a resource: the next of the four
    trade.take         Seat    a resource

    game.what          Seat    "done"; a resource, which takes an action; "card"; "draw", two cards for two
                               actions, or one for one with a temple at Freya; or a line of `cards`
    effect.kind        Seat    "done" or "none" (nothing more; nothing at all); for a yellow card what the
                               player gains: "blood", "gold", "diamond", "followers". Or "steal", "kill"
                               (followers), "lose" (resources), "gain" (others, or the attacker), "give" (of
                               one's own), "build", "destroy", "move" (a temple), "action" (more of them). For
                               an attack also a line of `cards`
    effect.whom        Seat    a seat, or "all": all others
    effect.what        Seat    one of `BALANCES`
    effect.to          Seat    the god to whom a temple moves
    effect.number      Seat    as printed

    build.what         Seat    "done"; "mine", "drill" or a god. Asked only where something can be built; a
                               second one in the guide without "done", beside the first attack

    attack.who         Table   "none"; a seat, in order. Those before it have passed; with the guide they go
                               last
    attack.power       Seat    the attacker: swords as printed
    attack.defence     Seat    the victim: shields as printed, in all; 0 for none
    attack.cards       Seat    the victim: on how many cards (only with a temple at Tyr)
    attack.redirect    Seat    the victim: the seat that is attacked instead

    followers.what     Seat    "done"; a conversion, "3 gold" and the like; "loki", his dice. In the last
                               round "done" stands last
    loki.dice          Chance  1 to 6 for each of Loki's dice (only `dice=box`)
    loki.sum           Seat    the sum of them (only `dice=own`)

    turn.followers     Table   the followers of the seat whose turn was played, unless the box follows all
                               that brings them
    other.who          Table   another seat whose followers changed in that turn; open on request
    other.followers    Table   its followers

    weapon.play        Table   a god weapon that changes something now; open on request: "crown", "hammer",
                               "backstab", "wrath", "horn", "vanished", "revenge", "spear", "resisted",
                               "claim"
    crown.die          Table   the side on top of the die that is turned
    crown.face         Table   the side it shows then
    follow.part        Table   "dice" or one of `PARTS`, which the box follows or no longer does, or "back";
                               open on request
    correct.who        Table   a seat whose balance is wrong, or "back"; open on request
    correct.what       Table   one of `BALANCES`, or "back"
    correct.number     Table   what is right
    correct.followers  Table   the same, where the box keeps followers alone
    tie.buildings      Table   the mines, drills and temples of a tied seat, where the box does not keep them
    tie.resources      Table   its resources, if it is tied in buildings too
    game.over          Table   "done"; "correct", except after a race that the box followed
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from gm_appliance.core.game import Game
from gm_appliance.core.later import Later
from gm_appliance.games.valda.options import OPTIONS

if TYPE_CHECKING:
    from gm_appliance.games.valda.model import ValdaView


def _load_rules() -> ModuleType:
    from gm_appliance.games.valda import rules

    return rules


def _load_ending() -> ModuleType:
    from gm_appliance.games.valda import ending

    return ending


_rules, _ending = Later(_load_rules), Later(_load_ending)

VALDA: Game[ValdaView, ValdaView] = Game(
    name="valda",
    rules=4,
    options=OPTIONS,
    begin=_rules.begin,
    public=_rules.public,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_ending.outcome,
)
