"""The appliance's own sounds, made and not sampled: the storm over closed eyes, and the horn.

The storm covers the noise of hands and sleeves while eyes are closed, so its rain never thins out,
however the wind gusts. Everything is deterministic: the same bytes at every making.

Run as a program (``storm.py NAME FILE``) it makes one sound. The mixer does so in a child process:
half a second of arithmetic, several on a small Pi, must not sit between two buttons.
"""

from __future__ import annotations

import math
import os
import sys
import wave
from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate, cycle, islice
from pathlib import Path
from random import Random

RATE = 22050
"""Samples a second of every sound here."""

STORM_SECONDS = 24
SEAM_SECONDS = 2
"""How long the storm's end melts into its beginning."""

VERSION = 1
"""To be raised whenever a sound changes: what was made before is not taken any more."""

_TICK = 225
"""Samples between two values of the wind; they fill a second exactly."""

_STORM_PEAK = 0.5
_HORN_PEAK = 0.6
_FULL = 32767


def _white(rng: Random, count: int) -> array[int]:
    """Noise of full 16-bit range."""
    noise = array("h", rng.randbytes(2 * count))
    if sys.byteorder == "big":
        noise.byteswap()
    return noise


def _low_pass(samples: Iterable[float], cutoff: float) -> Iterable[float]:
    """One pole at `cutoff` Hz. `accumulate` runs the loop in C: four times as fast as a `for`."""
    a = 1 - math.exp(-2 * math.pi * cutoff / RATE)
    keep = 1 - a
    return accumulate(samples, lambda y, x: keep * y + a * x)


def _gusts(seconds: int) -> list[float]:
    """How hard the wind blows at each tick, 0 to 1; the end fits the beginning."""
    ticks = RATE // _TICK * seconds
    # Whole numbers of waves in the loop; none a multiple of another, so that no beat is heard.
    waves = ((2, 0.0, 0.5), (3, 1.9, 0.3), (7, 0.7, 0.2))
    return [
        0.5 + 0.5 * sum(part * math.sin(math.tau * turns * tick / ticks + at) for turns, at, part in waves)
        for tick in range(ticks)
    ]


def storm(seconds: int = STORM_SECONDS, seed: int = 1) -> array[int]:
    """A storm to be looped without a seam, as 16-bit samples: rumble, gusts of wind, steady rain."""
    rng = Random(seed)
    count, seam = RATE * seconds, RATE * SEAM_SECONDS
    whole = count + seam
    rumble = _low_pass(_low_pass(_white(rng, whole), 60), 120)
    wind = _low_pass(_low_pass(_white(rng, whole), 700), 700)
    drops = _white(rng, whole)
    # What a low-pass leaves is the high: hiss, where clicks and taps lie.
    rain = map(float.__sub__, map(float, drops), _low_pass(drops, 1500))
    gusts = (gust for gust in cycle(_gusts(seconds)) for _ in range(_TICK))
    mixed = [
        2.2 * low + (0.25 + 1.1 * gust) * mid + 0.1 * high
        for low, mid, high, gust in zip(rumble, wind, rain, _low_pass(islice(gusts, whole), 5), strict=True)
    ]
    return _to_peak(_melted(mixed, count, seam), _STORM_PEAK)


def _melted(samples: list[float], count: int, seam: int) -> list[float]:
    """`count` samples that loop: what would follow the end fades out over the beginning.

    Equal power, not equal sums: the two are unrelated noise, and would dip in the middle.
    """
    quarter = math.pi / 2 / seam
    head = [
        samples[i] * math.sin(i * quarter) + samples[count + i] * math.cos(i * quarter) for i in range(seam)
    ]
    return head + samples[seam:count]


def horn() -> array[int]:
    """One second of a horn, as 16-bit samples: it swells, brightens and dies away."""
    tone = [0.0] * RATE
    for harmonic, part in ((1, 1.0), (2, 0.7), (3, 0.55), (4, 0.35), (5, 0.2), (6, 0.12)):
        for i in range(RATE):
            t = i / RATE
            # A blown horn starts a little flat; the higher a harmonic, the later and the shorter.
            turns = harmonic * 146.8 * (t - 0.004 * math.exp(-t / 0.05))
            swell = min(1.0, t / (0.04 + 0.02 * harmonic)) * math.sin(math.pi * t) ** (0.4 + 0.15 * harmonic)
            tone[i] += part * swell * math.sin(math.tau * turns)
    return _to_peak(tone, _HORN_PEAK)


def _to_peak(samples: list[float], peak: float) -> array[int]:
    scale = peak * _FULL / max(max(samples), -min(samples))
    return array("h", (round(sample * scale) for sample in samples))


SOUNDS: dict[str, Callable[[], array[int]]] = {"horn": horn, "storm": storm}
"""Every sound by its name, the one that is needed first in front."""


def file_name(name: str) -> str:
    """What the made sound is called in a cache."""
    return f"{name}-{VERSION}.wav"


def write(name: str, path: Path) -> None:
    """Make the sound `name` and write it to `path`, whole or not at all.

    Raises KeyError for an unknown name and OSError where it cannot be written.
    """
    samples = SOUNDS[name]()
    if sys.byteorder == "big":
        samples.byteswap()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with wave.open(str(part), "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(RATE)
            wav.writeframes(samples.tobytes())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


if __name__ == "__main__":
    os.nice(10)
    write(sys.argv[1], Path(sys.argv[2]))
