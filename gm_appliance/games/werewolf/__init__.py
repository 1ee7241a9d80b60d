"""Werewolf, for 6 to 15 players: rules that are nobody's (Davidoff 1986, Plotkin 1997)."""

from __future__ import annotations

from types import ModuleType

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.later import Later
from gm_appliance.hidden_roles import options

OPTIONS = (
    Option("players", Number(6, 15, 8), 8, asked=True),
    # How many special roles join the werewolves and villagers, in the order of `roles.ROLES`.
    Option("roles", Number(1, 4, 2), 2, asked=True),
    options.BALLOT,
    options.ROLL_CALL,
    # Whether those who fall turn their cards.
    Option("reveal", OneOf(("yes", "no")), "yes"),
    # Whether an accusation needs a second; who falls if as many thumbs are up as down.
    Option("second", OneOf(("yes", "no")), "yes"),
    Option("ties", OneOf(("spare", "fall")), "spare"),
    options.ACCUSED_VOTES,
    options.COUNT,
    options.AGREE,
    options.BEAT,
    # Seconds for the seer's look, and for the witch.
    Option("look", Number(8, 60, 12), 12),
    options.VOTE,
    options.TALK,
    options.DEFENCE,
    options.DROP,
)


def _load_rules() -> ModuleType:
    from gm_appliance.games.werewolf import rules

    return rules


_rules = Later(_load_rules)

WEREWOLF: Game[object, object] = Game(
    name="werewolf",
    rules=1,
    options=OPTIONS,
    begin=_rules.begin,
    public=_rules.public,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
)
