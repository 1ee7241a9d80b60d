"""The virtual room: what lies, shines and is heard at a table without hardware.

The room plays the part of the things and of the hands that deal cards. It knows no rules: it shows
what the ports are told, and hands on what is pressed. Pages look at it through `enter`.

Secrecy: what is on a card that lies face down is in no message to all. A page is told of one card,
on asking, as a player lifts the corner of one.
"""

from __future__ import annotations

import base64
import dataclasses
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, TypeAlias

from gm_appliance.core.cues.props import Card, Deck, Plate, Prop, Token
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import PAD_BUTTONS, PANEL, PANEL_BUTTONS
from gm_appliance.simulator.captions import Captions
from gm_appliance.simulator.dealer import deck_asked, shuffled, unturned
from gm_appliance.simulator.described import described
from gm_appliance.simulator.table_file import MAX_SEATS, SavedTable, TableFile
from gm_appliance.simulator.unheard import Hands, Unheard
from gm_appliance.simulator.visitor import Visitor, is_button
from gm_appliance.simulator.words import in_words

PageMessage: TypeAlias = dict[str, Any]
Press: TypeAlias = Callable[[int, str, bool], None]
FRAME_BYTES = 1024

_SEEN = tuple(button for button in PANEL_BUTTONS if button not in PAD_BUTTONS)
"""The buttons that every page sees go down. A thumb is nobody's business, and UP and DOWN may be one
given alone at the panel; the page that presses them shows it by itself."""


