"""Somebody peeked and says so afterwards: the night is void."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import NumberScreen
from gm_appliance.core.game import IllegalChoice
from gm_appliance.games.gotterdammerung.events import CardLaid
from gm_appliance.hidden_roles.events import NightVoid
from gm_appliance.testing import Asked, VirtualTable, evening
from tests.games.gotterdammerung import Party
from tests.own_words import NARRATION, at_odin, explained, said_after, shows, told
from tests.scenes import night, to_odin, to_the_council, to_the_night
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_3, VALKYRIE_4

NIGHT = Asked("conspiracy")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


def somebody_peeked(table: VirtualTable, void: NightVoid) -> None:
    """Ask for it behind BACK; one OK makes the night void."""
    table.taps(PANEL, "back")
    table.decides("questions", "night.void")
    table.hears(Asked("night.void"))
    table.ok()
    table.hears(void)


def voided(party: Party) -> Party:
    party.do("night.void", "void")
    return party


def test_a_void_night_brings_everything_back_and_begins_again(table: VirtualTable) -> None:
    to_odin(table)
    table.answers(VALKYRIE_4)
    table.hears(CardLaid("odin", VALKYRIE_4), Asked("action.thor", THOR))
    void = NightVoid((VALKYRIE_3,), ("odin",))
    somebody_peeked(table, void)
    party = at_odin()
    party.act("odin", VALKYRIE_4)
    voided(party)
    assert shows(table, NARRATION.tell(void, party.view))
    assert table.lit == frozenset()
    assert "turned plate" not in table.lies_at(VALKYRIE_3)
    assert "odin" in table.lies_at(ODIN)
    assert "oracle" in table.lies_at(ODIN)
    night(table, HEL)
    said, standing = said_after(table, void), explained(party, "recap")
    assert said == told(party)
    assert len(said) == 3 + len(standing), "that it is void, one seat, one card"
    assert said[3:] == standing


def test_a_peek_is_said_before_the_dice_are_entered(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3)
    table.hears(Asked("oracle.first-die"))
    table.taps(PANEL, "up", 2)
    assert the_number(table) == 3
    table.taps(PANEL, "back")  # what is half entered goes first
    assert the_number(table) == 1
    table.never_hears(Asked)
    somebody_peeked(table, NightVoid((VALKYRIE_3,), ()))
    table.hears(NIGHT)


def the_number(table: VirtualTable) -> int:
    assert isinstance(table.screen, NumberScreen), table.screen
    return table.screen.value


def test_after_the_oracle_has_looked_it_is_too_late(table: VirtualTable) -> None:
    to_the_council(table)
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    with pytest.raises(IllegalChoice, match=r"does not answer .questions."):
        table.answers("night.void")
    table.answers("somebody.leaves")
    table.hears(Asked("somebody.leaves"))
