"""The box's end of `gm-appliance room`: it hears what is public, and tells the process at each tick."""

from __future__ import annotations

import logging
import select
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from urllib.parse import urlsplit

import msgspec

from gm_appliance.app.child import Child
from gm_appliance.config.settings import RoomSettings
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import Choice, Decision, Outcome
from gm_appliance.core.language import load
from gm_appliance.core.messages import _
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import Fault, Ports
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.devices.pads.socket_port import SocketPort
from gm_appliance.devices.worker import Worker
from gm_appliance.room.discovery import discovery
from gm_appliance.room.messages import FromBox, Link, Post
from gm_appliance.room.moments import Moments

log = logging.getLogger(__name__)

SOCKETS = Path("/run/gm-appliance-room")
"""Where systemd listens for the box; elsewhere the process is a child."""

MOMENTS, STATE = "moments", "told/state"  # the socket, and the file with the state of the connection
PLAIN_PORT, TLS_PORT = 1883, 8883
PEM, LONGEST = "-----BEGIN ", 1 << 16
ANSWERS = ("", "waiting", "fine")  # states in which nothing is wrong
AGAIN = 1.0  # seconds between two attempts to reach the process
LOST = Fault("room", "lost")
GLANCE = 30.0  # seconds between two looks at the process and its state


class RoomListener(Observer):
    """Hears what the table is told, asked and shown.

    due: called with the next tick at which something is to be sent, when that changed.
    """

    def __init__(self, now: Callable[[], float], moments: Moments, due: Callable[[float], object]) -> None:
        self._now, self._moments, self._told_due = now, moments, due
        self._lock = Lock()
        self._due = -inf

    def take(self) -> Post | None:
        with self._lock:
            post, self._due = self._moments.take(self._now()), self._moments.due()
        if self._due < inf:
            self._told_due(self._due)
        return post

    def _hear(self, hears: Callable[[float], object]) -> None:
        with self._lock:
            hears(self._now())
            before, self._due = self._due, self._moments.due()
        if self._due < before:
            self._told_due(self._due)

    def began(self) -> None:
        self._hear(self._moments.began)

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self._hear(lambda now: self._moments.asked(decision, now))

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._hear(lambda now: self._moments.chose(decision))

    def ended(self, outcome: Outcome) -> None:
        self._hear(lambda now: self._moments.ended(outcome, now))

    def storm(self, on: bool) -> None:
        self._hear(lambda now: self._moments.storm(on, now))

    def lay(self, items: Sequence[Prop]) -> None:
        self._hear(lambda now: self._moments.lay(items, now))

    def said(self, seconds: float) -> None:
        self._hear(lambda now: self._moments.said(seconds, now))

    def hushed(self) -> None:
        self._hear(self._moments.hushed)


def with_room(ports: Ports, room: RoomListener) -> Ports:
    """The same ports, heard by the room."""
    voice = _HeardVoice(ports, room)
    say_in = voice.say_in if ports.say_in else None
    table = _HeardTable(ports, room)
    return replace(ports, voice=voice, mixer=table, tabletop=table, say_in=say_in)


class _HeardVoice:
    def __init__(self, ports: Ports, room: RoomListener) -> None:
        self._voice, self._say_in, self._room = ports.voice, ports.say_in, room
        self.prepare, self.length = self._voice.prepare, self._voice.length
        self.volume, self.rate = self._voice.volume, self._voice.rate

    def say(self, text: str) -> float:
        self._room.said(seconds := self._voice.say(text))
        return seconds

    def say_in(self, language: str, text: str) -> float:
        seconds = self._say_in(language, text) if self._say_in else self._voice.say(text)
        self._room.said(seconds)
        return seconds

    def hush(self) -> None:
        self._voice.hush()
        self._room.hushed()


class _HeardTable:
    """Mixer and tabletop at once."""

    def __init__(self, ports: Ports, room: RoomListener) -> None:
        self._mixer, self._tabletop, self._room = ports.mixer, ports.tabletop, room
        self.play, self.volume = self._mixer.play, self._mixer.volume

    def storm(self, on: bool) -> None:
        self._mixer.storm(on)
        self._room.storm(on)

    def lay(self, items: Sequence[Prop]) -> None:
        self._tabletop.lay(items)
        self._room.lay(items)


