"""A process of the box as its child."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

AGAIN = 1.0  # seconds between two starts of the process


class Child:
    """`gm-appliance phones` or `room` as a child of this process, where systemd does not start it."""

    def __init__(self, name: str, folder: Path) -> None:
        module = ("-m", "gm_appliance.cli", name, "--sockets")
        self.command: tuple[str, ...] = (sys.executable, *module, str(folder))
        self._child: subprocess.Popen[bytes] | None = None
        self._started = float("-inf")

    def start(self) -> None:
        """Start it unless it runs or has just ended at once."""
        now = time.monotonic()
        if (self._child is None or self._child.poll() is not None) and now - self._started > AGAIN:
            self._started = now
            # A session of its own: Ctrl+C is for the table, which says goodbye.
            self._child = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, start_new_session=True)

    @property
    def pid(self) -> int:
        """Of the last process; 0 before the first."""
        return self._child.pid if self._child else 0

    def close(self) -> None:
        if self._child and self._child.poll() is None:
            self._child.terminate()
            try:
                self._child.wait(3.0)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
