"""Makes the renderings of all engines alike: one loudness, clear consonants, and little silence around them.

Loudness is measured after EBU R 128 (ITU-R BS.1770). There is no library for it that is small and always
there: libebur128 needs root to install, pyebur128 is no longer kept, pyloudnorm brings numpy and scipy.
"""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Sequence
from itertools import pairwise
from operator import mul
from pathlib import Path

VERSION = 1  # raise it whenever renderings change: older ones in the cache are not used then

LOUDNESS = -19.0  # LUFS of every rendering: espeak-ng's own are at -24 to -19
LEAD, TAIL = 0.03, 0.17
"""Seconds of silence before and behind a sentence: 0.2 s between two are the shortest pause heard as one."""

FULL = 32768.0  # the amplitude of full scale
SILENCE = -70.0  # LUFS, R 128's absolute gate: what is softer does not count

_INAUDIBLE = 0.005  # mean of 10 ms over the loudest sample: Pico's silence contains faint clicks
_KNEE, _CEILING = 0.7, 0.97  # of full scale: what exceeds the first is compressed to stay below the second

_BLOCK = 0.4  # seconds of a block, whose quarters are measured one by one
_ENOUGH = 11_000  # Hz: only every nth sample is measured, as long as so many remain
_RELATIVE_GATE = 10.0  # LU below the mean at which a block is a pause

# Voices duller than espeak-ng's get a shelf, steep enough to be understood in the storm.
_BRIGHT, _SLOPE = 3.0, 1.3
_TREBLE, _STEEPEST = 1200.0, 18.0  # Hz and dB


def finish(wav: Path) -> float:
    """Trim, brighten and level a rendering in its file, which becomes mono; returns its length in seconds.

    Silence and files with other than 16 bits a sample are left as they are. Raises OSError.
    """
    with wave.open(str(wav), "rb") as read:
        channels, width, rate, count, *_packing = read.getparams()
        samples = array("h", read.readframes(count) if width == 2 else b"")
    if channels > 1:
        sides = (samples[side::channels] for side in range(channels))
        samples = array("h", (sum(one) // channels for one in zip(*sides, strict=False)))
    if not any(samples):
        return count / rate
    samples = finished(samples, rate)
    with wave.open(str(wav), "wb") as written:
        written.setparams((1, 2, rate, 0, "NONE", ""))
        written.writeframes(samples)
    return len(samples) / rate


def finished(samples: array[int], rate: int) -> array[int]:
    """A mono sound that is not silent, trimmed, brightened and levelled."""
    samples = trimmed(samples, rate)
    missing = min(_STEEPEST, _SLOPE * (_BRIGHT - _brightness(samples, rate)))
    sound = samples if missing < 1.0 else _filtered(samples, shelf(_TREBLE, missing, rate))
    gain = 10 ** ((LOUDNESS - loudness(sound, rate)) / 20)
    made = _amplified(sound, gain)
    if gain * max(max(sound), -min(sound)) > FULL:  # what was limited lacks loudness
        made = _amplified(sound, gain * 10 ** ((LOUDNESS - loudness(made, rate)) / 20))
    return made


def _amplified(samples: Sequence[float], gain: float) -> array[int]:
    knee = _KNEE * FULL
    return array("h", [int(y) if -knee < (y := gain * one) < knee else _limited(y) for one in samples])


def trimmed(samples: array[int], rate: int) -> array[int]:
    """The sound with LEAD before its first audible sample, if it has that, and TAIL behind its last. A mere
    click is left as it is."""
    window = max(1, rate // 100)
    quiet = _INAUDIBLE * max(max(samples), -min(samples)) * window
    starts = range(0, len(samples), window)
    heard = [at for at in starts if sum(map(abs, samples[at : at + window])) > quiet]
    if not heard:
        return samples
    end = heard[-1] + window + round(TAIL * rate)
    # Some engines stop at once.
    silence = array("h", bytes(2 * max(0, end - len(samples))))
    return samples[max(0, heard[0] - round(LEAD * rate)) : end] + silence


def loudness(samples: Sequence[float], rate: int) -> float:
    """LUFS of a mono sound with 16 bits a sample, SILENCE at least. One shorter than a block of 400 ms counts
    as if silence followed."""
    step = max(1, rate // _ENOUGH)
    quarters = _quarters(samples[::step], rate / step)
    quarters += [0.0] * (4 - len(quarters))
    blocks = [sum(quarters[at : at + 4]) / 4 for at in range(len(quarters) - 3)]
    blocks = [one for one in blocks if _lufs(one) > SILENCE]
    gate = _lufs(*blocks) - _RELATIVE_GATE
    return _lufs(*(one for one in blocks if _lufs(one) > gate))


def _lufs(*powers: float) -> float:
    return max(SILENCE, 10 * math.log10(sum(powers) / max(1, len(powers)) or 1e-12) - 0.691)


def _quarters(samples: Sequence[float], rate: float) -> list[float]:
    """The mean power of every 100 ms, K-weighted: a shelf of 4 dB for the head, and a high-pass.

    Dropping samples folds what is above half their rate, whose power stays, into bands of the same weight.
    """
    k = math.tan(math.pi * 38.1 / rate)
    bend, size = (k - 1) / (k + 1), rate * _BLOCK / 4
    heard = _filtered(_filtered(samples, shelf(1682.0, 4.0, rate)), (1, -2, 1, 2 * bend, bend * bend))
    edges = [round(quarter * size) for quarter in range(round(len(samples) / size) + 1)]
    powers = (sum(map(mul, heard[at:end], heard[at:end])) for at, end in pairwise(edges))
    return [power / size / (FULL * (1 + k) ** 2) ** 2 for power in powers]


def shelf(pitch: float, decibels: float, rate: float) -> tuple[float, float, float, float, float]:
    """A filter of second order (b0, b1, b2, a1, a2) that raises what is above `pitch` Hz."""
    k, high = math.tan(math.pi * pitch / rate), 10 ** (decibels / 20)
    bend, middle = math.sqrt(2) * k, math.sqrt(2 * high) * k
    whole = 1 + bend + k * k
    b0, b1, b2 = high + middle + k * k, 2 * (k * k - high), high - middle + k * k
    return b0 / whole, b1 / whole, b2 / whole, 2 * (k * k - 1) / whole, (1 - bend + k * k) / whole


def _filtered(samples: Sequence[float], by: tuple[float, float, float, float, float]) -> list[float]:
    b0, b1, b2, a1, a2 = by
    s1 = s2 = 0.0
    found = []
    for x in samples:
        y = b0 * x + s1
        s1 = b1 * x - a1 * y + s2
        s2 = b2 * x - a2 * y
        found.append(y)
    return found


def _brightness(samples: Sequence[int], rate: int) -> float:
    """dB by which what is around 2.7 kHz exceeds the whole: espeak-ng has about 3, Pico -14 to -8."""
    apart = max(1, round(rate / 5500))
    triples = list(zip(samples[::7], samples[apart::7], samples[2 * apart :: 7], strict=False))
    bent, whole = sum((x - 2 * y + z) ** 2 for x, y, z in triples), sum(y * y for _x, y, _z in triples)
    return 10 * math.log10((bent or 1) / (whole or 1))


def _limited(sample: float) -> int:
    """A sample beyond the knee, bent smoothly towards the ceiling."""
    room = (_CEILING - _KNEE) * FULL
    beyond = room * math.tanh((abs(sample) - _KNEE * FULL) / room)
    return int(math.copysign(_KNEE * FULL + beyond, sample))
