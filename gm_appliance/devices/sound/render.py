"""Renders prompts to WAV files in child processes.

Both sides of a small protocol are in this file. The child (this file, run as a program) reads requests from
standard input, one JSON object per line, and writes one line for the greeting, which names the engine if
nothing is requested, and one for each request. It never plays anything.

Every prompt is rendered by a fresh engine: espeak-ng carries state from one sentence to the next, so that the
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
import signal
import subprocess
import sys
import wave
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

CHILD = (sys.executable, "-P", str(Path(__file__).resolve()))
"""The command of the render child. -P: files beside this one must not shadow a library."""

TIMEOUT = 20.0
"""Seconds after which a child counts as hung."""

SYSTEM_LIBRARY = "libespeak-ng.so.1"
NO_ENGINE = 3
"""Exit code of a child that found no engine."""


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
    """Length of a whole WAV file in seconds.

    Raises RenderFailed if the file is missing, empty or shorter than its header says, as after a power cut.
    """
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


# ---------------------------------------------------------------- the parent's side


def ask_child(
    requests: Sequence[Request], command: Sequence[str] = CHILD, timeout: float = TIMEOUT
) -> tuple[str, list[float]]:
    """Have a child render these; returns the engine's name and the lengths in seconds.

    The name is empty if there are requests. Raises NoEngine if the child found none, and RenderFailed if it
    failed, hung (it is killed then) or left incomplete WAV files.
    """
    sent = "".join(json.dumps(asdict(request)) + "\n" for request in requests)
    out = _run(command, sent, timeout)
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
        with wave.open(request.wav, "rb") as wav:
            if wav.getnframes() != promised:
                raise RenderFailed(f"{wav.getnframes()} frames on disk, {promised} were rendered")
    return engine, lengths


def ask_command(request: Request, command: str = "espeak-ng", timeout: float = TIMEOUT) -> float:
    """Render with the engine's own command; returns the length in seconds.

    Raises NoEngine if there is no such command, RenderFailed if it fails or hangs.
    """
    arguments = (command, "-v", request.voice, "-s", str(request.rate), "-w", request.wav)
    _run((*arguments, "--", request.text), "", timeout)
    return wav_seconds(Path(request.wav))


def _run(command: Sequence[str], sent: str, timeout: float) -> str:
    """The standard output of a command. On a timeout it is killed with all processes it started."""
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise NoEngine(f"there is no command {command[0]!r}") from error
    except OSError as error:
        raise RenderFailed(f"{command[0]!r} does not start: {error}") from error
    with child:
        try:
            out, complaint = child.communicate(sent, timeout)
        except subprocess.TimeoutExpired as error:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            raise RenderFailed(f"no answer within {timeout:g} s; killed") from error
    if child.returncode == 0:
        return out
    last_line = complaint.strip().rpartition("\n")[2] or "without a word"
    kind = NoEngine if child.returncode == NO_ENGINE else RenderFailed
    raise kind(f"{Path(command[0]).name} ended with {child.returncode}: {last_line}")


# ---------------------------------------------------------------- the child's side


def main() -> int:
    """The child: answer every request of standard input; returns its exit code."""
    # pyttsx3 prints to standard output, so replies use a copy of it.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.nice(10)
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
    """Load libespeak-ng before pyttsx3 looks for it: the system's, else the one of espeakng-loader.

    Raises OSError or ImportError if there is neither.
    """
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
    with wave.open(request.wav, "rb") as wav:
        return wav.getnframes()


def _die_of(unraisable: sys.UnraisableHookArgs) -> NoReturn:
    # After an exception in the library's callback, such as a full disk, the loop would never end.
    print(f"in the engine's callback: {unraisable.exc_value!r}", file=sys.stderr, flush=True)
    os._exit(1)


def _reply(replies: TextIO, facts: dict[str, object]) -> None:
    replies.write(json.dumps(facts) + "\n")
    # Especially before a fork, which would duplicate the buffer.
    replies.flush()


def _engine() -> str:
    """The name of the engine, with versions."""
    # Takes as long as rendering a prompt, so it is only done when asked for.
    from importlib.metadata import version

    info = ctypes.CDLL(SYSTEM_LIBRARY).espeak_Info
    info.restype = ctypes.c_char_p
    library = (info(ctypes.byref(ctypes.c_char_p())) or b"?").decode()
    return f"pyttsx3 {version('pyttsx3')}, espeak-ng {library}"


if __name__ == "__main__":
    raise SystemExit(main())
