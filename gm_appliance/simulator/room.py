"""The virtual room: the table, the box and the dealt cards, without hardware.

It shows what the ports receive, passes on presses, and deals the cards; it knows no rules. Pages connect
through `enter`. Messages to all of them never contain the front of a face-down card; a page can ask for one
card, like a player lifting its corner.
"""

# Long: one lock guards everything that pages are shown.

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, TypeAlias

from gm_appliance.core.cues.props import Card, Deck, Plate, Prop
from gm_appliance.core.cues.screens import CodeScreen, Screen
from gm_appliance.core.cues.words import in_words
from gm_appliance.core.game import Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS
from gm_appliance.core.values import replace
from gm_appliance.simulator import pointing
from gm_appliance.simulator.captions import Captions
from gm_appliance.simulator.dealer import Dealt, unturned
from gm_appliance.simulator.notices import NoticeBoard
from gm_appliance.simulator.table_file import MAX_SEATS, TableFile
from gm_appliance.simulator.unheard import Unheard
from gm_appliance.simulator.visitor import Fingers, Visitor

PageMessage: TypeAlias = dict[str, Any]
Press: TypeAlias = Callable[[int, str, bool], None]
FRAME_BYTES = 1024

_SEEN = tuple(button for button in PANEL_BUTTONS if button not in PAD_BUTTONS)
"""The panel's buttons that all pages show as pressed. UP and DOWN are not among them, because they may be a
secret thumb; only the page that presses them shows it."""


