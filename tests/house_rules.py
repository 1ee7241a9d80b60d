"""House rules as they are chosen in the menu, by the names of its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gm_appliance.testing import Asked, VirtualTable

EACH_TIME = ("option.players", "option.gods", "option.ballot", "option.dice")
HOUSE_RULES: tuple[str, ...] = (
    "option.pick",
    "option.roll_call",
    "option.accused_votes",
    "option.count",
    "option.seating",
    "option.agree",
)
HOUSE_RULES += ("option.beat", "option.look", "option.vote", "option.talk", "option.defence")
HOUSE_RULES += ("option.drop", "option.names")

Wanted = Mapping[str, str | int]
"""By the name of what is asked: the answer."""


def settings(table: VirtualTable, asked: Iterable[str], wanted: Wanted) -> None:
    """Just these are asked, one after the other; OK wherever nothing else is wanted."""
    for name in asked:
        assert table.hears(Asked).name == name
        if name in wanted:
            table.answers(wanted[name])
        else:
            table.ok()


def with_house_rules(table: VirtualTable, wanted: Wanted, asked: Iterable[str] = HOUSE_RULES) -> None:
    """From the game's name to the first thing the game asks; they throw their own dice."""
    table.decides("menu.game", "gotterdammerung")
    settings(table, EACH_TIME, {**wanted, "option.dice": "own"})
    table.decides("menu.rules", "rules")
    settings(table, asked, wanted)
