"""A person at one seat of the virtual table, who sees the page in a real browser and clicks on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, TimeoutError, WebSocket, expect

from gm_appliance.host.teacher import OFFER
from tests.seven import NAMES
from tests.simulator.daemon import SOON
from tests.simulator.page_words import hint, line, said, title

# A diary of everything the page ever showed, from its first moment.
DIARY = """
window.diary = { faces: new Set(), eyes: [] };
new MutationObserver(() => {
  const open = [...document.querySelectorAll(".card.open")];
  diary.faces.add(open.map((card) => card.dataset.card).join(" "));
  const caption = document.getElementById("caption")?.textContent;
  const eyes = document.body?.dataset.eyes;
  const [before, then] = diary.eyes.at(-1) ?? [];
  if (caption && (caption !== before || eyes !== then)) diary.eyes.push([caption, eyes]);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""

SEES = """([seat, before]) => {
  const { eyes, connection } = document.body.dataset;
  const now = {
    display: document.getElementById("display").getAttribute("aria-label").replace("Display: ", ""),
    caption: document.getElementById("caption").textContent,
    lit: document.querySelector(`[data-lamp="${seat}"]`).dataset.lit === "true",
    closed: eyes === "closed",
    connected: connection === "open",
  };
  return JSON.stringify(now) !== before && now;
}"""


@dataclass(frozen=True)
class Seen:
    """What the page shows: the display in words, the sentence heard, whether the person's own lamp is lit."""

    display: str
    caption: str
    lit: bool
    closed: bool
    connected: bool

    @property
    def title(self) -> str:
        return self.display.split(" · ")[0]

    def asks(self, *names: str) -> bool:
        """Whether one of these decisions is open, or one of these steps is in progress."""
        return self.title in map(title, names)

    @property
    def is_now(self) -> bool:
        """Whether everybody must show a thumb now."""
        return self.caption in (said("setup.factions", "now"), said("council.vote", "now"))


PATIENCE = 10_000.0
"""Milliseconds until a person presses again. At thirty times real time a slow click becomes a hold."""

TRIES = 9

ALONE = hint("secret")
"""On the display while one seat gives a thumb at the panel, unseen."""

CALLED = hint("call")
"""On the display, under a name, when that seat must press its pad."""

TAKEN_AS_THEY_ARE = (
    *("menu.game", "option.players", "option.gods", "option.ballot", "option.dice", "menu.rules"),
    *("oracle.first-die", "oracle.second-die", "conspiracy.die"),
)
"""Menus and numbers for which the person presses OK at once."""


class Person:
    """Sits at one seat, tells the truth about the card, accuses, supports and votes everybody down.

    name:   of the god at that seat, as the display shows it.
    wanted: by the name of the menu's question, the line's value or the number to choose.
    all_knowing: whether to look at all cards once they are dealt.
    """

    def __init__(
        self,
        page: Page,
        seat: int,
        url: str,
        name: str = NAMES[0],
        *,
        wanted: Mapping[str, str | int] | None = None,
        all_knowing: bool = False,
    ) -> None:
        self.page = page
        self.seat = seat
        self.name = name
        self.wanted = wanted or {}
        self.all_knowing = all_knowing
        self.card = ""
        self.cards: dict[int, str] = {}
        self.told: list[dict[str, Any]] = []
        self.complaints: list[str] = []
        self._before = ""
        page.set_default_timeout(SOON * 1000)
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.add_init_script(DIARY)
        page.goto(url)
        expect(page.locator("body")).to_have_attribute("data-connection", "open")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.told.append(json.loads(text)))

    def sees(self) -> Seen:
        """Wait until the page shows something new, and return it."""
        for _again in range(TRIES):
            try:
                found = self.page.wait_for_function(SEES, arg=[self.seat, self._before], timeout=PATIENCE)
            except TimeoutError:
                self._before = ""  # The press was lost or too slow: look and press again.
                continue
            got = found.json_value()
            self._before = json.dumps(got, separators=(",", ":"), ensure_ascii=False)
            return Seen(**got)
        raise AssertionError(f"nothing happens any more at {self.display()!r}")

    def display(self) -> str:
        label = self.page.locator("#display").get_attribute("aria-label") or ""
        return label.removeprefix("Display: ")

    def settled(self) -> str:
        """The display's words once nothing moves: a slow click may have been a short hold."""
        before = ""
        while before != (before := self.display()):
            self.page.wait_for_timeout(100)
        return before

    def waits_for(self, display: str) -> None:
        """Wait until the display begins with this."""
        expect(self.page.locator("#display")).to_have_attribute(
            "aria-label", re.compile(f"^Display: {re.escape(display)}"), timeout=SOON * 1000
        )

    def was_told(self, words: str) -> bool:
        """Whether the page ever received this."""
        return any(words in str(one) for one in self.told)

    def diary(self) -> dict[str, Any]:
        written = self.page.evaluate("({ faces: [...diary.faces], eyes: diary.eyes })")
        return dict(written)

    def clicks(self, button: str) -> None:
        """Click as fast as a hand can, on the button's middle."""
        x, y = self._middle(f'[data-button="{button}"]')
        self.page.mouse.click(x, y)

    def goes_on(self, button: str, before: str = "") -> None:
        """Click a button until the display no longer starts with `before`."""
        before = before or self.display()
        for _again in range(TRIES):
            if not self.display().startswith(before):
                return
            self.clicks(button)
            try:
                self._changes(before, PATIENCE)
            except TimeoutError:
                continue
            return
        raise AssertionError(f"{button} does nothing at {before!r}")

    def holds(self, button: str, title: str) -> None:
        """Hold a button down until the display's title is no longer `title`. Retries: the place may have
        moved from under the hand."""
        for _again in range(TRIES):
            if not self.display().startswith(title):
                return
            x, y = self._middle(f'[data-button="{button}"]')
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            try:
                self._changes(title, SOON * 1000 / TRIES)
                return
            except TimeoutError:
                continue
            finally:
                self.page.mouse.up()
        raise AssertionError(f"holding {button} does nothing at {title!r}")

    def _changes(self, before: str, patience: float) -> None:
        self.page.wait_for_function(
            """before => !document.getElementById("display").getAttribute("aria-label")
                .replace("Display: ", "").startsWith(before)""",
            arg=before,
            timeout=patience,
        )

    def _middle(self, hook: str) -> tuple[float, float]:
        box = self.page.locator(hook).bounding_box()
        assert box, hook
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lifts(self, seat: int) -> str:
        """Hold up a seat's card for a look; returns its faction."""
        card = self.page.locator(f'[data-card="{seat}"]')
        card.hover()
        self.page.mouse.down()
        expect(card).to_have_attribute("data-name", re.compile("protect|conspire"), timeout=SOON * 1000)
        seen = str(card.get_attribute("data-name"))
        self.page.mouse.up()
        expect(card).to_have_text("")
        return seen

    def _finds(self, wanted: str) -> None:
        """Step down to this line, or up to this number, then press OK. Looks again after each click: a slow
        one steps further."""
        for _ in range(60):
            shown = self.settled().split(" · ")[1:]
            if f"▸{wanted}" in shown or wanted == shown[0]:
                self.goes_on("panel:ok")
                return
            self.clicks("panel:up" if wanted.isdigit() else "panel:down")
        raise AssertionError(f"no {wanted!r} in {shown}")

    def _seats(self) -> list[int]:
        cards = {number: self.page.locator(f'[data-card="{number}"]') for number in range(1, 16)}
        return [number for number, card in cards.items() if card.is_visible()]

    def _chooses(self, name: str) -> None:
        """Choose the wanted value of this option."""
        wanted = self.wanted[name]
        self._finds(str(wanted) if isinstance(wanted, int) else line(name, wanted))

    def plays(self, until: Callable[[Seen], bool]) -> Seen:
        """React to the page until `until` holds; fails once the game is over."""
        while not until(seen := self.sees()):
            assert not seen.asks("menu.again"), "the game is over, and what was waited for went by"
            self.reacts(seen)
        return seen

    def reacts(self, seen: Seen) -> None:
        wanted = next((name for name in self.wanted if seen.asks(name)), "")
        if banner := self.page.locator("#banner").bounding_box():
            self.page.mouse.click(banner["x"] + banner["width"] / 2, banner["y"] + banner["height"] / 2)
        elif seen.closed or seen.is_now:
            self._in_a_window(seen)
        elif wanted:
            self._chooses(wanted)
        elif seen.asks(*TAKEN_AS_THEY_ARE):
            self.goes_on("panel:ok", seen.display)
        elif seen.asks("setup.deal"):
            self.card = self.lifts(self.seat)
            if self.all_knowing:
                self.cards = {seat: self.lifts(seat) for seat in self._seats()}
            self.goes_on("panel:ok", seen.display)
        elif seen.asks(OFFER):
            self.goes_on("panel:back", seen.display)
        elif CALLED in seen.display:
            if self.name in seen.display.split(" · "):
                self.goes_on(f"{self.seat}:up", seen.display)
        elif seen.lit and ALONE in seen.display:
            # Too slow for a timed window at many times real time; also used without pads.
            down = not seen.asks("setup.faction") or self.card == "conspire"
            self.clicks("panel:down" if down else "panel:up")
            self.goes_on("panel:ok", seen.display)
        elif seen.lit:
            self._asked(seen)

    def _in_a_window(self, seen: Seen) -> None:
        if seen.is_now and seen.closed:
            self.clicks(f"{self.seat}:down" if self.card == "conspire" else f"{self.seat}:up")
        elif seen.is_now:
            self.clicks(f"{self.seat}:down")
        elif seen.caption in NAMES:
            # The first mark counts: a conspirator may go on marking.
            marks = self.card == "conspire" and seen.caption != self.name
            self.clicks(f"{self.seat}:down" if marks else f"{self.seat}:up")

    def _asked(self, seen: Seen) -> None:
        """Answer for the person's own seat, whose lamp is lit."""
        if seen.asks("council.thumb"):
            self.goes_on("panel:down", seen.display)
        elif seen.asks("council.accuse"):
            self.holds(f"{self.seat}:down", seen.title)
        elif seen.asks("council.whom") and "Nobody yet" in seen.display:
            self.goes_on("panel:down", seen.display)  # the accused was named before
        elif seen.asks("action.odin", "council.whom"):
            self.holds(f"{self.seat}:up", seen.title)
        elif seen.asks("council.support", "council.defence"):
            self.goes_on(f"{self.seat}:up", seen.display)
