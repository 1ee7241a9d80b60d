"""The box's end of `gm-appliance room`: observes public moments, and sends them at each tick."""

from __future__ import annotations

import logging
import select
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import msgspec

from gm_appliance.app.phones import Child
from gm_appliance.app.room_league import RoomLeague
from gm_appliance.config.settings import RoomSettings
from gm_appliance.core.language import load
from gm_appliance.core.messages import _
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import Fault, Ports
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads.socket_port import SocketPort
from gm_appliance.devices.worker import Worker
from gm_appliance.room.discovery import discovery
from gm_appliance.room.messages import CONNECTION, MOMENTS, RECORDS, SOCKETS, FromBox, Link, Post
from gm_appliance.room.moments import MENU, Moments

log = logging.getLogger(__name__)

PLAIN_PORT, TLS_PORT = 1883, 8883
PEM, LONGEST = "-----BEGIN ", 1 << 16
LOST = Fault("room", "lost")
AGAIN = 1.0  # seconds between the first two attempts to reach the process
GLANCE = 30.0  # seconds between two looks at the process and its state


class _Heard:
    """A port, of which the room hears some calls; heard: what is told of each, from its result."""

    def __init__(self, port: Any, **heard: Callable[..., None]) -> None:
        self._port = port
        for name, tell in heard.items():
            setattr(self, name, partial(self._told, getattr(port, name), tell))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def _told(self, call: Callable[..., Any], tell: Callable[..., None], *given: Any) -> Any:
        result = call(*given)
        tell(*(given if result is None else (result,)))
        return result


def with_room(ports: Ports, room: RoomTeller) -> Ports:
    """The same ports, heard by the room."""
    heard: dict[str, Any] = {
        "voice": _Heard(ports.voice, say=room.said, hush=room.hushed),
        "mixer": _Heard(ports.mixer, storm=room.storm),
        "tabletop": _Heard(ports.tabletop, lay=room.lay),
        "say_in": ports.say_in and _Heard(ports, say_in=room.said).say_in,
    }
    return replace(ports, **heard)


# ---------------------------------------------------------------- the process


def link_to(settings: RoomSettings) -> Link:
    """Raises OSError or ValueError for a file that cannot be read or is no certificate."""
    address = urlsplit(settings.broker)
    is_tls = address.scheme == "mqtts"
    return Link(
        *(address.hostname or "", address.port or (TLS_PORT if is_tls else PLAIN_PORT), is_tls),
        *(settings.user, settings.password),
        *(_pem(settings.authority), _pem(settings.certificate), _pem(settings.key), settings.name),
        league=settings.people == "yes",
    )


def _pem(path: str) -> str:
    """A certificate's text. Nothing else may get into a process with a network."""
    if not path:
        return ""
    with Path(path).expanduser().open(encoding="ascii") as file:
        text = file.read(LONGEST)
    if not text.startswith(PEM):
        raise ValueError(_("{file} is no certificate: it does not begin with {line}", file=path, line=PEM))
    return text


def open_room(
    stack: ExitStack,
    inbox: TableInbox,
    settings: RoomSettings,
    state: Path,
    language: str,
    shown: Callable[[Post], None] | None = None,
) -> RoomTeller | None:
    """The room, closed with the stack; None without a broker and anybody else it is shown to."""
    line, moments, league = None, Moments(settings.people == "yes"), None
    try:
        link = link_to(settings)
    except (OSError, ValueError) as error:
        log.error("The lights cannot be reached: %s", error)
        inbox.post(LOST)
    else:
        if link.host:
            folder, start = Path(SOCKETS), (lambda: None)
            if not folder.exists():
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="gm-room-")))
                start = stack.enter_context(closing(Child("room", folder))).start
            line = RoomLine(folder, link, discovery(settings.name, load(language)), start)
            league = RoomLeague(state, folder / RECORDS) if link.league else None
    if not (line or shown):
        return None
    teller = RoomTeller(inbox.now, moments, shown, line, partial(inbox.post, LOST), league)
    return stack.enter_context(closing(teller))


