"""House rules as chosen in the menu, by the names of its questions."""

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
"""Answers by the name of the question."""


def settings(table: VirtualTable, asked: Iterable[str], wanted: Wanted) -> None:
    """Answer exactly these questions in turn; OK unless an answer is wanted."""
    for name in asked:
        assert table.hears(Asked).name == name
        if name in wanted:
            table.answers(wanted[name])
        else:
            table.ok()


def with_house_rules(table: VirtualTable, wanted: Wanted, asked: Iterable[str] = HOUSE_RULES) -> None:
    """Choose the game and its house rules, with the players' own dice."""
    table.decides("menu.game", "gotterdammerung")
    settings(table, EACH_TIME, {**wanted, "option.dice": "own"})
    table.decides("menu.rules", "rules")
    settings(table, asked, wanted)
