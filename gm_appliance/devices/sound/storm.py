"""Synthesises the appliance's sounds: the storm over closed eyes, thunder, and the horn.

The storm masks the noise of hands and switches while eyes are closed. Its rain is therefore loudest at the
frequencies of a switch's click, and never thins out between gusts (docs/developers/sound.md). It has segments
of different noise, which are cross-faded and last for more than ten minutes before the first is repeated.
Everything is deterministic.

Run as a program (``storm.py NAME FILE``) it generates one sound. The mixer does so in a child process, as a
second of arithmetic, several on a small Pi, would delay button presses.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random

RATE = 22050  # samples per second of all sounds
SEGMENTS = 30  # the number of segments of the storm, all different

SEGMENT_SECONDS = 24
SEAM_SECONDS = 2  # seconds in which a segment's end is blended into its beginning, in case it loops
VERSION = 2  # raise it whenever a sound changes: older files are not used then
_TICK = 225  # samples between two values of the wind, a divisor of RATE

_FULL = 32767
_HORN_PEAK = 0.6
_THUNDER_PEAK = 0.35  # the peak of thunder: with the loudest storm it stays within the range

THUNDER_SECONDS = 4

# Loudness of the parts relative to full-range noise. Fixed: all segments must be equally loud.
_RAIN, _DROP, _WIND, _RUMBLE = 0.49, 0.2, 0.55, 2.2

_DROPS_A_SECOND = 120


def _white(rng: Random, count: int) -> array[int]:
    """Noise of full 16-bit range."""
    noise = array("h", rng.randbytes(2 * count))
    if sys.byteorder == "big":
        noise.byteswap()
    return noise


def _pole(cutoff: float) -> float:
    """The coefficient of a one-pole filter at `cutoff` Hz."""
    return 1 - math.exp(-math.tau * cutoff / RATE)


def _low_pass(samples: Iterable[float], cutoff: float) -> Iterable[float]:
    """One pole at `cutoff` Hz. `accumulate` runs the loop in C: four times as fast as a `for`."""
    a = _pole(cutoff)
    keep = 1 - a
    return accumulate(samples, lambda y, x: keep * y + a * x)


def _hiss(noise: Iterable[int]) -> Iterator[float]:
    """Noise filtered to rain: equally loud in every third of an octave above 2 kHz, and soft below. White
    noise would sound like a radio between stations, and be loudest where there is little to mask."""
    a, b = _pole(1500), _pole(2200)
    low = lower = dull = 0.0
    for sample in noise:
        low += a * (sample - low)
        high = sample - low
        lower += a * (high - lower)
        dull += b * (high - lower - dull)
        yield dull


def _drops(rng: Random, count: int) -> list[float]:
    """Single drops on wood and leaves, each similar to a switch's click."""
    shapes = []
    for _ in range(16):
        pitch, fade = rng.uniform(1800, 7500), rng.uniform(0.0006, 0.0016)
        shapes.append(
            [
                _FULL * math.exp(-i / RATE / fade) * math.sin(math.tau * pitch * i / RATE)
                for i in range(round(5 * fade * RATE))
            ]
        )
    heard = [0.0] * count
    for _ in range(_DROPS_A_SECOND * count // RATE):
        loud, at = 2 * rng.random() ** 3, rng.randrange(count - RATE // 50)
        for i, sample in enumerate(rng.choice(shapes), at):
            heard[i] += loud * sample
    return heard


def _swells(rng: Random, count: int, shortest: float, longest: float) -> list[float]:
    """A value for every tick, 0 to 1, that moves from one random level to the next. Each move takes from
    `shortest` to `longest` seconds, so there is no beat."""
    ticks = count // _TICK + 1
    values: list[float] = []
    level = rng.random()
    while len(values) < ticks:
        steps, aim = round(rng.uniform(shortest, longest) * RATE / _TICK), rng.random()
        half = (aim - level) / 2
        values.extend(level + half - half * math.cos(math.pi * step / steps) for step in range(steps))
        level = aim
    return values


def _wind(noise: array[int], gusts: list[float]) -> list[float]:
    """Wind around the house: the stronger, the louder and higher."""
    heard: list[float] = []
    low = band = 0.0
    for tick, gust in enumerate(gusts):
        f = math.tau * (190 + 330 * gust) / RATE
        loud = 0.25 + gust * gust
        # A state variable filter: a resonance whose pitch can change.
        for sample in noise[tick * _TICK : (tick + 1) * _TICK]:
            low += f * band
            band += f * (sample - low - 0.9 * band)
            heard.append(loud * band)
    return heard


def segment(number: int, seconds: int = SEGMENT_SECONDS) -> array[int]:
    """A segment of storm as 16-bit samples: rumble, gusts of wind, steady rain. Different for every number.
    Its end blends into its beginning, so it can loop."""
    rng = Random(f"storm {number}")
    count, seam = RATE * seconds, RATE * SEAM_SECONDS
    whole = count + seam
    rain = _hiss(_white(rng, whole))
    drops = _drops(rng, whole)
    gusts = _swells(rng, whole, 1.5, 4.0)
    wind = _wind(_white(rng, whole), gusts)
    rumble = _low_pass(_low_pass(_white(rng, whole), 60), 120)
    rolls = _swells(rng, whole, 3.0, 9.0)
    # Interpolated between ticks, as jumps in loudness would crackle.
    rolling = _low_pass((value for value in rolls for _ in range(_TICK)), 5)
    mixed = [
        _RAIN * hiss + _DROP * drop + _WIND * howl + _RUMBLE * (0.35 + 0.65 * roll) * low
        for hiss, drop, howl, low, roll in zip(rain, drops, wind, rumble, rolling, strict=False)
    ]
    samples = [*map(round, _melted(mixed, count, seam))]
    # Hardly ever, and to ask each sample would take a sixth of the time.
    if max(samples) > _FULL or min(samples) < -_FULL:
        samples = [min(_FULL, max(-_FULL, sample)) for sample in samples]
    return array("h", samples)


def _melted(samples: list[float], count: int, seam: int) -> list[float]:
    """`count` samples that loop: what would follow the end fades out over the beginning. The cross-fade has
    equal power, as the two are unrelated noise."""
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
    scale = _HORN_PEAK * _FULL / max(max(tone), -min(tone))
    return array("h", (round(sample * scale) for sample in tone))


def thunder() -> array[int]:
    """Thunder over the hills, as 16-bit samples: a crack that tears, then claps that roll and die away."""
    rng = Random("thunder")
    count = RATE * THUNDER_SECONDS
    # A clap for every bend of the lightning: the further away, the later, softer and duller.
    loud, dull = [0.0] * count, [0.0] * count
    for number, at in enumerate((0.12, 0.3, 0.55, 0.95, 1.5, 2.1)):
        fade, size = 0.18 + 0.16 * number, 0.9**number * rng.uniform(0.8, 1.0)
        for i in range(round(at * RATE), count):
            t = i / RATE - at
            clap = size * min(1.0, t / 0.03) * math.exp(-t / fade)
            (loud if number < 2 else dull)[i] += clap
    crack = _low_pass(_white(rng, count), 900)
    roll = _low_pass(_low_pass(_white(rng, count), 90), 180)
    tone = [
        (0.16 * near * bright + 1.6 * (near + far) * deep) * min(1.0, 2 * (1 - i / count))
        for i, (near, far, bright, deep) in enumerate(zip(loud, dull, crack, roll, strict=True))
    ]
    scale = _THUNDER_PEAK * _FULL / max(max(tone), -min(tone))
    return array("h", (round(sample * scale) for sample in tone))


def segment_name(number: int) -> str:
    return f"storm-{number:02}"


SHORT: dict[str, Callable[[], array[int]]] = {"horn": horn, "thunder": thunder}
"""The short sounds by their names."""

SOUNDS: dict[str, Callable[[], array[int]]] = {
    "horn": horn,
    segment_name(0): partial(segment, 0),
    "thunder": thunder,
    **{segment_name(number): partial(segment, number) for number in range(1, SEGMENTS)},
}
"""Every sound by its name, in the order in which they are needed."""


def file_name(name: str) -> str:
    return f"{name}-{VERSION}.wav"


def write(name: str, path: Path) -> None:
    """Generate the sound `name` and write it to `path`, completely or not at all. Raises KeyError for an
    unknown name and OSError if it cannot be written."""
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
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.nice(10)
    write(sys.argv[1], Path(sys.argv[2]))
