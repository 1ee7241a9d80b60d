"""The web server for the virtual table's page, on a separate thread, for this machine only."""

from __future__ import annotations

import asyncio
import errno
import re
import secrets
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from aiohttp import WSCloseCode, WSMsgType, web

from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.messages import _
from gm_appliance.simulator.encoding import encode
from gm_appliance.simulator.page_words import page_words
from gm_appliance.simulator.requests import obey
from gm_appliance.simulator.room import PageMessage, Room
from gm_appliance.simulator.token import new_token

T = TypeVar("T")
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Archive: TypeAlias = Callable[[str], "tuple[bytes, str] | None"]
"""The games played, as pages: content and type by name; None for an unknown one."""

STATIC = Path(__file__).parent / "static"
SYMBOLS = "symbols.svg"
HOST = "127.0.0.1"
PORTS_TRIED = 10
BEAT = 1.0  # seconds between signs of life sent to a page
LATE = 3.0  # seconds after which a page reports that the table is lost, and its requests are ignored
BACKLOG = 400  # the most messages a slow page may be behind; beyond that it gets a new snapshot
_STATES = frozenset(("display", "lamps", "offers", "table"))  # a slow page needs only the latest
_SYMBOL = re.compile(r"<symbol .*?</symbol>", re.DOTALL)

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " font-src 'self';"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class PortTaken(OSError):
    """No port was free. The message lists those tried, and what to do."""


class Server:
    """A running server. `url` is the page's address with the token, which is never logged."""

    def __init__(self, pages: _Pages, port: int) -> None:
        self._pages = pages
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="virtual-table", daemon=True)
        self._thread.start()
        self._runner = web.AppRunner(pages.app(), handle_signals=False, access_log=None, shutdown_timeout=1.0)
        try:
            self.port = self._do(_listen(self._runner, port))
        except OSError:
            self.close()
            raise
        self.origin = f"http://{HOST}:{self.port}"
        self.url = f"{self.origin}/{pages.token}/"

    def speak(self, language: str) -> None:
        """Use this language for the pages' own texts from now on. May be called on any thread."""
        self._pages.speak(language)

    def invitation(self) -> str:
        """An address that opens the page once: other programs can read a browser's command line."""
        return f"{self.origin}/open/{self._pages.invite()}"

    def close(self) -> None:
        """Release all buttons and end the thread. May be called repeatedly."""
        if self._thread.is_alive():
            self._do(self._end())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _end(self) -> None:
        await self._runner.cleanup()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


# Many parameters: what the page shows of the box, and what tests replace.
def serve(
    room: Room,
    port: int = 8137,
    language: str = SOURCE,
    token: str | None = None,
    now: Callable[[], float] = time.monotonic,
    emblems: Iterable[Path] = (),
    archive: Archive = lambda name: None,
) -> Server:
    """Serve the room's page from a separate thread; returns once it answers.

    port:     1 to 65535; if it is taken, the next ones are tried. 0 takes any free one.
    language: of the page's own texts. token: for the address; a new one by default.
    emblems:  the files with the games' own symbols.
    archive:  the pages of the games played.

    Raises PortTaken if no port is free.
    """
    pages = _Pages(room, token or new_token(), now, emblems, archive)
    pages.speak(language)
    return Server(pages, port)


