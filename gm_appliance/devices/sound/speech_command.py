"""Any program as the voice: text on its standard input, a WAV file on its standard output."""

from __future__ import annotations

import contextlib
import io
import os
import selectors
import shutil
import signal
import subprocess
import time
import wave
from collections.abc import Sequence
from pathlib import Path

from gm_appliance.core.values import Value
from gm_appliance.devices.sound.render import RenderFailed

MOST_BYTES = 16 * 1024 * 1024
"""A program that writes more than this is ended."""

MOST_SECONDS = 60.0
"""A longer sound is no sentence."""

USUAL_RATE = 160
"""Words per minute at which ``{stretch}`` is 1.00."""

STREAMED = 0x7FFFF000
"""A stated length above this is ignored: programs that write into a pipe do not know it beforehand."""

NICE = 10
"""The program's nice value, as for espeak-ng."""


class SpeechCommand(Value):
    """A program that speaks.

    words:  the program and its arguments. ``{rate}`` in them becomes the words per minute,
            ``{stretch}`` how much longer than at 160 words per minute it takes: ``"0.80"`` at 200.
    source: where it was set, for messages.
    """

    words: tuple[str, ...]
    source: str = "the command of the voice"

    @property
    def program(self) -> str | None:
        """The file of the program; None if there is none."""
        return shutil.which(self.words[0])

    @property
    def turns(self) -> bool:
        """Whether its rate can be changed."""
        return any(place in word for word in self.words for place in ("{rate}", "{stretch}"))

    def at(self, rate: int) -> tuple[str, ...]:
        """Program and arguments at this rate, in words per minute."""
        stretch = f"{USUAL_RATE / rate:.2f}"
        return tuple(word.replace("{rate}", str(rate)).replace("{stretch}", stretch) for word in self.words)

    def version(self) -> str:
        """Identifies the program in the cache: another program of the same name speaks differently."""
        program = self.program
        try:
            return f"{program} {os.stat(program).st_mtime_ns}" if program else ""
        except OSError:
            return ""

    def render(self, text: str, rate: int, wav: Path, timeout: float) -> float:
        """Write the sentence to `wav`; returns its length in seconds.

        Raises RenderFailed if the program is missing, fails, hangs (it is killed then, with all it started)
        or does not write a sentence as a WAV file, and OSError if `wav` cannot be written.
        """
        sound = _run(self.at(rate), text, timeout)
        frames, described = _frames(sound)
        with wave.open(str(wav), "wb") as written:
            # Rewritten, as the lengths in a streamed header are wrong.
            written.setparams(described._replace(nframes=0))
            written.writeframes(frames)
        return len(frames) / (described.framerate * described.nchannels * described.sampwidth)


def _frames(sound: bytes) -> tuple[bytes, wave._wave_params]:
    """The samples of a WAV file and their format. Raises RenderFailed if it is no sentence."""
    if not sound:
        raise RenderFailed("it wrote nothing")
    try:
        with wave.open(io.BytesIO(sound), "rb") as read:
            described = read.getparams()
            frames = read.readframes(described.nframes)
    except (wave.Error, EOFError, RuntimeError) as error:
        raise RenderFailed(f"it wrote no WAV file, but {sound[:12]!r}: {error}") from error
    frame = described.nchannels * described.sampwidth
    promised = described.nframes * frame
    if not frames or described.framerate <= 0:
        raise RenderFailed("it wrote a WAV file without a sound")
    if len(frames) < promised < STREAMED - frame:
        raise RenderFailed(f"it wrote {len(frames)} bytes of sound and promised {promised}")
    if len(frames) > MOST_SECONDS * frame * described.framerate:
        raise RenderFailed(f"it spoke for more than {MOST_SECONDS:g} s")
    return frames[: len(frames) // frame * frame], described


def _run(command: Sequence[str], text: str, timeout: float) -> bytes:
    """The standard output of a command with this standard input. Raises RenderFailed."""
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise RenderFailed(f"{command[0]!r} does not start: {error}") from error
    with child:
        with contextlib.suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, child.pid, min(19, os.nice(0) + NICE))
        try:
            sound, complaint = _conversed(child, f"{text}\n".encode(), time.monotonic() + timeout)
            child.wait(timeout)
        except (RenderFailed, TimeoutError, subprocess.TimeoutExpired) as error:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            if isinstance(error, RenderFailed):
                raise
            raise RenderFailed(f"no answer within {timeout:g} s; killed") from error
    if child.returncode:
        last_line = complaint.decode(errors="replace").strip().rpartition("\n")[2] or "without a word"
        raise RenderFailed(f"{Path(command[0]).name} ended with {child.returncode}: {last_line}")
    return sound


def _conversed(child: subprocess.Popen[bytes], text: bytes, until: float) -> tuple[bytes, bytes]:
    """Standard output, and the end of standard error.

    Raises TimeoutError at `until`, and RenderFailed for too much.
    """
    assert child.stdin
    assert child.stdout
    assert child.stderr
    with contextlib.suppress(BrokenPipeError):  # it does not read its input
        # A sentence fits into a pipe's buffer.
        child.stdin.write(text)
        child.stdin.close()
    sound, complaint = bytearray(), bytearray()
    with selectors.DefaultSelector() as pipes:
        pipes.register(child.stdout, selectors.EVENT_READ, sound)
        pipes.register(child.stderr, selectors.EVENT_READ, complaint)
        while pipes.get_map():
            ready = pipes.select(max(0.0, until - time.monotonic()))
            if time.monotonic() >= until:
                raise TimeoutError
            for key, _ in ready:
                if not (some := os.read(key.fd, 65536)):
                    pipes.unregister(key.fileobj)
                key.data.extend(some)
            del complaint[:-1000]
            if len(sound) > MOST_BYTES:
                raise RenderFailed(f"it wrote more than {MOST_BYTES} bytes")
    return bytes(sound), bytes(complaint)
