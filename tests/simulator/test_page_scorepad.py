"""A short score pad, kept by clicking the panel on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")
pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")

from playwright.sync_api import Browser, Page, expect

from gm_appliance.app.evening import Evening
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.ports import Ports, Stop
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import serve

pytestmark = pytest.mark.browser
SOON = 20_000.0


class Instant:
    """A voice that has always just finished, so that nobody waits for it."""

    def say(self, text: str) -> float:
        return 0.0

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...


class Nobody:
    """An observer without hands: every press is the page's."""

    def asked(self, prompt_id: int, decision: Decision) -> None: ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...


class Pad:
    """The panel and the display, as somebody at the page uses them."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def shows(self, *parts: str) -> None:
        """The display's title, and whatever else is to be read on it, in this order."""
        pattern = "^Display: " + ".*".join(map(re.escape, parts))
        expect(self.page.locator("#display")).to_have_attribute(
            "aria-label", re.compile(pattern), timeout=SOON
        )

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.page.locator(f'[data-button="panel:{button}"]').click()

    def enter(self, title: str, value: int, start: int = 0) -> None:
        """Tap to a number, and OK once it is there."""
        self.shows(title, f"· {start} ·")
        button = "up" if value > start else "down"
        self.press(*[button] * abs(value - start))
        self.shows(title, f"· {value} ·")
        self.press("ok")

    def heard(self) -> list[str]:
        """What was said, the last first."""
        return self.page.locator("#history li").all_inner_texts()


@pytest.fixture
def pad(browser: Browser) -> Iterator[Pad]:
    inbox = TableInbox(RealClock())
    room = Room(inbox.press)
    voice, mixer = CaptionedVoice(Instant(), room), MirroredMixer(SilentMixer(), room)
    ports = Ports(inbox, room, room, voice, mixer, room)
    evening = Thread(target=Evening(ports, None, "en", Nobody(), lambda part, what: None).run, daemon=True)
    server = serve(room, port=0)
    context = browser.new_context(reduced_motion="reduce")
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    evening.start()
    page.goto(server.url)
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    yield Pad(page)
    context.close()
    inbox.post(Stop())
    evening.join(SOON / 1000)
    server.close()
    assert not evening.is_alive()
    assert complaints == []


def test_a_short_score_pad_is_kept_on_the_page(pad: Pad) -> None:
    pad.shows("Choose a game")
    pad.press("down")
    pad.shows("Choose a game", "▸Score pad")
    pad.press("ok")
    pad.enter("How many play?", 2, start=4)
    for title in ("Points come", "Who wins?"):
        pad.shows(title)
        pad.press("ok")
    pad.shows("When is the end?")
    pad.press("up")
    pad.shows("When is the end?", "▸After some rounds")
    pad.press("ok")
    pad.enter("How many rounds?", 1, start=10)
    # Two places, called by their players' names; the lamp says whose points are entered.
    seats, lamp = pad.page.locator("[data-seat]:visible"), pad.page.locator('[data-lamp="2"]')
    pad.shows("Player 2", "Total: 0")
    expect(seats.locator(".name")).to_have_text(["Player 1", "Player 2"])
    expect(lamp).to_have_attribute("data-lit", "true")
    expect(pad.page.locator('[data-seat="1"] [data-name="dealer"]')).to_have_text("Dealer")
    pad.enter("Player 2", 3)
    pad.enter("Player 1", -2)
    pad.shows("Rounds played", "▸End the game")
    expect(pad.page.locator('[data-kind="Tally"]')).to_have_text(["-2", "3"])
    expect(seats.nth(1)).to_have_attribute("aria-label", "Player 2, lamp dark, 3")
    pad.press("ok")
    pad.shows("Final standings", "1. Player 2 3", "2. Player 1 -2")
    pad.press("ok")
    pad.shows("Once more?")
    assert {"Player 2 wins with 3.", "Second: Player 1 with -2."} <= set(pad.heard())
    # The same again is one press: not even the number of rounds is asked.
    pad.press("ok")
    pad.shows("Player 2", "· 0 ·", "Total: 0")
    expect(pad.page.locator('[data-kind="Tally"]')).to_have_text(["0", "0"])
