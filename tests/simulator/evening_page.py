"""An evening in real time before an open page: all presses are clicks, and nobody waits for the voice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, expect

from gm_appliance.app.evening import Evening
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.ports import Ports, Stop
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import serve

SOON = 20_000.0
"""Milliseconds after which nothing comes any more."""


class Instant:
    """A voice that has always just finished, so that nobody waits for it."""

    def say(self, text: str) -> float:
        return 0.0

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...


class Onlooker:
    """An observer without hands: every press is the page's. names: of what was asked, in order."""

    def __init__(self) -> None:
        self.names: SimpleQueue[str] = SimpleQueue()

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self.names.put(decision.name)

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...


@contextmanager
def evening_on_page(browser: Browser, *, roster: Sequence[str] = ()) -> Iterator[tuple[Page, Onlooker]]:
    """A page at the table of an evening, and who looks on; the page must have complained of nothing.

    roster: the names of who usually plays.
    """
    inbox = TableInbox(RealClock())
    room = Room(inbox.press)
    voice, mixer = CaptionedVoice(Instant(), room), MirroredMixer(SilentMixer(), room)
    ports = Ports(inbox, room, room, voice, mixer, room)
    onlooker = Onlooker()
    whole = Evening(ports, None, "en", onlooker, lambda part, what: None, roster=roster)
    evening = Thread(target=whole.run, daemon=True)
    server = serve(room, port=0)
    context = browser.new_context(reduced_motion="reduce")
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    evening.start()
    page.goto(server.url)
    expect(page.locator("body")).to_have_attribute("data-connection", "open")
    yield page, onlooker
    context.close()
    inbox.post(Stop())
    evening.join(SOON / 1000)
    server.close()
    assert not evening.is_alive()
    assert complaints == []
