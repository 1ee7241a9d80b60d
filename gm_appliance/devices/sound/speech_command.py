"""Any program as the voice: text on its standard input, a WAV file on its standard output.

Or text and file are named in its arguments. See `resident` for programs that stay loaded.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import wave
from collections.abc import Mapping
from functools import reduce
from pathlib import Path

from gm_appliance.core.values import Value, replace
from gm_appliance.devices.sound.render import MOST_BYTES, RenderFailed, humble, run

MOST_SECONDS = 60.0  # a longer sound is no sentence
USUAL_RATE = 160  # words per minute at which ``{stretch}`` is 1.00

STREAMED = 0x7FFFF000
"""A stated length above this is ignored: programs that write into a pipe do not know it beforehand."""


class SpeechCommand(Value):
    """A program that speaks, once a sentence.

    words:  the program and its arguments. In them ``{rate}`` becomes the words per minute, ``{stretch}`` how
            much longer than at `pace` it takes (``"0.80"`` at 200 with a pace of 160), ``{percent}`` how fast
            that is (``"125"``), ``{language}`` the language (``"de"``), ``{text}`` the sentence, which is on
            its standard input otherwise, and ``{wav}`` the file to write, else its standard output.
    source: where it was set, for messages.
    pace:   words per minute at which ``{stretch}`` is 1.00.
    memory: megabytes it takes while it stays loaded; 0 if it does not.
    model:  the file of its voice; empty if it has none.
    """

    words: tuple[str, ...]
    source: str = "the command of the voice"
    pace: int = USUAL_RATE
    memory: int = 0
    model: str = ""

    @property
    def program(self) -> str | None:
        return shutil.which(self.words[0])

    @property
    def turns(self) -> bool:
        """Whether its rate can be changed."""
        return self._has("{rate}") or self._has("{stretch}") or self._has("{percent}")

    @property
    def serves_all(self) -> bool:
        """Whether it is told the language, and so speaks every one."""
        return self._has("{language}")

    def _has(self, place: str) -> bool:
        return any(place in word for word in self.words)

    def speaking(self, language: str) -> SpeechCommand:
        return replace(self, words=self._filled({"{language}": language}))

    def at(self, rate: int) -> tuple[str, ...]:
        """Program and arguments at this rate, in words per minute."""
        faster = {"{stretch}": f"{self.pace / rate:.2f}", "{percent}": f"{100 * rate / self.pace:.0f}"}
        return self._filled({"{rate}": str(rate), **faster})

    def _filled(self, places: Mapping[str, str]) -> tuple[str, ...]:
        return tuple(
            reduce(lambda word, place: word.replace(*place), places.items(), one) for one in self.words
        )

    def version(self) -> str:
        """Identifies program and model in the cache: others of the same name speak differently."""
        dated = []
        for file in filter(None, (self.program, self.model)):
            with contextlib.suppress(OSError):
                dated.append(f"{file} {os.stat(file).st_mtime_ns}")
        return ", ".join(dated)

    def render(self, text: str, rate: int, wav: Path, timeout: float) -> float:
        """Write the sentence to `wav`; returns its length in seconds.

        rate: words per minute. timeout: seconds the caller waits. Raises RenderFailed if the program is
        missing, fails, hangs (it is killed then, with all it started) or does not make a sentence as a WAV
        file; and OSError if `wav` cannot be written.
        """
        made = wav.with_name(f"{wav.name}.wav")  # some programs insist on that ending
        told = self.__class__(self.at(rate))
        words = told._filled({"{text}": text, "{wav}": str(made)})
        try:
            sound = run(words, "" if self._has("{text}") else f"{text}\n", timeout, humble)
            if self._has("{wav}"):
                sound = read(made)
        finally:
            made.unlink(missing_ok=True)
        return write(sound, wav)

    def rest(self, idle: float = 0.0) -> None:
        """Nothing stays loaded. See `Resident.rest`."""


def read(made: Path) -> bytes:
    """The file that a program made. Raises RenderFailed if it is missing or too large."""
    try:
        if made.stat().st_size > MOST_BYTES:
            raise RenderFailed(f"it wrote more than {MOST_BYTES} bytes")
        return made.read_bytes()
    except OSError as error:
        raise RenderFailed(f"it made no file: {error.strerror}") from error


def write(sound: bytes, wav: Path) -> float:
    """Write a WAV file's sentence to `wav`; returns its length in seconds. Raises RenderFailed if it isn't
    one, OSError if `wav` cannot be written."""
    frames, described = frames_of(sound)
    with wave.open(str(wav), "wb") as written:
        # Rewritten, as the lengths in a streamed header are wrong.
        written.setparams(described._replace(nframes=0))
        written.writeframes(frames)
    return len(frames) / (described.framerate * described.nchannels * described.sampwidth)


def frames_of(sound: bytes) -> tuple[bytes, wave._wave_params]:
    """The samples of a WAV file and their format. Raises RenderFailed if it isn't a sentence."""
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
