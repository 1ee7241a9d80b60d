"""Thor, for 2 to 6 players: offers, gods and The Will of Thor.

The box can follow it in two ways. With `mode=final` people enter the final position of a round, and the box
scores it; with `mode=live` they enter every turn, and the box offers the legal moves. A live round ends
in a final position too, so both continue alike, and the table can change from one to the other.

See `rules` for the flow, `live` and `cards` for turns, `amending` for correcting them, `final` for entering
and correcting a final position, `sheets` for its facts and its score, `model` for values and phases, `events`
for events.

In a turn, a decision with only one option is not asked. docs/developers/scripts.md lists the decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.later import Later

if TYPE_CHECKING:
    from gm_appliance.games.thor.model import ThorView


def _games(chosen: Mapping[str, int | str]) -> tuple[str, ...]:
    """Two or three players play the basic game, six the big one."""
    players = int(chosen["players"])
    return (*(("basic",) if players < 6 else ()), *(("big",) if players > 3 else ()))


def _wills(chosen: Mapping[str, int | str]) -> tuple[str, ...]:
    return ("no", "yes") if int(chosen["players"]) > 2 else ("no",)


def _with_will(chosen: Mapping[str, int | str]) -> bool:
    return chosen["will_of_thor"] == "yes"


def _live(chosen: Mapping[str, int | str]) -> bool:
    return chosen["mode"] == "live"


OPTIONS = (
    Option("players", Number(2, 6, 4), 4, asked=True),
    # Whether people tell the box how each round ended, or every turn. The less demanding mode comes first.
    Option("mode", OneOf(("final", "live")), "final", asked=True),
    Option("game", OneOf(("basic", "big")), "basic", asked=True, among=_games),
    Option("will_of_thor", OneOf(("no", "yes")), "no", asked=True, among=_wills),
    # As many rounds as players, or a single one.
    Option("match", OneOf(("full", "single")), "full"),
    # Who begins the first round: drawn by the box, or chosen by the table.
    Option("first", OneOf(("lots", "choose")), "lots"),
    # Whether a player who ends a round with an offer must take a god card.
    Option("last_card", OneOf(("may", "must")), "may", when=_live),
    # Whether a god's value stops at zero.
    Option("floor_at_zero", OneOf(("no", "yes")), "no", when=_with_will),
)

_rules = Later("gm_appliance.games.thor.rules")

THOR: Game[ThorView, ThorView] = Game(
    name="thor",
    rules=3,
    options=OPTIONS,
    begin=_rules.begin,
    public=lambda view: view,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
)
