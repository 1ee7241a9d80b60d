"""Odin's Table on the page: the first turns with the box as referee, each measured."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.simulator.evening_page import PageTable, evening_on_page

pytestmark = pytest.mark.browser


class Table(PageTable):
    def hold(self, button: str) -> None:
        """Hold a button of the panel for as long as undo takes."""
        self.page.locator(f'[data-button="panel:{button}"]').click(delay=900)

    def moves(self, seat: int, *steps: tuple[str, ...]) -> None:
        """Move the first piece by these steps to its space; the lamp shows whose turn it is."""
        self.is_asked("turn.piece")
        expect(self.page.locator(f'[data-lamp="{seat}"]')).to_have_attribute("data-lit", "true")
        self.press("ok")
        self.answers("turn.target", *(button for some in steps for button in some), "ok")

    def square(self, name: str) -> Locator:
        """A square of the board, which is below the row of Black's cards."""
        return self.page.locator(f'[data-square="{7 - int(name[1])}:{" ABCDEF".index(name[0])}"]')

    def top(self, which: str) -> float:
        box = self.page.locator(which).bounding_box()
        assert box is not None
        return box["y"]

    def stands(self, square: str, piece: str) -> None:
        expect(self.square(square).locator(f'[data-name="{piece}"]')).to_have_count(1)


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    with evening_on_page(browser, roster=("Anna", "Bartholomäus")) as (page, onlooker):
        yield Table(page, onlooker)


def to_the_first_turn(table: Table) -> None:
    """Two players with names, best of three; Anna plays White."""
    table.answers("menu.game", "down", "down", "down", "ok")
    table.answers("option.mode", "ok")
    table.answers("menu.rules", "down", "ok")
    table.answers("option.games", "down", "ok")
    for name in ("option.white", "menu.people", "menu.person", "menu.person"):
        table.answers(name, "ok")


@pytest.mark.long
def test_a_fight_and_a_conquest_on_the_page(table: Table) -> None:
    """Both advance in column A; White attacks, wins, and conquers the space behind."""
    to_the_first_turn(table)
    table.is_asked("turn.piece")
    table.shows(r"● A1 B1 C1 D1 E1 F1 · ○ A5 B5 C5 D5 E5 F5 · ▸A1")
    expect(table.page.locator("[data-seat]:visible .name b")).to_have_text(["Anna", "Bartholomäus"])
    # White sits at the lower edge, as on the display.
    assert table.top('[data-seat="2"] .name') < table.top("#board") < table.top('[data-seat="1"] .name')
    table.looks()

    table.press("ok")
    table.is_asked("turn.target")
    expect(table.square("A1")).to_have_class(re.compile(r"\bchosen\b"))
    expect(table.page.locator(".square.target")).to_have_count(2)
    expect(table.square("B2")).to_have_class(re.compile(r"\btarget\b"))
    table.looks()
    table.hold("back")  # and chosen again
    table.is_asked("turn.piece")
    expect(table.page.locator(".square.target")).to_have_count(0)
    table.press("ok")
    table.is_asked("turn.target")
    table.press("ok")
    table.moves(2)
    table.moves(1)
    table.stands("A3", "white")
    table.stands("A4", "black")

    # Freya takes A4 from A3 against Hel. Anna's turn comes after a step by Bartholomäus.
    table.is_asked("turn.piece")
    table.press("down", "ok")
    table.answers("turn.target", "ok")
    table.moves(1)
    table.answers("fight.attack", *("down",) * 4, "ok")
    table.looks()
    table.answers("fight.defence", *("down",) * 5, "ok")
    table.is_asked("turn.piece")
    table.stands("A4", "white")
    expect(table.square("A4").locator('[data-name="black"]')).to_have_count(0)
    expect(table.page.locator('[data-seat="2"] [data-kind="Tally"]')).to_contain_text(
        ["Spaces 0", "Won 0", "Lost 1"]
    )
    table.looks()
    table.press("ok")
    table.answers("turn.target", "ok")
    table.moves(1)  # conquers A5
    table.is_asked("turn.piece")
    expect(table.square("A5").locator('[data-name="white"] .crown')).to_have_count(1)
    expect(table.square("A5")).to_have_attribute("aria-label", "A5, White: conqueror")
    expect(table.page.locator('[data-seat="1"] [data-kind="Tally"] b').first).to_have_text("1")
    table.shows("A5×")
    table.looks()
    assert table.faults == []