class RoomLine:
    """The line to the process, which is told everything again after it was away. Never raises.

    first: told first. start: called whenever nobody listens.
    """

    def __init__(self, folder: Path, link: Link, first: Post, start: Callable[[], None]) -> None:
        self._folder, self._link, self._start = folder, link, start
        self._kept = {first.topic: first}
        self._port: SocketPort | None = None
        self._tried, self._pause = -inf, AGAIN

    def tell(self, post: Post) -> None:
        if self._kept.get(post.topic) != post:
            self._kept[post.topic] = post
            self._write(post)

    def look(self) -> float:
        """Connect again if the process is away; returns the seconds until the next look."""
        if self._port and select.select([self._port], [], [], 0)[0]:  # it says nothing, so it has ended
            self.close()
        if self._port is None and time.monotonic() - self._tried > self._pause:
            self._tried, self._pause = time.monotonic(), min(GLANCE, 2 * self._pause)
            try:
                self._port = SocketPort(self._folder / MOMENTS)
            except OSError:
                self._start()
            else:
                self._pause = AGAIN
                self._write(self._link, *self._kept.values())
        return GLANCE if self._port else self._pause

    def _write(self, *messages: FromBox) -> None:
        try:
            if self._port:
                self._port.write(b"".join(msgspec.json.encode(one) + b"\n" for one in messages))
        except OSError:
            self.close()

    def has_failed(self) -> bool:
        """Whether the process says that the broker does not answer."""
        with suppress(OSError):
            return (self._folder / CONNECTION).read_text() != "fine"
        return False

    def close(self) -> None:
        if self._port:
            self._port.close()
            self._port = None


# Many attributes: it hears four ports, and tells a line, a page and a league.
class RoomTeller(Observer):
    """Hears what the table is told, asked and shown, and sends the changes at each tick, on a thread of its
    own: nobody waits for it.

    shown: called with every message. lost: called once, and not in a game, if the broker does not answer.
    """

    storm: Callable[[bool], None]
    lay: Callable[[Any], None]
    said: Callable[[float], None]
    hushed: Callable[[], None]

    def __init__(
        self,
        now: Callable[[], float],
        moments: Moments,
        shown: Callable[[Post], None] | None = None,
        line: RoomLine | None = None,
        lost: Callable[[], object] = lambda: None,
        league: RoomLeague | None = None,
    ) -> None:
        self._now, self._moments = now, moments
        self._line, self._lost, self._league = line, lost, league
        self._tells = [tell for tell in (shown, line and line.tell) if tell]
        self._lock, self._due = Lock(), -inf
        for name in ("began", "asked", "chose", "finished", "storm", "lay", "said", "hushed"):
            setattr(self, name, partial(self._hear, getattr(moments, name)))
        mishap = "An error in the line to the room; it goes on."
        self._worker = Worker("room", self._work, mishap, log, retry=AGAIN, now=now)
        self._worker.start()

    def close(self) -> None:
        self._worker.close(1.0)
        if self._line:
            self._line.close()

    def _hear(self, hears: Callable[..., None], *given: Any) -> None:
        with self._lock:
            hears(*given, self._now())
            before, self._due = self._due, self._moments.due()
        if self._due < before:
            self._worker.wake()

    def _work(self) -> float | None:
        with self._lock:
            post, due = self._moments.take(self._now()), self._moments.due()
            self._due = due
        if post:
            for tell in self._tells:
                tell(post)
        if line := self._line:
            due = min(due, self._now() + line.look())
            if self._moments.moment == MENU:
                self._between_games(line)
        return due if due < inf else None

    def _between_games(self, line: RoomLine) -> None:
        if line.has_failed():
            lost, self._lost = self._lost, lambda: None
            lost()
        for record in self._league.news() if self._league else ():
            line.tell(record)
