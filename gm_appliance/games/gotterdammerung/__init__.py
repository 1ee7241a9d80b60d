"""Götterdämmerung, for 7 to 15 players: the rules.

Read `rules` for the flow, `gods` for what each god does, `model` for the nouns.
"""

from gm_appliance.games.game import Game, Number, OneOf, Option
from gm_appliance.games.gotterdammerung import rules
from gm_appliance.games.gotterdammerung.model import State, View

OPTIONS = (
    Option("players", Number(7, 15, 7), 7, asked=True),
    # How many gods take part, Valkyries being the rest; never more than players.
    Option("gods", Number(3, 15, 3), 3, asked=True, most=lambda chosen: int(chosen["players"])),
    # Which: in the recommended order, or chosen by the table. Odin always plays.
    Option("pick", OneOf(("recommended", "choose")), "recommended"),
    Option("accused_votes", OneOf(("yes", "no")), "yes"),
    Option("dice", OneOf(("box", "own")), "box", asked=True),
    # How the gods come to their seats: spread evenly, or chosen by the table.
    Option("seating", OneOf(("spread", "choose")), "spread"),
    # Seconds: to agree on a victim, for each name of the roll call, for the Oracle, to vote.
    Option("agree", Number(10, 60, 15), 15),
    Option("beat", Number(2, 5, 2), 2),
    Option("look", Number(8, 60, 12), 12),
    Option("vote", Number(5, 30, 8), 8),
)

GOTTERDAMMERUNG: Game[State, View] = Game(
    name="gotterdammerung",
    rules=2,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
)
