"""How soon the box speaks, in every English voice on this machine.

    python -m benchmarks.voice [--rounds 40]

Press to first sample: a press goes into the real inbox; its reader hushes the voice and says a sentence
that is cached, or new to an engine that is loaded. The mixer plays into a file, and the sample is found in
it. The file grows in steps of 93 ms, so the sample's time is interpolated between two of them. Goal: a
median of at most 50 ms for a cached sentence. The delay of the card itself is not included.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import statistics
import tempfile
import threading
import time
from array import array
from pathlib import Path

from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.storm import RATE
from gm_appliance.devices.sound.voice import SpeechVoice

TEXTS = tuple(f"Valkyrie {number} accuses. Whom does she accuse?" for number in range(1, 13))


NEW = 12
"""Presses per voice that ask for a sentence not rendered yet."""


def ms(seconds: float) -> str:
    return f"{1e3 * seconds:8.2f} ms"


class Recording:
    """The file the mixer plays into, and the times at which it grew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.grown: list[tuple[float, int]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        size = 0
        while not self._over.wait(0.0005):
            now = os.stat(self.path).st_size
            if now > size:
                size = now
                self.grown.append((time.monotonic(), size // 2))

    def close(self) -> None:
        self._over.set()
        self._thread.join()

    def when(self, sample: int) -> float:
        """When this sample was handed over."""
        number = next(at for at, (_, size) in enumerate(self.grown) if size > sample)
        (before, first), (after, last) = self.grown[number - 1], self.grown[number]
        return before + (after - before) * (sample - first) / (last - first)


def latencies(
    folder: Path, rounds: int, speech: SpeechCommand | None = None, *, new: bool = False
) -> list[float]:
    """Seconds from a press to the first sample that is not silence. speech: the engine's command; None for
    espeak-ng. new: measure uncached sentences, with the engine loaded."""
    raw = folder / "heard.raw"
    raw.touch()
    os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(raw))
    inbox = TableInbox(RealClock())
    mixer = SoundMixer(folder, 1.0, lambda part, what: print(f"  {part}: {what}"), sounds=())

    def begun() -> tuple[Renderer, SpeechVoice]:
        renderer = Renderer(Shelf(folder), VOICES["en"], 160, lambda *_: None, mixer.wake)
        if speech:
            renderer.change_voice(VOICES["en"], speech)
        renderer.start()
        return renderer, SpeechVoice(renderer, mixer)

    def rendered(*texts: str) -> None:
        known = [renderer.want(text, urgent=False) for text in texts]
        while not all(sentence.wav or sentence.failed for sentence in known):
            time.sleep(0.05)

    renderer, voice = begun()
    if new:
        texts = tuple(f"Valkyrie {number} passes. Who is next?" for number in range(1, rounds + 1))
        rendered("The engine is loaded.")
    else:
        texts = TEXTS
        rendered(*texts)
        # A new voice, as after a restart, has only the cache.
        voice.close()
        renderer, voice = begun()
    mixer.start()
    recording = Recording(raw)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        inbox.press(PANEL, "ok", True)

    for number in range(rounds):
        # Wait until the file has grown by nothing but silence.
        voice.hush()
        time.sleep(0.45 + 0.0137 * (number % 7))
        threading.Thread(target=press).start()
        edge = inbox.wait(None)
        assert isinstance(edge, Edge)
        voice.hush()
        voice.say(texts[number % len(texts)])
        rendered(texts[number % len(texts)])
        time.sleep(0.5 if new else 0.35)
        inbox.press(PANEL, "ok", False)
        inbox.wait(None)
    voice.hush()
    time.sleep(0.3)
    recording.close()
    voice.close()
    mixer.close()
    begun_at, until = starts(recording), (*pressed[1:], math.inf)
    # On a busy machine the next press may cut a sentence off before it sounds.
    heard = [
        next((when - press for when in begun_at if press < when < end), None)
        for press, end in zip(pressed, until, strict=True)
    ]
    return [seconds for seconds in heard if seconds is not None]


def starts(recording: Recording) -> list[float]:
    """The times at which words begin after silence."""
    samples = array("h")
    samples.frombytes(recording.path.read_bytes()[: 2 * recording.grown[-1][1]])
    found, silent = [], RATE
    for at, sample in enumerate(samples):
        if sample == 0:
            silent += 1
        else:
            # At least two words of each sentence are heard; the gap between them is shorter than this.
            if silent > 0.2 * RATE:
                found.append(recording.when(at))
            silent = 0
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="presses (40)")
    rounds = parser.parse_args().rounds
    logging.basicConfig(level=logging.ERROR)
    print(f"{'press to first sample':28}{'cached':>13}{'new':>13}")
    for voice in engines.voices("en"):
        speech, times = engines.command(voice), []
        for new in (False, True):
            with tempfile.TemporaryDirectory() as name:
                waits = latencies(Path(name), NEW if new else rounds, speech, new=new)
                times.append(ms(statistics.median(waits)))
        print(f"{voice:28}{times[0]:>13}{times[1]:>13}", flush=True)


if __name__ == "__main__":
    main()
