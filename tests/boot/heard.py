"""Recognises spoken words by comparing loudness over time."""

from __future__ import annotations

import io
import math
import sys
import wave
from array import array
from collections.abc import Sequence

MOMENT = 0.02
"""Seconds over which loudness is averaged, shorter than a sound of speech."""

PAUSE = 20
"""Moments of silence between utterances, longer than any within words."""

ALIKE = 0.8
"""The least likeness of the same words, even through a sound card and at another rate."""


def loudness(wav: bytes) -> list[float]:
    """The root mean square of each moment of a WAV file's first channel, 0 to 1."""
    with wave.open(io.BytesIO(wav)) as recording:
        channels, rate = recording.getnchannels(), recording.getframerate()
        assert recording.getsampwidth() == 2
        # The header of a WAV file that was written to a pipe has no length, so this reads all there is.
        samples = array("h", recording.readframes(len(wav)))
    if sys.byteorder == "big":
        samples.byteswap()
    each = round(rate * MOMENT)
    mine = samples[::channels]
    parts = (mine[at : at + each] for at in range(0, len(mine) - each + 1, each))
    return [math.sqrt(sum(one * one for one in part) / each) / 32768 for part in parts]


def spoken(loud: Sequence[float]) -> list[list[float]]:
    """The utterances, each from its first audible moment to its last."""
    floor = max(loud, default=0.0) / 50
    said: list[list[float]] = []
    last = -PAUSE
    for at, one in enumerate(loud):
        if one <= floor:
            continue
        if at - last >= PAUSE:
            said.append([])
        else:
            said[-1] += loud[last + 1 : at]
        said[-1].append(one)
        last = at
    return said


def likeness(heard: Sequence[float], words: Sequence[float]) -> float:
    """The best correlation of the two at any shift: 1 exact, 0 none. Neither may be empty."""
    return min(_within(heard, words), _within(words, heard))


def _within(heard: Sequence[float], words: Sequence[float]) -> float:
    silence = [0.0] * len(words)
    padded = [*silence, *heard, *silence]
    return max(_correlation(padded[at : at + len(words)], words) for at in range(len(heard) + len(words)))


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    mean, middle = sum(one) / len(one), sum(other) / len(other)
    here, there = [x - mean for x in one], [y - middle for y in other]
    power = math.sqrt(sum(x * x for x in here) * sum(y * y for y in there))
    return sum(x * y for x, y in zip(here, there, strict=True)) / power if power else 0.0
