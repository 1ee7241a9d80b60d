"""The page of the virtual table: served to this machine alone, from a thread beside the daemon."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import WSCloseCode, WSMsgType, web

from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.messages import _
from gm_appliance.simulator.described import described
from gm_appliance.simulator.page_words import page_words
from gm_appliance.simulator.room import PageMessage, Room
from gm_appliance.simulator.table_file import MAX_SEATS
from gm_appliance.simulator.token import new_token
from gm_appliance.simulator.visitor import Visitor, is_button

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATIC = Path(__file__).parent / "static"
PORTS_TRIED = 10
BEAT = 1.0
"""Seconds between two signs of life a page is sent."""
LATE = 3.0
"""Seconds for which a sign of life holds: after them the page says that it is lost, and asks in vain."""
BACKLOG = 400
"""Messages a slow page may lie behind before it is given the whole table anew."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class PortTaken(OSError):
    """No port was free. The message says which were tried and what to do."""


class Server:
    """A running page. `url` is where it is, token and all; it stays out of the repr and out of logs."""

    def __init__(
        self,
        origin: str,
        pages: _Pages,
        loop: asyncio.AbstractEventLoop,
        ended: asyncio.Event,
        thread: threading.Thread,
    ) -> None:
        self.origin = origin
        self.url = f"{origin}/{pages.token}/"
        self._pages = pages
        self._loop = loop
        self._ended = ended
        self._thread = thread

    def invitation(self) -> str:
        """An address that leads to the page once.

        For a browser's command line, which every program on the machine can read.
        """
        return f"{self.origin}/open/{self._pages.invite()}"

    def close(self) -> None:
        """Let go of every held button; returns once the thread has ended. Closing twice is no harm."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._ended.set)
            self._thread.join()


def serve(
    room: Room,
    host: str = "127.0.0.1",
    port: int = 8137,
    language: str = SOURCE,
    token: str | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Server:
    """Serve the room's page from a thread of its own; returns once it answers.

    port: 1 to 65535; where it is taken the next ones are tried. 0 takes any free one. language: of
    the page's own words. token: without it in the address nobody is answered; a new one if not given.
    Raises ValueError for a host that is not this machine, PortTaken when no port is free.
    """
    if host not in ("127.0.0.1", "localhost"):
        raise ValueError(f"the virtual table is served to this machine only: 127.0.0.1, not {host!r}")
    started: list[Server | OSError] = []
    ready = threading.Event()
    pages = _Pages(room, page_words(load(language)), token or new_token(), now)

    def run() -> None:
        try:
            asyncio.run(_run(pages, host, port, started, ready))
        except OSError as error:
            started.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="virtual-table", daemon=True)
    thread.start()
    ready.wait()
    if not started:
        raise RuntimeError("the virtual table's thread ended before it served")
    if isinstance(started[0], Server):
        return started[0]
    raise started[0]


async def _run(
    pages: _Pages, host: str, port: int, started: list[Server | OSError], ready: threading.Event
) -> None:
    runner = web.AppRunner(pages.app(), handle_signals=False, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        taken = await _listen(runner, host, port)
        ended = asyncio.Event()
        origin, thread = f"http://{host}:{taken}", threading.current_thread()
        started.append(Server(origin, pages, asyncio.get_running_loop(), ended, thread))
        ready.set()
        await ended.wait()
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> int:
    """The port that was free. Raises PortTaken."""
    last = port if port == 0 else min(65535, port + PORTS_TRIED - 1)
    for one in range(port, last + 1):
        try:
            await web.TCPSite(runner, host, one).start()
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        return int(runner.addresses[0][1])
    raise PortTaken(
        errno.EADDRINUSE,
        _(
            "no port from {port} to {last} is free for the virtual table. Is one running already? "
            "Close it, or name another port",
            port=port,
            last=last,
        ),
    )


# ---------------------------------------------------------------- requests


class _Pages:
    """The page's files, its words and its websocket, all below the token.

    The token is a folder of the address and no cookie: cookies of 127.0.0.1 are sent to every port of it,
    so to other programs as well, and a page that was left open needs nothing else to come back.
    """

    def __init__(
        self, room: Room, words: Mapping[str, Any], token: str, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.token = token
        self._now = now
        self._room = room
        self._words = words
        self._invited: set[str] = set()
        self._sockets: set[web.WebSocketResponse] = set()

    def invite(self) -> str:
        """A word that opens the page once. From any thread."""
        word = new_token()
        self._invited.add(word)
        return word

    def app(self) -> web.Application:
        app = web.Application(middlewares=[_this_machine_only, self._invited_only])
        app.router.add_get("/open/{word}", self._open)
        app.router.add_get("/{token}/", self._index)
        app.router.add_get("/{token}/table", self._talk)
        app.router.add_get("/{token}/words.json", self._said)
        # One by one: what is not a file of the page is not found, whatever the path says.
        for file in sorted(STATIC.iterdir()):
            if file.is_file():
                app.router.add_get(f"/{{token}}/{file.name}", _sender(file))
        app.on_shutdown.append(self._close)
        return app

    @web.middleware
    async def _invited_only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        # Whatever the path leads to: a stranger does not learn what there is.
        knows = secrets.compare_digest(request.path.split("/")[1].encode(), self.token.encode())
        if not knows and request.match_info.handler != self._open:
            raise web.HTTPForbidden(text=_("Open the virtual table at the address it printed at its start."))
        return await handler(request)

    async def _open(self, request: web.Request) -> web.StreamResponse:
        word = request.match_info["word"].encode()
        found = [one for one in self._invited if secrets.compare_digest(one.encode(), word)]
        if not found:
            raise web.HTTPForbidden(text=_("Open the virtual table at the address it printed at its start."))
        self._invited.difference_update(found)
        raise web.HTTPSeeOther(f"/{self.token}/", headers=_HEADERS)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return await _sender(STATIC / "index.html")(request)

    async def _said(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self._words, headers=_HEADERS)

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text=_("The virtual table talks to its own page only."))
        socket = web.WebSocketResponse(heartbeat=20.0, max_msg_size=4096)
        await socket.prepare(request)
        self._sockets.add(socket)
        outbox = _Outbox(self._room)
        visitor = self._room.enter(outbox.post)
        pulse = _Pulse(outbox.post, self._now)
        tasks = [asyncio.create_task(outbox.drain(socket)), asyncio.create_task(pulse.run())]
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    _obey(self._room, visitor, outbox, pulse, message.data)
        finally:
            visitor.leave()
            for task in tasks:
                task.cancel()
            self._sockets.discard(socket)
        return socket

    async def _close(self, app: web.Application) -> None:
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the table is cleared")


@web.middleware
async def _this_machine_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    # A foreign name that resolves to this machine would make a foreign page "same origin".
    if request.host.rpartition(":")[0] not in ("127.0.0.1", "localhost"):
        raise web.HTTPForbidden(text=_("The virtual table is at 127.0.0.1 and localhost only."))
    return await handler(request)


def _sender(file: Path) -> Handler:
    async def send(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(file, headers=_HEADERS)

    return send


class _Outbox:
    """What one page has still to be sent, in order."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[PageMessage] = asyncio.Queue()

    def post(self, message: PageMessage) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    async def drain(self, socket: web.WebSocketResponse) -> None:
        newest = -1
        while not socket.closed:
            message = await self._queue.get()
            if self._queue.qsize() > BACKLOG:
                message = self._caught_up()
            order = message.get("order")
            if order is not None and message["type"] != "snapshot" and order <= newest:
                continue
            newest = newest if order is None else order
            try:
                await socket.send_str(json.dumps(message, ensure_ascii=False))
            except ConnectionError:
                return

    def _caught_up(self) -> PageMessage:
        while not self._queue.empty():
            self._queue.get_nowait()
        return self._room.snapshot()


