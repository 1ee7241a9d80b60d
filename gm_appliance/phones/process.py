"""`gm-appliance phones`: the process between the box and the phones.

It listens on two Unix sockets for the box, and on the network only from `Serve` to `Rest`. It ends when the
box is gone.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom

import msgspec

from firmware.hub_protocol import BIGGEST
from gm_appliance.core.messages import _
from gm_appliance.core.values import replace
from gm_appliance.phones.addresses import addresses, with_port
from gm_appliance.phones.connection import GONE
from gm_appliance.phones.frames import TICK_SECONDS
from gm_appliance.phones.hub import PhoneHub
from gm_appliance.phones.messages import FromBox, FromPhones, Mark, Marked, NotServing, Rest, Serve, Serving
from gm_appliance.phones.web import PhonePages

log = logging.getLogger(__name__)

HUB, PAGE = "hub", "page"  # the names of the sockets in their folder
FIRST = 3  # the first file descriptor that systemd passes
GONE_SECONDS = 10.0  # seconds after which a box that is gone is given up
LONGEST_LINE = 1 << 20

_from_box: msgspec.json.Decoder[FromBox] = msgspec.json.Decoder(FromBox)


def run(folder: Path | None) -> None:
    """Run until the box is gone, or never came.

    folder: for the sockets; None takes those that systemd passes. Raises ValueError if it passes none.
    """
    listening = _made(folder) if folder else _inherited()
    asyncio.run(PhonesProcess().run(listening))


def _made(folder: Path) -> dict[str, socket.socket]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = {}
    for name in (HUB, PAGE):
        path = folder / name
        path.unlink(missing_ok=True)
        made[name] = one = socket.socket(socket.AF_UNIX)
        one.bind(str(path))
        one.listen(1)
    return made


def _inherited() -> dict[str, socket.socket]:
    """Raises ValueError if systemd passed none."""
    passed = int(os.environ.get("LISTEN_FDS", 0)) if os.environ.get("LISTEN_PID") == str(os.getpid()) else 0
    sockets = [socket.socket(fileno=FIRST + nth) for nth in range(passed)]
    found = {Path(one.getsockname()).name: one for one in sockets}
    if {HUB, PAGE} - found.keys():
        raise ValueError(_("systemd passes no sockets. Name a folder for them: {option}", option="--sockets"))
    return found


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class PhonesProcess:
    """The hub with its sockets. now: milliseconds, only forward."""

    def __init__(self, now: Callable[[], int] = milliseconds) -> None:
        self._now = now
        self._hub = PhoneHub(SystemRandom().randint(1, BIGGEST), self._tell)
        self._pages = PhonePages(self._hub, now, self._pump)
        self._writers: dict[str, asyncio.StreamWriter] = {}  # to the box
        self._served: Serve | None = None
        self._heard_at = now()

    async def run(self, listening: dict[str, socket.socket]) -> None:
        servers = [
            await asyncio.start_unix_server(self._hear_hub, sock=listening[HUB]),
            await asyncio.start_unix_server(self._hear_page, sock=listening[PAGE], limit=LONGEST_LINE),
        ]
        try:
            await self._tick_on()
        finally:
            for one in servers:
                one.close()
            await self._rest()

    async def _tick_on(self) -> None:
        """Tick at fixed times until the box is gone."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while PAGE in self._writers or self._now() - self._heard_at < GONE_SECONDS * 1000:
            if PAGE in self._writers:
                self._heard_at = self._now()
            self._pages.tick()
            self._hub.wake(self._now())
            self._pump()
            due = max(due + TICK_SECONDS, loop.time())
            await asyncio.sleep(due - loop.time())

    # ------------------------------------------------------------ the box

    @contextmanager
    def _heard_by(self, name: str, writer: asyncio.StreamWriter) -> Iterator[None]:
        """While the box is on this line, in the place of an earlier one."""
        before, self._writers[name] = self._writers.get(name), writer
        if before is not None:
            before.close()
        try:
            with suppress(ConnectionError):
                yield
        finally:
            if self._writers.get(name) is writer:
                del self._writers[name]
            writer.close()

    async def _hear_hub(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._heard_by(HUB, writer):
            while data := await reader.read(4096):
                self._hub.hear(data, self._now())
                self._pump()

    async def _hear_page(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._heard_by(PAGE, writer):
            self._hub.repeat()
            try:
                while line := await reader.readline():
                    await self._heed(_from_box.decode(line))
            except ValueError as error:
                log.warning("The box's line to the phones broke: %s.", type(error).__name__)

    async def _heed(self, message: FromBox) -> None:
        if isinstance(message, Mark):
            self._hub.mark(message.number, self._now())
            return
        self._hub.told(message)
        if isinstance(message, Serve | Rest):
            await self._serve()

    def _pump(self) -> None:
        """Send the box what is due on the hub's line."""
        if HUB in self._writers and (out := self._hub.due(self._now())):
            self._writers[HUB].write(out)

    def _tell(self, message: FromPhones) -> None:
        if isinstance(message, Marked):
            self._pump()  # the presses before it go first
        page = self._writers.get(PAGE)
        if page and not page.is_closing():
            page.write(msgspec.json.encode(message) + b"\n")

    # ------------------------------------------------------------ the network

    async def _serve(self) -> None:
        """Listen on the network as the box wants it."""
        wanted = self._hub.serving
        if wanted is None:
            await self._rest()
            return
        served = self._served
        if served and (served.token, served.port) != (wanted.token, wanted.port or served.port):
            await self._rest()
        if self._served is None:
            try:
                self._served = replace(wanted, port=await self._pages.open(wanted.port))
            except OSError as error:
                forbidden = error.errno in (errno.EACCES, errno.EPERM)
                self._tell(NotServing("forbidden" if forbidden else "taken"))
                return
        port = self._served.port
        found = tuple(with_port(one, port) for one in addresses())
        self._tell(Serving(found, port) if found else NotServing("no-network"))

    async def _rest(self) -> None:
        self._served = None
        await self._pages.close(GONE)
