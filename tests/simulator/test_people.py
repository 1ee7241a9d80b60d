"""Bots who press: what they choose, and that their evenings are no longer than a day."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from gm_appliance.app.headless import rehearse
from gm_appliance.core.game import JSON, Choice, Decision, First, OneOf, Table
from gm_appliance.core.ports import PANEL
from gm_appliance.devices.inbox import DAY
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People, Temper
from tests.pickers.decisions import press
from tests.simulator.bench import Inbox


def pressed_at(inbox: Inbox) -> set[int]:
    return {source for source, _button in inbox.pressed}


def people(inbox: Inbox, seed: int) -> People:
    return People(inbox, Dealer(Random(0)), Random(seed), Random(0))


@pytest.mark.parametrize("mode", ["round", "free"])
@pytest.mark.parametrize("players", [2, 15])
def test_a_score_pad_kept_by_them_ends_well_within_a_day(players: int, mode: str) -> None:
    for seed in range(1, 4):
        lines: list[str] = []
        options: dict[str, JSON] = {"players": players, "mode": mode, "until": "target", "target": 9999}
        assert rehearse("scorepad", options, "en", lines.append, seed=seed) is not None
        assert json.loads(lines[-1])["t"] < DAY / 4


def test_what_ends_the_talk_is_chosen_rarely_and_not_for_ever() -> None:
    end = Decision("enough", Table(), OneOf(("end",)))
    decision = Decision("accuse", First((1, 2), "hold-down"), OneOf((1, 2)), talk=True, also=(end,))
    ended = 0
    for seed in range(600):
        inbox = Inbox()
        some = People(inbox, Dealer(Random(0)), Random(seed), Random(0), temper=Temper(panel=0.0))
        some.asked(1, decision)
        ended += pressed_at(inbox) == {PANEL}
        some.chose(end, Choice("enough", "end"))
        inbox.strokes.clear()
        some.asked(2, decision)
        assert pressed_at(inbox) != {PANEL}
    assert 0 < ended < 200


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        (("wolf", "miller", "miller"), "on"),
        (("wolf", "wolf", "miller"), "wolves"),
        (("seer", "miller", "wolf"), "village"),
        (("seer", "ghost", "wolf"), "on"),
    ],
)
def test_the_end_is_called_once_all_cards_still_in_play_say_the_same(
    cards: tuple[str, ...], called: str
) -> None:
    """The last seat's card is turned."""
    inbox, values = Inbox(), ("on", "village", "wolves")
    sides = {"wolf": ("wolves",), "seer": ("village",), "miller": ("village",)}
    table: Any = SimpleNamespace(
        card_of=lambda seat: cards[seat - 1], unturned=lambda: frozenset(range(1, len(cards)))
    )
    decision = Decision("end", Table(), OneOf(values), by_card=sides)
    People(inbox, table, Random(1), Random(1)).asked(1, decision)
    choice = press(decision, tuple(inbox.strokes))
    assert choice is not None
    assert choice.value == called
