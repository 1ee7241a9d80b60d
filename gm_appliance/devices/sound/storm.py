"""Synthesises the appliance's sounds: the storm over closed eyes, thunder, and the horn's two calls.

Rain masks the noise of hands and switches: it is loudest at the frequencies of a switch's click, never thins
out between gusts, and has next to nothing below, where words are (docs/developers/sound.md). The wind has
what is below, and is ducked under words. Both consist of different segments, more than ten minutes of them,
which are cross-faded. Everything is deterministic.

Run as a program (``storm.py NAME FILE``) it generates one sound, so that its arithmetic delays no press.
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
from itertools import accumulate, pairwise
from operator import add, mul
from pathlib import Path
from random import Random

RATE = 22050  # samples per second of all sounds
SEGMENTS = 30  # the number of segments of rain, and of wind
SEGMENT_SECONDS = 24
SEAM_SECONDS = 2  # seconds in which a segment's end is blended into its beginning, in case it loops
VERSION = 3  # raise it whenever a sound changes: older files are not used then
_TICKS = 105  # values of a gust in a second
_LOW_RATE = RATE // 2  # the wind is computed at this rate: it has nothing above

_FULL = 32767
_HORN_PEAK, _THUNDER_PEAK = 0.6, 0.55
THUNDER_SECONDS = 4

# Loudness of the parts relative to full-range noise. Fixed: all segments must be equally loud.
_HISS, _DROP = 0.285, 0.5
_WIND, _RUMBLE, _ROAR = 0.3, 1.3, 0.11

_DROPS_A_SECOND = 250  # in the strongest gust; a fifth of that between gusts
_DROP_SHAPES = 128


def _white(rng: Random, count: int) -> array[int]:
    """Noise of full 16-bit range."""
    return array("h", rng.randbytes(2 * count))


def _low_pass(samples: Iterable[float], cutoff: float, rate: int = RATE) -> Iterable[float]:
    """One pole at `cutoff` Hz. `accumulate` runs the loop in C: four times as fast as a `for`."""
    a = 1 - math.exp(-math.tau * cutoff / rate)
    keep = 1 - a
    return accumulate(samples, lambda y, x: keep * y + a * x)


def _hiss(noise: Iterable[int]) -> Iterator[float]:
    """Noise filtered to steady rain: equally loud in every third of an octave above 2 kHz, and 15 dB weaker
    an octave below."""
    f, damping, a = 2 * math.sin(math.pi * 2250 / RATE), 0.4, 1 - math.exp(-math.tau * 4300 / RATE)
    low = band = lower = dull = 0.0
    for sample in noise:
        # A state variable filter, a high pass, and then two single poles.
        low += f * band
        high = sample - low - damping * band
        band += f * high
        lower += a * (high - lower)
        dull += a * (_HISS * (high - lower) - dull)
        yield dull


def _drops(rng: Random, count: int, gusts: list[float]) -> list[float]:
    """Single drops on wood and leaves, many soft and few loud, each similar to a switch's click. Gusts bring
    more of them."""
    shapes = []
    for number in range(_DROP_SHAPES):
        # Steps of the golden ratio: loud and soft drops have the same pitches.
        pitch, fade = 2100 * 4 ** (number * 0.618034 % 1), rng.uniform(0.001, 0.003)
        loud = _DROP * _FULL * (0.5 + 0.5 * number / _DROP_SHAPES) ** 6
        shapes.append(
            [
                loud * min(1.0, i / 5) * math.exp(-i / RATE / fade) * math.sin(math.tau * pitch * i / RATE)
                for i in range(round(5 * fade * RATE))
            ]
        )
    heard = [0.0] * count
    for _ in range(_DROPS_A_SECOND * count // RATE):
        at, needed = rng.randrange(count - RATE // 50), 1.25 * rng.random() - 0.25
        if gusts[at * _TICKS // RATE] >= needed:
            shape = rng.choice(shapes)
            until = at + len(shape)
            heard[at:until] = map(add, heard[at:until], shape)
    return heard


def _swells(rng: Random, seconds: int, shortest: float, longest: float) -> list[float]:
    """A value for every tick, 0 to 1, that moves from one random level to the next. Each move takes from
    `shortest` to `longest` seconds, so there is no beat."""
    values: list[float] = []
    level = rng.random()
    while len(values) < seconds * _TICKS:
        steps, aim = round(rng.uniform(shortest, longest) * _TICKS), rng.random()
        half = (aim - level) / 2
        values.extend(level + half - half * math.cos(math.pi * step / steps) for step in range(steps))
        level = aim
    return values[: seconds * _TICKS]


def _howl(noise: array[int], gusts: list[float]) -> list[float]:
    """Wind around the house: the stronger, the louder and higher."""
    heard: list[float] = []
    low = band = 0.0
    size = _LOW_RATE // _TICKS
    for tick, gust in enumerate(gusts):
        f = math.tau * (190 + 330 * gust) / _LOW_RATE
        loud = _WIND * (0.25 + gust * gust)
        # A state variable filter: a resonance whose pitch can change.
        for sample in noise[tick * size : (tick + 1) * size]:
            low += f * band
            band += f * (sample - low - 0.9 * band)
            heard.append(loud * band)
    return heard


def _swelling(rng: Random, levels: Iterable[float]) -> Iterator[float]:
    """Noise at the low rate, as loud as the level of each tick; to be filtered, as it changes in steps."""
    loud = [level for level in levels for _ in range(_LOW_RATE // _TICKS)]
    return map(mul, _white(rng, len(loud)), loud)


def rain(number: int, seconds: int = SEGMENT_SECONDS) -> array[int]:
    """A segment of rain as 16-bit samples, different for every number: a steady hiss, and drops that come in
    gusts. Its end blends into its beginning, so it can loop."""
    rng = Random(f"rain {number}")
    whole = seconds + SEAM_SECONDS
    drops = _drops(rng, RATE * whole, _swells(rng, whole, 1.0, 4.0))
    return _melted([*map(add, _hiss(_white(rng, RATE * whole)), drops)], RATE)


def wind(number: int, seconds: int = SEGMENT_SECONDS) -> array[int]:
    """A segment of what is below the rain, as 16-bit samples, different for every number: gusts of wind in
    which the rain roars, and a rumble. It can loop."""
    rng = Random(f"wind {number}")
    whole = seconds + SEAM_SECONDS
    gusts, rolls = _swells(rng, whole, 1.5, 4.0), _swells(rng, whole, 3.0, 9.0)
    howl = _howl(_white(rng, _LOW_RATE * whole), gusts)
    roar = _low_pass(_swelling(rng, (_ROAR * (0.4 + gust) for gust in gusts)), 900, _LOW_RATE)
    rumble = _swelling(rng, (_RUMBLE * (0.35 + 0.65 * roll) for roll in rolls))
    low = _low_pass(_low_pass(rumble, 60, _LOW_RATE), 120, _LOW_RATE)
    half = _melted([*map(add, map(add, howl, roar), low)], _LOW_RATE)
    samples = array("h", bytes(2 * RATE * seconds))
    samples[::2] = half
    samples[1::2] = array("h", ((one + other) // 2 for one, other in pairwise([*half, half[0]])))
    return samples


def _melted(samples: list[float], rate: int) -> array[int]:
    """The samples, SEAM_SECONDS shorter, as a loop: what would follow the end fades out over the beginning.
    The cross-fade has equal power, as the two are unrelated noise."""
    seam = rate * SEAM_SECONDS
    count, quarter = len(samples) - seam, math.pi / 2 / seam
    for i in range(seam):
        samples[i] = samples[i] * math.sin(i * quarter) + samples[count + i] * math.cos(i * quarter)
    whole = [*map(int, samples[:count])]
    # Hardly ever, and to ask each sample would take a sixth of the time.
    if max(whole) > _FULL or min(whole) < -_FULL:
        whole = [min(_FULL, max(-_FULL, sample)) for sample in whole]
    return array("h", whole)


def horn(*notes: tuple[float, float]) -> array[int]:
    """Notes of a horn, of these Hz and seconds, as 16-bit samples. Each swells, brightens and dies away."""
    heard: list[float] = []
    for pitch, seconds in notes:
        tone = [0.0] * round(RATE * seconds)
        for harmonic, part in ((1, 1.0), (2, 0.7), (3, 0.55), (4, 0.35), (5, 0.2), (6, 0.12)):
            for i in range(len(tone)):
                t = i / RATE
                # A blown horn starts a little flat; the higher a harmonic, the later and the shorter.
                turns = harmonic * pitch * (t - 0.004 * math.exp(-t / 0.05))
                swell = min(1.0, t / (0.04 + 0.02 * harmonic))
                swell *= math.sin(math.pi * t / seconds) ** (0.4 + 0.15 * harmonic)
                tone[i] += part * swell * math.sin(math.tau * turns)
        heard += tone
    return _loudest(heard, _HORN_PEAK)


def _loudest(samples: list[float], peak: float) -> array[int]:
    scale = peak * _FULL / max(max(samples), -min(samples))
    return array("h", (round(sample * scale) for sample in samples))


# Of each clap: when, in seconds; its strength; up to how many Hz it goes; the seconds in which it fades.
_CLAPS = (
    (0.10, 1.0, 4500, 0.10), (0.16, 0.8, 4500, 0.05), (0.27, 1.0, 4500, 0.14), (0.42, 0.7, 3000, 0.20),
    (0.75, 0.7, 1300, 0.30), (1.15, 0.6, 900, 0.35), (1.70, 0.6, 600, 0.40), (2.20, 0.5, 400, 0.50),
)  # fmt: skip


def thunder() -> array[int]:
    """Thunder over the hills, as 16-bit samples: a crack that tears, at frequencies that small loudspeakers
    play, and echoes, each duller than the last, which roll and die away."""
    rng = Random("thunder")
    count = RATE * THUNDER_SECONDS
    heard = [0.0] * count
    for at, size, cutoff, fade in _CLAPS:
        first = round(at * RATE)
        clap = [*_low_pass(_low_pass(_white(rng, count - first), cutoff), cutoff)]
        # Equally loud, however dull.
        size *= math.sqrt(3000 / cutoff) / 8000
        for i, (sample, deep) in enumerate(zip(clap, _low_pass(clap, 200), strict=True)):
            t = i / RATE
            heard[first + i] += size * (sample - 0.7 * deep) * min(1.0, t / 0.004) * math.exp(-t / fade)
    # Overdriven, as it is louder than its peaks may be; and it ends in silence.
    return _loudest(
        [math.tanh(one) * min(1.0, 2 * (1 - i / count)) for i, one in enumerate(heard)], _THUNDER_PEAK
    )


LAYERS: dict[str, Callable[..., array[int]]] = {"rain": rain, "wind": wind}
"""What makes a segment of each layer of the storm."""

SHORT: dict[str, Callable[[], array[int]]] = {
    "horn": partial(horn, (146.8, 1.0)),
    "thunder": thunder,
    "last-horn": partial(horn, (195.8, 0.55), (146.8, 1.25)),
}
"""The short sounds by their names."""

_STORM = {
    f"{layer}-{number:02}": partial(make, number)
    for number in range(SEGMENTS)
    for layer, make in LAYERS.items()
}

SOUNDS = {name: (SHORT | _STORM)[name] for name in ("horn", "rain-00", "wind-00", *SHORT, *_STORM)}
"""Every sound by its name, in the order in which they are needed."""


def file_name(name: str) -> str:
    return f"{name}-{VERSION}.wav"


def write(name: str, path: Path) -> None:
    """Generate the sound `name` and write it to `path`, completely or not at all. Raises KeyError for an
    unknown name and OSError if it cannot be written."""
    samples = SOUNDS[name]()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with wave.open(str(part), "wb") as wav:
            wav.setparams((1, 2, RATE, 0, "NONE", ""))
            wav.writeframes(samples.tobytes())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


if __name__ == "__main__":
    with contextlib.suppress(OSError):  # a sandbox may forbid it
        os.nice(10)
    write(sys.argv[1], Path(sys.argv[2]))
