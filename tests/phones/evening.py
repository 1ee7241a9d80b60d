"""A whole game on phones in real browsers: people tap options, and press the halves as bots press pads."""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from gm_appliance.app.phones import PhonesChild, PhonesObserver, listen, with_phones
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Ports, Stop, estimated_length
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host
from gm_appliance.host.observer import Observers
from gm_appliance.host.stage import Stopped
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.messages import Chose, FromPhones, Serving
from gm_appliance.simulator.mirrored import MirroredMixer
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.room import Room
from gm_appliance.storage.session_log import NullSessionLog
from tests.phones.served import SIZES, SOON

QUICK = Temper(miss=0.0, lie=0.0, idle=0.0, drop=0.1, close=0.0, panel=0.3, pause=(0.5, 1.5), talk=(1.0, 3.0))

LOOK = 0.3
"""Seconds between two looks at all phones."""

PRESS = """([half, held]) => {
    const it = document.getElementById(half);
    if (!it.getClientRects().length) return false;
    const event = (name) => new PointerEvent(name, { pointerId: 7, pointerType: "touch", bubbles: true });
    it.dispatchEvent(event("pointerdown"));
    setTimeout(() => window.dispatchEvent(event("pointerup")), held);
    return true;
}"""

SEES = """() => [document.body.dataset.view, document.getElementById("question").textContent,
    Boolean(document.querySelector("#body .option:not(:disabled)"))]"""


