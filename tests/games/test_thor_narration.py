"""What Thor says and shows, checked by the numbers; screenplays and catalogue check the words."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from gm_appliance.core.cues import Cue, Say
from gm_appliance.core.cues.screens import PilesScreen
from gm_appliance.core.game import JSON
from gm_appliance.core.language import load
from gm_appliance.core.people import NOBODY
from gm_appliance.games import thor
from gm_appliance.games.thor import events
from gm_appliance.games.thor.narration.narrator import Thor
from gm_appliance.pickers import face_of, open_picker
from tests.games.thor_table import Table

TOLD = Thor(load("en", thor.__name__), NOBODY)


def said(cues: Iterable[Cue]) -> list[str]:
    return [cue.text for cue in cues if isinstance(cue, Say)]


def numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"-?\d+", text)))


def back(table: Table, *choices: tuple[str, JSON]) -> tuple[Cue, ...]:
    """Cues for moving things back by hand when all these choices are undone at once."""
    before = table.view
    for name, value in choices:
        table.say(name, value)
    return TOLD.back(table.view, before)


WHY = {"fruits": [3, 6], "tricks": [3, 2, 5], "intrigues": [3, 3, 0], "favor": [3, 5], "wrath": [3, 0]}
"""The numbers told of a god whose last offer is 3: the offer, the card's effect, and the value."""


@pytest.mark.parametrize("card", WHY)
def test_the_count_says_why_a_god_is_worth_what_it_is(card: str) -> None:
    table = Table().holding(0, 0, 0, 0).above(freya=card).offers(freya=(3,), odin=(0, 1, 2, 3, 4))
    table.has(1, freya=5).offer("odin", 5).say("turn.take", "none")
    (over,) = (event for event in table.told if isinstance(event, events.RoundOver))
    why = [one for one in said(TOLD.tell(over, table.view)) if one.startswith("Freya")]
    assert [numbers(one) for one in why] == [WHY[card]]
    worth = WHY[card][-1]
    in_full = said(TOLD.explain("count", table.view))
    assert [numbers(one) for one in in_full if "cards of Freya" in one] == ([[5, 5 * worth]] if worth else [])
    assert [one in in_full for one in why] == [worth > 0]


def shown(table: Table) -> object:
    decision = table.decision()
    return TOLD.screen(decision, table.view, face_of(open_picker(decision)), 0)


def test_an_action_card_that_changes_a_value_is_shown_by_its_sign() -> None:
    table = Table().holding(1, 0, 0, 0).offers(odin=(3,)).place("fruits", "odin")
    (placed,) = table.told
    assert numbers(said(TOLD.tell(placed, table.view))[-1]) == [6]
    screen = shown(table)
    assert isinstance(screen, PilesScreen)
    assert (screen.piles[0].number, screen.piles[0].sign) == (6, "×2")


def test_what_is_taken_back_is_moved_back_by_hand() -> None:
    table = Table(players=2)
    assert len(back(table, ("turn.offer", "freya-4"))) == 1
    assert len(back(table, ("turn.take", "freya"))) == 1
    assert back(table) == ()
    table = Table().holding(1, 0, 0, 0).above(odin="wrath").say("turn.offer", "remove")
    wrath, gifts = said(back(table, ("remove.with", "gifts")))
    assert "Wrath of Thor" in wrath
    assert "Odin" in wrath
    assert "Three Gifts" in gifts
    table = Table().holding(1, 0, 0, 0).place("times", "odin")
    assert [numbers(one) for one in said(back(table, ("times.take", 2)))] == [[2]]
    table = Table().holding(1, 0, 0, 0).has(3, odin=2).say("turn.offer", "card").say("card.which", "cry")
    returned, card = said(back(table, ("card.god", "odin")))
    assert "Odin" in returned
    assert "Cry" in card
