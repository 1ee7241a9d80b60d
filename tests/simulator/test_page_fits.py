"""Everything on the page has room: nothing is covered, and text that fits is written out."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from gm_appliance.core.cues.props import Card, Colour, Plate, Prop, Tally, ThrownDie, Token
from gm_appliance.core.cues.screens import Cell
from tests.simulator.chromium import DRAWN
from tests.simulator.room_on_page import WINDOWS, Table, at, game

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", WINDOWS)
def test_fifteen_places_fit_without_scrolling_or_covering_each_other(
    table: Table, size: tuple[int, int]
) -> None:
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.room.lay(game(15))
    table.room.light(frozenset(range(1, 16)))
    table.room.caption("Deal 10 protectors and 5 conspirators. Look at your own card. Press OK.", 1.0)
    expect(page.locator('[data-lamp="15"]')).to_have_attribute("data-lit", "true")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Anything that can be pressed is on top at its middle, and inside the window.
    covered = page.evaluate(
        """[...document.querySelectorAll("[data-button], [data-card], .bot, .name, #only")].filter((it) => {
            const { left, top, width, height } = it.getBoundingClientRect();
            return !it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }).map((it) => it.className + it.dataset.button)"""
    )
    assert covered == []
    small = page.evaluate(
        """[...document.querySelectorAll(".name b, .chip, .bot, .caption, .history li, .help dd, .key small")]
            .filter((it) => it.textContent && parseFloat(getComputedStyle(it).fontSize) < 12)
            .map((it) => it.textContent)"""
    )
    assert small == []


CARDS = ["Brynhild: wound", "Sif: wound, +1", "Niörd: stands in", "Heimdall: +1", "Balder: turned"]


OVER_ANOTHER = """() => {
    const seen = [...document.querySelectorAll(".chip, .card, .thrown, #box, .thumb-button, .bot, .name")]
        .map((it) => [it, it.getBoundingClientRect()]).filter(([, at]) => at.width);
    const words = (it) => it.textContent || it.className;
    const over = [];
    for (const [at, [one, a]] of seen.entries())
        for (const [other, b] of seen.slice(at + 1))
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
                && (one.matches(".chip") || other.matches(".chip"))) over.push([words(one), words(other)]);
    return over;
}"""


COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "purple", "orange")


def crowded(seats: int, rng: Random) -> list[Prop]:
    """A crowded table: all action cards, most of them at few places; some gods banished; and dice."""
    few = rng.sample(range(1, seats + 1), 4)
    gods = [card.split(":")[0] for card in CARDS[: seats - 1]]
    gods += [f"Valkyrie {number}" for number in range(1, seats + 1)]
    items: list[Prop] = [ThrownDie(0, 3, "Die: 3"), ThrownDie(0, 5, "Die: 5")]
    for seat in range(1, seats + 1):
        turned = rng.random() < 0.3
        items.append(Plate(seat, gods[seat - 1], "Underworld" if turned else "", turned=turned))
        items.append(Card(seat, "Card", face_down=True, own=True))
    for number, card in enumerate(CARDS):
        seat, god = rng.choice(few) if rng.random() < 0.6 else rng.randint(1, seats), card.split(":")[0]
        colour = COLOURS[number % len(COLOURS)]
        items.append(Card(seat, card, colour, name=god.lower(), idle=gods[seat - 1] == god))
    return [*items, Token(rng.choice(few), "Oracle", "yellow", "eye", "oracle")]


CROWDS = [
    pytest.param(seats, size, marks=() if nth == number else pytest.mark.long)
    for nth, seats in enumerate((7, 10, 15))
    for number, size in enumerate(WINDOWS)
]
"""Each number of places in one window; in the long tests, in all windows."""


def lies(table: Table, items: list[Prop]) -> None:
    """Lay the props, and wait until every card and the Oracle are in their places on the page."""
    table.room.lay(items)
    table.page.wait_for_function(
        """wanted => wanted.every(([seat, name]) =>
            document.querySelector(`[data-seat="${seat}"] [data-name="${name}"]`))""",
        arg=[[item.at, item.name] for item in items if isinstance(item, Card | Token) and item.name],
    )
    table.page.evaluate(DRAWN)


@pytest.mark.parametrize(("seats", "size"), CROWDS)
def test_whatever_lies_there_covers_nothing_else(table: Table, size: tuple[int, int], seats: int) -> None:
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for seed in range(6):
        items = crowded(seats, Random(seed))
        lies(table, items)
        assert page.evaluate(OVER_ANOTHER) == [], seed
        for item in items:
            if isinstance(item, Card) and item.name:
                # However little is written on it, its words are read out, and shown under the mouse.
                assert item.label in at(page, f'[data-seat="{item.at}"]')
                card = page.locator(f'[data-seat="{item.at}"] [data-name="{item.name}"]')
                assert card.get_attribute("title") == item.label


def test_where_there_is_room_all_words_are_written(table: Table) -> None:
    table.room.lay(game(7))
    shield = table.page.locator('[data-name="odin"]')
    expect(shield).to_be_visible()
    assert shield.inner_text() == "Odin: shield"
    lies(table, crowded(15, Random(0)))
    written = table.page.evaluate(
        "[...document.querySelectorAll('.chip')].map((it) => it.innerText).filter((it) => it)"
    )
    assert 5 < len(written) < len(CARDS) + 1 + 15


def test_the_middle_may_hold_a_board(table: Table) -> None:
    """Pieces, numbers and cards on its squares; the box makes room, and nothing covers anything."""
    page = table.page
    places: list[Prop] = [Plate(1, "White"), Plate(2, "Black"), Tally(2, 1, "Lost")]
    white: list[Prop] = [Token(Cell(1, column), "White piece", name="white") for column in range(1, 7)]
    black: list[Prop] = [Token(Cell(5, column), "Black piece", "blue", "star", "black") for column in (1, 6)]
    stack: list[Prop] = [Card(Cell(3, 2), "Thor: 3", "red", name="thor"), Tally(Cell(3, 2), 4, "Left")]
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        table.room.lay([*places, *white, *black, *stack, ThrownDie(0, 3, "Die: 3"), Tally(1, height, "Lost")])
        expect(page.locator('[data-seat="1"] [data-kind="Tally"]')).to_have_text(f"Lost {height}")
        page.evaluate(DRAWN)
        expect(page.locator("[data-square]")).to_have_count(30)
        expect(page.locator('[data-square="5:6"] [data-name="black"]')).to_be_visible()
        assert at(page, '[data-square="3:2"]') == "Row 3, column 2, Thor: 3, Left: 4"
        assert page.locator('[data-square="3:2"]').inner_text().split() == ["Thor:", "3", "4"]
        assert page.evaluate(OVER_ANOTHER) == []
        board, box = page.locator("#board").bounding_box(), page.locator("#box").bounding_box()
        assert board is not None
        assert box is not None
        assert box["y"] + box["height"] <= board["y"]
    table.room.lay(places)
    expect(page.locator("#board")).to_be_hidden()
