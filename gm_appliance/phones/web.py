"""The web server for phones: the page's files, and a socket for each phone."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import msgspec
from aiohttp import WSMsgType, web

from gm_appliance.core.language import SOURCE, load
from gm_appliance.phones.captive import answer
from gm_appliance.phones.connection import BROKEN, FULL, Connection, Refused
from gm_appliance.phones.frames import LONGEST_ASK
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.page import page_files, policy
from gm_appliance.phones.page_words import page_words
from gm_appliance.phones.seal import TAG_BYTES

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST = 40
"""Connections at a time: every seat's, and those of phones that watch."""

HELLO_SECONDS = 5.0
"""Seconds for which a connection may say nothing before it is closed."""

BACKLOG = 16_384
"""Bytes that may wait for a phone. One that is so far behind is not there."""

_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class PhonePages:
    """The page and its sockets.

    now: milliseconds, only forward. moved: called when the box is to hear of a press at once.
    """

    def __init__(self, hub: PhoneHub, now: Callable[[], int], moved: Callable[[], None]) -> None:
        self._hub, self._now, self._moved = hub, now, moved
        self._open: dict[Connection, _Line] = {}

    def app(self) -> web.Application:
        app = web.Application(middlewares=[_answers_checks, _by_address_only])
        app.router.add_get("/ws", self._talk)
        app.router.add_get("/words.json", self._said)
        # One route for each file, so that no other file can be reached.
        for name, file in page_files().items():
            app.router.add_get(f"/{name}" if name != "index.html" else "/", _sender(file))
        return app

    async def _said(self, request: web.Request) -> web.StreamResponse:
        language = self._hub.serving.language if self._hub.serving else SOURCE
        body = msgspec.json.encode(page_words(load(language)))
        return web.Response(body=body, content_type="application/json", headers=_headers(request))

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        serving = self._hub.serving
        if request.headers.get("Origin") != f"http://{request.host}" or serving is None:
            raise web.HTTPForbidden(text="The table talks to its own page only.")
        socket = web.WebSocketResponse(compress=False, max_msg_size=LONGEST_ASK + TAG_BYTES)
        await socket.prepare(request)
        assert request.transport is not None
        line = _Line(socket, request.transport)
        if len(self._open) >= MOST:
            await socket.close(code=FULL)
            return socket
        connection = Connection(self._hub, bytes.fromhex(serving.token), self._now())
        self._open[connection] = line
        late = asyncio.get_running_loop().call_later(HELLO_SECONDS, _demand_hello, connection, line)
        try:
            await socket.send_bytes(connection.challenge)
            await self._converse(connection, line)
        except Refused as refused:
            await socket.close(code=refused.code)
        except ConnectionError:
            pass
        finally:
            late.cancel()
            del self._open[connection]
            connection.closed(self._now())
        return socket

    async def _converse(self, connection: Connection, line: _Line) -> None:
        async for message in line.socket:
            if message.type is not WSMsgType.BINARY:
                raise Refused(BROKEN)
            met = connection.phone
            if connection.hear(message.data, self._now()):
                self._moved()
            if not met and connection.phone:
                await line.send(connection.due(self._now()))

    async def tick(self) -> None:
        """Send every phone its tick."""
        now = self._now()
        for connection, line in list(self._open.items()):
            try:
                await line.send(connection.due(now))
            except Refused as refused:
                line.closing = asyncio.create_task(line.socket.close(code=refused.code))
            except ConnectionError:
                continue

    async def close(self, code: int) -> None:
        """Say goodbye to all phones."""
        lines = self._open.values()
        await asyncio.gather(*(one.socket.close(code=code) for one in lines), return_exceptions=True)


class _Line:
    """The socket of one phone, which is never waited for."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self.socket = socket
        self.transport = transport
        self.closing: asyncio.Task[bool] | None = None

    async def send(self, frames: list[bytes]) -> None:
        if frames and self.transport.get_write_buffer_size() > BACKLOG:
            self.transport.abort()
            return
        for frame in frames:
            await self.socket.send_bytes(frame)


def _demand_hello(connection: Connection, line: _Line) -> None:
    if connection.phone is None:
        line.transport.abort()


@web.middleware
async def _answers_checks(request: web.Request, handler: Handler) -> web.StreamResponse:
    # Before the host is looked at: these are asked under the names of others, and say nothing of the table.
    known = answer(request.method, request.path)
    if known is None:
        return await handler(request)
    headers = {"Cache-Control": "no-store", **({"Content-Type": known.kind} if known.kind else {})}
    return web.Response(status=known.status, body=known.body or None, headers=headers)


@web.middleware
async def _by_address_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    # A foreign name that resolves to this machine would make a foreign page "same origin".
    if not is_own(request.host):
        raise web.HTTPForbidden(text="The table is at its address only.")
    return await handler(request)


def is_own(host: str) -> bool:
    """Whether a Host is an address, or a name that only the local network knows.

    >>> [is_own(host) for host in ("192.168.1.7", "[fe80::1]:8137", "gm.local:80", "table", "example.com")]
    [True, True, True, True, False]
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and "]" not in host[-1:] else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.endswith(".local") or (bool(name) and "." not in name)
    return True


def _headers(request: web.Request) -> dict[str, str]:
    return {**_HEADERS, "Content-Security-Policy": policy(request.host)}


def _sender(file: Path) -> Handler:
    async def send(request: web.Request) -> web.StreamResponse:
        return web.FileResponse(file, headers=_headers(request))

    return send
