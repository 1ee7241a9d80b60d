"""A TCP proxy that is as bad as a Wi-Fi: it delays, stalls and cuts."""

from __future__ import annotations

import asyncio
from random import Random

from tests.phones.crowd import Crowd


class Proxy:
    """Between phones and the process's port. at: where phones come. upstream: the port behind it. It runs on
    the phones' thread."""

    def __init__(self, crowd: Crowd, upstream: int, seed: int) -> None:
        self._crowd, self._upstream, self._rng = crowd, upstream, Random(seed)
        self._server = crowd.call(self._listen())
        self.cuts = 0
        self._open: set[asyncio.StreamWriter] = set()

    def close(self) -> None:
        """Cut everything, for good."""

        async def end() -> None:
            self._server.close()
            for writer in self._open:
                writer.transport.abort()
            await asyncio.sleep(0.1)

        self._crowd.call(end())

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._forward, "127.0.0.1", 0)

    @property
    def at(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, out = await asyncio.open_connection("127.0.0.1", self._upstream)
        except OSError:
            writer.close()
            return
        self._open |= {out, writer}
        pumps = [asyncio.create_task(self._pump(*one)) for one in ((reader, out), (there, writer))]
        until = self._rng.choice((0.7, 2.0, 5.0))
        _done, _rest = await asyncio.wait(pumps, timeout=until, return_when=asyncio.FIRST_COMPLETED)
        self.cuts += 1
        for pump in pumps:
            pump.cancel()
        first, second = self._rng.sample((out, writer), 2)
        first.transport.abort()
        await asyncio.sleep(self._rng.choice((0.0, 0.5)))  # one end lives on for a while
        second.transport.abort()
        self._open -= {out, writer}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            await asyncio.sleep(self._rng.choice((0.0, 0.002, 0.02, 0.15)))
            writer.write(data)
