"""Somebody had the eyes open, and says so afterwards: the night is void."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.core.cues.screens import NumberScreen
from gm_appliance.core.game import IllegalChoice
from gm_appliance.games.gotterdammerung.events import (
    Banished,
    CardLaid,
    CardsReturned,
    CouncilEnds,
    NightVoid,
    RoundBegins,
)
from gm_appliance.testing import Announced, Asked, VirtualTable, evening
from tests.games.gotterdammerung import Party
from tests.own_words import NARRATION, at_odin, explained, said_after, shows, taken_back, told
from tests.scenes import acts, choose_the_game, night, passes, throw, to_odin, to_the_council, to_the_night
from tests.seven import CONSPIRATORS, EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_3, VALKYRIE_4

ODINS_TURN = Asked("action.odin", ODIN)
NIGHT = Asked("conspiracy")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    with evening(tmp_path) as table:
        table.pads = {seat: seat for seat in EVERYBODY}
        yield table


def somebody_peeked(table: VirtualTable, void: NightVoid) -> None:
    """It is asked for behind BACK, and one OK makes the night void."""
    table.taps(PANEL, "back")
    table.decides("questions", "night.void")
    table.hears(Asked("night.void"))
    table.ok()
    table.hears(void)


def voided(party: Party) -> Party:
    """The same game, once its night is void."""
    party.do("night.void", "void")
    return party


# ---------------------------------------------------------------- somebody peeked


def test_a_void_night_brings_everything_back_and_begins_anew(table: VirtualTable) -> None:
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


def test_what_lay_out_before_a_void_night_lies_there_again(table: VirtualTable) -> None:
    """In the second round: the dice sent Thor's wound home, and it comes back to Valkyrie one."""
    to_odin(table)
    table.answers("pass")
    acts(table, "thor", VALKYRIE_1)
    passes(table, "hel")
    table.hears(Asked("council.accuse"))
    table.answers("close", "council.close")
    table.hears(CouncilEnds("agreed"), RoundBegins(2))
    night(table, HEL)
    throw(table, 1, 1, VALKYRIE_3)
    table.hears(CardsReturned(("thor",)), ODINS_TURN)
    void = NightVoid((HEL,), ("thor",))
    somebody_peeked(table, void)
    assert "thor" in table.lies_at(VALKYRIE_1)
    assert "turned plate" not in table.lies_at(HEL)
    assert "turned plate" in table.lies_at(VALKYRIE_3), "that was another night"
    assert "oracle" in table.lies_at(THOR)
    table.hears(NIGHT)
    party = at_odin().to_council(wounded=VALKYRIE_1)
    party.close()
    party.night(HEL)
    party.roll(1, 1)
    assert said_after(table, void) == told(voided(party))


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
    """On the display."""
    assert isinstance(table.screen, NumberScreen), table.screen
    return table.screen.value


def test_two_come_back_from_a_night_without_pads(table: VirtualTable) -> None:
    """The one at whom the die lay, and the one Hel banished."""
    table.pads = {}
    choose_the_game(table, "thumbs")
    table.decides("setup.deal", "dealt")
    table.decides("conspiracy.die", VALKYRIE_3)
    table.hears(Banished(VALKYRIE_3, "conspiracy"))
    throw(table, 1, 1, THOR)
    passes(table, "odin")
    acts(table, "thor", VALKYRIE_1)
    table.decides("action.hel", VALKYRIE_1)
    table.hears(Banished(VALKYRIE_1, "hel"), Asked("end.called"))
    void = NightVoid((VALKYRIE_1, VALKYRIE_3), ("thor",))
    somebody_peeked(table, void)
    assert not any("turned plate" in table.lies_at(seat) for seat in EVERYBODY)
    assert "oracle" in table.lies_at(ODIN)
    table.hears(Asked("conspiracy.night"))
    assert said_after(table, void) == told(voided(once_hel_has_banished_too()))


def once_hel_has_banished_too() -> Party:
    """The same game without pads, where only the conspirators know whether it goes on."""
    party = Party(CONSPIRATORS, ballot="thumbs", dice="own")
    party.do("setup.deal", "dealt")
    party.do("conspiracy.night", "over")
    party.do("conspiracy.die", VALKYRIE_3)
    party.roll(1, 1)
    party.act("odin")
    party.act("thor", VALKYRIE_1)
    party.act("hel", VALKYRIE_1)
    return party


def test_a_void_night_is_taken_back(table: VirtualTable) -> None:
    to_odin(table)
    somebody_peeked(table, NightVoid((VALKYRIE_3,), ()))
    table.hears(NIGHT)
    table.holds(PANEL, "back")
    table.hears(Announced("taken-back"), ODINS_TURN)
    _taken_back, seat, oracle = said_after(table, Announced("taken-back"))
    assert [seat, oracle] == taken_back(voided(at_odin()), at_odin())
    assert "turned plate" in table.lies_at(VALKYRIE_3)
    assert "oracle" in table.lies_at(THOR)


def test_after_the_oracle_has_looked_it_is_too_late(table: VirtualTable) -> None:
    to_the_council(table)
    table.taps(PANEL, "back")
    table.hears(Asked("questions"))
    with pytest.raises(IllegalChoice, match=r"does not answer .questions."):
        table.answers("night.void")
    table.answers("somebody.leaves")
    table.hears(Asked("somebody.leaves"))
