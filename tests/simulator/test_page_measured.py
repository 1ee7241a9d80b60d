"""All phases of whole games, measured on the page at six sizes: no text cut or too small, nothing covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from gm_appliance.core.cues.props import Card, Plate, Prop, ThrownDie, Token
from gm_appliance.core.game import JSON
from gm_appliance.simulator.room import Room
from tests.simulator.evening_page import MEASURE, limits
from tests.simulator.game_on_page import GameOnPage
from tests.simulator.room_on_page import caught_up, on_page

pytestmark = pytest.mark.browser

PHONES = ((360, 640), (390, 844), (430, 932))
SIZES = ((1280, 720), PHONES[0], (1920, 1080), PHONES[1], (820, 1180), PHONES[2])
EXTREMES = (SIZES[0], PHONES[0], SIZES[4])


class Measured:
    """A page before a room, measured at all sizes."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page, self.room = page, room
        # Wood, storm and shadows carry no text and are slow to draw.
        self.styles(".wood, .storm { display: none } * { box-shadow: none !important }")
        self.phases: list[str] = []
        self.faults: dict[str, list[str]] = {}

    def styles(self, css: str) -> None:
        self.page.evaluate(
            """css => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(css);
                document.adoptedStyleSheets.push(sheet);
            }""",
            css,
        )

    def caught_up(self) -> None:
        caught_up(self.page, self.room, f"{len(self.phases)}")

    def faults_at(self, size: tuple[int, int]) -> list[str]:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        return list(self.page.evaluate(MEASURE, limits(size[0])))

    def looks(self, phase: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
        """Measure at these sizes. Every phase comes once, and pauses."""
        self.phases.append(phase)
        self.caught_up()
        for size in sizes:
            if found := self.faults_at(size):
                self.faults[f"{phase} at {size[0]}"] = found

    def glances(self, phase: str) -> None:
        self.looks(phase, SIZES[:1])

    def extremes(self, phase: str) -> None:
        """Measure at one size of each layout; phones share one."""
        self.looks(phase, EXTREMES)


@pytest.fixture
def measured(browser: Browser) -> Iterator[Measured]:
    room = Room(lambda *edge: None, rng=Random(1))
    with on_page(browser, room) as page:
        yield Measured(page, room)


PHASES = {
    "setup.pad",
    "setup.deal",
    "conspiracy agree",
    "action.odin",
    "oracle.look look",
    "council.accuse",
    "over",
}


def small_and_large(small: tuple[Any, ...], *large: tuple[Any, ...]) -> pytest.MarkDecorator:
    """A small table at one size; in the long tests, it and the large ones at every size."""
    quick = pytest.param("glances", *small)
    looks = (pytest.param("looks", *one, marks=pytest.mark.long) for one in (small, *large))
    return pytest.mark.parametrize(("how", "players", "options"), [quick, *looks])


@small_and_large((7, {"gods": 3}), (15, {"gods": 15}))
def test_in_every_phase_of_a_game_nothing_is_cut_or_covered(
    measured: Measured, how: str, players: int, options: dict[str, JSON]
) -> None:
    seed = {7: 2, 15: 1}[players]  # games in which every phase occurs
    GameOnPage(measured.room, {"players": players, **options}, getattr(measured, how), seed).plays()
    assert set(measured.phases) >= PHASES
    assert measured.faults == {}


@small_and_large(
    (3, {}),
    (5, {"mode": "final", "game": "big", "will_of_thor": "yes"}),
    (6, {"will_of_thor": "yes"}),
)
def test_in_every_phase_of_thor_nothing_is_cut_or_covered(
    measured: Measured, how: str, players: int, options: dict[str, JSON]
) -> None:
    """Includes the full table at the end of the first round and of the last."""
    looks = getattr(measured, how)
    GameOnPage(measured.room, {"players": players, **options}, looks, 3, game="thor").plays()
    assert set(measured.phases) >= {"round.next", "match.over", "over"}
    assert measured.faults == {}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("odins-table", {"mode": "judge", "games": 3}, marks=pytest.mark.long),
        pytest.param("odins-table", {"mode": "referee", "games": 1}, marks=pytest.mark.long),
        pytest.param("valda", {"players": 5}, marks=pytest.mark.long),
        ("valda", {"players": 4, "mode": "score"}),
        ("scorepad", {"players": 15, "until": "rounds", "rounds": 1}),
    ],
)
def test_in_every_phase_of_other_games_nothing_is_cut_or_covered(
    measured: Measured, game: str, options: dict[str, JSON]
) -> None:
    GameOnPage(measured.room, options, measured.glances, 3, game=game).plays()
    assert "over" in measured.phases
    assert measured.faults == {}


@pytest.mark.long
@pytest.mark.parametrize(("players", "ballot"), [(9, "thumbs"), (11, "booth"), (13, "pads")])
def test_with_other_numbers_of_players_nothing_is_cut_or_covered(
    measured: Measured, players: int, ballot: str
) -> None:
    options: dict[str, JSON] = {"players": players, "gods": players, "ballot": ballot}
    GameOnPage(measured.room, options, measured.extremes, players).plays()
    assert measured.faults == {}


def some() -> list[Prop]:
    items: list[Prop] = [ThrownDie(0, 3, "Die: 3"), Token(2, "Oracle", "yellow", "eye", "oracle")]
    for seat in range(1, 8):
        items.append(Plate(seat, f"Valkyrie {seat}"))
        items.append(Card(seat, "Faction card", face_down=True, own=True))
    return [*items, Card(3, "Odin: shield", "blue", name="odin"), Card(3, "Thor: wound", "red", name="thor")]


FAULTS = {
    "cut": ".chip { max-width: 2.5em; min-width: 0; white-space: nowrap; overflow: hidden }",
    "too small": ".name b { font-size: 11px !important }",
    "too small to press": ".bot { padding: 0 !important; line-height: .9 !important }",
    "over another": "#box { scale: 1.9 }",
    "nearer to another place": ".lies { rotate: 51deg }",
    "outside the window": '[data-seat="3"] .name { translate: 1300px }',
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_measured(measured: Measured, kind: str) -> None:
    measured.room.lay(some())
    measured.caught_up()
    assert measured.faults_at(SIZES[0]) == []
    measured.styles(FAULTS[kind])
    assert any(fault.startswith(f"{kind}: ") for fault in measured.faults_at(SIZES[0]))


def test_a_stub_is_measured(measured: Measured) -> None:
    measured.room.lay(some())
    measured.caught_up()
    assert measured.faults_at(SIZES[0]) == []
    measured.page.locator('[data-name="odin"]').evaluate("it => { it.textContent = 'Od'; }")
    assert measured.faults_at(SIZES[0]) == ["a stub: Od of Odin: shield"]
