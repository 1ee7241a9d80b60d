"""Ears for tests: what a program played, and the spectrum of a sound.

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
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from operator import add, mul, sub
from pathlib import Path
from typing import Any

from gm_appliance.devices.sound.storm import RATE


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


def power_of_two(at_least: int) -> int:
    return 1 << (at_least - 1).bit_length()


def third_octaves(low: float, high: float) -> tuple[float, ...]:
    """The centre frequencies of third-octave bands, ascending, in Hz."""
    return tuple(
        middle for n in range(-20, 14) if low * 0.99 <= (middle := 1000 * 2 ** (n / 3)) <= high * 1.01
    )


@dataclass(frozen=True)
class Powers:
    """The energy of some samples by frequency, up to the highest. rate: samples a second."""

    samples: int
    rate: int
    found: Sequence[float] = field(repr=False)

    def levels(self, bands: Sequence[float]) -> list[float]:
        """dB in the third octaves around these centres, averaged over the samples."""
        count = 2 * len(self.found)
        levels = []
        for middle in bands:
            first, last = (round(middle * 2 ** (side / 6) * count / self.rate) for side in (-1, 1))
            levels.append(level(2 * sum(self.found[first:last]) / count / self.samples + 1e-12))
        return levels


def powers(samples: Sequence[float], rate: int = RATE) -> Powers:
    count = power_of_two(len(samples))
    found = spectrum([*samples, *[0.0] * (count - len(samples))])[: count // 2]
    return Powers(len(samples), rate, [abs(value) ** 2 for value in found])


def level(power: float) -> float:
    return 10 * math.log10(power)
