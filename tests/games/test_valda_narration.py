"""Valda's locked areas, and the cards their owners draw, as shown and said."""

from __future__ import annotations

import pytest

from gm_appliance.core.cues import Say, Show
from gm_appliance.core.cues.props import Card
from gm_appliance.core.cues.screens import StashScreen
from gm_appliance.core.language import load
from gm_appliance.games import valda
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.cards import GAINS, KILL, STEAL
from gm_appliance.games.valda.effects import ACTION
from gm_appliance.games.valda.model import FOLLOWERS
from gm_appliance.games.valda.narration.narrator import Valda
from tests.games.valda_table import ValdaTable

ENGLISH = Valda(load("en", valda.__name__))


def acting(**temples: int) -> ValdaTable:
    return ValdaTable(dice="own").has(1, **temples).say("resource.gold", 1)


def test_a_locked_area_is_shown_as_its_owners() -> None:
    table = acting(tyr=3)
    lying = {one.name for one in ENGLISH.props(table.view).items if isinstance(one, Card)}
    assert "tyr-locked" in lying
    assert "odin-locked" not in lying
    recap = ENGLISH.recap(table.decision(), table.view)
    (stash,) = (cue.screen for cue in recap if isinstance(cue, Show))
    assert isinstance(stash, StashScreen)
    assert [one.closed for one in stash.footholds] == [False, False, False, True, False, False, False]


@pytest.mark.parametrize(
    ("temples", "drawn"),
    [
        ({"odin": 2}, "two cards face up"),
        ({"odin": 3}, "face up: one card of Odin, one base card. Then"),
        ({"odin": 3, "freya": 1}, "in secret: one card of Odin, one base card. Then"),
        ({"odin": 3, "freya": 2}, "in secret: one card of Odin, two base cards. Then"),
        ({"tyr": 3, "odin": 3}, "face up: one card of Tyr, one base card. Or one card of Odin instead. Then"),
    ],
)
def test_the_owner_of_an_area_draws_a_card_of_its_god(temples: dict[str, int], drawn: str) -> None:
    table = acting(**temples)
    asked = ENGLISH.ask(table.decision(), table.view)
    assert drawn in " ".join(cue.text for cue in asked if isinstance(cue, Say))


def test_a_printed_number_is_asked_with_what_is_counted() -> None:
    asked: dict[str, set[str]] = {}
    for kind, what in (*((one, "") for one in (*GAINS, ACTION, KILL)), *((STEAL, one) for one in GAINS)):
        table = acting().lies(phase=phases.Effect(1, None, phases.Acting(), (), kind, 2, what))
        counted = what or (FOLLOWERS if kind == KILL else kind)
        asked.setdefault(counted, set()).add(ENGLISH.prompt(table.decision(), table.view).ask.text)
    assert [len(questions) for questions in asked.values()] == [1] * 5
    assert len(set.union(*asked.values())) == 5
