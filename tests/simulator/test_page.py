"""The page itself in a real browser: it loads without a complaint, fits, and moves the right buttons."""

from __future__ import annotations

import queue
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from gm_appliance.core.cues.props import Card, Colour, Deck, Plate, Prop, ShownThumb, Tally, ThrownDie, Token
from gm_appliance.core.cues.screens import Cell, ClosedScreen, Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.language import PSEUDO, SOURCE, load
from gm_appliance.simulator import web
from gm_appliance.simulator.page_words import page_words
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.unheard import Unheard
from gm_appliance.simulator.web import serve

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")


pytestmark = pytest.mark.browser
SOON = 20.0
WINDOWS = [(1280, 800), (1920, 1080), (1024, 768)]
Edge = tuple[int, str, bool]


def corners(screen: Screen) -> bytes:
    """The first and the last pixel; with closed eyes none."""
    return bytes([0b10000000] + [0] * 1022 + [0b00000001]) if isinstance(screen, Lines) else bytes(1024)


class Table:
    def __init__(self, browser: Browser, language: str = SOURCE) -> None:
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.room = Room(lambda *edge: self.edges.put(edge), corners, rng=Random(1))
        self.server = serve(self.room, port=0, language=language)
        self.complaints: list[str] = []
        self.context = browser.new_context(reduced_motion="reduce")
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("requestfailed", lambda request: self.complaints.append(request.url))
        page.goto(self.server.url)
        expect(page.locator("body")).to_have_attribute("data-connection", "open")
        return page

    def edge(self) -> Edge:
        return self.edges.get(timeout=SOON)

    def close(self) -> None:
        self.context.close()
        self.server.close()


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    table = Table(browser)
    yield table
    table.close()
    assert table.complaints == []


def game(seats: int, *, forward: bool = False) -> list[Prop]:
    places = range(1, seats + 1)
    names = [
        Plate(seat, f"Valkyrie {seat}", "Underworld" if seat == 4 else "", turned=seat == 4)
        for seat in places
    ]
    cards = [Card(seat, "Card", face_down=True, own=True, forward=forward) for seat in places]
    oracle = Token(2, "Oracle", "yellow", "eye", "oracle")
    shield = Card(3, "Odin: shield", "blue", name="odin")
    dice = [ThrownDie(0, 3, "Die: 3"), ThrownDie(0, 5, "Die: 5")]
    return [*names, *cards, oracle, shield, *dice, ShownThumb(5, "Thumb down", up=False)]


def at(page: Page, hook: str) -> str:
    """The accessible name of what a hook names."""
    return page.locator(hook).get_attribute("aria-label") or ""