class _Pulse:
    """The signs of life one page is sent, by number; a page names the last it has heard in what it asks.

    So what was pressed while nobody answered, and waited in the socket meanwhile, is known to be late.
    """

    def __init__(self, post: Callable[[PageMessage], None], now: Callable[[], float]) -> None:
        self._post = post
        self._now = now
        self._newest = 0
        self._sent: deque[tuple[int, float]] = deque()

    async def run(self) -> None:
        while True:
            self._newest += 1
            self._sent.append((self._newest, self._now()))
            self._post({"type": "alive", "beat": self._newest})
            await asyncio.sleep(BEAT)

    def is_late(self, beat: object) -> bool:
        """Whether this sign of life is too old, or none of ours."""
        while self._sent and self._now() - self._sent[0][1] > LATE:
            self._sent.popleft()
        return all(beat != number for number, _sent in self._sent)


def _obey(room: Room, visitor: Visitor, outbox: _Outbox, pulse: _Pulse, text: str) -> None:
    """Do what a page asks. What this table does not know is left alone, and logged without its content."""
    try:
        asked = json.loads(text)
        if "beat" in asked and pulse.is_late(asked["beat"]) and asked.get("down") is not False:
            log.info("a page was not answered in time; what it asked is dropped")
            return
        _do(room, visitor, outbox, asked)
    except (ValueError, KeyError, TypeError, RecursionError):
        log.warning("a page sent something the virtual table does not know")


def _do(room: Room, visitor: Visitor, outbox: _Outbox, asked: dict[str, Any]) -> None:
    match asked["type"]:
        case "press":
            source, button, down = asked["source"], asked["button"], asked["down"]
            if type(source) is not int or type(down) is not bool or not is_button(source, button):
                raise ValueError("no such button")
            visitor.press(source, button, down)
        case "look":
            seat = _seat(asked)
            card, them = room.look(seat), room.companions(seat)
            told = {"type": "card", "seat": seat, "card": described(card) if card else None}
            outbox.post({**told, "with": [one for one in them if one != seat]} if them else told)
        case "die":
            by, at = _seat(asked, "by"), _seat(asked, "at")
            if room.lay_die(by, at):
                outbox.post({"type": "die", "at": at})
        case "bot":
            room.set_bot(_seat(asked), bool(asked["on"]))
        case "only":
            room.only_human(_seat(asked))
        case _:
            raise ValueError("no such message")


def _seat(asked: dict[str, Any], name: str = "seat") -> int:
    seat = asked[name]
    if type(seat) is not int or not 1 <= seat <= MAX_SEATS:
        raise ValueError("no such seat")
    return seat
