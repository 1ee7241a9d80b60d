"""Phones as seat pads: the box's end of `gm-appliance phones`, a process that speaks the seat hub's protocol.

That process is trusted no more than a cable: it can press pads, and light nothing but phones.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.offers import Offers
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_table import PhoneTable
from gm_appliance.devices.pads.presses import PadsInbox
from gm_appliance.devices.pads.reader import RETRY_SECONDS, SeatPads
from gm_appliance.devices.pads.reports import Line
from gm_appliance.devices.pads.socket_port import SocketPort
from gm_appliance.devices.worker import Bell, Worker
from gm_appliance.phones import messages

log = logging.getLogger(__name__)

HUB, PAGE = "hub", "page"  # the names of the process's sockets in their folder

LONGEST_LINE = 1 << 16

GLANCE = 0.1  # seconds between two looks at the inbox's clock, which may run faster than real time
PHONES = Line("phones", "phones' process", "", apart=True)

_from_phones: msgspec.json.Decoder[messages.FromPhones] = msgspec.json.Decoder(messages.FromPhones)
_encoder = msgspec.json.Encoder(enc_hook=str)  # people's names are strings that know more


def said(message: messages.FromBox) -> bytes:
    """A line for the process."""
    return _encoder.encode(message) + b"\n"


# Many attributes: the hub's line, made once the process is there, is told at once what was told before.
class PhonePads(Observer):
    """Phones as pads, once the table `invite`s them. Every method returns at once, from any thread.

    folder: of the process's sockets. start: called whenever nobody listens there.
    heard:  called on a thread of its own with whatever the phones say beside presses.
    token:  as in `messages.Serve`, 32 hexadecimal digits; by default a new one.
    """

    def __init__(
        self,
        inbox: PadsInbox,
        folder: Path,
        start: Callable[[], None] = lambda: None,
        heard: Callable[[messages.FromPhones], None] = lambda message: None,
        token: str = "",
    ) -> None:
        self._inbox = inbox
        self._folder = folder
        self._start = start
        self._heard = heard
        self.token = token or secrets.token_hex(16)
        self.present = messages.Present(())
        self._table = PhoneTable()
        self._lock = threading.RLock()
        self._stamp = (0, 0)
        self._marks = (0, 0.0)  # the number of the newest, and when it was made
        self._marked_at = float("-inf")
        self._lit: frozenset[int] = frozenset()
        self._pads: SeatPads | None = None
        self._bell = Bell()
        mishap = "An error in the phones' reader; it starts again."
        self._worker = Worker("phones", self._work, mishap, log, retry=RETRY_SECONDS)
        self._begun = False
        self._last_port = 0

    @contextmanager
    def _telling(self) -> Iterator[PhoneTable]:
        """Change the table inside; phones are told afterwards."""
        with self._lock:
            yield self._table
        self._ring()

    def invite(self, port: int, language: str, tried: int = 1) -> None:
        """Let phones in from now on.

        port: to listen on. If it is taken, up to `tried` ports are tried in a row; 0 takes any free one.
        """
        with self._telling() as table:
            table.serve = messages.Serve(self.token, port, language)
            self._last_port = port + tried - 1
            if not self._begun:
                self._begun = True
                self._worker.start()

    def rest(self) -> None:
        """Let no more phones in."""
        with self._telling() as table:
            table.serve = None
            pads, self._pads = self._pads, None
        if pads:
            pads.close()

    def free(self, pad: int) -> None:
        with self._telling() as table:
            table.free(pad)

    def close(self) -> None:
        self.rest()
        self._worker.closing.set()
        self._ring()
        self._worker.close(2.0)
        self._bell.close()

    def _make_pads(self) -> SeatPads:
        return SeatPads(self._inbox, None, lambda _port: SocketPort(self._folder / HUB), PHONES)

    def whole_at(self) -> float:
        """The time up to which every press at a phone that is awake was received; infinity without phones."""
        with self._lock:
            return min(self._pads.whole_at(), self._marked_at) if self._pads else float("inf")

    def ask(self, prompt_id: int, beat: int) -> None:
        """Presses that begin from now on belong to this prompt and beat."""
        with self._telling() as table:
            self._stamp = (prompt_id, beat)
            table.beat(beat)
            table.panel.stamp = self._stamp
            if self._pads:
                self._pads.ask(prompt_id, beat)
                self._marks = self._marks[0] + 1, self._inbox.now()
                table.tell(messages.Mark(self._marks[0]))  # answered once all phones were heard

    def light(self, lit: frozenset[int]) -> None:
        with self._lock:
            self._lit = lit
            if self._pads:
                self._pads.light(lit)

    def storm(self, on: bool) -> None:
        with self._telling() as table:
            table.closes(on, self._inbox.now())

    def asked(self, prompt_id: int, decision: Decision) -> None:
        with self._telling() as table:
            table.asked(decision, self._inbox.now())

    def chose(self, decision: Decision, choice: Choice) -> None:
        if decision.beats:
            with self._telling() as table:
                table.chose()

    def began(self) -> None:
        with self._telling() as table:
            table.begin()

    def noted(self, text: str, heading: bool) -> None:
        if heading:
            with self._telling() as table:
                table.begin(text)

    def show(self, screen: Screen) -> None:
        with self._telling() as table:
            table.show(screen)

    def lay(self, items: Sequence[Prop]) -> None:
        with self._telling() as table:
            table.lay(items)

    @property
    def points(self) -> bool:
        """Whether phones may be there that can choose and read."""
        return self._table.serve is not None

    def place(self, pads: Mapping[int, int]) -> None:
        with self._telling() as table:
            table.place(pads)

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        with self._telling() as table:
            table.tell(messages.Reading(tuple(messages.Page(*one) for one in pages)))

    def hear(self, sentences: Sequence[str]) -> None:
        with self._telling() as table:
            table.hear(sentences)

    def offer(self, offers: Offers | None) -> None:
        with self._telling() as table:
            table.offer(offers)

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
                    self.present = messages.Present(())
            return time.monotonic() + RETRY_SECONDS
        self._bell.wait((), None)
        return time.monotonic()

    def _converse(self, page: SocketPort) -> None:
        rest = b""
        with self._lock:
            self._table.connected()
        while not self._worker.closing.is_set():
            now = self._inbox.now()
            news, due = self._news(now)
            resting = any(isinstance(one, messages.Rest) for one in news)
            if news:
                page.write(b"".join(map(said, news)))
            if resting:
                return
            seconds = None if due == float("inf") else min(GLANCE, max(0.0, due - now))
            if self._bell.wait((page.fileno(),), seconds):
                data = page.read(page.in_waiting or 1)
                if not data:
                    raise OSError("the line ended")
                *lines, rest = (rest + data).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    raise OSError("the line does not end")
                for line in lines:
                    self._hear(line)

    def _ring(self) -> None:
        self._bell.ring()

    def _news(self, now: float) -> tuple[list[messages.FromBox], float]:
        with self._lock:
            return self._table.news(now), self._table.due(now)

    def _hear(self, line: bytes) -> None:
        try:
            message = _from_phones.decode(line)
        except msgspec.DecodeError:
            log.warning("The phones sent an unknown message.")
            return
        with self._lock:
            serve = self._table.serve
            match message:
                case messages.Serving(port=port) if serve:
                    # A restarted process uses the same one, where phones find it again.
                    self._table.serve = replace(serve, port=port)
                    self._last_port = port
                    if self._pads is None:  # Only from now on can its pads be missed.
                        self._pads = self._make_pads()
                        self._pads.ask(*self._stamp)
                        self._pads.light(self._lit)
                        self._pads.start()
                case messages.Present():
                    self.present = message
                    self._table.panel.seated(message.there)
                case messages.Chose() | messages.Pressed():
                    for edge in self._table.presses(message, self._inbox.now()):
                        self._inbox.post(edge)
                    if isinstance(message, messages.Pressed) and not self._table.panel.is_open:
                        return
                case messages.Marked(number=number):
                    if number == self._marks[0]:
                        self._marked_at = self._marks[1]
                    return
                case messages.NotServing(reason="taken") if serve and 0 < serve.port < self._last_port:
                    self._table.serve = replace(serve, port=serve.port + 1)
                    return
                case messages.NotServing(reason=reason):
                    log.warning("No phone can join: %s.", reason)
        self._heard(message)
