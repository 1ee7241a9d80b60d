"""Phones as seat pads: the box's end of `gm-appliance phones`, a process that speaks the seat hub's protocol.

That process is trusted no more than a cable: it can press pads, and light nothing but phones.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from gm_appliance.core.cues.props import Plate, Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Decision
from gm_appliance.core.offers import Offers
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import PadChoices, choices_of, edges, shown
from gm_appliance.devices.pads.phone_table import PhoneTable
from gm_appliance.devices.pads.reader import RETRY_SECONDS, SeatPads, SerialPort
from gm_appliance.devices.pads.reports import Line, PadsInbox
from gm_appliance.devices.pads.socket_port import SocketPort
from gm_appliance.devices.worker import Worker
from gm_appliance.phones.messages import (
    Chose,
    FromBox,
    FromPhones,
    Marked,
    NotServing,
    Page,
    Present,
    Reading,
    Rest,
    Serve,
    Serving,
)

log = logging.getLogger(__name__)

HUB, PAGE = "hub", "page"
"""The names of the process's sockets in their folder."""

LONGEST_LINE = 1 << 16

GLANCE = 0.1
"""Seconds between two looks at the inbox's clock while something is due; that clock may run faster than real
time."""

PHONES = Line("phones", "phones' process", "", apart=True)

_from_phones: msgspec.json.Decoder[FromPhones] = msgspec.json.Decoder(FromPhones)


_encoder = msgspec.json.Encoder(enc_hook=str)  # people's names are strings that know more


def said(message: FromBox) -> bytes:
    """A line for the process."""
    return _encoder.encode(message) + b"\n"