# Many attributes: one for each thing that pages are shown.
class Room(Observer):
    """One virtual table. Every method may be called from any thread and returns at once.

    press: called with every edge: source (0 is the panel), button, down. It must not block.
    draw:  draws a screen as 1024 bytes: 128x64 pixels by row, the leftmost in the highest bit. By default
           the drawing of the real display.
    saved: the file for the dealt cards and the bots' seats; None to keep them in memory.
    speed: seconds at the table per second of real time; captions are accelerated to match.
    rng:   for dealing; by default the system's generator. now: a clock in seconds.
    seats: the number of places, 2 to 15, to show while none has anything on it.
    """

    def __init__(
        self,
        press: Press,
        draw: Callable[[Screen], bytes] | None = None,
        saved: Path | None = None,
        *,
        speed: float = 1.0,
        rng: Random | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._press = press
        self.draw = draw or self._drawn
        self._large = False
        self._dealt = Dealt(TableFile(saved), rng or SystemRandom())
        self.seats = MAX_SEATS
        self._speed = speed
        self._lock = threading.RLock()
        self._fingers = Fingers(self._pressed)
        self._listeners: list[Callable[[PageMessage], None]] = []
        self._bots_told: list[Callable[[frozenset[int]], None]] = []
        self._order = 0
        self._frame = bytes(FRAME_BYTES)
        self._words = ""
        self._link = ""  # in a code that phones scan
        self._offers: Offers | None = None
        self._lit: frozenset[int] = frozenset()
        self._items: tuple[Prop, ...] = ()
        self._storm = False
        self._unheard = Unheard()
        self._captions = Captions(now)
        self._said: Mapping[str, Any] = {}
        self.notices = NoticeBoard(self._tell)

    # ------------------------------------------------------------ the ports

    def show(self, screen: Screen) -> None:
        """The display port."""
        picture, words = self.draw(screen), in_words(screen)
        if len(picture) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(picture)}")
        with self._lock:
            if self._offers and screen != self._offers.screen:
                self.offer(None)
            link = screen.link if isinstance(screen, CodeScreen) else ""
            self._link = link if link.startswith("HTTP") else ""
            if (picture, words) != (self._frame, self._words):
                self._frame, self._words = picture, words
                self._tell(self._display())

    def enlarge(self, large: bool) -> None:
        """Use larger type with fewer words, or the usual type, from the next screen on."""
        self._large = large

    def _drawn(self, screen: Screen) -> bytes:
        # Drawing imports the imaging library, which is not needed with another `draw`.
        from gm_appliance.devices.display.drawing import frame

        return frame(screen, self._large)

    def light(self, lit: frozenset[int]) -> None:
        """The lamps port."""
        with self._lock:
            if lit != self._lit:
                self._lit = lit
                self._tell({"type": "lamps", "lit": sorted(lit)})

    def lay(self, items: Sequence[Prop]) -> None:
        """The tabletop port. The room deals the cards of a new deck."""
        with self._lock:
            self._items = tuple(items)
            self._dealt.lay(items)
            self._tell(self._table())

    points = True

    def place(self, pads: Mapping[int, int]) -> None:
        """The pointer port. Here pads are at the seats of their numbers."""

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        """The pointer port. The page has its own story, and nothing else to read."""

    def hear(self, sentences: Sequence[str]) -> None:
        """The pointer port: there are captions."""

    def offer(self, offers: Offers | None) -> None:
        """The pointer port. There is no pointing with closed eyes."""
        with self._lock:
            before, self._offers = self._offers, None if self._storm else offers
            if (before, self._offers) != (None, None):
                self._tell(pointing.told(self._offers, self._large))

    def way(self, prompt: str, item: int | None, number: int | None) -> PageMessage:
        """The presses that choose something on offer, as an answer to a page; empty if it no longer is."""
        with self._lock:
            known = self._offers if self.offers(prompt) else None
            found = pointing.way(known, item, number) if known else []
            return {"type": "way", "prompt": prompt, "presses": found}

    def offers(self, prompt: str) -> bool:
        with self._lock:
            return self._offers is not None and str(self._offers.prompt_id) == prompt

    def asked(self, prompt_id: int, decision: Decision) -> None:
        with self._lock:
            self._captions.tells(False)

    def told(self, event: Any) -> None:
        with self._lock:
            self._captions.tells(True)

    def caption(self, text: str, seconds: float) -> None:
        """A sentence was queued. seconds: its length at the table."""
        with self._lock:
            asked = self._offers.question if self._offers else None
            caption = self._captions.add(text, seconds / self._speed, asked)
            self._tell({"type": "caption", **self._captions.plain(caption)})

    def noted(self, text: str, heading: bool) -> None:
        with self._lock:
            self._tell({"type": "caption", **self._captions.plain(self._captions.note(text, heading))})

    def name_of(self, seat: int) -> str:
        """What the plate there says; empty if there is none."""
        with self._lock:
            return next((one.label for one in self._items if isinstance(one, Plate) and one.at == seat), "")

    def speech(self, seat: int, text: str) -> None:
        """Somebody at a seat says this aloud, beside the box's own sentences."""
        with self._lock:
            self._tell({"type": "speech", "seat": seat, "text": text})
            self.noted(f"{self.name_of(seat)}: {text}", heading=False)

    def remarks(self) -> None:
        with self._lock:
            self._captions.remark()

    def began(self) -> None:
        with self._lock:
            self._captions.forget()
            self._tell({"type": "begin"})

    def hush(self) -> None:
        with self._lock:
            self._tell({"type": "hush", "last": self._captions.hush()})

    def storm(self, on: bool) -> None:
        with self._lock:
            if on != self._storm:
                self._storm = on
                self._tell({"type": "storm", "on": on})
                self.offer(None)
                if not on:
                    self.behave(replace(self._unheard, awake=0, by_hand=""))

    def sound(self, name: str) -> None:
        self._tell({"type": "sound", "name": name})

    # ------------------------------------------------------------ dealt cards

    def card_of(self, seat: int) -> str | None:
        with self._lock:
            return self._dealt.card_of(seat)

    def unturned(self) -> frozenset[int]:
        with self._lock:
            return unturned(self._items)

    def look(self, seat: int, by: int) -> Card | None:
        """A seat's own card, if the player at seat `by` may look at it now; otherwise None.

        With open eyes everybody may. In the storm only who is awake: at their own card, or, if they were
        woken to look, at a viewable one.
        """
        with self._lock:
            own = (one for one in self._items if isinstance(one, Card) and one.own and one.at == seat)
            lies = next(own, None)
            if lies is None or not lies.face_down:
                return lies
            looks = seat == by or (lies.viewable and self._unheard.by_hand == "look")
            return None if self._storm and not (looks and self._is_awake(by)) else self._dealt.to(seat)

    def _is_awake(self, seat: int) -> bool:
        """Whether a person there has open eyes in the storm."""
        return seat not in self.bots and (seat == self._unheard.awake or bool(self.companions(seat)))

    # ------------------------------------------------------------ actions that the box does not notice

    def present(self) -> frozenset[int]:
        """The seats with a plate."""
        return frozenset(item.at for item in self._items if isinstance(item, Plate))

    @property
    def unheard(self) -> Unheard:
        with self._lock:
            return self._unheard

    def behave(self, unheard: Unheard) -> None:
        with self._lock:
            before, self._unheard = self._unheard, unheard
            if (before.awake, before.by_hand) != (unheard.awake, unheard.by_hand):
                self._tell(self._eyes())
            if (before.thumbs, before.die, before.hidden) != (unheard.thumbs, unheard.die, unheard.hidden):
                self._tell(self._table())

    def companions(self, seat: int) -> tuple[int, ...]:
        """The seats whose eyes are secretly open now, if this one is among them and no bot; otherwise
        empty."""
        with self._lock:
            card = self._unheard.awake
            them = self._dealt.holders(card) if isinstance(card, str) else ()
            return them if seat in them and seat not in self.bots else ()

    def lay_die(self, by: int, at: int) -> bool:
        """Place the die at a seat, if `by` may do so now; returns whether it may. Others see it later."""
        with self._lock:
            may = self._unheard.by_hand == "die" and bool(self.companions(by)) and at in self.unturned()
            if may:
                self._unheard = replace(self._unheard, die=at)
            return may

    def shown_thumb(self, seat: int) -> str | None:
        with self._lock:
            up = (self._unheard.thumbs or {}).get(seat)
            return None if up is None else "up" if up else "down"

    def _hold_out(self, seat: int, button: str) -> None:
        with self._lock:
            if self._unheard.thumbs is not None:
                thumbs = {**self._unheard.thumbs, seat: button == "up"}
                self.behave(replace(self._unheard, thumbs=thumbs))

    def _eyes(self) -> PageMessage:
        """The seat with open eyes in the storm; whether some are secretly open; what they do."""
        awake, by_hand = self._unheard.awake, self._unheard.by_hand
        secret = isinstance(awake, str)
        return {"type": "eyes", "awake": 0 if secret else awake, "secret": secret, "hand": by_hand}

    # ------------------------------------------------------------ bots

    @property
    def bots(self) -> frozenset[int]:
        """The bots' seats, possibly including seats that this game does not have."""
        with self._lock:
            return self._dealt.bots

    def set_bots(self, seats: frozenset[int]) -> None:
        """Raises ValueError for a seat outside 1 to 15."""
        self._change_bots(lambda bots: seats)

    def set_bot(self, seat: int, on: bool) -> None:
        """Raises ValueError for a seat outside 1 to 15."""
        self._change_bots(lambda bots: bots | {seat} if on else bots - {seat})

    def only_human(self, seat: int) -> None:
        """Put bots at all places except this one; at every place for seat 0."""
        self.set_bots(frozenset(range(1, MAX_SEATS + 1)) - {seat})

    def _change_bots(self, change: Callable[[frozenset[int]], frozenset[int]]) -> None:
        with self._lock:
            seats = change(self.bots)
            if not self._dealt.leave_to_bots(seats):
                return
            self._tell({"type": "bots", "seats": sorted(seats)})
            watchers = list(self._bots_told)
        for watcher in watchers:
            watcher(seats)

    def on_bots(self, told: Callable[[frozenset[int]], None]) -> None:
        """Call this whenever the bots' seats change, on the thread that changes them."""
        with self._lock:
            self._bots_told.append(told)

    # ------------------------------------------------------------ pages

    def speak(self, said: Mapping[str, Any]) -> None:
        """Set the pages' own texts, as in `page_words`."""
        with self._lock:
            if said != self._said:
                self._said = said
                self._tell(self.snapshot())

    def enter(self, listener: Callable[[PageMessage], None]) -> Visitor:
        """Open a page. The listener is called with a snapshot, then with every change in order.

        It may be called on any thread, with the room locked, so it must only pass the message on.
        """
        with self._lock:
            listener(self.snapshot())
            self._listeners.append(listener)
        return Visitor(self._fingers.hold, partial(self._leave, listener))

    def snapshot(self) -> PageMessage:
        """Everything that all pages may know; never the front of a face-down card."""
        with self._lock:
            return {
                "type": "snapshot",
                "order": self._order,
                "display": self._display(),
                "offers": pointing.told(self._offers, self._large),
                "lit": sorted(self._lit),
                "table": self._table(),
                "storm": self._storm,
                "eyes": self._eyes(),
                "notices": self.notices.message,
                "captions": self._captions.recent(),
                "bots": sorted(self.bots),
                "held": self._held_panel(),
                "speed": self._speed,
                "said": self._said,
            }

    def _leave(self, listener: Callable[[PageMessage], None]) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def _pressed(self, source: int, button: str, down: bool) -> None:
        self._press(source, button, down)
        if source != PANEL and down:
            self._hold_out(source, button)
        if source == PANEL and button in _SEEN:
            with self._lock:
                self._tell({"type": "panel", "held": self._held_panel()})

    # ------------------------------------------------------------ messages

    def _tell(self, message: PageMessage) -> None:
        with self._lock:
            self._order += 1
            ordered = {**message, "order": self._order}
            for listener in self._listeners:
                listener(ordered)

    def _display(self) -> PageMessage:
        picture = base64.b64encode(self._frame).decode("ascii")
        return {"type": "display", "picture": picture, "words": self._words, "link": self._link}

    def _table(self) -> PageMessage:
        places = [item.at for item in self._items if isinstance(item.at, int)]
        seats = min(MAX_SEATS, max(2, max(places))) if any(places) else self.seats
        lying: PageMessage = {"type": "table", "seats": seats, "items": [*map(_seen, self._items)]}
        unheard = self._unheard
        if unheard.thumbs is not None:
            lying["thumbs"] = {seat: self.shown_thumb(seat) for seat in sorted(unheard.thumbs)}
        if unheard.die and not unheard.hidden:
            lying["die"] = unheard.die
        return lying

    def _held_panel(self) -> list[str]:
        return [button for button in _SEEN if self._fingers.are_on(PANEL, button)]


def _seen(prop: Prop) -> Prop:
    """A prop as pages see it; a deck without its cards."""
    return replace(prop, cards=()) if isinstance(prop, Deck) else prop