class Room:
    """One virtual table. Every method may be called from any thread and returns at once.

    press:  told every edge: source (0 is the panel), button, down. Must not block.
    draw:   a screen as 1024 bytes, 128x64, row by row, the leftmost pixel in the highest bit.
    saved:  the file that keeps the dealt cards and the bots' seats; None keeps them in memory.
    seats:  places shown while nothing lies at any place, 2 to 15.
    speed:  how many table seconds pass in one of the wall's; shown, and captions keep pace with it.
    """

    def __init__(
        self,
        press: Press,
        draw: Callable[[Screen], bytes] | None = None,
        saved: Path | None = None,
        *,
        seats: int = MAX_SEATS,
        speed: float = 1.0,
        rng: Random | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._press = press
        self._draw = draw or self._drawn
        self._large = False
        self._file = TableFile(saved)
        self._saved = self._file.load()
        self._default_seats = seats
        self._speed = speed
        self._rng = rng or SystemRandom()
        self._lock = threading.RLock()
        # A lock of its own keeps edges in order without holding up what is shown.
        self._pressing = threading.RLock()
        self._holders: Counter[tuple[int, str]] = Counter()
        self._listeners: list[Callable[[PageMessage], None]] = []
        self._bots_told: list[Callable[[frozenset[int]], None]] = []
        self._order = 0
        self._frame = bytes(FRAME_BYTES)
        self._words = ""
        self._lit: frozenset[int] = frozenset()
        self._items: tuple[Prop, ...] = ()
        self._storm = False
        self._unheard = Unheard()
        self._captions = Captions(now)

    # ------------------------------------------------------------ the ports

    def show(self, screen: Screen) -> None:
        """The display port."""
        self._see(self._draw(screen), in_words(screen))

    def enlarge(self, large: bool) -> None:
        """Larger letters and fewer of them, or the usual ones, from the next screen on."""
        self._large = large

    def _drawn(self, screen: Screen) -> bytes:
        # Drawing brings the imaging library with it, which a room with its own `draw` does not need.
        from gm_appliance.devices.display.drawing import frame

        return frame(screen, self._large)

    def read_out(self, screen: Screen) -> None:
        """The words of a screen whose picture comes by itself, through `show_picture`."""
        with self._lock:
            self._see(self._frame, in_words(screen))

    def show_picture(self, picture: bytes) -> None:
        """What is on a real display's glass now. From any thread."""
        with self._lock:
            self._see(picture, self._words)

    def _see(self, picture: bytes, text: str) -> None:
        if len(picture) != FRAME_BYTES:
            raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(picture)}")
        with self._lock:
            if (picture, text) != (self._frame, self._words):
                self._frame, self._words = picture, text
                self._tell(self._display())

    def light(self, lit: frozenset[int]) -> None:
        """The lamps port."""
        with self._lock:
            if lit != self._lit:
                self._lit = lit
                self._tell({"type": "lamps", "lit": sorted(lit)})

    def lay(self, items: Sequence[Prop]) -> None:
        """The tabletop port. A deck that was not there before has the room deal the cards."""
        with self._lock:
            self._items = tuple(items)
            deck = deck_asked(items)
            held = ", ".join(f"{count} {card.name}" for card, count in deck.cards) if deck else ""
            if held != self._saved.deck:
                cards = shuffled(deck, self._rng)[:MAX_SEATS] if deck else self._saved.cards
                self._save(dataclasses.replace(self._saved, deck=held, cards=cards))
            self._tell(self._table())

    def caption(self, text: str, seconds: float) -> None:
        """A sentence was queued; it lasts so many table seconds."""
        with self._lock:
            caption = self._captions.add(text, seconds / self._speed)
            self._tell({"type": "caption", **self._captions.plain(caption)})

    def hush(self) -> None:
        """The sentence being spoken is cut, those queued are dropped."""
        with self._lock:
            self._tell({"type": "hush", "last": self._captions.hush()})

    def storm(self, on: bool) -> None:
        with self._lock:
            if on != self._storm:
                self._storm = on
                self._tell({"type": "storm", "on": on})
                self._behave(dataclasses.replace(self._unheard, awake=frozenset(), card="", laying=False))

    def sound(self, name: str) -> None:
        with self._lock:
            self._tell({"type": "sound", "name": name})

    # ------------------------------------------------------------ dealt cards

    def card_of(self, seat: int) -> str | None:
        """The card dealt to a seat, by its name; for whoever sits there."""
        with self._lock:
            card = self._dealt_to(seat)
            return card.name if card else None

    def unturned(self) -> frozenset[int]:
        """The seats whose plate is not turned round, as everybody at the table sees."""
        with self._lock:
            return unturned(self._items)

    def look(self, seat: int) -> Card | None:
        """The own card of a seat, as a page may see it now; None where there is none to look at.

        With eyes open any card that lies there. In the storm only one pushed forward: that is a look
        that one seat has, and nobody else's eyes are open.
        """
        with self._lock:
            owned = (one for one in self._items if isinstance(one, Card) and one.own and one.at == seat)
            lies = next(owned, None)
            if lies is None or not lies.face_down:
                return lies
            hidden = self._storm and not lies.forward and not self.companions(seat)
            return None if hidden else self._dealt_to(seat)

    def _dealt_to(self, seat: int) -> Card | None:
        return self._saved.cards[seat - 1] if 1 <= seat <= len(self._saved.cards) else None

    # ------------------------------------------------------------ what the box does not hear

    def hands(self) -> Hands:
        """For the customs of this table."""
        return Hands(
            self._behave,
            self._show_die,
            lambda: self.bots,
            lambda: frozenset(item.at for item in self._items if isinstance(item, Plate)),
            self.unturned,
            self.card_of,
            self._looking,
        )

    def _behave(self, unheard: Unheard) -> None:
        with self._lock:
            before, self._unheard = self._unheard, unheard
            if (before.awake, before.card, before.laying) != (unheard.awake, unheard.card, unheard.laying):
                self._tell(self._eyes())
            if (before.thumbs, before.die, before.hidden) != (unheard.thumbs, unheard.die, unheard.hidden):
                self._tell(self._table())

    def _show_die(self) -> None:
        with self._lock:
            self._behave(dataclasses.replace(self._unheard, hidden=False))

    def _looking(self) -> int:
        with self._lock:
            pushed = any(isinstance(item, Card) and item.forward for item in self._items)
            lies = (item.at for item in self._items if isinstance(item, Token) and item.name == "oracle")
            seat = next(lies, 0) if pushed else 0
            return seat if isinstance(seat, int) else 0

    def companions(self, seat: int) -> tuple[int, ...]:
        """Whose eyes are secretly open now, for one of them who is no bot; nobody for anybody else."""
        with self._lock:
            card = self._unheard.card
            if not card or seat in self._saved.bots or self.card_of(seat) != card:
                return ()
            return tuple(one for one in range(1, len(self._saved.cards) + 1) if self.card_of(one) == card)

    def lay_die(self, by: int, at: int) -> bool:
        """Lay the die at a place, if this seat may now. The other pages see it once all eyes are open."""
        with self._lock:
            may = self._unheard.laying and bool(self.companions(by)) and at in self.unturned()
            if may:
                self._unheard = dataclasses.replace(self._unheard, die=at)
            return may

    def shown_thumb(self, seat: int) -> str | None:
        """The thumb a seat holds out, ``"up"`` or ``"down"``; None for none."""
        with self._lock:
            up = (self._unheard.thumbs or {}).get(seat)
            return None if up is None else "up" if up else "down"

    def _hold_out(self, seat: int, button: str) -> None:
        with self._lock:
            if self._unheard.thumbs is not None:
                thumbs = {**self._unheard.thumbs, seat: button == "up"}
                self._behave(dataclasses.replace(self._unheard, thumbs=thumbs))

    def _eyes(self) -> PageMessage:
        """Who has the eyes open in the storm; whether some have secretly, and lay the die."""
        unheard = self._unheard
        awake = sorted(unheard.awake)
        return {"type": "eyes", "awake": awake, "secret": bool(unheard.card), "laying": unheard.laying}

    # ------------------------------------------------------------ bots

    @property
    def bots(self) -> frozenset[int]:
        """The seats bots play; may name seats nobody has in this game."""
        with self._lock:
            return self._saved.bots

    def set_bots(self, seats: frozenset[int]) -> None:
        """Raises ValueError for a seat outside 1 to 15."""
        self._change_bots(lambda bots: seats)

    def set_bot(self, seat: int, on: bool) -> None:
        """Raises ValueError for a seat outside 1 to 15."""
        self._change_bots(lambda bots: bots | {seat} if on else bots - {seat})

    def only_human(self, seat: int) -> None:
        """Bots at every place but this one; seat 0 puts them at all."""
        self.set_bots(frozenset(range(1, MAX_SEATS + 1)) - {seat})

    def _change_bots(self, change: Callable[[frozenset[int]], frozenset[int]]) -> None:
        with self._lock:
            seats = change(self._saved.bots)
            if not all(1 <= seat <= MAX_SEATS for seat in seats):
                raise ValueError(f"bots sit at seats 1 to {MAX_SEATS}")
            if seats == self._saved.bots:
                return
            self._save(dataclasses.replace(self._saved, bots=seats))
            self._tell({"type": "bots", "seats": sorted(seats)})
            watchers = list(self._bots_told)
        for told in watchers:
            told(seats)

    def on_bots(self, told: Callable[[frozenset[int]], None]) -> None:
        """Have this called, in the changing thread, whenever the set of bots changes."""
        with self._lock:
            self._bots_told.append(told)

    # ------------------------------------------------------------ pages

    def enter(self, listener: Callable[[PageMessage], None]) -> Visitor:
        """Open a page. The listener is given a snapshot, then every change in order.

        It is called from any thread with the room held still, so it must only hand the message on.
        """
        with self._lock:
            listener(self.snapshot())
            self._listeners.append(listener)
        return Visitor(self, listener)

    def snapshot(self) -> PageMessage:
        """Everything a page may know: nothing of it is a card that lies face down."""
        with self._lock:
            return {
                "type": "snapshot",
                "order": self._order,
                "display": self._display(),
                "lit": sorted(self._lit),
                "table": self._table(),
                "storm": self._storm,
                "eyes": self._eyes(),
                "captions": self._captions.recent(),
                "bots": sorted(self.bots),
                "held": self._held_panel(),
                "speed": self._speed,
            }

    def leave(self, listener: Callable[[PageMessage], None]) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def hold(self, source: int, button: str, down: bool) -> None:
        """One more or one fewer finger on a button. The edge comes with the first and the last.

        Raises ValueError for a button that is not at this table.
        """
        if not is_button(source, button):
            raise ValueError(f"there is no button {button!r} at {source}")
        key = (source, button)
        with self._pressing:
            before = self._holders[key]
            self._holders[key] = max(0, before + (1 if down else -1))
            if bool(before) == bool(self._holders[key]):
                return
            self._press(source, button, down)
            if source != PANEL and down:
                self._hold_out(source, button)
            if source == PANEL and button in _SEEN:
                with self._lock:
                    self._tell({"type": "panel", "held": self._held_panel()})

    # ------------------------------------------------------------ what is told

    def _tell(self, message: PageMessage) -> None:
        self._order += 1
        ordered = {**message, "order": self._order}
        for listener in self._listeners:
            listener(ordered)

    def _display(self) -> PageMessage:
        picture = base64.b64encode(self._frame).decode("ascii")
        return {"type": "display", "picture": picture, "words": self._words}

    def _table(self) -> PageMessage:
        places = [item.at for item in self._items if isinstance(item.at, int)]
        seats = min(MAX_SEATS, max(2, max(places))) if any(places) else self._default_seats
        lying: PageMessage = {"type": "table", "seats": seats, "items": [_seen(item) for item in self._items]}
        unheard = self._unheard
        if unheard.thumbs is not None:
            lying["thumbs"] = {seat: self.shown_thumb(seat) for seat in sorted(unheard.thumbs)}
        if unheard.die and not unheard.hidden:
            lying["die"] = unheard.die
        return lying

    def _held_panel(self) -> list[str]:
        return [button for button in _SEEN if self._holders[PANEL, button]]

    def _save(self, saved: SavedTable) -> None:
        self._saved = saved
        self._file.save(saved)


def _seen(prop: Prop) -> PageMessage:
    """A prop as a page sees it: of a deck its back."""
    data = described(prop)
    if isinstance(prop, Deck):
        del data["cards"]
    return data
