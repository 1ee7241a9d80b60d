"""Whole evenings of phones in real browsers, with the panel and other pads beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gm_appliance.core.game import JSON
from tests.phones.evening import PhonesEvening

pytestmark = [pytest.mark.browser, pytest.mark.process]


def test_three_phones_begin_a_game(browser: Browser, tmp_path: Path) -> None:
    evening = PhonesEvening(
        *(browser, tmp_path / "phones"),
        game="thor",
        options={"players": 4, "mode": "live"},
        phones=(1, 2, 3),
        speed=4.0,
        enough=lambda evening: evening.tapped >= 6,
    )
    evening.plays()
    assert evening.complaints == []
    assert evening.seen >= {"choose", "wait"}
    assert {"turn.offer", "turn.take"} <= {*evening.chosen}


@pytest.mark.long
def test_fifteen_phones_go_through_two_nights_and_a_council(browser: Browser, tmp_path: Path) -> None:
    evening = PhonesEvening(
        *(browser, tmp_path / "phones"),
        game="gotterdammerung",
        options={"players": 15, "gods": 5},
        phones=range(1, 16),
        speed=6.0,
        enough=lambda evening: evening.chosen.count("conspiracy") >= 2 and evening.tapped > 5,
    )
    evening.plays()
    assert evening.complaints == []
    assert evening.seen >= {"dark", "thumbs", "wait", "choose"}
    assert evening.chosen.count("setup.pad") == 15
    assert evening.tapped > 5


LONG = [
    pytest.param("gotterdammerung", {"players": 7, "gods": 5}, range(1, 8), 8.0, id="gotterdammerung"),
    pytest.param(
        *("thor", {"players": 6, "mode": "live", "will_of_thor": "yes"}, range(1, 6), 8.0), id="thor"
    ),
    pytest.param("odins-table", {"mode": "referee", "games": 1}, (1, 2), 8.0, id="odins-table"),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "phones", "speed"), LONG)
def test_a_whole_game_is_played_on_phones(
    browser: Browser,
    tmp_path: Path,
    game: str,
    options: dict[str, JSON],
    phones: Sequence[int],
    speed: float,
) -> None:
    """People also press the panel, and pads if there are more players than phones."""
    evening = PhonesEvening(browser, tmp_path / "phones", game, options, phones, speed=speed)
    evening.plays()
    assert evening.over
    assert evening.complaints == []
    assert evening.tapped > 5
    closed = {"dark", "thumbs"} if game == "gotterdammerung" else set()
    assert evening.seen >= {"choose", "wait", *closed}


@pytest.mark.long
def test_three_phones_play_valda_for_some_turns(browser: Browser, tmp_path: Path) -> None:
    """A whole game of it, with everything followed, takes people three quarters of an hour."""
    evening = PhonesEvening(
        *(browser, tmp_path / "phones"),
        game="valda",
        options={"players": 4, "mode": "companion"},
        phones=(1, 2, 4),
        speed=8.0,
        enough=lambda evening: evening.tapped >= 30,
    )
    evening.plays()
    assert evening.complaints == []
    assert evening.seen >= {"choose", "wait"}
