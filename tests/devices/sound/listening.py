"""Ears for tests: the spectrum of a sound, and when which prompts are heard in a recording.

It uses only the standard library and shares nothing with the code it checks.
"""

from __future__ import annotations

import cmath
import json
import math
import os
import subprocess
import sys
import wave
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, pairwise
from operator import add, mul, sub
from pathlib import Path
from typing import Any

from gm_appliance.devices.sound.storm import RATE

THIN = 16  # samples averaged into one before searching for prompts; frequencies up to 690 Hz remain

HEARD = 0.5
"""The least likeness that counts as hearing a prompt. In a ducked storm the right one has at least 0.8."""

APART = RATE // 5  # samples at least between two prompts' starts; the first may have been cut off


def in_child(program: str, folder: Path, **environment: str) -> Any:
    """Run a program with the real mixer in its own process; returns the JSON it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, "SDL_DISKAUDIOFILE": str(folder / "heard.raw"), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def samples_of(path: Path) -> array[int]:
    samples = array("h")
    if path.suffix == ".raw":
        samples.frombytes(path.read_bytes())
    else:
        with wave.open(str(path)) as wav:
            samples.frombytes(wav.readframes(wav.getnframes()))
    return samples


def save(samples: array[int], path: Path) -> None:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes())


def rms(samples: Sequence[float]) -> float:
    return math.sqrt(dot(samples, samples) / len(samples))


def differences(samples: Sequence[float]) -> list[float]:
    """A simple high-pass filter: taps and clicks are high notes."""
    return [after - before for before, after in pairwise(samples)]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def spectrum(samples: Sequence[complex]) -> list[complex]:
    """The Fourier transform of the samples, whose number must be a power of two."""
    count = len(samples)
    if count == 1:
        return list(samples)
    even, odd = spectrum(samples[::2]), spectrum(samples[1::2])
    turned = list(map(mul, _turns(count), odd))
    return [*map(add, even, turned), *map(sub, even, turned)]


@cache
def _turns(count: int) -> list[complex]:
    return [cmath.rect(1, -math.tau * i / count) for i in range(count // 2)]


def padded(samples: Sequence[float], count: int) -> list[float]:
    return [*samples, *([0.0] * (count - len(samples)))]


def power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length()


def third_octaves(low: float, high: float) -> tuple[float, ...]:
    """The centre frequencies of third-octave bands, ascending, in Hz."""
    return tuple(
        middle for n in range(-20, 14) if low * 0.99 <= (middle := 1000 * 2 ** (n / 3)) <= high * 1.01
    )


@dataclass(frozen=True)
class Powers:
    """The energy of some samples by frequency, up to the highest."""

    samples: int
    found: Sequence[float] = field(repr=False)

    def levels(self, bands: Sequence[float]) -> list[float]:
        """dB in the third octaves around these centres, averaged over the samples."""
        count = 2 * len(self.found)
        levels = []
        for middle in bands:
            first, last = (round(middle * 2 ** (side / 6) * count / RATE) for side in (-1, 1))
            levels.append(level(2 * sum(self.found[first:last]) / count / self.samples + 1e-12))
        return levels


def powers(samples: Sequence[float]) -> Powers:
    count = power_of_two(len(samples))
    found = spectrum(padded(samples, count))[: count // 2]
    return Powers(len(samples), [abs(value) ** 2 for value in found])


def level(power: float) -> float:
    return 10 * math.log10(power)


@dataclass(frozen=True)
class Heard:
    """A prompt found in a recording.

    start: its first sample. like: likeness, 0 to 1. whole: whether beginning, middle and end were heard.
    """

    name: str
    start: int
    like: float
    whole: bool


def likeness(template: Sequence[float], heard: Sequence[float]) -> float:
    """Normalised correlation of two stretches of the same length."""
    return dot(template, heard) / math.sqrt(dot(template, template) * dot(heard, heard) + 1e-9)


class Recording:
    """A recording in which to recognise prompts."""

    def __init__(self, samples: Sequence[int]) -> None:
        self.samples = samples
        self._few = _thinned(samples)
        self._count = power_of_two(len(self._few))
        self._spectrum = spectrum(padded(self._few, self._count))
        self._energy = [0.0, *accumulate(sample * sample for sample in self._few)]

    def where(self, template: Sequence[int]) -> list[tuple[float, int]]:
        """Local maxima of likeness and the samples where they start, best first."""
        few = _thinned(template)
        size, norm = len(few), math.sqrt(dot(_thinned(template), _thinned(template)))
        product = [
            heard * value.conjugate()
            for heard, value in zip(self._spectrum, spectrum(padded(few, self._count)), strict=True)
        ]
        # The inverse transform: conjugate before and after the forward one.
        fits = [value.real / self._count for value in spectrum([value.conjugate() for value in product])]
        likes = [
            fits[at] / (norm * math.sqrt(self._energy[at + size] - self._energy[at] + 100 * size))
            for at in range(len(self._few) - size)
        ]
        found: list[tuple[float, int]] = []
        for like, at in sorted(((like, at) for at, like in enumerate(likes) if like > HEARD), reverse=True):
            if all(abs(at - other) > size // 2 for _, other in found):
                found.append((like, at))
        return [(like, self._exactly(template, at * THIN)) for like, at in found]

    def _exactly(self, template: Sequence[int], about: int) -> int:
        near = range(max(0, about - 2 * THIN), min(about + 2 * THIN, len(self.samples) - len(template)) + 1)
        return max(near, key=lambda at: dot(template, self.samples[at : at + len(template)]))

    def recognise(self, prompts: Mapping[str, Sequence[int]]) -> list[Heard]:
        """The prompts heard, in order of their starts. Searches for the first half of each: a prompt that was
        cut off is found too."""
        found = [
            self._heard(name, template, start)
            for name, template in prompts.items()
            for _, start in self.where(template[: len(template) // 2])
        ]
        # Prompts may begin alike, such as numbers after the same word: the most similar one was spoken.
        found.sort(key=lambda heard: -heard.like)
        kept: list[Heard] = []
        for heard in found:
            if all(abs(heard.start - other.start) > APART for other in kept):
                kept.append(heard)
        return sorted(kept, key=lambda heard: heard.start)

    def _heard(self, name: str, template: Sequence[int], start: int) -> Heard:
        heard = padded(self.samples[start : start + len(template)], len(template))
        # Ignore the silence at its ends.
        loud = [at for at, sample in enumerate(template) if abs(sample) > 300]
        third = (loud[-1] - loud[0]) // 3
        parts = [slice(at, at + third) for at in (loud[0], loud[0] + third, loud[0] + 2 * third)]
        whole = all(likeness(template[part], heard[part]) > HEARD for part in parts)
        return Heard(name, start, likeness(template, heard), whole)


def _thinned(samples: Sequence[int]) -> list[float]:
    return [sum(samples[at : at + THIN]) / THIN for at in range(0, len(samples) - THIN, THIN)]
