"""Renders prompts to WAV files in child processes.

Both sides of a small protocol are in this file. The child (this file, run as a program) reads requests from
standard input, one JSON object per line, and writes one line for the greeting, which names the engine if
nothing is requested, and one for each request. It never plays anything.

Every prompt is rendered by a fresh engine: espeak-ng carries state from one sentence to the next, and the
same words would give other samples the second time. A child with several requests therefore forks for each,
before the engine starts, as espeak-ng starts threads and forking a process with threads hangs.

The child imports nothing of the package, and pyttsx3 is imported nowhere else.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import select
import selectors
import signal
import subprocess
import sys
import time
import wave
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

CHILD = (sys.executable, "-P", str(Path(__file__).resolve()))
"""The command of the render child. -P: files beside this one must not shadow a library."""

TIMEOUT = 20.0  # seconds after which a child counts as hung
MOST_BYTES = 16 * 1024 * 1024  # a program that writes more than this is ended
NICE = 10  # the nice value of programs that render, above that of the game

SYSTEM_LIBRARY = "libespeak-ng.so.1"
NO_ENGINE = 3  # exit code of a child that found no engine


class RenderFailed(Exception):
    """A prompt was not rendered; the message says why."""


class NoEngine(RenderFailed):
    """There is no speech engine on this machine."""


@dataclass(frozen=True)
class Request:
    """A prompt to render.

    text:  in the players' language, not empty.
    voice: an espeak-ng voice, e.g. ``"gmw/de"``.
    rate:  words per minute, 80 to 450.
    wav:   the file to write.
    """

    text: str
    voice: str
    rate: int
    wav: str


def wav_seconds(path: Path) -> float:
    """Length of a whole WAV file in seconds. Raises RenderFailed if the file is missing, empty or shorter
    than its header says, as after a power cut."""
    try:
        with wave.open(str(path), "rb") as wav:
            frames, rate = wav.getnframes(), wav.getframerate()
            size = frames * wav.getnchannels() * wav.getsampwidth()
        whole = frames > 0 and rate > 0 and path.stat().st_size >= size
    except (OSError, EOFError, wave.Error) as error:
        raise RenderFailed(f"{path.name} is no WAV file: {error}") from error
    if not whole:
        raise RenderFailed(f"{path.name} is cut short")
    return frames / rate


def ask_child(
    requests: Sequence[Request], command: Sequence[str] = CHILD, timeout: float = TIMEOUT
) -> tuple[str, list[float]]:
    """Have a child render these; returns the engine's name and the lengths in seconds.

    The name is empty if there are requests. Raises NoEngine if the child found none, and RenderFailed if it
    failed, hung (it is killed then) or left incomplete WAV files.
    """
    sent = "".join(json.dumps(asdict(request)) + "\n" for request in requests)
    out = run(command, sent, timeout).decode(errors="replace")
    try:
        greeting, *replies = [json.loads(line) for line in out.splitlines()]
        engine = str(greeting["engine"])
        frames = [int(reply["frames"]) for reply in replies]
    except (ValueError, KeyError, TypeError) as error:
        raise RenderFailed(f"the render child answered nonsense: {out[-200:]!r}") from error
    if len(frames) != len(requests):
        raise RenderFailed(f"the render child made {len(frames)} of {len(requests)} prompts")
    lengths = [wav_seconds(Path(request.wav)) for request in requests]
    for request, promised in zip(requests, frames, strict=True):
        if (written := _frames(request.wav)) != promised:
            raise RenderFailed(f"{written} frames on disk, {promised} were rendered")
    return engine, lengths


def _frames(file: str) -> int:
    with wave.open(file, "rb") as wav:
        return wav.getnframes()


def ask_command(request: Request, command: str = "espeak-ng", timeout: float = TIMEOUT) -> float:
    """Render with the engine's own command; returns the length in seconds. Raises NoEngine if there is no
    such command, RenderFailed if it fails or hangs."""
    arguments = (command, "-v", request.voice, "-s", str(request.rate), "-w", request.wav)
    run((*arguments, "--", request.text), "", timeout)
    return wav_seconds(Path(request.wav))


def run(
    command: Sequence[str], sent: str, timeout: float, started: Callable[[int], None] = lambda pid: None
) -> bytes:
    """The standard output of a program with this standard input, which it need not read.

    Raises NoEngine if there is no such program, and RenderFailed if it fails, writes more than MOST_BYTES or
    hangs: it is killed then, with all processes it started. started: called with its process id.
    """
    pipe = subprocess.PIPE
    try:
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except (OSError, ValueError) as error:
        kind = NoEngine if isinstance(error, FileNotFoundError) else RenderFailed
        raise kind(f"{command[0]!r} does not start: {error}") from error
    with child:
        started(child.pid)
        try:
            out, complaint = _conversed(child, sent.encode(), time.monotonic() + timeout)
            child.wait(timeout)
        except (RenderFailed, TimeoutError, subprocess.TimeoutExpired) as error:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            if isinstance(error, RenderFailed):
                raise
            raise RenderFailed(f"no answer within {timeout:g} s; killed") from error
    if child.returncode == 0:
        return out
    last_line = complaint.decode(errors="replace").strip().rpartition("\n")[2] or "without a word"
    kind = NoEngine if child.returncode == NO_ENGINE else RenderFailed
    raise kind(f"{Path(command[0]).name} ended with {child.returncode}: {last_line}")


def humble(pid: int) -> None:
    """Make a program less important than the game: for the processor, and when memory runs out."""
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.setpriority(os.PRIO_PROCESS, pid, min(19, os.nice(0) + NICE))
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text("1000")


def _conversed(child: subprocess.Popen[bytes], sent: bytes, until: float) -> tuple[bytes, bytes]:
    """Standard output, and the end of standard error. Raises TimeoutError at `until`, and RenderFailed for
    too much."""
    assert child.stdin
    assert child.stdout
    assert child.stderr
    out, complaint = bytearray(), bytearray()
    with selectors.DefaultSelector() as pipes:
        pipes.register(child.stdin, selectors.EVENT_WRITE)
        pipes.register(child.stdout, selectors.EVENT_READ, out)
        pipes.register(child.stderr, selectors.EVENT_READ, complaint)
        while pipes.get_map():
            ready = pipes.select(max(0.0, until - time.monotonic()))
            if time.monotonic() >= until:
                raise TimeoutError
            for key, _ in ready:
                if key.fileobj is child.stdin:
                    sent = _written(key.fd, sent)
                    if not sent:
                        pipes.unregister(child.stdin)
                        child.stdin.close()
                    continue
                if not (some := os.read(key.fd, 65536)):
                    pipes.unregister(key.fileobj)
                key.data.extend(some)
            del complaint[:-1000]
            if len(out) > MOST_BYTES:
                raise RenderFailed(f"it wrote more than {MOST_BYTES} bytes")
    return bytes(out), bytes(complaint)


def _written(pipe: int, sent: bytes) -> bytes:
    """Write as much as does not block; returns the rest, or nothing if nobody reads."""
    try:
        return sent[os.write(pipe, sent[: select.PIPE_BUF]) :]
    except BrokenPipeError:
        return b""


def main() -> int:
    """The child: answer every request of standard input; returns its exit code."""
    # pyttsx3 prints to standard output, so replies use a copy of it.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.nice(NICE)
    requests = [Request(**json.loads(line)) for line in sys.stdin]
    try:
        load_library()
        importlib.import_module("pyttsx3.drivers.espeak")
    except (ImportError, OSError, RuntimeError) as error:
        print(f"no speech engine: {error}", file=sys.stderr)
        return NO_ENGINE
    _reply(replies, {"engine": "" if requests else _engine()})
    if len(requests) == 1:
        _reply(replies, {"frames": render(requests[0])})
        return 0
    for request in requests:
        fork = os.fork()
        if fork == 0:
            _reply(replies, {"frames": render(request)})
            os._exit(0)
        if os.waitpid(fork, 0)[1] != 0:
            return 1
    return 0


def load_library() -> None:
    """Load libespeak-ng before pyttsx3 looks for it: the system's, or espeakng-loader's. Raises
    OSError or ImportError if there is neither."""
    try:
        ctypes.CDLL(SYSTEM_LIBRARY)
    except OSError:
        loader = importlib.import_module("espeakng_loader")
        # pyttsx3 loads the library by its SONAME, and gets the one loaded already.
        ctypes.CDLL(loader.get_library_path())
        # Without its data the library exits the process.
        os.environ["ESPEAK_DATA_PATH"] = loader.get_data_path()


def render(request: Request) -> int:
    """Render this process's only prompt with pyttsx3; returns its number of frames.

    Raises RenderFailed unless pyttsx3 reports a complete utterance and no error: an unknown voice is only
    reported by an event, and another voice used.
    """
    # If the parent is gone, the alarm ends even a child stuck in the library.
    signal.alarm(int(TIMEOUT) + 10)
    sys.unraisablehook = _die_of
    speaker = importlib.import_module("pyttsx3").init("espeak")
    told: list[tuple[str, Any]] = []
    speaker.connect("error", lambda **facts: told.append(("error", facts.get("exception"))))
    speaker.connect("finished-utterance", lambda **facts: told.append(("finished", facts.get("completed"))))
    speaker.setProperty("voice", request.voice)
    speaker.setProperty("rate", request.rate)
    speaker.save_to_file(request.text, request.wav)
    speaker.startLoop()
    if told != [("finished", True)]:
        raise RenderFailed(f"pyttsx3 told {told} of {request}")
    return _frames(request.wav)


def _die_of(unraisable: sys.UnraisableHookArgs) -> NoReturn:
    # After an exception in the library's callback, such as a full disk, the loop would never end.
    print(f"in the engine's callback: {unraisable.exc_value!r}", file=sys.stderr, flush=True)
    os._exit(1)


def _reply(replies: TextIO, facts: dict[str, object]) -> None:
    replies.write(json.dumps(facts) + "\n")
    # Especially before a fork, which would duplicate the buffer.
    replies.flush()


def _engine() -> str:
    # Takes as long as rendering a prompt, so it is only done when asked for.
    from importlib.metadata import version

    info = ctypes.CDLL(SYSTEM_LIBRARY).espeak_Info
    info.restype = ctypes.c_char_p
    library = (info(ctypes.byref(ctypes.c_char_p())) or b"?").decode()
    return f"pyttsx3 {version('pyttsx3')}, espeak-ng {library}"


if __name__ == "__main__":
    raise SystemExit(main())
