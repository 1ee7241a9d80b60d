"""The real daemon: `gm-appliance simulate` in a process of its own."""

from __future__ import annotations

import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOON = 60.0
"""Timeout in seconds."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class Daemon:
    """The daemon of a state folder, at `speed` times real time, without sound and without opening a page.

    It can be ended or killed, and started again on the same folder and port; a new `speed` then applies.
    """

    def __init__(self, state: Path, speed: float) -> None:
        self._state = state
        self.speed = speed
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.log = state / "log.txt"
        state.mkdir(parents=True, exist_ok=True)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [
            *(sys.executable, "-m", "gm_appliance.cli", "simulate", "--no-sound", "--no-browser"),
            *("--language", "en"),
            *("--state", str(self._state), "--speed", str(self.speed), "--port", str(self._port)),
        ]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
        first = self._first_line(self._process)
        served = re.search(r"http://\S+", first)
        assert served, f"the daemon did not start: {first!r}\n{self.log.read_text()}"
        # It takes the next port if another program was quicker.
        assert served[0].startswith(f"{self.origin}/")
        # A page left open reconnects at the same address.
        assert self.url in ("", served[0])
        self.url = served[0]

    @staticmethod
    def _first_line(process: subprocess.Popen[str]) -> str:
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert process.stdout
        stdout = process.stdout
        threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
        try:
            return lines.get(timeout=SOON)
        except queue.Empty:
            return ""

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def end(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process
        process.send_signal(number)
        code = process.wait(timeout=SOON)
        assert process.stdout
        process.stdout.close()
        return code

    def stand_still(self) -> None:
        """Send SIGSTOP: it answers nobody, and anything sent to it waits until `go_on`."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process:
            self.kill()
