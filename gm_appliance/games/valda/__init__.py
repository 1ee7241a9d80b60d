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

Decisions, who decides, and the values. A menu's first answer is the likeliest, so it takes one press:

    first.die          Chance  1 to 6 for each seat that rolls for who begins (only `turnaround`, `dice=box`)
    first.who          Table   the seat that begins

    resource.roll      Seat    "roll" (only `dice=box`)
    resource.dice      Chance  1 to 6 for each die: the side, in the order of `Faces`
    resource.gold      Seat    how many yellow dice show gold; the others show diamond (only `dice=own`)
    resource.blood     Seat    the sum of the blue dice (only `dice=own`, with a drill)
    trade.give         Seat    "done"; a resource, given as many times as the rate says; "mixed", any four
                               (only `trade=any`). Asked only if something can be given
    trade.mixed        Seat    a resource: the next of the four
    trade.take         Seat    a resource

    game.what          Seat    "done"; a resource, which takes an action; "card"; "draw", two cards for two
                               actions, or one for one with a temple at Freya; or a line of `cards`
    effect.kind        Seat    "done" (nothing more) or "none" (nothing at all); the gain from a yellow card:
                               "blood", "gold", "diamond", "followers". Or "steal", "kill" (followers), "lose"
                               (resources), "gain" (others, or the attacker), "give" (of one's own), "build",
                               "destroy", "move" (a temple), "action" (more of them). For an attack also a
                               line of `cards`
    effect.whom        Seat    a seat, or "all": all others
    effect.what        Seat    one of `BALANCES`
    effect.to          Seat    the god to whom a temple moves
    effect.number      Seat    as printed

    build.what         Seat    "done"; "mine", "drill" or a god. Asked only if something can be built; the
                               guide offers a second one without "done", beside the first attack

    attack.who         Table   "none"; a seat, in order. Seats before it have passed; with the guide they go
                               last
    attack.power       Seat    the attacker: swords as printed
    attack.defence     Seat    the victim: all shields as printed; 0 for none
    attack.cards       Seat    the victim: on how many cards (only with a temple at Tyr)
    attack.redirect    Seat    the victim: the seat that is attacked instead

    followers.what     Seat    "done"; a conversion, such as "3 gold"; "loki", his dice. In the last round
                               "done" comes last
    loki.dice          Chance  1 to 6 for each of Loki's dice (only `dice=box`)
    loki.sum           Seat    their sum (only `dice=own`)

    turn.followers     Table   the followers of the seat whose turn ends, unless the box follows all the parts
                               that bring them
    other.who          Table   another seat whose followers changed in that turn; open on request
    other.followers    Table   its followers

    weapon.play        Table   a god weapon that changes something now; open on request: "crown", "hammer",
                               "backstab", "wrath", "horn", "vanished", "revenge", "spear", "resisted",
                               "claim"
    crown.die          Table   the side on top of the die to be turned
    crown.face         Table   the side it then shows
    follow.part        Table   "dice" or one of `PARTS`, for the box to follow or to leave to the table; or
                               "back"; open on request
    correct.who        Table   a seat whose balance is wrong, or "back"; open on request
    correct.what       Table   one of `BALANCES`, or "back"
    correct.number     Table   the right number
    correct.followers  Table   the same, if the box keeps only followers
    tie.buildings      Table   the mines, drills and temples of a tied seat, if the box does not keep them
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
