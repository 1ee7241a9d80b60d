"""Odin's Table, for two: Vikings on a board, and gods behind walls.

It has three modes: the judge decides fights and counts conquered spaces; the referee follows the whole
board; and in solo the box plays one of the sides.

`board` has pieces and moves, `fight` the fight of two cards, `judge` the judge, `referee` and `turn_end` a
turn, `solo` the box's side, `hand` the cards it holds, `wall` its knowledge of the person's cards,
`correction` a card that was named wrongly, `opponent` the box's mind, `match` a series of games, `model` the
nouns and `events` the events.

docs/developers/scripts.md lists the decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gm_appliance.core.game import Game, Mind, Number, OneOf, Option
from gm_appliance.core.later import Later

if TYPE_CHECKING:
    from gm_appliance.games.odins_table.hand import State
    from gm_appliance.games.odins_table.model import OdinView


def _alone(chosen: Mapping[str, int | str]) -> bool:
    return chosen["mode"] == "solo"


def _for_two(chosen: Mapping[str, int | str]) -> bool:
    return not _alone(chosen)


def _people(chosen: Mapping[str, int | str]) -> tuple[int, ...]:
    return (1,) if _alone(chosen) else (2,)


OPTIONS = (
    Option("mode", OneOf(("referee", "judge", "solo")), "referee", asked=True),
    Option("players", Number(1, 2, 2), 2, among=_people),
    # The person's colour in the first game.
    Option("side", OneOf(("white", "black", "lots")), "white", asked=True, when=_alone),
    Option("strength", OneOf(("normal", "easy", "strong")), "normal", asked=True, when=_alone),
    # The most games of a match; more than half of them win it.
    Option("games", OneOf((1, 3, 5, 7)), 1),
    # The seat that plays white in the first game.
    Option("white", OneOf((1, 2, "lots")), 1, when=_for_two),
)

_rules = Later("gm_appliance.games.odins_table.rules")
_knowledge = Later("gm_appliance.games.odins_table.opponent.knowledge")
_mind = Later("gm_appliance.games.odins_table.opponent.mind")

ODINS_TABLE: Game[State, OdinView] = Game(
    name="odins-table",
    rules=2,
    options=OPTIONS,
    begin=_rules.begin,
    public=_rules.public,
    decision=_rules.decision,
    apply=_rules.apply,
    outcome=_rules.outcome,
    opening=_rules.opening,
    mind=Mind(_knowledge.knowledge, _mind.choose),
)
