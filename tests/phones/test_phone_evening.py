"""Whole evenings of phones in real browsers, with the panel and other pads beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser

from gm_appliance.core.game import JSON
from tests.phones.evening import PhonesEvening

pytestmark = [pytest.mark.browser, pytest.mark.process]


Enough: TypeAlias = Callable[[PhonesEvening], bool]


def at_the_end(evening: PhonesEvening) -> bool:
    return evening.over


def after_taps(taps: int) -> Enough:
    return lambda evening: evening.tapped >= taps


def after_two_nights(evening: PhonesEvening) -> bool:
    return evening.chosen.count("conspiracy") >= 2 and evening.tapped > 5


GODS, THOR, VALDA, WOLVES = "gotterdammerung", "thor", "valda", "werewolf"
CLOSED = (GODS, WOLVES)
"""Games with closed eyes."""

EVENINGS: Mapping[str, tuple[str, Mapping[str, JSON], Sequence[int], float, Enough]] = {
    "three begin": (THOR, {"players": 4, "mode": "live"}, (1, 2, 3), 4.0, after_taps(6)),
    "fifteen, two nights": (GODS, {"players": 15, "gods": 5}, range(1, 16), 6.0, after_two_nights),
    GODS: (GODS, {"players": 8, "gods": 5}, range(1, 9), 8.0, at_the_end),
    WOLVES: (WOLVES, {"players": 8, "roles": 3}, range(1, 9), 8.0, at_the_end),
    THOR: (THOR, {"players": 6, "mode": "live", "will_of_thor": "yes"}, range(1, 6), 8.0, at_the_end),
    "odins-table": ("odins-table", {"mode": "referee", "games": 1}, (1, 2), 8.0, at_the_end),
    # A whole game of it, with everything followed, takes people three quarters of an hour.
    VALDA: (VALDA, {"players": 4, "mode": "companion"}, (1, 2, 4), 8.0, after_taps(30)),
}
"""A game, its options, the seats with phones, the speed, and when to stop. All but the first are long."""

ASKED = {
    GODS: {"setup.pad", "conspiracy"},
    THOR: {"turn.offer", "turn.take"},
    WOLVES: {"setup.pad", "setup.factions", "night"},
}
"""Decisions that must have been made."""


@pytest.mark.parametrize(
    "name", ["three begin", *(pytest.param(name, marks=pytest.mark.long) for name in [*EVENINGS][1:])]
)
def test_a_game_is_played_on_phones(browser: Browser, tmp_path: Path, name: str) -> None:
    """People also press the panel, and pads if there are more players than phones."""
    game, options, phones, speed, enough = EVENINGS[name]
    evening = PhonesEvening(browser, tmp_path / "phones", game, options, phones, speed=speed, enough=enough)
    evening.plays()
    assert enough(evening)
    assert evening.complaints == []
    assert evening.tapped > (0 if game == WOLVES else 5)  # a short day has few open choices
    assert {*evening.chosen} >= ASKED.get(game, set())
    assert evening.chosen.count("setup.pad") == (len(phones) if game in CLOSED else 0)
    assert evening.seen >= {"choose", "wait", *(("dark", "thumbs") if game in CLOSED else ())}


@pytest.mark.long
def test_a_whole_game_needs_no_panel_but_a_phones(browser: Browser, tmp_path: Path) -> None:
    options: Mapping[str, JSON] = {"players": 4, "mode": "live"}
    evening = PhonesEvening(
        browser, tmp_path, THOR, options, (1, 2), speed=8.0, sheet=True, enough=at_the_end
    )
    evening.plays()
    assert evening.over
    assert evening.complaints == []
    assert evening.pressed > 20  # so many even a short game has
