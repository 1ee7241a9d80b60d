"""The web server for phones: the page's files, and a socket for each phone.

It speaks no more HTTP than a page and its socket need, to stay small in memory and easy to review.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from websockets.datastructures import Headers, MultipleValuesError
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, Event
from websockets.server import ServerProtocol

from gm_appliance.core.language import SOURCE, load
from gm_appliance.phones.captive import Answer, answer
from gm_appliance.phones.connection import BROKEN, FULL, Connection, Refused
from gm_appliance.phones.frames import LONGEST_ASK
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.page import SHRINKING, page_files, policy, shrunk
from gm_appliance.phones.page_words import page_words
from gm_appliance.phones.seal import TAG_BYTES

MOST = 40  # phones at a time: every seat's, and spectators'
MOST_LINES = 200  # connections at a time: a page is loaded over several
HELLO_SECONDS = 5.0  # seconds for a connection to ask for something, or say which phone it is
CLOSE_SECONDS = 1.0  # seconds for the other end to close, too
BACKLOG = 16_384  # bytes that may wait for a phone; one that is further behind is gone

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp4": "video/mp4",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}

_HEADERS = {
    "Connection": "close",
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
        self.hub, self.now, self.moved = hub, now, moved
        self.lines: dict[_Line, None] = {}  # as they came; a set's order depends on what was in memory
        self._files = {f"/{name}": file for name, file in page_files().items()}
        self._files["/"] = self._files.pop("/index.html")
        self._server: asyncio.Server | None = None

    async def open(self, port: int, host: str = "0.0.0.0") -> int:
        """Listen; returns the port, which 0 leaves to the system. Raises OSError."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Line(self), host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self, code: int) -> None:
        """Say goodbye to all phones, and stop listening."""
        if self._server:
            self._server.close()
            self._server = None
        for line in self.lines:
            line.refuse(code)
        for _ in range(10):
            if not self.lines:
                return
            await asyncio.sleep(CLOSE_SECONDS / 10)
        for line in list(self.lines):
            line.transport.abort()

    def tick(self) -> None:
        now = self.now()
        for line in list(self.lines):
            line.tick(now)

    def full(self) -> bool:
        return sum(1 for one in self.lines if one.connection and one.connection.phone) >= MOST

    def answer(self, request: Request) -> Response | None:
        """None for a phone's socket."""
        path = request.path.partition("?")[0]
        if known := answer(request.method, path):
            # Before the host is looked at: asked under the names of others, it says nothing of the table.
            return _check(known)
        host = _one(request, "Host")
        if not is_own(host):
            # A foreign name that resolves to this machine would make a foreign page "same origin".
            return _said(HTTPStatus.FORBIDDEN, "The table is at its address only.")
        if path == "/ws":
            if _one(request, "Origin") != f"http://{host}" or self.hub.serving is None:
                return _said(HTTPStatus.FORBIDDEN, "The table talks to its own page only.")
            return None
        if request.method not in ("GET", "HEAD"):
            return _said(HTTPStatus.METHOD_NOT_ALLOWED, "The table is only looked at.")
        if path == "/words.json":
            language = self.hub.serving.language if self.hub.serving else SOURCE
            return _page(host, ".json", msgspec.json.encode(page_words(load(language))))
        if path not in self._files:
            return _said(HTTPStatus.NOT_FOUND, "There is no such page.")
        zipped = "gzip" in _one(request, "Accept-Encoding")
        return _file(host, self._files[path], _one(request, "If-None-Match"), zipped)


def _one(request: Request, name: str) -> str:
    """A header; empty unless there is exactly one."""
    try:
        return request.headers.get(name, "")
    except MultipleValuesError:
        return ""


def _file(host: str, file: Path, known: str, zipped: bool) -> Response:
    zipped = zipped and file.suffix in SHRINKING
    body = shrunk(file, file.stat().st_mtime_ns) if zipped else file.read_bytes()
    # Of what is sent: on a card all files have the same time, and the code is that of many.
    tag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
    if tag == known:
        return _page(host, file.suffix, None, HTTPStatus.NOT_MODIFIED, ETag=tag)
    encoding: dict[str, Any] = {"Content-Encoding": "gzip"} if zipped else {}
    return _page(host, file.suffix, body, ETag=tag, **encoding)


