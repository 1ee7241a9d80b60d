"""Voice packs: somebody's recordings, by sentence.

A pack is a folder with ``pack.toml``, ``script.csv`` (a number and a sentence a line) and recordings such as
``12.wav``. It speaks the texts that consist of recorded sentences; the engine speaks all others. Recordings
are found by their text, so one of a sentence that has changed since is not used.
"""

from __future__ import annotations

import contextlib
import csv
import logging
import re
import tomllib
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from gm_appliance.core.language import N_, Language, Message, load
from gm_appliance.core.ports import estimated_length
from gm_appliance.devices.sound.loudness import finish, loudness, trimmed
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.speech_command import frames_of, read, write

log = logging.getLogger(__name__)

PACK = "pack"  # the engine of packs: a voice is called ``"pack/NAME"``
FACTS, SCRIPT = "pack.toml", "script.csv"

SOFTEST = -36.0  # LUFS; a hall of people would not hear it even at full volume
EDGE = 0.01  # seconds at each end that must be silent
SILENT = 0.06  # of the loudest sample: what is softer is silence
CLIPPED, FULL = 4, 32700  # so many samples in a row at full scale


def cut_of(_: Language) -> re.Pattern[str]:
    """Where a text may be cut: after a punctuation mark, and before the last name of a list."""
    last = re.escape(_.enumerated(("\0", "\0")).strip("\0 "))
    return re.compile(rf"(?<=[.?!,:;])\s+|\s+(?={last}\s)")


def pieces(text: str, known: Mapping[str, object], cut: re.Pattern[str]) -> tuple[str, ...]:
    """The known pieces of a text, each as long as possible; none if a part of it is not known."""
    if text in known:
        return (text,)
    for found in reversed([*cut.finditer(text)]):
        if text[: found.start()] in known and (rest := pieces(text[found.end() :], known, cut)):
            return (text[: found.start()], *rest)
    return ()


def script_of(folder: Path) -> dict[int, str]:
    """The sentences of a pack by number. Raises OSError or ValueError."""
    with (folder / SCRIPT).open(encoding="utf-8-sig", newline="") as file:
        return {int(row[0]): row[1] for row in csv.reader(file) if row and row[0].isdecimal()}


def language_of(folder: Path) -> str:
    """The language of a pack; empty if the folder is not a pack."""
    with contextlib.suppress(OSError, ValueError):
        return str(tomllib.loads((folder / FACTS).read_text("utf-8")).get("language", ""))
    return ""


def there(language: str, folders: Iterable[Path]) -> tuple[str, ...]:
    """The voices of the packs in a language, in these folders for voices."""
    found = (one for folder in folders for one in sorted((folder / "packs").glob(f"*/{FACTS}")))
    return tuple(f"{PACK}/{one.parent.name}" for one in found if language_of(one.parent) == language)


def opened(voice: str, spelled: Callable[[str], str], folders: Iterable[Path]) -> Pack | None:
    """The pack of a voice; None for any other voice, and for a damaged pack, which is logged."""
    kind, _slash, name = voice.partition("/")
    for folder in (one / "packs" / name for one in folders if kind == PACK):
        if folder.is_dir():
            try:
                return Pack(folder, spelled)
            except (OSError, ValueError) as error:
                log.error("The voice pack %s cannot be used: %s.", folder, error)
    return None


class Pack:
    """Its methods may be called from any thread. spelled: as in `SpeechVoice`; texts come spelled.

    Raises OSError or ValueError if the folder is not a pack.
    """

    def __init__(self, folder: Path, spelled: Callable[[str], str] = str) -> None:
        self._cut = cut_of(load(language_of(folder)))
        files = {file.stem: file for file in folder.glob("*.wav")}
        self._files = {
            spelled(text): files[str(number)]
            for number, text in script_of(folder).items()
            if str(number) in files
        }

    def takes(self, text: str) -> tuple[str, ...]:
        """The recordings that make up a text, with their time stamps; none if one is missing."""
        with contextlib.suppress(OSError):
            files = [self._files[piece] for piece in pieces(text, self._files, self._cut)]
            return tuple(f"{file} {file.stat().st_mtime_ns}" for file in files)
        return ()

    def render(self, text: str, wav: Path) -> float:
        """Write a recorded text to `wav`, each recording trimmed and levelled; returns its length in seconds.
        Raises RenderFailed if a recording is unusable, OSError if `wav` cannot be written."""
        parts = []
        for piece in pieces(text, self._files, self._cut):
            write(read(self._files[piece]), wav)
            finish(wav)
            parts.append(frames_of(read(wav)))
        frames, described = zip(*parts, strict=True)
        if len({one[:3] for one in described}) != 1:
            raise RenderFailed("its recordings have different formats")
        with wave.open(str(wav), "wb") as written:
            written.setparams(described[0]._replace(nframes=0))
            written.writeframes(b"".join(frames))
        return wav_seconds(wav)


def faults(folder: Path) -> Iterator[tuple[int, Message]]:
    """The faults of recordings, by number. Raises OSError or ValueError if the folder is not a pack."""
    usual = 0
    for number, text in sorted(script_of(folder).items()):
        if (file := folder / f"{number}.wav").exists():
            try:
                frames, described = frames_of(read(file))
            except RenderFailed:
                yield number, N_("{file} cannot be read. Save it as a WAV file.")
                continue
            usual = usual or described.framerate
            if described.sampwidth != 2:
                yield number, N_("{file} does not have 16 bits per sample.")
            elif described.framerate != usual:
                yield number, N_("{file} has a different sample rate from the first one.")
            else:
                samples = array("h", frames)[:: described.nchannels]
                yield from ((number, one) for one in _heard(samples, usual, text))


def _heard(samples: array[int], rate: int, text: str) -> Iterator[Message]:
    if loudness(samples, rate) < SOFTEST:
        yield N_("{file} is too quiet.")
        return
    levels = [*map(abs, samples)]
    if any(full and len([*run]) >= CLIPPED for full, run in groupby(levels, FULL.__le__)):
        yield N_("{file} is clipped. Record it more softly.")
    if len(trimmed(samples, rate)) / rate > 2 * estimated_length(text) + 1:
        yield N_("{file} is too long for its sentence.")
    edge, audible = max(1, round(EDGE * rate)), SILENT * max(levels)
    if max(levels[:edge]) > audible:
        yield N_("{file} is cut at its beginning.")
    if max(levels[-edge:]) > audible:
        yield N_("{file} is cut at its end.")