class PhonePads:
    """Phones as pads, once the table `invite`s them. Every method returns at once, from any thread.

    folder: of the process's sockets. start: called whenever nobody listens there.
    heard:  called on a thread of its own with whatever the phones say beside presses.
    token:  as in `messages.Serve`; by default a new one.
    """

    def __init__(
        self,
        inbox: PadsInbox,
        folder: Path,
        start: Callable[[], None] = lambda: None,
        heard: Callable[[FromPhones], None] = lambda message: None,
        token: str = "",
    ) -> None:
        self._inbox = inbox
        self._folder = folder
        self._start = start
        self._heard = heard
        self._table = PhoneTable()
        self._lock = threading.RLock()
        self._token = token or secrets.token_hex(16)
        self._stamp = (0, 0)
        self._marks = (0, 0.0)  # the number of the newest, and when it was made
        self._marked_at = float("-inf")
        self._lit: frozenset[int] = frozenset()
        self._offers: Offers | None = None
        self._choices: dict[int, PadChoices] = {}
        self._called: Mapping[int, int] = {}
        self._names: dict[int, str] = {}
        self._pads: SeatPads | None = None
        self._page: SocketPort | None = None
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self.present = Present(())
        mishap = "An error in the phones' reader; it starts again."
        self._worker = Worker("phones", self._work, mishap, log, retry=RETRY_SECONDS)
        self._begun = False
        self._last_port = 0

    # ------------------------------------------------------------ the table

    @property
    def token(self) -> str:
        """For the address, 32 hexadecimal digits; the same all evening."""
        return self._token

    def invite(self, port: int, language: str, tried: int = 1) -> None:
        """Let phones in from now on.

        port: to listen on. If it is taken, up to `tried` ports are tried in a row; 0 takes any free one.
        """
        with self._lock:
            self._table.serve = Serve(self._token, port, language)
            self._last_port = port + tried - 1
            if not self._begun:
                self._begun = True
                self._worker.start()
        self._ring()

    def rest(self) -> None:
        """Let no phone in any more."""
        with self._lock:
            self._table.serve = None
            pads, self._pads = self._pads, None
        self._ring()
        if pads:
            pads.close()

    def free(self, pad: int) -> None:
        """Take a pad away from its phone."""
        with self._lock:
            self._table.free(pad)
        self._ring()

    def close(self) -> None:
        self.rest()
        self._worker.closing.set()
        self._ring()
        self._worker.close(2.0)
        self._rope.close()
        self._bell.close()

    def _be_pads(self) -> None:
        """The process is there: only from now on can its pads be missed."""
        if self._pads is None:
            self._pads = self._make_pads()
            self._pads.ask(*self._stamp)
            self._pads.light(self._lit)
            self._pads.start()

    def _make_pads(self) -> SeatPads:
        return SeatPads(self._inbox, None, self._connect_hub, PHONES)

    def _connect_hub(self, port: str | None) -> SerialPort:
        return SocketPort(self._folder / HUB)

    def whole_at(self) -> float:
        """The time up to which every press at a phone that is awake was received; infinity without phones."""
        with self._lock:
            return min(self._pads.whole_at(), self._marked_at) if self._pads else float("inf")

    def ask(self, prompt_id: int, beat: int) -> None:
        """Presses that begin from now on belong to this prompt and beat."""
        with self._lock:
            self._stamp = (prompt_id, beat)
            if self._pads:
                self._pads.ask(prompt_id, beat)
                self._marks = self._marks[0] + 1, self._inbox.now()
                self._table.mark(self._marks[0])
        self._ring()

    def light(self, lit: frozenset[int]) -> None:
        with self._lock:
            self._lit = lit
            if self._pads:
                self._pads.light(lit)

    def storm(self, on: bool) -> None:
        """Eyes are closed, or opened."""
        with self._lock:
            self._table.closes(on, self._inbox.now())
        self._ring()

    def asked(self, prompt_id: int, decision: Decision) -> None:
        """A decision was opened."""
        with self._lock:
            self._table.asked(decision, self._inbox.now())
        self._ring()

    def chose(self, decision: Decision) -> None:
        """A decision was made."""
        if decision.beats:
            with self._lock:
                self._table.chose()
            self._ring()

    def show(self, screen: Screen) -> None:
        """The display shows this."""
        with self._lock:
            self._table.shows(shown(screen))
            if self._offers and screen != self._offers.screen:
                self._choose_from(None)
        self._ring()

    def lay(self, items: Sequence[Prop]) -> None:
        """These lie on the table: a place for each seat, with its name."""
        with self._lock:
            plates = [one for one in items if isinstance(one, Plate)]
            self._names = {one.at: "" if one.numbered else one.label for one in plates}
            self._tell_seats()
        self._ring()

    @property
    def points(self) -> bool:
        """Whether phones may be there that can choose and read."""
        return self._table.serve is not None

    def place(self, pads: Mapping[int, int]) -> None:
        """The pads of these seats, 0 for none; any other seat has the pad of its number."""
        with self._lock:
            self._called = dict(pads)
            self._tell_seats()
        self._ring()

    def _tell_seats(self) -> None:
        self._table.seats({seat: self._pad_of(seat) for seat in sorted(self._names)}, self._names)

    def _pad_of(self, seat: int) -> int:
        pad = self._called.get(seat, seat)
        taken = any(one == pad and other != seat for other, one in self._called.items())
        return 0 if taken else pad

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        """These can be read now."""
        with self._lock:
            self._table.reads(Reading(tuple(Page(*one) for one in pages)))
        self._ring()

    def offer(self, offers: Offers | None) -> None:
        """What can be chosen now."""
        with self._lock:
            self._choose_from(offers)
        self._ring()

    def _choose_from(self, offers: Offers | None) -> None:
        self._offers = offers
        self._choices = choices_of(offers, self._pad_of) if offers and self.points else {}
        self._table.chooses(one.choices for one in self._choices.values())

    def _chose(self, message: Chose) -> None:
        """Press what was chosen on a phone, if that pad may choose it now."""
        now, since = self._inbox.now(), self._table.quiet_until
        theirs = self._choices.get(message.pad)
        if not self._offers or theirs is None or now < since or message.prompt != theirs.choices.prompt:
            return
        if message.item is not None and not 0 <= message.item < len(theirs.items):
            return
        if message.item is None and not theirs.choices.number:
            return
        item = None if message.item is None else theirs.items[message.item]
        number = message.number if item is None else None
        for edge in edges(self._offers, message.pad, item, number, now, since):
            self._inbox.post(edge)
        self._choose_from(None)  # until the display shows what came of it

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # It is set already, or closed.
            self._rope.send(b"!")

    # ------------------------------------------------------------ the page's line

    def _work(self) -> float:
        with self._lock:
            wanted = self._table.serve is not None
        if wanted and not self._worker.closing.is_set():
            try:
                page = SocketPort(self._folder / PAGE)
            except OSError:
                self._start()
                return time.monotonic() + RETRY_SECONDS
            try:
                self._converse(page)
            except OSError:
                log.warning("The line to the phones broke.")
            finally:
                page.close()
                with self._lock:
                    self.present = Present(())
            return time.monotonic() + RETRY_SECONDS
        self._wait(None, None)
        return time.monotonic()

    def _converse(self, page: SocketPort) -> None:
        rest = b""
        with self._lock:
            self._table.connected()
        while not self._worker.closing.is_set():
            now = self._inbox.now()
            news, due = self._news(now)
            resting = any(isinstance(one, Rest) for one in news)
            if news:
                page.write(b"".join(map(said, news)))
            if resting:
                return
            if self._wait(page, None if due == float("inf") else min(GLANCE, max(0.0, due - now))):
                data = page.read(page.in_waiting or 1)
                if not data:
                    raise OSError("the line ended")
                *lines, rest = (rest + data).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    raise OSError("the line does not end")
                for line in lines:
                    self._hear(line)

    def _news(self, now: float) -> tuple[list[FromBox], float]:
        """What to say now, and when there is more to say if nothing happens before."""
        with self._lock:
            return self._table.news(now), self._table.due(now)

    def _wait(self, page: SocketPort | None, seconds: float | None) -> bool:
        """Wait for data or the bell; returns whether there is data."""
        bell = self._bell.fileno()
        ready, _, _ = select.select([bell, *([page.fileno()] if page else [])], [], [], seconds)
        if bell in ready:
            self._bell.recv(4096)
        return page is not None and page.fileno() in ready

    def _hear(self, line: bytes) -> None:
        try:
            message = _from_phones.decode(line)
        except msgspec.DecodeError:
            log.warning("The phones sent an unknown message.")
            return
        with self._lock:
            serve = self._table.serve
            match message:
                case Serving(port=port) if serve:
                    # The same for a restarted process, so that phones find it again.
                    self._table.serve = replace(serve, port=port)
                    self._last_port = port
                    self._be_pads()
                case Present():
                    self.present = message
                case Chose():
                    self._chose(message)
                case Marked(number=number):
                    if number == self._marks[0]:
                        self._marked_at = self._marks[1]
                    return
                case NotServing(reason="taken") if serve and 0 < serve.port < self._last_port:
                    self._table.serve = replace(serve, port=serve.port + 1)
                    return
                case NotServing(reason=reason):
                    log.warning("No phone can join: %s.", reason)
        self._heard(message)
