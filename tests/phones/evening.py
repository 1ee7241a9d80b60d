"""A whole game on phones in real browsers: people tap options, and press the halves as bots press pads.

All clocks go faster there: the box's, the process's and the pages'. Each page says by itself that it shows
something else, so nobody waits for what is there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any, NamedTuple

from gm_appliance.app.phones import listen, with_phones
from gm_appliance.core.game import JSON, Choice, Decision
from gm_appliance.core.language import load
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Ports, Stop, estimated_length
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice
from gm_appliance.games.registry import registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices
from gm_appliance.host.run_settings import UNRENDERED
from gm_appliance.host.stage import Stopped
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.messages import Chose, FromPhones, Pressed, Serving
from gm_appliance.simulator.mirrored import MirroredMixer
from gm_appliance.simulator.people import People, Temper
from gm_appliance.simulator.room import Room
from gm_appliance.storage.session_log import NullSessionLog
from tests.phones import fast
from tests.phones.fast import FastChild
from tests.phones.served import SIZES, SOON
from tests.simulator.chromium import UNPAINTED

QUICK = Temper(miss=0.0, lie=0.0, idle=0.0, ends=0.05, panel=0.3, pause=(0.5, 1.5), talk=(1.0, 3.0))

GUARD = 0.36
"""Seconds for which new options take no tap."""

IN_VAIN = 20.0
"""Seconds after which people press again where nothing came of it."""

AGAIN = 1.0
"""Seconds after which somebody whose tap brought nothing taps again."""

PRESSES = """(all) => {
    const event = (name) => new PointerEvent(name, { pointerId: 7, pointerType: "touch", bubbles: true });
    for (const [after, half, held] of all) setTimeout(() => {
        const it = document.getElementById(half);
        if (!it.getClientRects().length) return document.querySelector('[data-key="here"]')?.click();
        it.dispatchEvent(event("pointerdown"));
        setTimeout(() => window.dispatchEvent(event("pointerup")), held);
    }, after);
}"""
"""Presses to come: in how many milliseconds, where, and for how long. Who is called has a key instead."""

AT_THE_SHEET = """(all) => {
    const find = (button) => document.querySelector(`[data-key="box ${button}"]`);
    if (!find("ok")) document.getElementById("to-box").click();
    const event = (name) => new PointerEvent(name, { pointerType: "touch" });
    const press = (button, name) => find(button)?.dispatchEvent(event(name));
    for (const [after, button, held] of all) setTimeout(() => {
        press(button, "pointerdown");
        setTimeout(() => press(button, "pointerup"), held);
    }, after);
}"""
"""Presses on the sheet with the box's buttons. If it is not open it is opened, and they press again later."""

WATCH = """addEventListener("DOMContentLoaded", () => {
    let before = "";
    const look = () => {
        const options = document.querySelectorAll("#body .option:not(:disabled)").length;
        const now = [document.body.dataset.view, document.getElementById("question").textContent, options];
        if (before !== (before = String(now))) shows(...now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
})"""

AIM = """(which) => {
    const options = document.querySelectorAll("#body .option:not(:disabled):not(.step)");
    if (!options.length) return null;
    const it = document.querySelector(".armed") ?? options[Math.floor(which * options.length)];
    it.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = it.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    return it.contains(document.elementFromPoint(...at)) ? at : null;
}"""
"""The place of a tap on one of the options; null if it is covered."""


class Sight(NamedTuple):
    """The view of a phone, and since when."""

    view: str
    options: int
    since: float


class Planned(NamedTuple):
    """A press to come."""

    t: float
    pad: int
    button: str
    held: float
    prompt_id: int | None


