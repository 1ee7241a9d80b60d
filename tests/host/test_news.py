"""News that cover an open prompt take the OK pressed meanwhile."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.ports import Fault
from gm_appliance.games.gotterdammerung.events import CardLaid
from gm_appliance.testing import Announced, Asked, Said, VirtualTable
from tests.own_words import asked_with, at_odin, said_after
from tests.scenes import marked_seat, to_odin, to_the_first_vote
from tests.seven import ODIN, PANEL, THOR, VALKYRIE_1

LOST = Fault("journal", "lost")
NEWS = Announced("journal-lost")
ODINS_TURN = Asked("action.odin", ODIN)


def hidden(table: VirtualTable) -> None:
    """The journal is lost, and the display shows that instead of the prompt."""
    table.post(LOST)
    table.hears(NEWS, Said)
    assert isinstance(table.screen, Lines)


def test_ok_at_the_news_chooses_nothing_and_the_prompt_is_asked_again(table: VirtualTable) -> None:
    to_odin(table)
    table.taps(ODIN, "down")
    hidden(table)
    table.ok()
    table.hears(ODINS_TURN)
    assert marked_seat(table) == THOR
    assert said_after(table, ODINS_TURN) == asked_with(at_odin(), "Thor")
    table.ok()
    table.hears(CardLaid("odin", THOR))


def test_once_the_prompt_is_shown_again_ok_chooses(table: VirtualTable) -> None:
    to_odin(table)
    hidden(table)
    table.advance(6)
    assert marked_seat(table) == VALKYRIE_1
    table.ok()
    table.hears(CardLaid("odin", VALKYRIE_1))


def test_a_step_shows_what_ok_chooses_and_pads_are_heeded(table: VirtualTable) -> None:
    to_odin(table)
    hidden(table)
    table.taps(PANEL, "down")
    assert marked_seat(table) == THOR
    table.ok()
    table.hears(CardLaid("odin", THOR))
    table.hears(Asked("action.thor", THOR))
    hidden(table)
    table.holds(THOR, "up")
    table.hears(CardLaid)


@pytest.mark.parametrize("button", ["up", "down"])
def test_no_thumb_is_entered_under_the_news(table: VirtualTable, button: str) -> None:
    table.pads = {}
    to_the_first_vote(table, "thumbs")
    thumb = Asked("council.thumb", ODIN)
    table.hears(thumb)
    hidden(table)
    table.taps(PANEL, button)
    assert table.hears(Asked) == thumb
    table.taps(PANEL, button)
    assert table.hears(Asked) == Asked("council.thumb", VALKYRIE_1)
