"""Phones beside the other parts of a table: what all see, hear and press, phones see, hear and press too."""

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
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import Display, Lamps, Mixer, Pointer, Ports, Tabletop
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.phones.messages import FromPhones

SOCKETS = Path("/run/gm-appliance-phones")
"""Where systemd listens for the box (`gm-appliance-phones.socket`); elsewhere the process is a child."""


def open_phones(
    stack: ExitStack,
    inbox: TableInbox,
    state: Path,
    language: Callable[[], str],
    *,
    port: int,
    tried: int = 1,
    heard: Callable[[FromPhones], None] = lambda message: None,
    folder: Path | None = None,
    again: Callable[[], bool] | None = None,
) -> tuple[PhonePads, TablePhones]:
    """Phones as pads and as the port `Phones`, closed with the stack. None is let in yet.

    state: the folder for what is kept. language, port, tried: as in `TablePhones`. heard: called with what
    phones say. folder: of the sockets; None starts the process as a child. again: returns whether
    a game was interrupted; phones are let in then if they were when the program ended. None never does.
    """
    kept = EveningToken(state / "phones.json")
    table = TablePhones(inbox.post, language, port, tried, kept.keep)

    def hear(message: FromPhones) -> None:
        table.hear(message)
        heard(message)

    start: Callable[[], None] = lambda: None  # noqa: E731
    if folder is None:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="gm-phones-")))
        start = stack.enter_context(closing(PhonesChild(folder))).start
    pads = PhonePads(PhonesInbox(inbox), folder, start, hear, kept.token)
    table.pads = stack.enter_context(closing(pads))
    if again and kept.invited and (not kept.was_off or again()):
        table.open()
    return pads, table


def with_phones(ports: Ports, phones: PhonePads) -> Ports:
    """The same ports, which phones have a part in."""
    return replace(
        ports,
        display=_Display(ports.display, phones),
        lamps=_Lamps(ports.lamps, phones),
        mixer=_Mixer(ports.mixer, phones),
        tabletop=_Tabletop(ports.tabletop, phones),
        pointer=_Pointer(ports.pointer, phones),
    )


def listen(inbox: TableInbox, phones: PhonePads, hub: Callable[[], float] | None) -> None:
    """Phones learn of every prompt. hub: when the line to the other pads was last whole; None without one."""
    inbox.on_ask(phones.ask)
    inbox.listen_by(lambda: min(phones.whole_at(), hub() if hub else float("inf")))


class _Display:
    def __init__(self, display: Display, phones: PhonePads) -> None:
        self._display, self._phones = display, phones

    def show(self, screen: Screen) -> None:
        self._display.show(screen)
        self._phones.show(screen)


class _Lamps:
    def __init__(self, lamps: Lamps, phones: PhonePads) -> None:
        self._lamps, self._phones = lamps, phones

    def light(self, lit: frozenset[int]) -> None:
        self._lamps.light(lit)
        self._phones.light(lit)


class _Mixer:
    def __init__(self, mixer: Mixer, phones: PhonePads) -> None:
        self._phones = phones
        self._mixer = mixer
        self.play, self.volume = mixer.play, mixer.volume

    def storm(self, on: bool) -> None:
        if on:  # Before it is heard: nothing is to be seen on a phone from then on.
            self._phones.storm(on)
        self._mixer.storm(on)
        if not on:
            self._phones.storm(on)


class _Tabletop:
    def __init__(self, tabletop: Tabletop, phones: PhonePads) -> None:
        self._tabletop, self._phones = tabletop, phones

    def lay(self, items: Sequence[Prop]) -> None:
        self._tabletop.lay(items)
        self._phones.lay(items)


class _Pointer:
    def __init__(self, pointer: Pointer | None, phones: PhonePads) -> None:
        self._pointer, self._phones = pointer, phones

    @property
    def points(self) -> bool:
        return self._phones.points or bool(self._pointer and self._pointer.points)

    def place(self, pads: Mapping[int, int]) -> None:
        if self._pointer:
            self._pointer.place(pads)
        self._phones.place(pads)

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        if self._pointer:
            self._pointer.read(pages)
        self._phones.read(pages)

    def offer(self, offers: Any) -> None:
        if self._pointer:
            self._pointer.offer(offers)
        self._phones.offer(offers)


class PhonesObserver(Observer):
    """Tells phones which decision is open."""

    def __init__(self, phones: PhonePads) -> None:
        self._phones = phones

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._phones.asked(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._phones.chose(decision)


AGAIN = 1.0
"""Seconds between two starts of the process."""


class PhonesChild:
    """`gm-appliance phones` as a child of this process, where systemd does not start it."""

    def __init__(self, folder: Path) -> None:
        module = ("-m", "gm_appliance.cli", "phones", "--sockets")
        self.command: tuple[str, ...] = (sys.executable, *module, str(folder))
        self._child: subprocess.Popen[bytes] | None = None
        self._started = float("-inf")

    def start(self) -> None:
        """Start it, unless it runs, or has ended as soon as it was started."""
        now = time.monotonic()
        if (self._child is None or self._child.poll() is not None) and now - self._started > AGAIN:
            self._started = now
            # A session of its own: Ctrl+C is for the table, which says goodbye to phones.
            self._child = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, start_new_session=True)

    @property
    def pid(self) -> int:
        """Of the process that was started last; 0 before."""
        return self._child.pid if self._child else 0

    def close(self) -> None:
        """End it. It also ends by itself when nobody talks to it."""
        if self._child and self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(3.0)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
