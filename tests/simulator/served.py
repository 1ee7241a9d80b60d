"""A served room, and pages that talk to it."""

from __future__ import annotations

import asyncio
import json
import queue
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import aiohttp

from gm_appliance.simulator import web
from gm_appliance.simulator.room import Room

SOON = 20.0
Page = aiohttp.ClientWebSocketResponse
Talk = Callable[[aiohttp.ClientSession], Awaitable[Any]]


class Table:
    """A served room, with its edges in a queue and a clock set by hand."""

    def __init__(self) -> None:
        self.edges: queue.SimpleQueue[tuple[int, str, bool]] = queue.SimpleQueue()
        self.room = Room(lambda *edge: self.edges.put(edge), lambda screen: bytes(1024), rng=Random(3))
        self.time = 0.0
        self.server = web.serve(self.room, port=0, now=lambda: self.time)
        self.origin = self.server.origin

    def edge(self) -> tuple[int, str, bool]:
        return self.edges.get(timeout=SOON)

    def talk(self, talk: Talk) -> Any:
        async def run() -> Any:
            async with aiohttp.ClientSession() as session:
                return await asyncio.wait_for(talk(session), SOON)

        return asyncio.run(run())

    def page(self, session: aiohttp.ClientSession, **headers: str) -> Any:
        return session.ws_connect(f"{self.server.url}table", headers={"Origin": self.origin, **headers})


async def until(page: Page, kind: str) -> tuple[dict[str, Any], list[str]]:
    """The next message of a kind, and the text of every message up to it except signs of life."""
    texts = []
    while True:
        text = await page.receive_str()
        message = json.loads(text)
        if message["type"] != "alive" or kind == "alive":
            texts.append(text)
        if message["type"] == kind:
            return message, texts
