"""The picture of the virtual table, docs/table.png: `python -m docs.drawings.table` takes it again.

It is a screenshot of the page in the middle of a game that bots play. The game is always the same, and
the letters are the page's own.
"""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Page, expect

from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import serve
from tests.simulator.chromium import DRAWN, launched
from tests.simulator.game_on_page import GameOnPage

FILE = Path(__file__).parents[1] / "table.png"
SIZE = (1280, 800)
SEED = 2
MOMENT = "council.support"
"""Lamps are lit and cards lie about, and somebody has fallen."""


def take(page: Page, room: Room) -> bytes:
    """The page as a PNG file, once it was told everything so far: the last sound comes after it."""
    room.sound("thunder")
    expect(page.locator("#sound")).to_have_text("♪ thunder")
    page.evaluate("document.fonts.ready")
    page.evaluate(DRAWN)
    return page.screenshot(animations="disabled")


def pictures(moments: Collection[str] = (MOMENT,)) -> dict[str, Image.Image]:
    """The page at each of these phases of the game, the last time it comes."""
    room = Room(lambda *edge: None, rng=Random(SEED))
    room.only_human(1)
    server = serve(room, port=0)
    taken: dict[str, bytes] = {}
    with launched() as browser:
        page = browser.new_page(reduced_motion="reduce", viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(server.url)
        expect(page.locator("body")).to_have_attribute("data-connection", "open")

        def looks(phase: str) -> None:
            if phase in moments:
                taken[phase] = take(page, room)

        GameOnPage(room, {"players": 9, "gods": 9}, looks, SEED).plays()
    server.close()
    return {phase: Image.open(BytesIO(png)).convert("RGB") for phase, png in taken.items()}


def main() -> None:
    # A palette makes the file half as large.
    picture = pictures()[MOMENT]
    picture.quantize(palette=picture.quantize(), dither=Image.Dither.FLOYDSTEINBERG).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
