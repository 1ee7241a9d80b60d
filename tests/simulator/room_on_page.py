"""A room with a page in a real browser: everything is laid, shown and pressed there."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Browser, Page, expect

from gm_appliance.core.cues.props import Card, Plate, Prop, ShownThumb, ThrownDie, Token
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.language import SOURCE
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import serve
from tests.simulator.chromium import UNPAINTED

SOON = 60.0
WINDOWS = [(1280, 800), (1920, 1080), (1024, 768)]
Edge = tuple[int, str, bool]

UNHURRIED = "performance.now = () => 0"
"""Makes the page never consider the table lost; it would drop presses, and a busy machine may be silent for
longer than the page waits."""


def corners(screen: Screen) -> bytes:
    """A picture of only the first and last pixels; black if eyes are closed."""
    return bytes([0b10000000] + [0] * 1022 + [0b00000001]) if isinstance(screen, Lines) else bytes(1024)


@contextmanager
def on_page(browser: Browser, room: Room, *, painted: bool = False) -> Iterator[Page]:
    """The room's page."""
    server, page = serve(room, port=0), browser.new_page(reduced_motion="reduce")
    if not painted:
        page.add_init_script(UNPAINTED)
    page.goto(server.url)
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    yield page
    page.close()
    server.close()


def caught_up(page: Page, room: Room, name: str) -> None:
    """Wait until the page has received everything so far: messages arrive in order, this sound last."""
    # A whole game may pass between two phases, and a busy machine needs time to draw it. A page too far
    # behind is only given the table's state, without the sound: send it again.
    for _again in range(60):
        room.sound(name)
        try:
            expect(page.locator("#sound")).to_have_text(f"♪ {name}", timeout=2000)
            return
        except AssertionError:
            continue
    raise AssertionError("the page stands still")


class Table:
    def __init__(self, browser: Browser, language: str = SOURCE) -> None:
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.room = Room(lambda *edge: self.edges.put(edge), corners, rng=Random(1))
        # Nothing is ever late for the server, whose clock does not move.
        self.server = serve(self.room, port=0, language=language, now=lambda: 0.0)
        self.complaints: list[str] = []
        self.context = browser.new_context(reduced_motion="reduce")
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.add_init_script(UNHURRIED)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("requestfailed", lambda request: self.complaints.append(request.url))
        page.goto(self.server.url)
        expect(page.locator("body")).to_have_attribute("data-connection", "open")
        return page

    def lay(self, props: list[Prop]) -> None:
        """Lay the props, and wait for the page to settle, or clicks would land elsewhere."""
        self.room.lay(props)
        plates = sum(isinstance(one, Plate) for one in props)
        expect(self.page.locator("[data-seat]:visible")).to_have_count(plates)
        # Places are measured again whenever a font arrives.
        self.page.evaluate("document.fonts.ready.then(() => {})")

    def edge(self) -> Edge:
        return self.edges.get(timeout=SOON)

    def close(self) -> None:
        self.context.close()
        self.server.close()


def game(seats: int, *, viewable: bool = False) -> list[Prop]:
    places = range(1, seats + 1)
    names = [
        Plate(seat, f"Valkyrie {seat}", "Underworld" if seat == 4 else "", turned=seat == 4)
        for seat in places
    ]
    cards = [Card(seat, "Card", face_down=True, own=True, viewable=viewable) for seat in places]
    oracle = Token(2, "Oracle", "yellow", "eye", "oracle")
    shield = Card(3, "Odin: shield", "blue", name="odin")
    dice = [ThrownDie(0, 3, "Die: 3"), ThrownDie(0, 5, "Die: 5")]
    return [*names, *cards, oracle, shield, *dice, ShownThumb(5, "Thumb down", up=False)]


def at(page: Page, hook: str) -> str:
    """The accessible name of the element that matches a selector."""
    return page.locator(hook).get_attribute("aria-label") or ""
