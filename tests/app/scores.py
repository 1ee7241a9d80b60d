"""Short games on the score pad."""

from __future__ import annotations

from gm_appliance.testing import VirtualTable
from tests.scenes import the_score_pad


def begins_a_score(table: VirtualTable, players: int = 2) -> None:
    """One round; player 1 deals, so player 2 begins."""
    the_score_pad(table, players, until="rounds", rounds=1)
    table.decides("dealer.first", 1)


def begins_again(table: VirtualTable) -> None:
    table.decides("menu.game", "scorepad")
    table.decides("menu.same", "yes")
    table.decides("dealer.first", 1)


def enters(table: VirtualTable, *points: int) -> None:
    for one in points:
        table.decides("entry.points", one)


def ends_the_score(table: VirtualTable) -> None:
    table.decides("reached.rounds", "end")
    table.decides("final.read", "done")


def scores(table: VirtualTable, *points: int) -> None:
    begins_a_score(table, len(points))
    enters(table, *points)
    ends_the_score(table)
    table.decides("menu.again", "other")
