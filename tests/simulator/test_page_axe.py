"""axe-core finds nothing wrong with the page, in light and dark, and all text uses its own fonts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from gm_appliance.core.game import JSON
from gm_appliance.simulator.room import Room
from tests.simulator.game_on_page import GameOnPage
from tests.simulator.kept_out import findings, foreign
from tests.simulator.room_on_page import caught_up, on_page

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (390, 844))


class SeenAll(Exception):
    """Every phase asked for was seen, so the game need not go on."""


class Looked:
    """A page before a room, checked in these phases of a game, or in all if none are given."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page, self.room = page, room
        self.phases: set[str] = set()
        self.seen: list[str] = []
        self.faults: list[str] = []

    def looks(self, phase: str) -> None:
        if self.phases and phase not in self.phases:
            return
        self.seen.append(phase)
        caught_up(self.page, self.room, phase)
        width, height = SIZES[len(self.seen) % len(SIZES)]
        self.page.set_viewport_size({"width": width, "height": height})
        self.faults += [f"{phase}: {one}" for one in (*findings(self.page), *foreign(self.page))]
        if self.phases == {*self.seen}:
            raise SeenAll


@pytest.fixture
def looked(browser: Browser) -> Iterator[Looked]:
    room = Room(lambda *edge: None, rng=Random(1))
    with on_page(browser, room, painted=True) as page:
        yield Looked(page, room)


GAMES = [
    pytest.param(
        *("odins-table", {"mode": "referee", "games": 1}, ("turn.target", "fight.attack")),
        id="odins-table",
        marks=pytest.mark.long,
    ),
    pytest.param("valda", {"players": 2, "mode": "score"}, ("turn.followers",), id="valda"),
]


@pytest.mark.parametrize(("game", "options", "phases"), GAMES)
def test_nobody_is_kept_out(
    looked: Looked, game: str, options: dict[str, JSON], phases: tuple[str, ...]
) -> None:
    looked.phases = {*phases}
    with pytest.raises(SeenAll):
        GameOnPage(looked.room, options, looked.looks, 2, game=game).plays()
    assert looked.seen == [*phases]
    assert looked.faults == []


SEEN = {
    "gotterdammerung": {"setup.deal", "conspiracy agree", "action.odin", "council.accuse"},
    "thor": {"turn.take"},
}
"""Phases that are certain to come in these games."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("gotterdammerung", {"players": 9, "gods": 9}),
        ("thor", {"players": 6, "mode": "live", "will_of_thor": "yes"}),
        ("odins-table", {"mode": "referee", "games": 3}),
        ("valda", {"players": 5}),
        ("werewolf", {"players": 9, "roles": 4}),
        ("scorepad", {"players": 5, "until": "rounds", "rounds": 1}),
    ],
)
def test_in_no_phase_of_a_game_is_anybody_kept_out(
    looked: Looked, game: str, options: dict[str, JSON]
) -> None:
    GameOnPage(looked.room, options, looked.looks, 1, game=game).plays()
    assert {*looked.seen} >= {"over", *SEEN.get(game, ())}
    assert looked.faults == []


def test_what_keeps_people_out_is_found(looked: Looked) -> None:
    page = looked.page
    assert (findings(page), foreign(page)) == ([], [])
    page.evaluate("document.querySelector('.lamp').removeAttribute('aria-label')")
    assert [one.split(" at ")[0] for one in findings(page)] == ["role-img-alt"]
    looked.room.caption("Один", 0.0)
    expect(page.locator("#caption")).to_have_text("Один")
    assert foreign(page) != []