def test_everything_that_lies_and_shines_is_seen_and_can_be_read_out(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    table.room.light(frozenset({2}))
    table.room.show(Lines("Good evening", ("Choose",)))
    table.room.caption("Odin protects Thor.", 1.0)
    expect(page.locator("#caption")).to_have_text("Odin protects Thor.")
    expect(page.locator("[data-seat]:visible")).to_have_count(7)
    expect(page.locator('[data-lamp="2"]')).to_have_attribute("data-lit", "true")
    expect(page.locator("#dice .thrown")).to_have_count(2)
    expect(page.locator('[data-seat="3"] [data-name="odin"]')).to_have_text("Odin: shield")
    second, fourth, fifth = (at(page, f'[data-seat="{seat}"]') for seat in (2, 4, 5))
    assert "lamp lit" in second
    assert "Oracle" in second
    assert "Underworld" in fourth
    assert "lamp dark" in fourth
    assert "Thumb down" in fifth
    assert "Good evening · Choose" in at(page, "#display")
    rotated = page.locator('[data-seat="4"] .name').evaluate("it => getComputedStyle(it).rotate")
    assert rotated == "none", "a name is read upright"
    assert page.locator("h1").inner_text() == "The virtual table"


WRITTEN = """() => [
    document.title,
    ...[...document.querySelectorAll("body *")].flatMap((one) => [
        one.getAttribute("aria-label"),
        ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ]),
].filter((text) => text && text.trim())"""


def test_the_page_speaks_the_language_of_the_table(browser: Browser) -> None:
    """In English with accents, whatever has none was not translated."""
    table = Table(browser, PSEUDO)
    page = table.page
    table.room.lay([Plate(1, "Ôdîn"), Card(1, "Çàrd", face_down=True, own=True), Plate(2, "Thôr")])
    table.room.light(frozenset({2}))
    expect(page.locator("[data-seat]:visible")).to_have_count(2)
    page.locator('[data-seat="1"]').click()
    expect(page.locator("#only")).to_be_enabled()
    written = page.evaluate(WRITTEN)
    assert len(written) > 30
    # What stands on keys and buttons stands there in every language.
    keys = ["OK", *(keys for keys, _what in page_words(load(PSEUDO))["help"])]
    assert [text for text in written if set(text) & set("aeiouyAEIOUY") and text not in keys] == []
    assert table.complaints == []
    table.close()


def test_a_sentence_is_told_from_the_next_up_to_the_largest_numbers_a_page_knows(table: Table) -> None:
    """A page counts in floating point: 2**53 is its last whole number."""
    for numbers in (2**31 - 2, 2**32 - 2, 2**53 - 3):
        table.room._captions._number = numbers
        for sentence in ("Odin.", "Thor.", "Hel."):
            table.room.caption(f"{sentence} {numbers}", 0.0)
            expect(table.page.locator("#caption")).to_have_text(f"{sentence} {numbers}")


def test_a_place_is_called_what_lies_there_or_is_named_or_by_its_number(table: Table) -> None:
    page = table.page
    expect(page.locator('[data-seat="15"].empty .name')).to_have_text("Seat 15")
    table.room.lay(
        [Plate(1, "Player 1", numbered=True), Plate(2, "Åsa"), Plate(3, "Valkyrie 3"), Tally(4, 7)]
    )
    plates = {1: "Player 1", 2: "2Åsa", 3: "3Valkyrie 3", 4: "Seat 4"}
    for seat, plate in plates.items():
        expect(page.locator(f'[data-seat="{seat}"] .name')).to_have_text(plate)
    expect(page.locator(".empty:visible")).to_have_count(1)
    expect(page.locator('[data-kind="Plate"]')).to_have_count(0)
    heard = [at(page, f'[data-seat="{seat}"]') for seat in plates]
    names_heard = [one.split(", lamp")[0] for one in heard]
    assert names_heard == ["Player 1", "Seat 2, Åsa", "Seat 3, Valkyrie 3", "Seat 4"]
    assert heard[3].endswith(", 7")


def test_the_page_brings_its_own_letters(table: Table) -> None:
    """It looks alike on a machine with no fonts to speak of; what is drawn is what was measured."""
    table.room.lay(game(7))
    expect(table.page.locator(".seat:visible")).to_have_count(7)
    loaded = table.page.evaluate(
        "document.fonts.ready.then((all) => [...all].filter((it) => it.status === 'loaded')"
        ".map((it) => it.family))"
    )
    assert {name.strip('"') for name in loaded} == {"Alegreya", "Roboto"}
    for hook, family in {".name b": "Alegreya", "#only": "Roboto"}.items():
        used = table.page.locator(hook).first.evaluate("(it) => getComputedStyle(it).fontFamily")
        assert used.startswith(family)


def test_the_display_is_drawn_pixel_for_pixel(table: Table) -> None:
    table.room.show(Lines("Good evening"))
    expect(table.page.locator("#display")).to_have_attribute("aria-label", "Display: Good evening")
    lit = table.page.locator("#display").evaluate(
        """canvas => {
            const { data } = canvas.getContext("2d").getImageData(0, 0, 128, 64);
            return [...Array(128 * 64).keys()].filter((at) => data[at * 4] > 127);
        }"""
    )
    assert lit == [0, 128 * 64 - 1]
    for width, height in WINDOWS:
        table.page.set_viewport_size({"width": width, "height": height})
        box = table.page.locator("#display").bounding_box()
        assert box is not None
        assert box["width"] % 128 == 0
        assert box["width"] == 2 * box["height"]


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
    # Whatever can be pressed is on top in its middle, and inside the window.
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
CARDS += ["Freya: two votes", "Tyr: free", "Dvalin: saved", "Odin: shield", "Thor: wound"]

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


def test_a_die_is_drawn_as_what_it_is(table: Table) -> None:
    dice = (
        ThrownDie(0, 3, "Die: 3"),
        ThrownDie(0, 3, "Die: 3", sides=4),
        ThrownDie(0, 17, "Die: 17", sides=20),
        ThrownDie(0, 2, "2 blood", symbol="drop"),
        ThrownDie(0, 1, "Followers: +1", signed=True),
    )
    table.room.lay(dice)
    drawn = table.page.locator("#dice .thrown")
    expect(drawn).to_have_text(["", "3", "17", "", "+1"])
    expect(drawn.nth(0).locator("circle")).to_have_count(3)
    expect(drawn.nth(3).locator(".drop")).to_have_count(2)
    assert [each.get_attribute("aria-label") for each in drawn.all()] == [one.label for one in dice]


COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "purple", "orange")


