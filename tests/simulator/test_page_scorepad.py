"""A short score pad, kept by clicking the panel on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")

from playwright.sync_api import Browser, Page, expect

from tests.simulator.evening_page import SOON, Onlooker, evening_on_page

pytestmark = pytest.mark.browser


NO_NUMBER = r"[^\d-]+"

HANDLING = (1, 10)
"""Below points the display says what a tap adds, and a hold."""


class Pad:
    """The panel and the display, as somebody at the page uses them."""

    def __init__(self, page: Page, onlooker: Onlooker) -> None:
        self.page = page
        self._onlooker = onlooker

    def is_asked(self, name: str) -> None:
        """This decision is opened next."""
        assert self._onlooker.names.get(timeout=SOON / 1000) == name

    def _reads(self, pattern: str) -> None:
        expect(self.page.locator("#display")).to_have_attribute(
            "aria-label", re.compile(f"^Display: {pattern}$"), timeout=SOON
        )

    def shows(self, *numbers: int) -> None:
        """Just these numbers are on the display, in this order, whatever the words."""
        self._reads(NO_NUMBER + NO_NUMBER.join(map(str, numbers)) + NO_NUMBER)

    def marks(self, nth: int) -> None:
        """OK would choose this line, from 1."""
        self._reads(r"[^▸·]+ · " + r"[^▸·]+ · " * (nth - 1) + "▸[^▸]+")

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.page.locator(f'[data-button="panel:{button}"]').click()

    def enter(self, name: str, value: int, start: int = 0, seat: int | None = None) -> None:
        """Tap to a number, and OK once it is there. seat: whose points they are, who had none so far."""
        self.is_asked(name)
        before, after = ((), ()) if seat is None else ((seat,), (0, *HANDLING))
        self.shows(*before, start, *after)
        button = "up" if value > start else "down"
        self.press(*[button] * abs(value - start))
        self.shows(*before, value, *after)
        self.press("ok")

    def heard(self) -> set[tuple[int, ...]]:
        """The numbers that each sentence named, from the lowest on."""
        said = self.page.locator("#history li").all_inner_texts()
        return {tuple(sorted(map(int, re.findall(r"-?\d+", one)))) for one in said}


@pytest.fixture
def pad(browser: Browser) -> Iterator[Pad]:
    with evening_on_page(browser) as (page, onlooker):
        yield Pad(page, onlooker)


def test_a_short_score_pad_is_kept_on_the_page(pad: Pad) -> None:
    pad.is_asked("menu.game")
    pad.marks(1)
    pad.press("down", "down", "down", "down")
    pad.marks(5)
    pad.press("ok")
    pad.enter("option.players", 2, start=4)
    for name in ("option.mode", "option.wins"):
        pad.is_asked(name)
        pad.marks(1)
        pad.press("ok")
    pad.is_asked("option.until")
    pad.marks(1)
    pad.press("up")
    pad.marks(3)
    pad.press("ok")
    pad.enter("option.rounds", 1, start=10)
    pad.is_asked("dealer.first")
    pad.marks(1)
    pad.press("ok")
    # Two places, called by their players' names; the lamp says whose points are entered.
    seats, lamp = pad.page.locator("[data-seat]:visible"), pad.page.locator('[data-lamp="2"]')
    pad.shows(2, 0, 0, *HANDLING)
    expect(seats.locator(".name")).to_have_text([re.compile(r"\b1$"), re.compile(r"\b2$")])
    expect(lamp).to_have_attribute("data-lit", "true")
    expect(pad.page.locator('[data-seat="1"] [data-name="dealer"]')).to_have_text(re.compile(r"\w"))
    pad.enter("entry.points", 3, seat=2)
    pad.enter("entry.points", -2, seat=1)
    pad.is_asked("reached.rounds")
    pad.marks(1)
    expect(pad.page.locator('[data-kind="Tally"]')).to_have_text(["-2", "3"])
    expect(seats.nth(1)).to_have_attribute("aria-label", re.compile(r"\b2, lamp dark, 3$"))
    pad.press("ok")
    pad.is_asked("final.read")
    pad.shows(1, 2, 3, 2, 1, -2)  # by place, seat and points
    pad.press("ok")
    pad.is_asked("menu.again")
    pad.marks(1)
    assert {(2, 3), (-2, 1)} <= pad.heard()  # who won, and who was second
    # The same again is one press: not even the number of rounds is asked.
    pad.press("ok")
    pad.is_asked("dealer.first")
    pad.marks(1)
    pad.press("ok")
    pad.is_asked("entry.points")
    pad.shows(2, 0, 0, *HANDLING)
    expect(pad.page.locator('[data-kind="Tally"]')).to_have_text(["0", "0"])
