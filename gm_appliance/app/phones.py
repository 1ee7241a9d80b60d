"""Phones as one more display, pad and pointer of the table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gm_appliance.app.phones_token import EveningToken
from gm_appliance.app.table_phones import PhonesInbox, TablePhones
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import Pointer, Ports
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.phones.messages import FromPhones

SOCKETS = Path("/run/gm-appliance-phones")
"""Where systemd listens for the box (`gm-appliance-phones.socket`); elsewhere the process is a child."""


# Many parameters: a box and the virtual table differ in five of them.
def open_phones(
    stack: ExitStack,
    inbox: TableInbox,
    state: Path,
    language: Callable[[], str],
    *,
    port: int,
    tried: int = 1,
    heard: Callable[[FromPhones], None] = lambda message: None,
    opened: Callable[[bool], None] = lambda on: None,
    folder: Path | None = None,
    again: Callable[[], bool] | None = None,
) -> tuple[PhonePads, TablePhones]:
    """Phones as pads and as the port `Phones`, closed with the stack. None is let in yet.

    state: where the token is kept. language, port, tried: as in `TablePhones`. heard: takes their messages.
    opened: called with whether phones are let in now.
    folder: of the sockets; None starts the process as a child. again: whether a game was interrupted; if so,
    phones are let in if they were when the program ended. None lets nobody in.
    """
    kept = EveningToken(state / "phones.json")

    def keep(on: bool) -> None:
        kept.keep(on)
        opened(on)

    table = TablePhones(inbox.post, language, port, tried, keep)

    def hear(message: FromPhones) -> None:
        table.hear(message)
        heard(message)

    start: Callable[[], None] = lambda: None  # noqa: E731
    if folder is None:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="gm-phones-")))
        start = stack.enter_context(closing(Child("phones", folder))).start
    pads = PhonePads(PhonesInbox(inbox), folder, start, hear, kept.token)
    table.pads = stack.enter_context(closing(pads))
    if again and kept.invited and (not kept.was_off or again()):
        table.open()
    return pads, table


def with_phones(ports: Ports, phones: PhonePads) -> Ports:
    """The same ports, with phones taking part."""
    shared = _Shared(ports, phones)
    return replace(ports, display=shared, lamps=shared, mixer=shared, tabletop=shared, pointer=shared)


def listen(inbox: TableInbox, phones: PhonePads, hub: Callable[[], float] | None) -> None:
    """Tell phones of every prompt. hub: when the line to the other pads was last whole; None without one."""
    inbox.on_ask(phones.ask)
    inbox.listen_by(lambda: min(phones.whole_at(), hub() if hub else float("inf")))


class _Shared:
    """Display, lamps, mixer, tabletop and pointer at once: the table's own and those of phones."""

    def __init__(self, ports: Ports, phones: PhonePads) -> None:
        self._ports, self._phones = ports, phones
        self._pointers: tuple[Pointer, ...] = (*filter(None, (ports.pointer,)), phones)
        self.play, self.volume = ports.mixer.play, ports.mixer.volume

    def show(self, screen: Screen) -> None:
        self._ports.display.show(screen)
        self._phones.show(screen)

    def light(self, lit: frozenset[int]) -> None:
        self._ports.lamps.light(lit)
        self._phones.light(lit)

    def storm(self, on: bool) -> None:
        if on:  # before it is heard: from then on phones show nothing
            self._phones.storm(on)
        self._ports.mixer.storm(on)
        if not on:
            self._phones.storm(on)

    def lay(self, items: Sequence[Prop]) -> None:
        self._ports.tabletop.lay(items)
        self._phones.lay(items)

    @property
    def points(self) -> bool:
        return any(one.points for one in self._pointers)

    def place(self, pads: Mapping[int, int]) -> None:
        for one in self._pointers:
            one.place(pads)

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        for one in self._pointers:
            one.read(pages)

    def hear(self, sentences: Sequence[str]) -> None:
        for one in self._pointers:
            one.hear(sentences)

    def offer(self, offers: Any) -> None:
        for one in self._pointers:
            one.offer(offers)


AGAIN = 1.0  # seconds between two starts of the process


class Child:
    """`gm-appliance phones` or `room` as a child of this process, where systemd does not start it."""

    def __init__(self, name: str, folder: Path) -> None:
        module = ("-m", "gm_appliance.cli", name, "--sockets")
        self.command: tuple[str, ...] = (sys.executable, *module, str(folder))
        self._child: subprocess.Popen[bytes] | None = None
        self._started = float("-inf")

    def start(self) -> None:
        """Start it unless it runs or has just ended at once."""
        now = time.monotonic()
        if (self._child is None or self._child.poll() is not None) and now - self._started > AGAIN:
            self._started = now
            # A session of its own: Ctrl+C is for the table, which says goodbye.
            self._child = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, start_new_session=True)

    @property
    def pid(self) -> int:
        """Of the last process; 0 before the first."""
        return self._child.pid if self._child else 0

    def close(self) -> None:
        if self._child and self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(3.0)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
