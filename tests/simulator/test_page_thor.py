"""A live round of Thor, clicked on the page from the menu to its score, and looked at in every turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")

from playwright.sync_api import Browser, Page, expect

from tests.simulator.evening_page import SOON, Onlooker, evening_on_page

pytestmark = pytest.mark.browser

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
SIZES = {1280: (720, 9.0), 390: (844, 7.5)}
"""By the window's width its height, and the least size of letters there."""

GODS = ("odin", "thor", "freya", "njord", "freyr")
LABELS = dict(zip(GODS, ("Od", "Th", "Fa", "Nj", "Fr"), strict=True))


class Table:
    """The page, and how the box is kept there."""

    def __init__(self, page: Page, onlooker: Onlooker) -> None:
        self.page = page
        self._onlooker = onlooker
        self.faults: list[str] = []

    def is_asked(self, name: str) -> None:
        """This decision is opened next."""
        assert self._onlooker.names.get(timeout=SOON / 1000) == name

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.page.locator(f'[data-button="panel:{button}"]').click()

    def takes_first(self, *names: str) -> None:
        """What stands first at each of these."""
        for name in names:
            self.is_asked(name)
            self.press("ok")

    def shows(self, pattern: str) -> None:
        expect(self.page.locator("#display")).to_have_attribute(
            "aria-label", re.compile(pattern), timeout=SOON
        )

    def lies(self, seat: int, name: str) -> None:
        """This card lies before that seat."""
        expect(self.page.locator(f'[data-seat="{seat}"] [data-name="{name}"]')).to_have_count(1)

    def lies_in(self, row: int, column: int, name: str) -> None:
        """This card lies on that square of the board."""
        square = self.page.locator(f'[data-square="{row}:{column}"]')
        expect(square.locator(f'[data-name="{name}"]')).to_have_count(1)

    def looks(self) -> None:
        """Nothing is cut, covered or too small to read."""
        for width, (height, legible) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.faults += self.page.evaluate(MEASURE, legible)
        self.page.set_viewport_size({"width": 1280, "height": 720})


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    with evening_on_page(browser, roster=("Anna", "Bartholomäus")) as (page, onlooker):
        yield Table(page, onlooker)


def to_the_first_turn(table: Table) -> None:
    """Two by name, one live round; the first of them begins."""
    table.is_asked("menu.game")
    table.press("down", "ok")
    table.is_asked("option.players")
    table.press("down", "down", "ok")
    table.takes_first("option.mode")
    table.is_asked("menu.rules")
    table.press("down", "ok")
    table.is_asked("option.match")
    table.press("down", "ok")
    table.is_asked("option.first")
    table.press("down", "ok")
    table.takes_first("option.last_card", "menu.people", "menu.person", "menu.person", "first.who")


def test_a_live_round_is_played_on_the_page_to_its_score(table: Table) -> None:
    """Six offers to Odin: 0, 1, 5, 4, 3 and, not asked any more, 2. Each takes what stands first."""
    to_the_first_turn(table)
    names = table.page.locator("[data-seat]:visible .name b")
    expect(names).to_have_text(["Anna", "Bartholomäus"])
    for number, value in enumerate((0, 1, 5, 4, 3, 2)):
        seat = number % 2 + 1
        table.is_asked("turn.offer")
        expect(table.page.locator(f'[data-lamp="{seat}"]')).to_have_attribute("data-lit", "true")
        table.shows(f"▸{LABELS['odin']}: ")
        table.press("ok")
        if number < 5:
            table.is_asked("turn.value")
            table.shows(rf"\b{value}\b")
            table.press("ok")
        table.is_asked("turn.take")
        table.lies_in(1, 3 + number, f"odin-{value}")
        table.shows(f"{LABELS['odin']}: {value} ")
        table.looks()
        table.press("ok")
        table.lies(seat, "odin" if number < 5 else "thor")
    # Three cards of Odin and two, each worth 2; the rest is worth nothing.
    table.is_asked("match.over")
    table.shows(r"1\. Anna 6 · 2\. Bartholomäus 4")
    points = [table.page.locator(f'[data-seat="{seat}"] [data-kind="Tally"] b') for seat in (1, 2)]
    expect(points[0]).to_have_text("6")
    expect(points[1]).to_have_text("4")
    table.looks()
    assert table.faults == []
    table.press("ok")
    table.is_asked("menu.again")