# ---------------------------------------------------------------- the process


def link_to(settings: RoomSettings) -> Link:
    """Raises OSError or ValueError for a file that cannot be read or is no certificate."""
    address = urlsplit(settings.broker)
    is_tls = address.scheme == "mqtts"
    return Link(
        *(address.hostname or "", address.port or (TLS_PORT if is_tls else PLAIN_PORT), is_tls),
        *(settings.user, settings.password),
        *(_pem(settings.authority), _pem(settings.certificate), _pem(settings.key), settings.name),
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
    language: str,
    shown: Callable[[Post], None] | None = None,
) -> RoomListener | None:
    """The room, closed with the stack; None without a broker and anybody else it is shown to."""
    line = None
    if settings.broker:
        try:
            link = link_to(settings)
        except (OSError, ValueError) as error:
            log.error("The lights cannot be reached: %s", error)
            inbox.post(LOST)
        else:
            folder, start = SOCKETS, (lambda: None)
            if not SOCKETS.exists():
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="gm-room-")))
                start = stack.enter_context(closing(Child("room", folder))).start
            line = RoomLine(folder, link, [discovery(settings.name, load(language))], start)
    if not (line or shown):
        return None
    names = settings.people == "yes"
    teller = RoomTeller(inbox.now, names, shown or (lambda post: None), line, lambda: inbox.post(LOST))
    return stack.enter_context(closing(teller)).listener


class RoomLine:
    """The line to the process, which is told everything again after it was away. Never raises.

    posts: told first. start: called whenever nobody listens.
    """

    def __init__(self, folder: Path, link: Link, posts: Iterable[Post], start: Callable[[], None]) -> None:
        self._folder, self._link, self._start = folder, link, start
        self._kept = {one.topic: one for one in posts}
        self._port: SocketPort | None = None
        self._tried = -inf

    def tell(self, post: Post) -> None:
        self._kept[post.topic] = post
        if self._port:
            self._write(self._port, post)
        self.look()

    def look(self) -> float:
        """Connect again if the process is away; returns the seconds until the next look."""
        if self._port and select.select([self._port], [], [], 0)[0]:  # it says nothing, so it has ended
            self.close()
        if self._port is None and time.monotonic() - self._tried > AGAIN:
            self._tried = time.monotonic()
            try:
                self._port = SocketPort(self._folder / MOMENTS)
            except OSError:
                self._start()
            else:
                self._write(self._port, self._link, *self._kept.values())
        return GLANCE if self._port else AGAIN

    def _write(self, port: SocketPort, *messages: FromBox) -> None:
        try:
            port.write(b"".join(msgspec.json.encode(one) + b"\n" for one in messages))
        except OSError:
            self.close()

    def state(self) -> str:
        """Of the connection to the broker, as the process left it; empty if it left none."""
        with suppress(OSError):
            return (self._folder / STATE).read_text()
        return ""

    def close(self) -> None:
        if self._port:
            self._port.close()
            self._port = None


class RoomTeller:
    """Tells what is new at each tick, on a thread of its own: nobody waits for it.

    shown: called with every message. lost: called once, and not in a game, if the broker does not answer.
    """

    def __init__(
        self,
        now: Callable[[], float],
        names: bool = False,
        shown: Callable[[Post], None] = lambda post: None,
        line: RoomLine | None = None,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._shown, self._line, self._lost = shown, line, lost
        self._moments = Moments(names)
        self.listener = RoomListener(now, self._moments, lambda due: self._worker.wake())
        self._now, self._is_told = now, False
        mishap = "An error in the line to the room; it goes on."
        self._worker = Worker("room", self._work, mishap, log, retry=AGAIN, now=now)
        self._worker.start()

    def close(self) -> None:
        self._worker.close(1.0)
        if self._line:
            self._line.close()

    def _work(self) -> float | None:
        due = inf
        if post := self.listener.take():
            self._shown(post)
        if line := self._line:
            if post:
                line.tell(post)
            due = self._now() + line.look()
            if not (self._moments.in_game or self._is_told or line.state() in ANSWERS):
                self._is_told = True
                self._lost()
        due = min(due, self._moments.due())
        return due if due < inf else None