class PhonesEvening(SilentVoice, Observer):
    """One game. phones: the seats that have one; bots press at all others, and at the panel. sheet: all is
    answered at the panel that the first phone has. speed: seconds there per real second. seen: the views that
    phones showed. complaints: of the pages."""

    def __init__(
        self,
        browser: Any,
        folder: Path,
        game: str,
        options: Mapping[str, JSON],
        phones: Sequence[int],
        *,
        speed: float = 1.0,
        seed: int = 1,
        sheet: bool = False,
        enough: Callable[[PhonesEvening], bool],
    ) -> None:
        self.seen: set[str] = set()
        self.chosen: list[str] = []
        self.complaints: list[str] = []
        self.heard: list[FromPhones] = []
        self.over = False
        self._browser, self._phones, self._enough = browser, tuple(phones), enough
        self._rng = Random(f"taps {seed}")
        self._inbox = TableInbox(RealClock(speed))
        self._speed, self._sheet = speed, sheet
        self._planned: list[Planned] = []
        self._timed = 0  # the last prompt with a timetable
        self._asked: tuple[int, Decision, float] | None = None  # since when people know of it
        self._lock = Lock()
        self._room = Room(self._inbox.press)
        self._child = FastChild(folder, speed)
        self._pads = PhonePads(self._inbox, folder, self._child.start, self.heard.append)
        self._pages: dict[int, Any] = {}  # as Playwright's
        self._sights: dict[int, Sight] = {}
        self._busy: dict[int, float] = {}  # until when a finger of that phone is down
        box = registered(game)
        self._play = Play(box.game, box.game.complete(options))
        self._narration = box.narration("en")
        chance, openly, secretly = (Random(f"{name} {seed}") for name in ("chance", "open", "secret"))
        self._chance = chance
        temper = replace(QUICK, panel=1.0) if sheet else QUICK
        self._people = People(self, self._room, openly, secretly, temper=temper)

    def now(self) -> float:
        return self._inbox.now()

    def press_at(self, t: float, source: int, button: str, held: float, prompt_id: int | None = None) -> None:
        if source not in self._phones and not (self._sheet and source == PANEL):
            self._inbox.press_at(t, source, button, held, prompt_id)
            return
        with self._lock:
            self._planned.append(Planned(t, source, button, 0.9 if held > 0.5 else 0.06, prompt_id))

    def _press_due(self) -> None:
        """Make the presses that are due. Phones get those of a timetable ahead, and keep time themselves."""
        now, prompt_id = self.now(), self._inbox.stamp[0]
        timed = prompt_id if prompt_id == self._timed else None
        with self._lock:
            due = [one for one in self._planned if one.t <= now or (timed and one.prompt_id == timed)]
            self._planned = [one for one in self._planned if one not in due]
        pressed: dict[int, list[tuple[float, str, float]]] = {}
        for one in sorted(due, key=lambda one: one.t):
            if one.prompt_id in (None, prompt_id):
                t = max(now, one.t, self._busy.get(one.pad, 0.0))
                self._busy[one.pad] = t + one.held + 0.05
                pressed.setdefault(one.pad, []).append((1000 * (t - now), one.button, 1000 * one.held))
        for pad, presses in pressed.items():
            page = self._pages[pad or self._phones[0]]
            page.evaluate(PRESSES if pad else AT_THE_SHEET, presses)

    def _perhaps_again(self) -> None:
        """Press again if phones had not yet heard of the question."""
        if not self._asked:
            return
        prompt_id, decision, since = self._asked
        waits = prompt_id == self._inbox.stamp[0] and not decision.beats
        if waits and self.now() > since + IN_VAIN:
            self.asked(prompt_id, decision)

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._timed = prompt_id if decision.beats else self._timed
        self._asked = prompt_id, decision, self.now()
        self._people.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self.chosen.append(decision.name)
        self._people.chose(decision, choice)

    def plays(self) -> None:
        """Play until the game is over, or it was enough."""
        with fast.patient(self._speed):
            self._plays()

    def _plays(self) -> None:
        room, mixer = self._room, MirroredMixer(SilentMixer(), self._room)
        ports = with_phones(Ports(self._inbox, room, room, self, mixer, room, room), self._pads)
        listen(self._inbox, self._pads, None)
        own = OwnChoices(lambda one: one.domain.sample(self._chance))
        watch = Observers(self, self._pads)
        host = Host(ports, Announcements(load("en")), count(1), own, watch)
        self._pads.invite(0, "en")
        try:
            self._come()
            table = Thread(target=self._run, args=(host,), daemon=True)
            table.start()
            some = next(iter(self._pages.values()))
            while table.is_alive() and not self._enough(self):
                self._press_due()
                self._perhaps_again()
                for pad, sight in list(self._sights.items()):
                    self._perhaps_taps(pad, sight)
                self._listens(some, 0.008)  # while pages say what they show
            self._inbox.post(Stop())
            table.join(SOON / 1000)
            assert not table.is_alive()
        finally:
            for page in self._pages.values():
                self._leaves(page)
            self._pads.close()
            self._child.close()

    def _run(self, host: Host) -> None:
        try:
            host.run(self._play, self._narration, NullSessionLog(), UNRENDERED)
            self.over = True
        except Stopped:
            pass

    def _come(self) -> None:
        """Open each phone's page, and take its place."""
        while not (serving := [one for one in self.heard if isinstance(one, Serving)]):
            time.sleep(0.02)
        address = f"http://127.0.0.1:{serving[0].port}/#{fragment(self._pads.token)}"
        for number, pad in enumerate(self._phones):
            self._pages[pad] = self._opened(pad, SIZES[number % len(SIZES)], address)
        for pad, page in self._pages.items():
            self._sits(page, f'[data-key^="pad {pad} "]')

    def _opened(self, pad: int, size: tuple[int, int], address: str) -> Any:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
        )
        context.add_init_script(fast.PAGE % self._speed)
        context.add_init_script(UNPAINTED)
        context.add_init_script(WATCH)
        context.expose_binding("shows", lambda _source, *now: self._sees(pad, *now))
        page = context.new_page()
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.goto(address, wait_until="commit")
        return page

    def _sits(self, page: Any, place: str) -> None:
        page.locator(place).tap()
        page.locator('body:not([data-view="join"])').wait_for()

    def _listens(self, page: Any, seconds: float) -> None:
        page.wait_for_timeout(1000 * seconds)

    def _touches(self, page: Any, at: tuple[float, float]) -> None:
        page.touchscreen.tap(*at)

    def _leaves(self, page: Any) -> None:
        page.context.close()

    def _sees(self, pad: int, view: str, _question: str, options: int) -> None:
        self.seen.add(view)
        self._sights[pad] = Sight(view, options, self.now())

    @property
    def tapped(self) -> int:
        """How many options were chosen by a tap."""
        return sum(isinstance(one, Chose) for one in self.heard)

    @property
    def pressed(self) -> int:
        """How many presses of the panel came from a phone."""
        return sum(isinstance(one, Pressed) for one in self.heard)

    def _perhaps_taps(self, pad: int, sight: Sight) -> None:
        """Tap an option if there is one; rarely if a thumb can be given instead."""
        if not sight.options or self.now() < max(sight.since + GUARD, self._busy.get(pad, 0.0)):
            return
        if sight.view not in ("choose", "wait"):
            return
        wants = sight.view == "choose" or self._rng.random() < 0.1
        if wants and (at := self._pages[pad].evaluate(AIM, self._rng.random())):
            self._touches(self._pages[pad], at)
        self._sights[pad] = sight._replace(since=self.now() + AGAIN)

    def say(self, text: str) -> float:
        self._room.caption(text, 0.0)
        return estimated_length(text) / 10

    def hush(self) -> None:
        self._room.hush()

    def length(self, text: str) -> float:
        return estimated_length(text) / 10
