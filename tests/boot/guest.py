"""An emulated machine from outside: its power, its console, and a line for commands.

All waiting is limited, by this machine's clock.
"""

from __future__ import annotations

import base64
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ANSWER = re.compile(r"@(\d+) ([A-Za-z0-9+/=]*)$")
"""An answer on a line that others may use too: the exit code, and the output in base64."""

STAMP = re.compile(r"\[ *(\d+\.\d+)\]")
"""The beginning of a kernel message: seconds since it started."""


class Heard(NamedTuple):
    """A line of text. t: seconds since power-on."""

    t: float
    text: str


class Line:
    def __init__(self, path: Path) -> None:
        self.heard: list[Heard] = []
        self._news = threading.Condition()
        self._closed = False
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen(1)
        self._peer: socket.socket | None = None

    def plug_in(self, since: float, within: float) -> None:
        """Wait for the machine to connect. since: its power-on, by our clock. Raises TimeoutError."""
        self._listening.settimeout(within)
        self._peer, _ = self._listening.accept()
        threading.Thread(target=self._listen, args=(self._peer, since), daemon=True).start()

    def _listen(self, peer: socket.socket, since: float) -> None:
        rest = b""
        while True:
            try:
                came = peer.recv(65536)
            except OSError:
                came = b""
            *lines, rest = (rest + came).split(b"\n")
            t = time.monotonic() - since
            with self._news:
                self.heard += [Heard(t, line.decode(errors="replace").strip("\r\0")) for line in lines]
                self._closed = not came
                self._news.notify_all()
            if not came:
                return

    def hears(self, pattern: re.Pattern[str], within: float, after: int = 0) -> re.Match[str]:
        """The first match in the lines from number `after` on. Raises TimeoutError."""

        def found() -> re.Match[str] | None:
            return next(filter(None, (pattern.search(one.text) for one in self.heard[after:])), None)

        with self._news:
            self._news.wait_for(lambda: found() or self._closed, within)
            came = found()
        if came is None:
            why = "The machine has ended" if self._closed else f"Nothing within {within:.0f} s"
            last = "\n".join(one.text for one in self.heard[-40:])
            raise TimeoutError(f"{why}, and no {pattern.pattern}. The last lines:\n{last}")
        return came

    def say(self, text: str) -> None:
        assert self._peer is not None
        self._peer.sendall(text.encode() + b"\n")

    def close(self) -> None:
        for one in (self._peer, self._listening):
            if one is not None:
                one.close()


class Ended(NamedTuple):
    code: int
    said: bytes


class Guest:
    """One emulated machine, from power-on to `close`. console: of its kernel and systemd."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.console = Line(folder / "console")
        self._orders = self.console
        self._process: subprocess.Popen[bytes] | None = None

    def line(self, name: str) -> str:
        return f"socket,id={name},path={self._folder / name}"

    def with_line(self, name: str) -> None:
        """Send commands over a separate line instead of the console."""
        self._orders = Line(self._folder / name)

    def power_on(self, command: Sequence[str], within: float) -> None:
        since = time.monotonic()
        with (self._folder / "emulator.log").open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for line in {self.console, self._orders}:
            line.plug_in(since, within)

    def await_hands(self, within: float) -> None:
        """Wait until it takes commands. Raises TimeoutError."""
        try:
            self._orders.hears(ANSWER, within)
        except TimeoutError as error:
            emulator = (self._folder / "emulator.log").read_text(errors="replace")
            said = "\n".join(one.text for one in self.console.heard[-40:])
            raise TimeoutError(f"{error}\nThe emulator: {emulator}\nThe console:\n{said}") from error

    def ask(self, script: str, within: float = 60.0) -> Ended:
        before = len(self._orders.heard)
        self._orders.say(base64.b64encode(script.encode()).decode())
        code, said = self._orders.hears(ANSWER, within, before).groups()
        return Ended(int(code), base64.b64decode(said))

    def told(self, script: str, within: float = 60.0) -> str:
        """The output of a script that must succeed. Raises AssertionError and TimeoutError."""
        ended = self.ask(script, within)
        said = ended.said.decode(errors="replace")
        assert ended.code == 0, f"{script}\nended with {ended.code}:\n{said}"
        return said

    def kernel_began(self) -> float:
        """When its clock started, in seconds since power-on; no message arrives before its own time."""
        uptime = float(self.told("cut -d ' ' -f 1 /proc/uptime"))
        answered = self._orders.heard[-1].t - uptime
        said = ((line.t, STAMP.match(line.text)) for line in self.console.heard)
        return min([answered, *(t - float(found[1]) for t, found in said if found)])

    def worked(self) -> float:
        """The emulator's processor time so far, in seconds."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(60)
        for line in {self.console, self._orders}:
            line.close()


def accelerator() -> str:
    """QEMU's best accelerator here; /dev/kvm alone does not mean that KVM works."""
    facts = Path("/proc/cpuinfo").read_text()
    lent = os.access("/dev/kvm", os.R_OK | os.W_OK) and re.search(r"\b(vmx|svm)\b", facts)
    return "kvm" if lent else "tcg,thread=multi"