class PhonesEvening:
    """One game. phones: the seats that have one; bots press at all others, and at the panel.

    speed: seconds at the table per real second. seen: the views that phones showed. tapped: how many options.
    complaints: of the pages.
    """

    def __init__(
        self,
        browser: Browser,
        folder: Path,
        game: str,
        options: Mapping[str, JSON],
        phones: Sequence[int],
        *,
        speed: float = 1.0,
        seed: int = 1,
        enough: Callable[[PhonesEvening], bool] = lambda evening: False,
    ) -> None:
        self.seen: set[str] = set()
        self.tapped = 0
        self.chosen: list[str] = []
        self.complaints: list[str] = []
        self.heard: list[FromPhones] = []
        self.over = False
        self._browser, self._phones, self._enough = browser, tuple(phones), enough
        self._rng = Random(f"taps {seed}")
        self._inbox = TableInbox(RealClock(speed))
        self._speed = speed
        self._planned: list[tuple[float, int, int, str, float, int | None]] = []
        self._order = count()
        self._lock = Lock()
        self._room = Room(self._inbox.press)
        self._child = PhonesChild(folder)
        self._pads = PhonePads(self._inbox, folder, self._child.start, self.heard.append)
        self._pages: dict[int, Page] = {}
        self._busy: dict[int, float] = {}  # until when a finger of that phone is down
        box = registered(game)
        self._play = Play(box.game, box.game.complete(options))
        self._narration = box.narration("en")
        chance, openly, secretly = (Random(f"{name} {seed}") for name in ("chance", "open", "secret"))
        self._chance = chance
        everybody = frozenset(range(1, 16))
        self._people = People(
            *(self, lambda: everybody, self._room.card_of, self._room.unturned, openly, secretly),
            panel=True,
            temper=QUICK,
        )

    # ------------------------------------------------------------ the presses that people plan

    def now(self) -> float:
        return self._inbox.now()

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        if source == PANEL or source not in self._phones:
            self._inbox.press_at(t, source, button, held, prompt_id)
            return
        with self._lock:
            heapq.heappush(self._planned, (t, next(self._order), source, button, held, prompt_id))

    def _press_due(self) -> None:
        while True:
            with self._lock:
                if not self._planned or self._planned[0][0] > self.now():
                    return
                _t, order, pad, button, held, prompt_id = heapq.heappop(self._planned)
                if (until := self._busy.get(pad, 0.0)) > time.monotonic():
                    later = self.now() + (until - time.monotonic()) * self._speed + 0.05
                    heapq.heappush(self._planned, (later, order, pad, button, held, prompt_id))
                    continue
            if prompt_id in (None, self._inbox.open_prompt_id):
                real = 0.9 if held > 0.5 else 0.06
                if self._pages[pad].evaluate(PRESS, [button, real * 1000]):
                    self._busy[pad] = time.monotonic() + real + 0.05

    # ------------------------------------------------------------ the observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._people.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self.chosen.append(decision.name)
        self._people.chose(decision, choice)

    def told(self, event: Any) -> None: ...

    def announced(self, name: str) -> None: ...

    def rested(self, seconds: float) -> None: ...

    # ------------------------------------------------------------ the evening

    def plays(self) -> None:
        """Play until the game is over, or it was enough."""
        room, mixer = self._room, MirroredMixer(SilentMixer(), self._room)
        ports = with_phones(Ports(self._inbox, room, room, self, mixer, room, room), self._pads)
        listen(self._inbox, self._pads, None)
        host = Host(
            *(ports, Announcements(load("en")), count(1), lambda one: one.domain.sample(self._chance)),
            Observers(self, PhonesObserver(self._pads)),
            looks_ahead=False,
        )
        self._pads.invite(0, "en")
        try:
            self._come()
            table = Thread(target=self._run, args=(host,), daemon=True)
            table.start()
            looked = 0.0
            while table.is_alive() and not self._enough(self):
                self._press_due()
                if time.monotonic() - looked > LOOK:
                    looked = time.monotonic()
                    self._look_round()
                time.sleep(0.01)
            self._inbox.post(Stop())
            table.join(SOON / 1000)
            assert not table.is_alive()
        finally:
            for page in self._pages.values():
                page.context.close()
            self._pads.close()
            self._child.close()

    def _run(self, host: Host) -> None:
        try:
            host.run(self._play, self._narration, NullSessionLog())
            self.over = True
        except Stopped:
            pass

    def _come(self) -> None:
        """Each scans the code, and takes its place."""
        while not (serving := [one for one in self.heard if isinstance(one, Serving)]):
            time.sleep(0.02)
        for number, pad in enumerate(self._phones):
            width, height = SIZES[number % len(SIZES)]
            context = self._browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
            )
            page = context.new_page()
            page.set_default_timeout(SOON)
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.on("console", lambda message: self.complaints.append(message.text))
            page.goto(f"http://127.0.0.1:{serving[0].port}/#{fragment(self._pads.token)}")
            page.locator(f'[data-key^="pad {pad} "]').tap()
            page.locator('body:not([data-view="join"])').wait_for()
            self._pages[pad] = page

    def _look_round(self) -> None:
        """Each looks at the own phone; who can choose something, chooses."""
        for pad, page in self._pages.items():
            self._press_due()
            view, _question, options = page.evaluate(SEES)
            self.seen.add(view)
            if view == "choose" or (view == "wait" and options and self._rng.random() < 0.02):
                self._taps(pad, page)

    def _taps(self, pad: int, page: Page) -> None:
        options: list[Locator] = page.locator("#body .option:not(:disabled):not(.step)").all()
        if not options or self._busy.get(pad, 0.0) > time.monotonic():
            return
        before = sum(isinstance(one, Chose) for one in self.heard)
        page.wait_for_timeout(380)
        try:
            self._rng.choice(options).tap(timeout=1000)
        except Exception:
            return  # Somebody else was quicker, and the list is gone.
        page.wait_for_timeout(150)
        self.tapped += sum(isinstance(one, Chose) for one in self.heard) - before
        self._busy[pad] = time.monotonic() + 0.5

    # ------------------------------------------------------------ a voice that takes no time

    def say(self, text: str) -> float:
        self._room.caption(text, 0.0)
        return estimated_length(text) / 10

    def hush(self) -> None:
        self._room.hush()

    def prepare(self, texts: Sequence[str]) -> None: ...

    def length(self, text: str) -> float:
        return estimated_length(text) / 10

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...
