"""The options of every game of hidden roles; a game puts them among its own."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Number, OneOf, Option


def _at_pads(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] == "pads"


def _unseen(chosen: Mapping[str, int | str]) -> bool:
    return chosen["ballot"] != "thumbs"


# How people vote: at the seat pads, with thumbs shown to all, or in private at the box.
BALLOT = Option("ballot", OneOf(("pads", "thumbs", "booth")), "pads", asked=True)
# Whether each seat is called to its pad at the start; otherwise pad 1 is at seat 1, and so on.
ROLL_CALL = Option("roll_call", OneOf(("yes", "no")), "yes", when=_at_pads)
ACCUSED_VOTES = Option("accused_votes", OneOf(("yes", "no")), "yes")
# How a ballot is counted aloud: seat by seat, or only its total.
COUNT = Option("count", OneOf(("seats", "totals")), "seats", when=_unseen)
# Seconds: to agree on a victim, per name of the roll call, to vote.
AGREE = Option("agree", Number(10, 60, 15), 15)
BEAT = Option("beat", Number(2, 5, 2), 2, when=_at_pads)
VOTE = Option("vote", Number(5, 30, 8), 8, when=_at_pads)
# Reminders, which interrupt nobody: after minutes of talk, seconds of defence; 0 for none.
TALK = Option("talk", Number(0, 30, 0), 0)
DEFENCE = Option("defence", Number(0, 300, 0), 0)
# Seconds until an unsupported accusation is dropped; 0: the table decides. With fewer than 20 nobody
# might have time to support one, and the game would never end.
DROP = Option("drop", OneOf((0, 20, 30, 60, 120)), 0)


def of_village(players: Number, special: int, at_pads: int = 0) -> tuple[Option, ...]:
    """All options of a game of a village.

    special: the number of its special roles; the last `at_pads` of them only join at pads.
    """

    def most(chosen: Mapping[str, int | str]) -> int:
        return special if _at_pads(chosen) else special - at_pads

    roles = min(2, special)
    return (
        Option("players", players, players.start, asked=True),
        BALLOT,
        # How many special roles join, in the order of the game's table.
        Option("roles", Number(1, special, roles), roles, asked=special > 1, most=most),
        ROLL_CALL,
        # Whether those who fall turn their cards.
        Option("reveal", OneOf(("yes", "no")), "yes"),
        # Whether an accusation needs a second; who falls if as many thumbs are up as down.
        Option("second", OneOf(("yes", "no")), "yes"),
        Option("ties", OneOf(("spare", "fall")), "spare"),
        *(ACCUSED_VOTES, COUNT, AGREE, BEAT),
        # Seconds for those who wake alone: to look at a card, or to act.
        Option("look", Number(8, 60, 12), 12),
        *(VOTE, TALK, DEFENCE, DROP),
    )
