"""The rules of Götterdämmerung, for 7 to 15 players. `rules` has the flow, `gods` the power of each god,
`model` the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.later import Later
from gm_appliance.hidden_roles import options

if TYPE_CHECKING:
    from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.hidden_roles.hooks import State

OPTIONS = (
    Option("players", Number(7, 15, 7), 7, asked=True),
    # How many gods take part, at most as many as players; the rest are Valkyries.
    Option("gods", Number(3, 15, 3), 3, asked=True, most=lambda chosen: int(chosen["players"])),
    # Which gods: in the recommended order, or chosen by the table. Odin always plays.
    Option("pick", OneOf(("recommended", "choose")), "recommended"),
    options.BALLOT,
    options.ROLL_CALL,
    options.ACCUSED_VOTES,
    options.COUNT,
    Option("dice", OneOf(("box", "own")), "box", asked=True),
    # The gods' seats: spread evenly, or chosen by the table.
    Option("seating", OneOf(("spread", "choose")), "spread"),
    options.AGREE,
    options.BEAT,
    Option("look", Number(8, 60, 12), 12),
    options.VOTE,
    options.TALK,
    options.DEFENCE,
    options.DROP,
    Option("names", OneOf(("no", "yes")), "no"),
)

_rules = Later("gm_appliance.games.gotterdammerung.rules")

GOTTERDAMMERUNG: Game[State, GotterdammerungView] = Game(
    name="gotterdammerung",
    rules=5,
    seats_told=True,
    options=OPTIONS,
    begin=_rules.begin,
    public=_rules.public,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
    opening=_rules.opening,
)
