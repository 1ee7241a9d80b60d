"""A USB cable that can be pulled, and that drops, flips, doubles and delays bytes."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True)
class Faults:
    """How likely it is for one byte to be dropped, flipped or doubled, and for one chunk to be late."""

    drop: float = 0.0
    flip: float = 0.0
    double: float = 0.0
    delay: float = 0.0

    def strike(self, data: bytes, rng: Random) -> bytes:
        """What becomes of these bytes."""
        out = bytearray()
        for byte in data:
            if rng.random() < self.drop:
                continue
            if rng.random() < self.flip:
                byte ^= 1 << rng.randrange(8)
            out += bytes((byte, byte)) if rng.random() < self.double else bytes((byte,))
        return bytes(out)


class Cable:
    """Between a hub's port and `port`, which the host opens. Both ends hang up when it is pulled."""

    def __init__(self, hub: Path, folder: Path, faults: Faults | None = None, seed: int = 1) -> None:
        self.port = folder / "seathub"
        self.faults = faults or Faults()
        self._plugged = True
        self._out = threading.Event()
        self._hub = hub
        self._rng = Random(seed)
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="cable", daemon=True)
        self._thread.start()

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self._thread.join()

    def pull(self) -> None:
        """Returns when it is out. What is on the way is lost; the hub keeps its power."""
        self._out.clear()
        self._plugged = False
        self._out.wait(5.0)

    def put_back(self) -> None:
        self._plugged = True

    def _run(self) -> None:
        while not self._closed:
            if self._plugged:
                with contextlib.suppress(OSError):  # The hub is gone, or goes.
                    self._carry()
            else:
                self._out.set()
            time.sleep(0.01)

    def _carry(self) -> None:
        hub_end = os.open(self._hub, os.O_RDWR | os.O_NOCTTY)
        inner, outer = os.openpty()
        try:
            tty.setraw(hub_end)
            tty.setraw(outer)
            self.port.unlink(missing_ok=True)
            self.port.symlink_to(os.ttyname(outer))
            while self._plugged and not self._closed:
                ready, _, _ = select.select([hub_end, inner], [], [], 0.01)
                for source in ready:
                    data = os.read(source, 4096)
                    if not data:
                        return
                    if self._rng.random() < self.faults.delay:
                        time.sleep(self._rng.uniform(0.0, 0.03))
                    os.write(inner if source == hub_end else hub_end, self.faults.strike(data, self._rng))
        finally:
            self.port.unlink(missing_ok=True)
            for end in (hub_end, inner, outer):
                os.close(end)
