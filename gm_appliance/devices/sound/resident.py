"""A speech program that stays loaded, as engines must that take seconds to load.

It reads a sentence a line, writes a WAV file for each into a folder, and says so on standard error, with a
line that ends in ``Wrote FILE.wav``. That is Piper's own behaviour.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gm_appliance.devices.sound.memory import SPARE, free_megabytes
from gm_appliance.devices.sound.render import TIMEOUT, RenderFailed, humble
from gm_appliance.devices.sound.speech_command import SpeechCommand, read, write

_WROTE = re.compile(rb"Wrote (.+\.wav)\s*$")


class NotInTime(RenderFailed):
    """The caller did not wait long enough. The engine goes on, and can be asked again."""


def opened(command: SpeechCommand) -> SpeechCommand | Resident:
    """What renders with this command. Its methods may be called from any thread."""
    return Resident(command) if command.memory else command


class Resident:
    """A program that stays loaded; the placeholder ``{folder}`` is where it writes.

    hang: seconds after which an unfinished sentence means that it hangs; it is killed then.
    free: the megabytes that are free.
    """

    def __init__(
        self, command: SpeechCommand, hang: float = TIMEOUT, free: Callable[[], int] = free_megabytes
    ) -> None:
        self.command = command
        self._hang = hang
        self._free = free
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None
        self._used = 0.0

    def render(self, text: str, rate: int, wav: Path, timeout: float) -> float:
        """As `SpeechCommand.render`. Raises NotInTime if `timeout` is too short, which is no failure."""
        until = time.monotonic() + timeout
        if not self._lock.acquire(timeout=timeout):
            raise NotInTime(f"it was busy for {timeout:g} s")
        try:
            return write(self._made(text, rate, until, wav.parent), wav)
        finally:
            self._used = time.monotonic()
            self._lock.release()

    def _made(self, text: str, rate: int, until: float, folder: Path) -> bytes:
        words = self.command.at(rate)
        if self._loaded is None or self._loaded.words != words:
            self._end()
            if self._free() < self.command.memory + SPARE:
                told = f"it needs {self.command.memory + SPARE} MB of memory, and {self._free()} MB are free"
                raise RenderFailed(told)
            self._loaded = _Loaded(words, folder)
        try:
            sound = self._loaded.say(text, until, self._hang)
        except BaseException as error:
            if not isinstance(error, NotInTime):
                self._end()
            raise
        if self._free() < SPARE:
            self._end()
        return sound

    def rest(self, idle: float = 0.0) -> float | None:
        """End the program if it was idle for that long and is not busy; returns when to call this again."""
        if not self._lock.acquire(blocking=False):
            return time.monotonic() + max(idle, 1.0)
        try:
            if self._loaded is None:
                return None
            if time.monotonic() < self._used + idle:
                return self._used + idle
            self._end()
            return None
        finally:
            self._lock.release()

    def _end(self) -> None:
        if self._loaded is not None:
            self._loaded.close()
            self._loaded = None


class _Loaded:
    """The running program.

    words: its command, with the rate. folder: where the folder for its files is made. Raises RenderFailed if
    it does not start.
    """

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.words = words
        self._folder = Path(tempfile.mkdtemp(prefix="voice-", dir=folder))
        self._owed: list[float] = []  # when each sentence began that is not finished
        self._said = self._last = b""  # the unfinished line of its standard error, and the one before
        try:
            self._child = subprocess.Popen(
                [word.replace("{folder}", str(self._folder)) for word in words],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                cwd=self._folder,
            )
        except (OSError, ValueError) as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise RenderFailed(f"{words[0]!r} does not start: {error}") from error
        humble(self._child.pid)

    def say(self, text: str, until: float, hang: float) -> bytes:
        """The sentence as a WAV file. Raises NotInTime, or RenderFailed if it fails or hangs."""
        assert self._child.stdin
        with contextlib.suppress(BrokenPipeError):  # it has ended, and what it said of that is read below
            self._child.stdin.write(f"{' '.join(text.split())}\n".encode())
            self._child.stdin.flush()
        self._owed.append(time.monotonic())
        while True:
            made = self._next_file(until, hang)
            self._owed.pop(0)
            sound = read(made)
            made.unlink(missing_ok=True)
            if not self._owed:
                return sound

    def _next_file(self, until: float, hang: float) -> Path:
        """The next file it has written. Those that came too late come first."""
        assert self._child.stderr
        with selectors.DefaultSelector() as pipe:
            pipe.register(self._child.stderr, selectors.EVENT_READ)
            while True:
                line, newline, rest = self._said.partition(b"\n")
                if newline:
                    self._said = rest
                    if wrote := _WROTE.search(line):
                        return self._folder / os.fsdecode(wrote[1])
                    self._last = line
                    continue
                now, dead = time.monotonic(), self._owed[0] + hang
                if now >= dead:
                    raise RenderFailed(f"no answer within {hang:g} s; killed")
                if now >= until:
                    raise NotInTime("it is not ready yet")
                if pipe.select(min(until, dead) - now):
                    some = os.read(self._child.stderr.fileno(), 65536)
                    if not some:
                        raise RenderFailed(self._why())
                    self._said += some

    def _why(self) -> str:
        words = (self._said or self._last).decode(errors="replace").strip()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(1.0)
        return f"{Path(self.words[0]).name} ended with {self._child.returncode}: {words or 'without a word'}"

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        with contextlib.suppress(BrokenPipeError), self._child:
            pass
        shutil.rmtree(self._folder, ignore_errors=True)
