"""How many words of the games' sentences are understood, in each English voice on this machine.

    python -m benchmarks.understood [--sentences 200] [--rate 160]

A fixed sample of the games' sentences without placeholders is rendered as the box says them, and heard
by a recogniser of ordinary English with its own words and language model: clean, and through the storm as
loud as the mixer plays it under words. Words missing, added or misheard are counted, per word
said. The recogniser was trained on people reading American newspapers: the figures only compare voices
with each other. None may be worse than espeak-ng's by more than one word in fifty.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from array import array
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.called import HEARING, heard, said
from gm_appliance.devices.sound import engines, storm
from gm_appliance.devices.sound.language_voices import ESPEAK
from gm_appliance.devices.sound.masking import DUCKED
from tests.catalogues import templates

FEWEST = 4
"""The least number of words in a sentence; shorter ones are measured by `benchmarks.called`."""


SLACK = 0.02
"""Differences in errors per word that mean nothing, as in the storm, where hardly anything is understood."""


def recogniser() -> Any:
    """A recogniser of ordinary English; considers fewer alternatives than it could, in a third of the time.

    Raises ImportError if PocketSphinx is missing.
    """
    from pocketsphinx import Decoder

    return Decoder(loglevel="FATAL", ds=2, topn=2, maxwpf=5, maxhmmpf=3000)


def sentences(decoder: Any, number: int) -> list[str]:
    """Spoken sentences of the games, in a fixed order, made only of words the recogniser knows."""
    found = []
    for domain, template in templates():
        if "games" not in domain.folder.parts:
            continue
        for one in template:
            text = one.id if isinstance(one.id, str) else one.id[1]
            if text and not one.context and not re.search(r"[{\d]", text):
                said = words(text)
                if len(said) >= FEWEST and all(decoder.lookup_word(word) for word in said):
                    found.append(text)
    return sorted(Random(1).sample(found, min(number, len(found))))


def words(text: str) -> list[str]:
    """The words in lower case, without the recogniser's marks for pronunciation variants."""
    return re.findall(r"[a-z']+", re.sub(r"\(\d+\)", "", text.lower()))


def errors(wanted: Sequence[str], got: Sequence[str]) -> int:
    """The fewest words to leave out, add or replace.

    >>> errors("close your eyes now".split(), "clothes your eyes".split())
    2
    """
    row = list(range(len(got) + 1))
    for at, word in enumerate(wanted, 1):
        above, row = row, [at]
        for place, other in enumerate(got, 1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (word != other)))
    return row[-1]


def under_words() -> list[int]:
    """The storm as loud as under words, at the recogniser's sample rate."""
    import numpy as np

    samples: array[int] = storm.segment(0, seconds=10)
    at = np.arange(0, len(samples), storm.RATE / HEARING)
    return [int(one * DUCKED) for one in np.interp(at, np.arange(len(samples)), samples)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sentences", type=int, default=200, help="how many (200)")
    parser.add_argument("--rate", type=int, default=160, help="words per minute (160)")
    arguments = parser.parse_args()
    try:
        decoder = recogniser()
    except ImportError:
        print("pocketsphinx, the recogniser, is not installed: run `make bench`.", file=sys.stderr)
        return 2
    chosen, noise = sentences(decoder, arguments.sentences), under_words()
    number = sum(len(words(text)) for text in chosen)
    print(f"{len(chosen)} sentences, {number} words: errors a word")
    print(f"{'':28}{'clean':>8}{'in the storm':>14}")
    worst: dict[str, tuple[float, float]] = {}
    for voice in engines.voices("en"):
        with tempfile.TemporaryDirectory() as folder:
            made = said(voice, arguments.rate, chosen, Path(folder))
            wrong = [
                sum(
                    errors(words(text), words(heard(decoder, wav, under))) for text, (wav, _s) in made.items()
                )
                for under in ((), noise)
            ]
        worst[voice] = (wrong[0] / number, wrong[1] / number)
        print(f"{voice:28}{worst[voice][0]:>8.2f}{worst[voice][1]:>14.2f}", flush=True)
    most = [errors + SLACK for errors in worst[ESPEAK]]
    worse = [voice for voice, found in worst.items() if any(a > b for a, b in zip(found, most, strict=True))]
    if worse:
        print(f"Worse than {ESPEAK}: {', '.join(worse)}")
    return 1 if worse else 0


if __name__ == "__main__":
    raise SystemExit(main())