def _page(
    host: str, kind: str, body: bytes | None, status: HTTPStatus = HTTPStatus.OK, **more: str
) -> Response:
    own = {**_HEADERS, "Content-Security-Policy": policy(host), "Content-Type": KINDS[kind]}
    return _response(status, own | more, body)


def _check(known: Answer) -> Response:
    headers = {"Connection": "close", "Cache-Control": "no-store"}
    if not known.kind:
        return _response(HTTPStatus(known.status), headers)
    return _response(HTTPStatus(known.status), {**headers, "Content-Type": known.kind}, known.body)


def _said(status: HTTPStatus, text: str) -> Response:
    return _response(status, {**_HEADERS, "Content-Type": "text/plain; charset=utf-8"}, text.encode())


def _response(status: HTTPStatus, headers: dict[str, str], body: bytes | None = None) -> Response:
    if body is not None:
        headers["Content-Length"] = str(len(body))
    return Response(status.value, status.phrase, Headers(headers), body or b"")


class _Line(asyncio.Protocol):
    """One TCP connection. connection: the phone's, once it is a socket."""

    transport: asyncio.Transport

    def __init__(self, pages: PhonePages) -> None:
        self.connection: Connection | None = None
        self._pages = pages
        self._protocol = ServerProtocol(max_size=LONGEST_ASK + TAG_BYTES, logger=_silent)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if len(self._pages.lines) >= MOST_LINES:
            transport.abort()
            return
        self._pages.lines[self] = None
        asyncio.get_running_loop().call_later(HELLO_SECONDS, self._demand_hello)

    def _demand_hello(self) -> None:
        if not self.connection or self.connection.phone is None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._pages.lines.pop(self, None)
        if self.connection:
            self.connection.closed(self._pages.now())

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        self._heed()

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._heed()

    def _heed(self) -> None:
        try:
            for event in self._protocol.events_received():
                self._take(event)
        except Refused as refused:
            self.refuse(refused.code)
        self._flush()

    def _take(self, event: Event) -> None:
        if isinstance(event, Request):
            self._answer(event)
        elif isinstance(event, Frame) and self.connection and self._protocol.state is OPEN:
            if event.opcode in (Opcode.PING, Opcode.PONG, Opcode.CLOSE):
                return
            if event.opcode is not Opcode.BINARY or not event.fin:
                raise Refused(BROKEN)
            self._hear(self.connection, bytes(event.data))

    def _answer(self, request: Request) -> None:
        response = self._pages.answer(request)
        if response and request.method == "HEAD":
            response.body = b""
        self._protocol.send_response(response or self._protocol.accept(request))
        serving = self._pages.hub.serving
        if self._protocol.state is OPEN and serving:
            if self._pages.full():
                raise Refused(FULL)
            self.connection = Connection(self._pages.hub, bytes.fromhex(serving.token), self._pages.now())
            self._protocol.send_binary(self.connection.challenge)

    def _hear(self, connection: Connection, frame: bytes) -> None:
        now, met = self._pages.now(), connection.phone
        if connection.hear(frame, now):
            self._pages.moved()
        if not met and connection.phone:
            self._send(connection.due(now))

    def tick(self, now: int) -> None:
        if self.connection is None or self._protocol.state is not OPEN:
            return
        if self.transport.get_write_buffer_size() > BACKLOG:
            self.transport.abort()
            return
        try:
            self._send(self.connection.due(now))
        except Refused as refused:
            self.refuse(refused.code)
        self._flush()

    def _send(self, frames: list[bytes]) -> None:
        for frame in frames:
            self._protocol.send_binary(frame)

    def refuse(self, code: int) -> None:
        """Close it, with this code if it is a phone's."""
        if self._protocol.state is OPEN:
            self._protocol.send_close(code)
            self._flush()
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self.transport.abort)

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:  # nothing more will be sent
                self.transport.close()


_silent = logging.getLogger(f"{__name__}.lines")  # It would log who connects.
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


def is_own(host: str) -> bool:
    """Whether a Host is an address, or a name that only the local network knows.

    >>> [is_own(host) for host in ("192.168.1.7", "[fe80::1]:8137", "gm.local:80", "table", "example.com")]
    [True, True, True, True, False]
    """
    name, colon, port = host.rpartition(":")
    name = name if colon and port.isdigit() else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.endswith(".local") or (bool(name) and "." not in name)
    return True