def crowded(seats: int, rng: Random) -> list[Prop]:
    """All action cards somewhere, most of them at few places; some gods banished; the dice lie there."""
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
"""Each number of places in one window; in the long tests in all."""


def lies(table: Table, items: list[Prop]) -> None:
    """Lay them, and wait until every card and the Oracle lie where they belong on the page."""
    table.room.lay(items)
    table.page.wait_for_function(
        """wanted => wanted.every(([seat, name]) =>
            document.querySelector(`[data-seat="${seat}"] [data-name="${name}"]`))""",
        arg=[[item.at, item.name] for item in items if isinstance(item, Card | Token) and item.name],
    )
    table.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


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
                # However little is written on it, its words can be heard, and read under the mouse.
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
    """Pieces, numbers and cards on its squares; the box makes room, and nothing lies over anything."""
    page = table.page
    places: list[Prop] = [Plate(1, "White"), Plate(2, "Black"), Tally(2, 1, "Lost")]
    white: list[Prop] = [Token(Cell(1, column), "White piece", name="white") for column in range(1, 7)]
    black: list[Prop] = [Token(Cell(5, column), "Black piece", "blue", "star", "black") for column in (1, 6)]
    stack: list[Prop] = [Card(Cell(3, 2), "Thor: 3", "red", name="thor"), Tally(Cell(3, 2), 4, "Left")]
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        table.room.lay([*places, *white, *black, *stack, ThrownDie(0, 3, "Die: 3"), Tally(1, height, "Lost")])
        expect(page.locator('[data-seat="1"] [data-kind="Tally"]')).to_have_text(f"Lost {height}")
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
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


