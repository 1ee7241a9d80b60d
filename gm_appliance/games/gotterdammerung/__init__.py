"""The rules of Götterdämmerung, for 7 to 15 players. `rules` has the flow, `gods` the power of each god,
`model` the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.later import Later

if TYPE_CHECKING:
    from gm_appliance.games.gotterdammerung.model import GotterdammerungView, State


def _at_pads(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] == "pads"


def _unseen(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] != "thumbs"


OPTIONS = (
    Option("players", Number(7, 15, 7), 7, asked=True),
    # How many gods take part, at most as many as players; the rest are Valkyries.
    Option("gods", Number(3, 15, 3), 3, asked=True, most=lambda chosen: int(chosen["players"])),
    # Which gods: in the recommended order, or chosen by the table. Odin always plays.
    Option("pick", OneOf(("recommended", "choose")), "recommended"),
    # How people vote: at the seat pads, with thumbs shown to all, or in private at the box.
    Option("ballot", OneOf(("pads", "thumbs", "booth")), "pads", asked=True),
    # Whether each seat is called to its pad at the start; otherwise pad 1 is at seat 1, and so on.
    Option("roll_call", OneOf(("yes", "no")), "yes", when=_at_pads),
    Option("accused_votes", OneOf(("yes", "no")), "yes"),
    # How a ballot is counted aloud: seat by seat, or only its total.
    Option("count", OneOf(("seats", "totals")), "seats", when=_unseen),
    Option("dice", OneOf(("box", "own")), "box", asked=True),
    # The gods' seats: spread evenly, or chosen by the table.
    Option("seating", OneOf(("spread", "choose")), "spread"),
    # Seconds: to agree on a victim, per name of the roll call, for the Oracle's look, to vote.
    Option("agree", Number(10, 60, 15), 15),
    Option("beat", Number(2, 5, 2), 2, when=_at_pads),
    Option("look", Number(8, 60, 12), 12),
    Option("vote", Number(5, 30, 8), 8, when=_at_pads),
    # Reminders, which interrupt nobody: after minutes of talk, seconds of defence; 0 for none.
    Option("talk", Number(0, 30, 0), 0),
    Option("defence", Number(0, 300, 0), 0),
    # Seconds until an unsupported accusation is dropped; 0: the table decides. With fewer than 20 nobody
    # might have time to support one, and the game would never end.
    Option("drop", OneOf((0, 20, 30, 60, 120)), 0),
    # Whether people's own names are announced and shown beside their gods.
    Option("names", OneOf(("no", "yes")), "no"),
)


def _load_rules() -> ModuleType:
    from gm_appliance.games.gotterdammerung import rules

    return rules


_rules = Later(_load_rules)

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