async def _listen(runner: web.AppRunner, port: int) -> int:
    """The port that was free. Raises PortTaken."""
    await runner.setup()
    last = port if port == 0 else min(65535, port + PORTS_TRIED - 1)
    for one in range(port, last + 1):
        try:
            await web.TCPSite(runner, HOST, one).start()
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
    """The page's files, texts and websocket, all below the token in the path.

    A cookie would not do, because browsers send cookies of 127.0.0.1 to all its ports, and so to other
    programs.
    """

    def __init__(
        self, room: Room, token: str, now: Callable[[], float], emblems: Iterable[Path], archive: Archive
    ) -> None:
        self.token = token
        brought = (one for file in emblems for one in _SYMBOL.findall(file.read_text("utf-8")))
        sheet, end, _rest = (STATIC / SYMBOLS).read_text("utf-8").rpartition("</svg>")
        self._symbols = "".join((sheet, *brought, end, _rest))
        self._now = now
        self._room = room
        self._archive = archive
        self._words: Mapping[str, Any] = {}
        self._invited: set[str] = set()
        self._sockets: set[web.WebSocketResponse] = set()

    def speak(self, language: str) -> None:
        self._words = page_words(load(language))
        self._room.speak(self._words)

    def invite(self) -> str:
        """A key that opens the page once. May be called on any thread."""
        word = new_token()
        self._invited.add(word)
        return word

    def app(self) -> web.Application:
        app = web.Application(middlewares=[_this_machine_only, self._invited_only])
        app.router.add_get("/open/{word}", self._open)
        app.router.add_get("/{token}/", _sender(STATIC / "index.html"))
        app.router.add_get("/{token}/table", self._talk)
        app.router.add_get("/{token}/words.json", self._said)
        app.router.add_get(f"/{{token}}/{SYMBOLS}", self._drawn)
        app.router.add_get("/{token}/past/{name:[0-9a-z.]*}", self._past)
        # One route per file, so no other file can be reached.
        for file in sorted(STATIC.rglob("*")):
            if file.is_file() and file.name != SYMBOLS:
                app.router.add_get(f"/{{token}}/{file.relative_to(STATIC).as_posix()}", _sender(file))
        app.on_shutdown.append(self._close)
        return app

    @web.middleware
    async def _invited_only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        # Before the path is looked up, so strangers do not learn which paths exist.
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

    async def _said(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self._words, headers=_HEADERS, dumps=encode)

    async def _drawn(self, request: web.Request) -> web.StreamResponse:
        return web.Response(text=self._symbols, content_type="image/svg+xml", headers=_HEADERS)

    async def _past(self, request: web.Request) -> web.StreamResponse:
        found = await asyncio.to_thread(self._archive, request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        return web.Response(body=found[0], content_type=found[1], headers=_HEADERS)

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text=_("The virtual table talks to its own page only."))
        socket = web.WebSocketResponse(heartbeat=20.0, max_msg_size=4096)
        await socket.prepare(request)
        self._sockets.add(socket)
        outbox = _Outbox(self._room)
        visitor = self._room.enter(outbox.post)
        watchdog = _Watchdog(outbox.post, self._now)
        tasks = [asyncio.create_task(outbox.drain(socket)), asyncio.create_task(watchdog.run())]
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    obey(self._room, visitor, outbox.post, watchdog.is_late, message.data)
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
    """The messages waiting to be sent to one page, in order."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[PageMessage] = asyncio.Queue()
        self._waiting: deque[PageMessage] = deque()
        self._newest: dict[str, PageMessage] = {}

    def post(self, message: PageMessage) -> None:
        """May be called on any thread."""
        self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    async def drain(self, socket: web.WebSocketResponse) -> None:
        newest = -1
        while not socket.closed:
            message = await self._next()
            order = message.get("order")
            if order is not None and message["type"] != "snapshot" and order <= newest:
                continue
            newest = newest if order is None else order
            try:
                await socket.send_str(encode(message))
            except ConnectionError:
                return

    async def _next(self) -> PageMessage:
        """The next message that has not been superseded."""
        while True:
            if not self._waiting:
                self._take(await self._queue.get())
            while not self._queue.empty():
                self._take(self._queue.get_nowait())
            if len(self._waiting) > BACKLOG:
                self._waiting.clear()
                return self._room.snapshot()
            message = self._waiting.popleft()
            if message["type"] not in _STATES or self._newest[message["type"]] is message:
                return message

    def _take(self, message: PageMessage) -> None:
        self._waiting.append(message)
        self._newest[message["type"]] = message


class _Watchdog:
    """Sends numbered signs of life to one page, which repeats the last number in every request.

    This reveals requests that waited in the socket while the server was not responding.
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

    def is_late(self, beat: int) -> bool:
        """Whether this sign of life is too old, or was never sent."""
        while self._sent and self._now() - self._sent[0][1] > LATE:
            self._sent.popleft()
        return all(beat != number for number, _sent in self._sent)
