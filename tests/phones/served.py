"""The server of phones with a box by hand, and phones before it in a real browser."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from gm_appliance.core.values import replace
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.connection import GONE
from gm_appliance.phones.frames import TICK_SECONDS
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.messages import FromBox, FromPhones, Mood, Place, Places, Present, Rest, Serve, Sign
from gm_appliance.phones.web import PhonePages

SOON = 20_000.0
"""Milliseconds to wait at most."""

SIZES = ((320, 568), (360, 740), (390, 844))
"""Phones: a small old one, a common one, a large one. CSS pixels."""

TOKEN = "000102030405060708090a0b0c0d0e0f"
OPEN, QUIET = Mood(False, False, False), Mood(False, True, False)
THUMBS, CLOSED = Mood(False, False, True), Mood(True, True, False)

NAMES = (
    *("Odin", "Valkyrie 1", "Thor", "Valkyrie 2", "Valkyrie 3", "Hel", "Valkyrie 4", "Freya", "Heimdall"),
    *("Idun", "Brynhild", "Skadi", "Saga", "Balder", "Niörd"),
)


PEOPLE = (
    *("Anna", "Björn", "Júlia", "Ömer", "Mai-Linh", "Zoë", "Mika", "Konstantin-Alexander", "Chiara", "Luca"),
    *("Jan-Willem", "Ifeoma", "Sigríður", "Nour", "Théo"),
)


def places(number: int) -> Places:
    """Bare seats, called by their gods."""
    return Places(tuple(Place(seat, seat, NAMES[seat - 1]) for seat in range(1, number + 1)))


def laid(number: int, thumbs: str = "", fell: frozenset[int] = frozenset(), cards: bool = False) -> Places:
    """Seats with people's names, god cards and what lies there. thumbs: "d" or "u" for each seat."""
    all_ = []
    for seat in range(1, number + 1):
        role, symbol = NAMES[seat - 1], NAMES[seat - 1].split()[0].lower().replace("niörd", "njord")
        signs: tuple[Sign, ...] = (Sign("Oracle", "eye", "yellow"),) if seat == 4 else ()
        signs += (Sign("Thor’s wound", "thor", "red"),) if seat == 6 else ()
        place = Place(seat, seat, PEOPLE[seat - 1], role, symbol, signs=signs, out=seat in fell)
        if seat in fell:
            told = ("You are in the Underworld.", "Nobody can accuse you any more.")
            place = replace(place, note="Underworld", told=told)
        if seat <= len(thumbs):
            place = replace(place, thumb={"d": "down", "u": "up"}[thumbs[seat - 1]])
        side = ("Protector", "shield", "yellow") if seat % 3 else ("Conspirator", "sword", "red")
        all_.append(replace(place, card=Sign(*side)) if cards else place)
    return Places(tuple(all_))


def shows(page: Page, view: str) -> None:
    """Wait until a phone shows this view."""
    expect(page.locator("body")).to_have_attribute("data-view", view)


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class PhonesTable:
    """The server, as the process runs it. The box is the test: it `tell`s.

    moves: what thumbs did, as (pad, half, move) with half 0 for up. heard: what phones said beside.
    complaints: of all pages; there may be none. browser: None where phones are not of Chromium.
    """

    def __init__(self, browser: Browser | None, language: str = "en") -> None:
        self._browser = browser
        self._serve = Serve(TOKEN, 0, language)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._contexts: list[BrowserContext] = []
        self.port = 0
        self._boot = 0
        self.moves: list[tuple[int, int, int]] = []
        self.heard: list[FromPhones] = []
        self.complaints: list[str] = []
        self._thread.start()
        self.start()

    def start(self) -> None:
        """The process begins; at the same port as before."""
        self._boot += 1
        self.ticking = True
        self._run(self._start())

    def stop(self) -> None:
        """It ends, without a goodbye."""
        self._run(self._stop())

    def _run(self, work: Coroutine[Any, Any, Any]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(SOON / 1000)

    async def _start(self) -> None:
        self._hub = PhoneHub(self._boot, self.heard.append)
        moved = self._hub.link.moved

        def record(switch: int, move: int, ms: int) -> None:
            self.moves.append((switch // 2 + 1, switch % 2, move))
            moved(switch, move, ms)

        self._hub.link.moved = record  # type: ignore[method-assign]
        self._hub.told(self._serve)
        self._pages = PhonePages(self._hub, milliseconds, lambda: None)
        self.port = await self._pages.open(self.port, "127.0.0.1")
        self._ticks = asyncio.create_task(self._tick_on())

    async def _tick_on(self) -> None:
        while True:
            if self.ticking:
                self._pages.tick()
                self._hub.wake(milliseconds())
            await asyncio.sleep(TICK_SECONDS)

    async def _stop(self, code: int = 1012) -> None:
        self._ticks.cancel()
        await self._pages.close(code)

    def tell(self, *messages: FromBox) -> None:
        async def say() -> None:
            for one in messages:
                self._hub.told(one)

        self._run(say())

    def rest(self) -> None:
        """Let no phone in any longer."""
        self.tell(Rest())
        self._run(self._pages.close(GONE))

    @property
    def taken(self) -> frozenset[int]:
        """The pads that have a phone."""
        presents = [one for one in self.heard if isinstance(one, Present)]
        return frozenset(presents[-1].there if presents else ())

    def phone(self, size: tuple[int, int] = SIZES[1]) -> Page:
        """A new phone, which scanned the code."""
        assert self._browser, "there are only phones of the test"
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
        )
        context.set_default_timeout(SOON)
        self._contexts.append(context)
        return self.open(context)

    def open(self, context: BrowserContext, token: str = TOKEN) -> Page:
        """One more page on a phone."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{self.port}/#{fragment(token)}")
        return page

    def seated(self, pad: int, size: tuple[int, int] = SIZES[1]) -> Page:
        """A new phone, which took a place."""
        page = self.phone(size)
        page.locator(f'[data-key^="pad {pad} "]').tap()
        page.locator('body:not([data-view="join"])').wait_for()
        return page

    def until(self, true: Any) -> None:
        """Wait until something has happened here."""
        for _again in range(int(SOON / 20)):
            if true():
                return
            time.sleep(0.02)
        raise AssertionError("it does not happen")

    def close(self) -> None:
        for one in self._contexts:
            one.close()
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
