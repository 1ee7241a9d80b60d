"""While people talk the box is silent until it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.testing import Asked, Said, VirtualTable, evening
from tests.games.gotterdammerung import Party
from tests.own_words import asked, at_the_council
from tests.scenes import to_the_council
from tests.seven import HEL, ODIN, THOR

COUNCIL, SUPPORT, DEFENCE = Asked("council.accuse"), Asked("council.support"), Asked("council.defence", THOR)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        to_the_council(table)
        yield table


def is_told(table: VirtualTable, party: Party) -> None:
    table.hears(*[Said] * len(asked(party)))


def accused() -> Party:
    party = at_the_council()
    party.accuse(ODIN, THOR)
    return party


def seconded() -> Party:
    party = accused()
    party.do("council.support", HEL)
    return party


def test_reasons_and_the_defence_are_not_talked_into(table: VirtualTable) -> None:
    table.answers(ODIN)
    table.decides("council.whom", THOR)
    table.hears(SUPPORT)
    is_told(table, accused())
    table.hears_nothing_for(900)
    table.answers(HEL)
    table.hears(DEFENCE)
    is_told(table, seconded())
    table.taps(HEL, "down", 3)
    table.hears_nothing_for(300)
    table.taps(THOR, "down")
    table.hears(Asked("council.vote"))
