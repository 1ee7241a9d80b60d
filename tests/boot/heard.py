"""Whether a loudspeaker would have said these words, by how loud it would have been from moment to moment."""

from __future__ import annotations

import io
import math
import sys
import wave
from array import array
from collections.abc import Sequence

MOMENT = 0.02
"""Seconds in which loudness is taken together: shorter than a sound of speech."""

PAUSE = 20
"""Moments of silence that part what was said; within words there are none so long."""

ALIKE = 0.8
"""The likeness of the same words, the one of them through a sound card and at another rate, at least."""


def loudness(wav: bytes) -> list[float]:
    """Of a recording, from moment to moment: the root of its power, 0 to 1. The first channel counts."""
    with wave.open(io.BytesIO(wav)) as recording:
        channels, rate = recording.getnchannels(), recording.getframerate()
        assert recording.getsampwidth() == 2
        # Who writes to a pipe does not know the length beforehand, so all that is there is taken.
        samples = array("h", recording.readframes(len(wav)))
    if sys.byteorder == "big":
        samples.byteswap()
    each = round(rate * MOMENT)
    mine = samples[::channels]
    parts = (mine[at : at + each] for at in range(0, len(mine) - each + 1, each))
    return [math.sqrt(sum(one * one for one in part) / each) / 32768 for part in parts]


def spoken(loud: Sequence[float]) -> list[list[float]]:
    """What was said, each from the first moment that can be heard to the last, parted by silence."""
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
    """How well both fit each other where they fit best: 1 exactly, 0 not at all. Neither may be empty."""
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
