"""How well names called out alone are understood, in each English voice on this machine.

    python -m benchmarks.called [--rate 160]

Neural voices are known to fail at very short calls. Each name is rendered alone, as the box spells it for
that voice, and heard by a recogniser that knows only the names, by the sounds they should have. It chooses
the nearest name: a mispronounced name counts as another. Of all voices, espeak-ng sounds least human.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import wave
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.render import Request, ask_command
from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.voice import VOICES
from gm_appliance.games.registry import packages

SOUNDS = {
    "Asgard": "AE S G AA R D",
    "Balder": "B AO L D ER",
    "Brynhild": "B R IH N HH IH L D",
    "Dvalin": "D AH V AA L IH N",
    "Freya": "F R EY AH",
    "Freyr": "F R EH R",
    "Heimdall": "HH AY M D AO L",
    "Hel": "HH EH L",
    "Idun": "IY D UW N",
    "Loki": "L OW K IY",
    "Mjollnir": "M IY AA L N IH R",
    "Niörd": "N IY AO R D",
    "Odin": "OW D IH N",
    "Saga": "S AA G AH",
    "Sif": "S IH F",
    "Skadi": "S K AA D IY",
    "Thor": "TH AO R",
    "Tyr": "T IH R",
    "Valhalla": "V AE L HH AE L AH",
    "Valkyrie": "V AE L K ER IY",
    "Vanirs": "V AA N IH R Z",
    "Yggdrasill": "IH G D R AH S IH L",
}
"""How each name should sound, in the recogniser's alphabet."""

HEARING = 16_000
"""The recogniser's sample rate, in Hz."""


def recogniser() -> Any:
    """A recogniser that knows only the names. Raises ImportError if PocketSphinx is missing."""
    from pocketsphinx import Decoder, get_model_path

    decoder = Decoder(hmm=get_model_path("en-us/en-us"), dict=None, lm=None, loglevel="FATAL")
    for at, sounds in enumerate(SOUNDS.values()):
        decoder.add_word(f"name{at}", sounds, update=True)
    one_of = " | ".join(f"name{at}" for at in range(len(SOUNDS)))
    decoder.add_jsgf_string("names", f"#JSGF V1.0;\ngrammar names;\npublic <name> = {one_of};\n")
    decoder.activate_search("names")
    return decoder


def heard(decoder: Any, wav: Path, under: Sequence[int] = ()) -> str:
    """The words recognised, with the noise `under` (at the voice's rate) added; "" if none."""
    import numpy as np

    with wave.open(str(wav)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(float)
        size = round(len(samples) * HEARING / file.getframerate())
    # Resample by the spectrum, and add a fifth of a second of silence on both sides.
    resampled = np.fft.irfft(np.fft.rfft(samples)[: size // 2 + 1], size) * size / len(samples)
    silence = np.zeros(HEARING // 5)
    sound = np.concatenate((silence, resampled, silence))
    if len(under):
        sound += np.resize(np.asarray(under, float), len(sound))
    decoder.start_utt()
    decoder.process_raw(sound.clip(-32768, 32767).astype(np.int16).tobytes(), no_search=False, full_utt=True)
    decoder.end_utt()
    found = decoder.hyp()
    return found.hypstr if found else ""


def name_heard(decoder: Any, wav: Path) -> str:
    """The name recognised; "" if none."""
    found = heard(decoder, wav)
    return [*SOUNDS][int(found.removeprefix("name"))] if found else ""


def said(voice: str, rate: int, texts: Iterable[str], folder: Path) -> dict[str, tuple[Path, float]]:
    """Render each text separately; returns the files and their seconds."""
    command, spelled = engines.command(voice), pronunciation("en", *packages(), voice=voice)
    speech, made = opened(command) if command else None, {}
    for at, text in enumerate(texts):
        wav, spelling = folder / f"{at}.wav", spelled(text)
        if speech:
            seconds = speech.render(spelling, rate, wav, 60.0)
        else:
            seconds = ask_command(Request(spelling, VOICES["en"], rate, str(wav)))
        made[text] = (wav, seconds)
    if speech:
        speech.rest()
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rate", type=int, default=160, help="words per minute (160)")
    rate = parser.parse_args().rate
    try:
        decoder = recogniser()
    except ImportError:
        print("pocketsphinx, the recogniser, is not installed: run `make bench`.", file=sys.stderr)
        return 2
    print(f"{'names called alone':28}{'understood':>12}{'shortest':>10}{'longest':>9}  taken for another")
    for voice in engines.voices("en"):
        with tempfile.TemporaryDirectory() as folder:
            made = said(voice, rate, (f"{name}." for name in SOUNDS), Path(folder))
            taken = {text[:-1]: name_heard(decoder, wav) for text, (wav, _seconds) in made.items()}
        wrong = ", ".join(f"{name} ({other})" for name, other in taken.items() if other != name)
        right = sum(name == other for name, other in taken.items())
        lengths = [seconds for _wav, seconds in made.values()]
        share = f"{right} of {len(SOUNDS)}"
        print(f"{voice:28}{share:>12}{min(lengths):>8.2f} s{max(lengths):>7.2f} s  {wrong}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
