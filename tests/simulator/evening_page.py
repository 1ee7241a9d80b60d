"""An evening in real time with an open page: all presses are clicks, and speech takes no time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from playwright.sync_api import Browser, Page, expect

from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import EveningSettings
from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.ports import Ports, Stop
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.simulator.mirrored import CaptionedVoice, MirroredMixer
from gm_appliance.simulator.room import Room
from gm_appliance.simulator.web import serve
from tests.simulator.chromium import UNPAINTED

SOON = 20_000.0
"""Timeout for the page, in milliseconds."""

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
SIZES = ((1280, 720), (390, 844))
PHONE = 600
"""Narrower windows count as phones."""


def limits(width: int) -> dict[str, float]:
    """The smallest sizes allowed for letters and buttons in a window this wide, in CSS pixels."""
    return {"legible": 12, "pressable": 24 if width < PHONE else 18}


def faults_of(page: Page) -> list[str]:
    """Everything that is cut, covered or too small to read, at both sizes."""
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += page.evaluate(MEASURE, limits(width))
    page.set_viewport_size({"width": 1280, "height": 720})
    return found


class Instant(SilentVoice):
    """A voice that takes no time."""

    def say(self, text: str) -> float:
        return 0.0

    def length(self, text: str) -> float:
        return 0.0


class Onlooker(Observer):
    """An observer. names: queues the names of the decisions asked."""

    def __init__(self) -> None:
        self.names: SimpleQueue[str] = SimpleQueue()

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self.names.put(decision.name)


class PageTable:
    """The page, and a person at its panel. faults: found by `looks`."""

    def __init__(self, page: Page, onlooker: Onlooker) -> None:
        self.page = page
        self._onlooker = onlooker
        self.faults: list[str] = []

    def is_asked(self, name: str) -> None:
        """Assert that the next decision has this name."""
        assert self._onlooker.names.get(timeout=SOON / 1000) == name

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.page.locator(f'[data-button="panel:{button}"]').click()

    def answers(self, name: str, *buttons: str) -> None:
        """Press these buttons at the next decision, which has this name."""
        self.is_asked(name)
        self.press(*buttons)

    def takes_first(self, *names: str) -> None:
        for name in names:
            self.answers(name, "ok")

    def shows(self, pattern: str) -> None:
        display = self.page.locator("#display")
        expect(display).to_have_attribute("aria-label", re.compile(pattern), timeout=SOON)

    def looks(self) -> None:
        self.faults += faults_of(self.page)


@contextmanager
def evening_on_page(browser: Browser, *, roster: Sequence[str] = ()) -> Iterator[tuple[Page, Onlooker]]:
    """The page of an evening, with an observer. Asserts that the page logs nothing. roster: the names of the
    people who usually play."""
    inbox = TableInbox(RealClock())
    room = Room(inbox.press)
    voice, mixer = CaptionedVoice(Instant(), room), MirroredMixer(SilentMixer(), room)
    ports = Ports(inbox, room, room, voice, mixer, room, room)
    onlooker = Onlooker()
    settings = EveningSettings(roster=tuple(roster), teach=False)
    watch = Observers(room, onlooker)
    whole = Evening(ports, None, watch, lambda part, what: None, settings)
    evening = Thread(target=whole.run, daemon=True)
    server = serve(room, port=0)
    context = browser.new_context(reduced_motion="reduce")
    complaints: list[str] = []
    context.add_init_script(UNPAINTED)
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
