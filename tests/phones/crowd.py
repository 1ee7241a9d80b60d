"""A box's end of the phones, the real process, and phones without pages, on loopback."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from gm_appliance.app.phones import Child
from gm_appliance.core.ports import Edge, Fault, Input
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.phones.frames import CLOCK, TICK_SECONDS
from gm_appliance.phones.messages import FromPhones, Serving
from gm_appliance.phones.seal import Unsealed
from tests.phones.model_phone import ModelPhone

T = TypeVar("T")
PATIENCE = 60.0


class Inbox:
    """Writes down what is posted."""

    def __init__(self) -> None:
        self.posted: list[Input] = []

    def now(self) -> float:
        return time.monotonic()

    def post(self, item: Input) -> None:
        self.posted.append(item)

    @property
    def edges(self) -> list[Edge]:
        return [one for one in self.posted if isinstance(one, Edge)]

    @property
    def faults(self) -> list[str]:
        return [one.what for one in self.posted if isinstance(one, Fault)]


def until(true: Callable[[], object], what: str = "it", pause: float = 0.005) -> None:
    """Wait for something that has to come, looking every `pause` seconds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(pause)


class Box:
    """A box that lets phones in, with the process as its child."""

    def __init__(self, folder: Path) -> None:
        self.inbox, self.folder = Inbox(), folder
        self.child = Child("phones", folder)
        self.heard: list[FromPhones] = []
        self.pads = PhonePads(self.inbox, folder, lambda: self.child.start(), self.heard.append)

    def invite(self) -> str:
        """Let phones in; returns where, once they can come."""
        self.pads.invite(0, "en")
        until(lambda: self.serving, "the process")
        return f"http://127.0.0.1:{self.serving[-1].port}"

    @property
    def serving(self) -> list[Serving]:
        return [one for one in self.heard if isinstance(one, Serving)]

    def close(self) -> None:
        self.pads.close()
        self.child.close()


class Phone:
    """A phone in the hand: it connects, ticks, and reconnects until it is put away."""

    def __init__(self, crowd: Crowd, at: str, token: str, wants: int = 0) -> None:
        self.model = ModelPhone(bytes.fromhex(token), wants)
        self.at = at
        self.codes: list[int | None] = []
        self.paused = False
        self._crowd = crowd
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._task = crowd.spawn(self._live())

    async def _live(self) -> None:
        while True:
            try:
                await self._talk()
            except (aiohttp.ClientError, OSError, Unsealed):
                self.codes.append(None)
            await asyncio.sleep(0.1)

    async def _talk(self) -> None:
        session = self._crowd.session
        assert session
        async with session.ws_connect(f"{self.at}/ws", headers={"Origin": self.at}) as socket:
            self.model.connected()
            ticking = asyncio.create_task(self._tick(socket))
            try:
                async for message in socket:
                    for frame in self.model.hear(message.data, now()):
                        await socket.send_bytes(frame)
                    self._socket = socket if self.model.tick else None
            finally:
                self._socket = None
                ticking.cancel()
            self.codes.append(socket.close_code)

    async def _tick(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            if not self.paused:
                for frame in self.model.due(now()):
                    await socket.send_bytes(frame)

    def do(self, act: Callable[[ModelPhone], list[bytes] | bytes]) -> None:
        """Do something at once, on the phones' thread."""

        async def doing() -> None:
            made = act(self.model)
            with suppress(ConnectionError):  # what is lost is sent again with the next connection
                for frame in [made] if isinstance(made, bytes) else made:
                    if self._socket and not self._socket.closed:
                        await self._socket.send_bytes(frame)

        self._crowd.call(doing())

    def press(self, half: int) -> None:
        self.do(lambda model: model.press(half, now()))

    def release(self, half: int) -> None:
        self.do(lambda model: model.release(half, now()))

    def takes(self, pad: int) -> None:
        until(lambda: self.model.tick, "a tick")
        self.do(lambda model: model.take(pad))
        until(lambda: self.model.tick and self.model.tick.pad == pad, f"pad {pad}")

    def put_away(self) -> None:
        self._task.cancel()


class Crowd:
    """Phones on a thread of their own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.session: aiohttp.ClientSession | None = None
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.call(self._begin())

    async def _begin(self) -> None:
        self.session = aiohttp.ClientSession()

    def spawn(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def close(self) -> None:
        async def end() -> None:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            if self.session:
                await self.session.close()

        self.call(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


def now() -> int:
    """Milliseconds on a phone's clock, which is not the box's."""
    return time.monotonic_ns() // 1_000_000 + 123_456_789 & CLOCK
