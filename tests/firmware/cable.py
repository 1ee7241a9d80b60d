"""A USB cable that can be noisy, and can be pulled."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from pathlib import Path
from random import Random

from tests.firmware.noise import Faults, Line


class Cable:
    """Connects a hub's port to `port`, which the host opens. Pulling it hangs up both ends."""

    def __init__(self, hub: Path, folder: Path, faults: Faults | None = None, seed: int = 1) -> None:
        self.port = folder / "seathub"
        self.to_host = Line(faults or Faults(), Random(seed))
        self.to_hub = Line(faults or Faults(), Random(seed + 1))
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
        """Pull the cable; returns once it is out. Data in transit are lost; the hub keeps its power."""
        self._out.clear()
        self._plugged = False
        self._out.wait(5.0)

    def put_back(self) -> None:
        self._plugged = True

    def disturb(self, faults: Faults) -> None:
        self.to_host.faults = self.to_hub.faults = faults

    def _run(self) -> None:
        while not self._closed:
            if self._plugged:
                with contextlib.suppress(OSError):  # The hub is gone, or goes now.
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
                    line = self.to_host if source == hub_end else self.to_hub
                    if self._rng.random() < line.faults.delay:
                        time.sleep(self._rng.uniform(0.0, 0.03))
                    os.write(inner if source == hub_end else hub_end, line.carry(data))
        finally:
            self.port.unlink(missing_ok=True)
            for end in (hub_end, inner, outer):
                os.close(end)
