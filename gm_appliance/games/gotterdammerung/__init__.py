"""Götterdämmerung, for 7 to 15 players: the rules.

Read `rules` for the flow, `gods` for what each god does, `model` for the nouns.
"""

from collections.abc import Mapping

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.games.gotterdammerung import rules
from gm_appliance.games.gotterdammerung.model import State, View


def _at_pads(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] == "pads"


def _unseen(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] != "thumbs"


OPTIONS = (
    Option("players", Number(7, 15, 7), 7, asked=True),
    # How many gods take part, Valkyries being the rest; never more than players.
    Option("gods", Number(3, 15, 3), 3, asked=True, most=lambda chosen: int(chosen["players"])),
    # Which: in the recommended order, or chosen by the table. Odin always plays.
    Option("pick", OneOf(("recommended", "choose")), "recommended"),
    # How thumbs and victims are told: at the seat pads; shown to all; or alone with the box.
    Option("ballot", OneOf(("pads", "thumbs", "booth")), "pads", asked=True),
    # Whether each seat's pad is called at the start; else pad one is at seat one, and so on.
    Option("roll_call", OneOf(("yes", "no")), "yes", when=_at_pads),
    Option("accused_votes", OneOf(("yes", "no")), "yes"),
    # How a ballot is counted aloud: seat by seat, or only its total.
    Option("count", OneOf(("seats", "totals")), "seats", when=_unseen),
    Option("dice", OneOf(("box", "own")), "box", asked=True),
    # How the gods come to their seats: spread evenly, or chosen by the table.
    Option("seating", OneOf(("spread", "choose")), "spread"),
    # Seconds: to agree on a victim, for each name of the roll call, for the Oracle, to vote.
    Option("agree", Number(10, 60, 15), 15),
    Option("beat", Number(2, 5, 2), 2, when=_at_pads),
    Option("look", Number(8, 60, 12), 12),
    Option("vote", Number(5, 30, 8), 8, when=_at_pads),
    # Reminders, which cut nobody off; 0 for none: minutes of talk, seconds of a defence.
    Option("talk", Number(0, 30, 0), 0),
    Option("defence", Number(0, 300, 0), 0),
    # Seconds after which an accusation that nobody supports is dropped; 0: the table says when.
    Option("drop", Number(0, 300, 0), 0),
    # Whether people's own names are told and shown beside their gods.
    Option("names", OneOf(("no", "yes")), "no"),
)

GOTTERDAMMERUNG: Game[State, View] = Game(
    name="gotterdammerung",
    rules=5,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    opening=rules.opening,
)