def test_a_mouse_holds_and_lets_go_even_outside_the_button(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    page.locator('[data-button="3:down"]').hover()
    page.mouse.down()
    assert table.edge() == (3, "down", True)
    page.mouse.move(5, 5)
    page.mouse.up()
    assert table.edge() == (3, "down", False)
    page.locator('[data-button="panel:repeat"]').click()
    assert [table.edge(), table.edge()] == [(0, "repeat", True), (0, "repeat", False)]


def test_the_keyboard_reaches_everything(table: Table) -> None:
    page = table.page
    table.room.lay(game(12))
    expect(page.locator('[data-seat="12"]')).to_be_visible()
    keys = {"ArrowUp": "up", "ArrowDown": "down", "Enter": "ok", "Backspace": "back", "r": "repeat"}
    for key, button in keys.items():
        page.keyboard.press(key)
        assert [table.edge(), table.edge()] == [(0, button, True), (0, button, False)]
    for key, seat in {"3": 3, "0": 10, "Shift+Digit2": 12}.items():
        page.keyboard.press(key)
        page.keyboard.down("d")
        page.keyboard.down("d")  # the key repeats itself
        assert table.edge() == (seat, "down", True)
        page.keyboard.up("d")
        assert table.edge() == (seat, "down", False)
        page.keyboard.press("u")
        assert [table.edge(), table.edge()] == [(seat, "up", True), (seat, "up", False)]
    page.keyboard.press("b")
    expect(page.locator('[data-seat="12"] .bot')).to_have_attribute("aria-pressed", "true")
    assert table.room.bots == {12}
    page.locator('[data-seat="12"] .up').focus()
    page.keyboard.press("Space")
    assert [table.edge(), table.edge()] == [(12, "up", True), (12, "up", False)]
    assert table.edges.empty()


def test_leaving_the_window_lets_go(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    expect(page.locator('[data-seat="8"]')).to_be_hidden()
    page.keyboard.down("u")
    assert table.edge() == (1, "up", True)
    page.evaluate("dispatchEvent(new Event('blur'))")
    assert table.edge() == (1, "up", False)
    page.keyboard.up("u")
    page.keyboard.down("ArrowUp")
    assert table.edge() == (0, "up", True)
    page.close()
    assert table.edge() == (0, "up", False)


def test_a_card_is_seen_while_it_is_lifted_and_by_nobody_else(table: Table) -> None:
    page, other = table.page, table.open()
    faces = (Card(0, "Protector", "yellow", "shield", "protect", own=True), 5)
    others = (Card(0, "Conspirator", "red", "sword", "conspire", own=True), 2)
    table.room.lay([Deck(0, "The pile", (faces, others))])
    table.room.lay(game(7))
    face = {"protect": "Protector", "conspire": "Conspirator"}[table.room.card_of(6) or ""]
    card = page.locator('[data-card="6"]')
    card.hover()
    page.mouse.down()
    expect(card).to_have_text(face)
    assert other.locator('[data-card="6"]').inner_text() == ""
    table.room.storm(True)
    expect(card).to_have_text("")
    page.mouse.up()
    card.hover()
    page.mouse.down()
    expect(card).to_have_text("Not now")
    page.mouse.up()
    table.room.lay(game(7, forward=True))
    expect(page.locator('[data-seat="6"]')).to_have_attribute("data-lies", "forward")
    page.keyboard.press("6")
    page.keyboard.down("c")
    expect(card).to_have_text(face)
    page.keyboard.up("c")
    expect(card).to_have_text("")
    assert table.edges.empty()


def test_closed_eyes_are_unmistakable_and_the_box_still_shines(table: Table) -> None:
    page = table.page
    table.room.lay(game(7))
    table.room.storm(True)
    table.room.show(ClosedScreen())
    expect(page.locator("body")).to_have_attribute("data-eyes", "closed")
    expect(page.locator("#eyes")).to_have_text("Eyes closed")
    expect(page.locator(".storm")).to_be_visible()
    above = page.evaluate(
        "[...document.querySelectorAll('#box, .storm')].map((it) => Number(getComputedStyle(it).zIndex))"
    )
    assert above[0] < above[1]  # the storm comes first in the document
    page.locator('[data-button="2:up"]').click()
    assert table.edge() == (2, "up", True)
    table.room.storm(False)
    expect(page.locator("#eyes")).to_have_text("Eyes open")
    expect(page.locator(".storm")).to_be_hidden()


def test_bots_at_all_other_places_are_one_press_on_every_page(table: Table) -> None:
    other = table.open()
    table.room.lay(game(7))
    table.page.keyboard.press("5")
    table.page.locator("#only").click()
    expect(other.locator(".is-bot:visible")).to_have_count(6)
    assert table.room.bots == frozenset(range(1, 16)) - {5}


def test_after_that_enter_is_the_panels_ok_again(table: Table) -> None:
    table.room.lay(game(7))
    table.page.locator("#only").click()
    expect(table.page.locator(".is-bot:visible")).to_have_count(6)
    table.page.keyboard.press("Enter")
    assert [table.edge(), table.edge()] == [(0, "ok", True), (0, "ok", False)]


def test_a_short_sound_is_named_for_a_moment_and_each_anew(table: Table) -> None:
    line = table.page.locator("#sound")
    for name in ("thunder", "horn"):
        table.room.sound(name)
        expect(line).to_have_text(f"♪ {name}")
        expect(line).to_be_visible()
        assert line.evaluate("(it) => it.getAnimations().at(-1).effect.getTiming().duration") <= 10_000
        line.evaluate("(it) => it.getAnimations().forEach((one) => one.finish())")
        expect(line).to_be_hidden()


def test_a_page_that_hears_nothing_is_lost_and_drops_what_is_pressed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "BEAT", 3600.0)
    table = Table(browser)
    page = table.context.new_page()
    page.clock.install()
    page.goto(table.server.url)
    body = page.locator("body")
    expect(body).to_have_attribute("data-connection", "open")
    page.keyboard.down("Enter")
    assert table.edge() == (0, "ok", True)
    page.clock.run_for(2000)
    expect(body).to_have_attribute("data-connection", "open")
    page.clock.run_for(1000)
    expect(body).to_have_attribute("data-connection", "lost")
    expect(page.locator("#lost")).to_contain_text("lost")
    assert table.edge() == (0, "ok", False), "what was held is let go"
    page.keyboard.up("Enter")
    page.keyboard.press("ArrowUp")
    page.locator('[data-button="3:up"]').click()
    # The next sign of life: it goes on, without what was pressed meanwhile.
    table.room._tell({"type": "alive", "beat": 1})
    expect(body).to_have_attribute("data-connection", "open")
    expect(page.locator("#lost")).to_be_empty()
    page.keyboard.press("ArrowDown")
    assert [table.edge(), table.edge()] == [(0, "down", True), (0, "down", False)]
    assert table.edges.empty()
    table.close()


def test_a_screen_reader_hears_where_the_cursor_is(table: Table) -> None:
    read = table.page.locator("#read")
    table.room.show(MenuScreen("Choose a game", ("Thor", "Valda", "Hel"), 0, "OK"))
    expect(read).to_have_text("Choose a game · Thor")
    table.room.show(MenuScreen("Choose a game", ("Thor", "Valda", "Hel"), 1, "OK"))
    expect(read).to_have_text("Valda")
    table.room.show(NumberScreen("How many?", 7, "OK"))
    expect(read).to_have_text("How many? · 7 · OK")
    table.room.show(NumberScreen("How many?", 8, "OK"))
    expect(read).to_have_text("8")
    assert read.get_attribute("aria-live") == "polite"


def test_bots_at_all_other_places_means_all_but_ones_own(table: Table) -> None:
    page = table.page
    table.room.lay([Plate(seat, f"Valkyrie {seat}") for seat in range(1, 8)])
    table.room.only_human(5)
    page.locator('[data-button="2:up"]').click()
    expect(page.locator('[data-seat="2"]')).to_have_class(re.compile("selected"))
    expect(page.locator("#only")).to_have_text("Bots at all places but Valkyrie 5")
    page.locator("#only").click()
    page.locator('[data-button="panel:ok"]').click()
    assert {table.edge()[:2] for _ in range(4)} == {(2, "up"), (0, "ok")}
    assert table.room.bots == frozenset(range(1, 16)) - {5}


def test_the_one_who_looks_is_told_so_and_nobody_else_is(table: Table) -> None:
    page, other = table.page, table.open()
    table.room.lay(game(7, forward=True))
    page.keyboard.press("2")
    table.room.storm(True)
    table.room.hands().change(Unheard(awake=frozenset({2})))
    expect(page.locator("#eyes")).to_have_text("Your eyes are open")
    expect(page.locator("#hint")).to_have_text("Look at one card that is pushed forward: hold it")
    expect(other.locator("#eyes")).to_have_text("Eyes closed")
    expect(other.locator("#hint")).to_be_empty()
    table.room.storm(False)
    expect(page.locator("#eyes")).to_have_text("Eyes open")


def test_a_conspirator_among_bots_is_told_who_the_others_are_and_lays_the_die(table: Table) -> None:
    page, other = table.page, table.open()
    faces = (Card(0, "Conspirator", "red", "sword", "conspire", own=True), 2)
    table.room.lay([Deck(0, "The pile", (faces, (Card(0, "Protector", name="protect", own=True), 5)))])
    table.room.lay(game(7))
    one, partner = (seat for seat in range(1, 8) if table.room.card_of(seat) == "conspire")
    victim = next(seat for seat in (1, 2, 3) if seat not in (one, partner))
    table.room.only_human(one)
    table.room.storm(True)
    table.room.hands().change(Unheard(card="conspire", laying=True))
    expect(page.locator("#eyes")).to_have_text("Your eyes are open")
    expect(page.locator("#hint")).to_contain_text(f"With you: Valkyrie {partner}")
    expect(page.locator(".companion")).to_have_attribute("data-seat", str(partner))
    page.locator(f'[data-seat="{victim}"] .name').click(force=True)
    expect(page.locator("#hint")).to_contain_text(f"The die lies at Valkyrie {victim}")
    expect(page.locator(f'[data-seat="{victim}"] .chip[data-kind="ThrownDie"]')).to_have_count(1)
    expect(other.locator('.chip[data-kind="ThrownDie"]')).to_have_count(0)
    table.room.storm(False)
    expect(page.locator("#hint")).to_be_empty()
    expect(page.locator('.chip[data-kind="ThrownDie"]')).to_have_count(0)
    table.room.hands().show_die()
    for each in (page, other):
        expect(each.locator(f'[data-seat="{victim}"] .chip[data-kind="ThrownDie"]')).to_have_count(1)


def test_a_thumb_is_held_out_at_ones_own_place(table: Table) -> None:
    page = table.page
    table.room.lay([Plate(seat, f"Valkyrie {seat}") for seat in range(1, 8)])
    table.room.only_human(5)
    table.room.hands().change(Unheard(thumbs={3: False}))
    expect(page.locator("#hint")).to_have_text("Hold out your thumb: U or D")
    page.keyboard.press("5")
    page.keyboard.press("u")
    assert [table.edge(), table.edge()] == [(5, "up", True), (5, "up", False)]
    expect(page.locator('[data-seat="5"] .shows')).to_have_class("shows up")
    expect(page.locator('[data-seat="3"] .shows')).to_have_class("shows down")
    expect(page.locator("#hint")).to_be_empty()
