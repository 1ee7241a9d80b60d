"""While people talk the box is silent until it is asked."""

from __future__ import annotations

from gm_appliance.testing import Asked, Said, VirtualTable
from tests.games.gotterdammerung import Party
from tests.own_words import asked, at_the_council
from tests.scenes import to_the_council
from tests.seven import HEL, ODIN, THOR


def is_told(table: VirtualTable, party: Party) -> None:
    table.hears(*[Said] * len(asked(party)))


def test_reasons_and_the_defence_are_not_talked_into(table: VirtualTable) -> None:
    to_the_council(table)
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.hears(Asked("council.support"))
    party = at_the_council()
    party.accuse(ODIN, THOR)
    is_told(table, party)
    table.hears_nothing_for(900)
    table.answers(HEL)
    table.hears(Asked("council.defence", THOR))
    party.do("council.support", HEL)
    is_told(table, party)
    table.taps(HEL, "down", 3)
    table.hears_nothing_for(300)
    table.taps(THOR, "down")
    table.hears(Asked("council.vote"))
