"""Offers are clicked where they are shown: the page presses the panel and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from gm_appliance.core.cues.props import BoardFrame
from gm_appliance.core.values import replace
from tests.simulator.bench import DINNER
from tests.simulator.evening_page import PageTable, evening_on_page
from tests.simulator.room_on_page import Table, game

pytestmark = pytest.mark.browser


class Evening(PageTable):
    """A person who points. sent: every message the page sent."""

    def __init__(self, page: Page, onlooker: Any) -> None:
        super().__init__(page, onlooker)
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", lambda it: it.on("framesent", lambda text: self.sent.append(json.loads(text))))
        page.reload()

    def offer(self, says: str, within: str = "#offers") -> Locator:
        return self.page.locator(f'{within} .take[aria-label="{says}"]:not([aria-haspopup])')

    def points(self, name: str, says: str, within: str = "#offers") -> None:
        """Point at this offer of the next decision, which has this name."""
        self.is_asked(name)
        self.offer(says, within).click()

    def types(self, name: str, question: str, number: int) -> None:
        self.is_asked(name)
        self.page.locator(f'#number[aria-label="{question}"]').fill(str(number))
        self.page.keyboard.press("Enter")


@pytest.fixture
def evening(browser: Browser) -> Iterator[Evening]:
    with evening_on_page(browser, roster=("Anna", "Bo", "Christine")) as (page, onlooker):
        yield Evening(page, onlooker)


def test_an_evening_is_led_by_pointing(evening: Evening) -> None:
    """Lines and numbers of the display, and cards; by mouse, by keyboard, and by a screen reader's click."""
    evening.points("menu.game", "Thor")
    evening.types("option.players", "Thor. How many players?", 3)
    evening.points("option.mode", "Follow every turn")
    evening.points("option.will_of_thor", "No action cards")
    evening.points("menu.rules", "Begin")
    evening.points("menu.people", "Choose by name")
    for says in ("Christine", "Anna", "Bo"):
        evening.points("menu.person", says)
    for at, god in enumerate(("Njörd", "Freyr")):
        evening.is_asked("turn.offer")
        # The offers to a god are listed at its stack.
        evening.page.locator('#board [data-name="freya"] .take[aria-haspopup]').click()
        evening.page.get_by_role("menu").get_by_role("menuitem").nth(at).click()
        evening.is_asked("turn.take")
        # A click as a screen reader makes it.
        evening.offer(god, f'[data-name="{"njord" if god == "Njörd" else "freyr"}"]').evaluate(
            "(it) => it.click()"
        )
    evening.is_asked("turn.offer")
    edges = [one for one in evening.sent if one["type"] != "way"]
    assert {(one["type"], one["source"]) for one in edges} == {("press", 0)}
    assert {one["button"] for one in edges} <= {"up", "down", "ok"}


def test_a_place_and_a_square_can_be_clicked_until_eyes_are_closed(table: Table) -> None:
    room, page = table.room, table.page
    soup, fish, cake = DINNER.items
    board = BoardFrame(("A", "B"), ("2", "1"))
    room.lay([*game(7), board])
    room.offer(replace(DINNER, items=(soup, fish, replace(cake, square="B1", seat=0))))
    expect(page.locator(".take")).to_have_count(6)
    page.locator('[data-seat="2"] .name').click(force=True)
    assert [table.edge(), table.edge()] == [(0, "ok", True), (0, "ok", False)]
    room.offer(replace(DINNER, prompt_id=8, items=(soup, fish, replace(cake, square="B1"))))
    page.locator('[data-called="B1"] .take').click()
    assert [table.edge(), table.edge()] == [(0, "up", True), (0, "up", False)]
    expect(page.locator('[data-seat="1"]')).to_have_class(re.compile("selected"))
    room.storm(True)
    expect(page.locator(".take")).to_have_count(0)
    page.locator('[data-seat="2"] .name').click(force=True)
    page.locator("#display").click(force=True)
    room.storm(False)
    expect(page.locator("#eyes")).to_have_text("Eyes open")
    assert table.edges.empty()
