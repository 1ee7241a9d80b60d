"""Whole evenings of phones in real browsers, with the panel and other pads beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("websockets", reason="phones need more: pip install '.[phones]'")
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")

from playwright.sync_api import Browser

from gm_appliance.core.game import JSON
from tests.phones.evening import PhonesEvening

pytestmark = [pytest.mark.browser, pytest.mark.process]


def test_three_phones_begin_a_game(browser: Browser, tmp_path: Path) -> None:
    evening = PhonesEvening(
        *(browser, tmp_path / "phones", "thor", {"players": 4, "mode": "live"}, (1, 2, 3)),
        enough=lambda evening: evening.tapped >= 6,
    )
    evening.plays()
    assert evening.complaints == []
    assert evening.seen >= {"choose", "wait"}
    assert {"turn.offer", "turn.take"} <= {*evening.chosen}


LONG = [
    pytest.param("gotterdammerung", {"players": 15, "gods": 9}, range(1, 16), 3.0, id="gotterdammerung"),
    pytest.param(
        *("thor", {"players": 6, "mode": "live", "will_of_thor": "yes"}, range(1, 6), 3.0), id="thor"
    ),
    pytest.param("valda", {"players": 4, "mode": "companion"}, (1, 2, 4), 3.0, id="valda"),
    pytest.param("odins-table", {"mode": "referee", "games": 1}, (1, 2), 3.0, id="odins-table"),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "phones", "speed"), LONG)
def test_a_whole_game_is_played_on_phones(
    browser: Browser, tmp_path: Path, game: str, options: dict[str, JSON], phones: range, speed: float
) -> None:
    evening = PhonesEvening(browser, tmp_path / "phones", game, options, tuple(phones), speed=speed)
    evening.plays()
    assert evening.over
    assert evening.complaints == []
    assert evening.tapped > 5
    closed = {"dark", "thumbs"} if game == "gotterdammerung" else set()
    assert evening.seen >= {"choose", "wait", *closed}
