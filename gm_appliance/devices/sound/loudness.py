"""How loud a sound is, after EBU R 128 (ITU-R BS.1770).

Written here because nothing small does it: libebur128 is not there without root, and pyloudnorm needs numpy
and scipy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

FULL = 32768.0  # the amplitude of full scale
SILENCE = -70.0  # LUFS, R 128's absolute gate: what is softer does not count

_BLOCK = 0.4  # seconds of a block, whose quarters are measured one by one
_ENOUGH = 11000  # Hz: a sound is measured on every nth sample, as long as that many remain
_RELATIVE_GATE = 10.0  # LU below the mean at which a block is a pause


def loudness(samples: Sequence[int], rate: int) -> float:
    """LUFS of a mono sound with 16 bits a sample, SILENCE at least. One that is shorter than a block of 400 ms
    counts as if silence followed."""
    step = max(1, rate // _ENOUGH)
    quarters = _quarters(samples[::step], rate / step)
    quarters += [0.0] * (4 - len(quarters))
    blocks = [sum(quarters[at : at + 4]) / 4 for at in range(len(quarters) - 3)]
    blocks = [one for one in blocks if _lufs(one) > SILENCE]
    gate = _lufs(_mean(blocks)) - _RELATIVE_GATE
    return _lufs(_mean([one for one in blocks if _lufs(one) > gate]))


def _lufs(power: float) -> float:
    return max(SILENCE, 10 * math.log10(power or 1e-12) - 0.691)


def _mean(powers: Sequence[float]) -> float:
    return sum(powers) / len(powers) if powers else 0.0


def _quarters(samples: Sequence[int], rate: float) -> list[float]:
    """The mean power of every 100 ms, K-weighted: a shelf of 4 dB for the head, and a high-pass.

    Dropping samples folds what is above half their rate, whose power stays, into bands of the same weight.
    """
    b0, b1, b2, a1, a2 = shelf(1682.0, 4.0, rate)
    k = math.tan(math.pi * 38.1 / rate)
    whole, c1, c2 = (1 + k) ** 2, 2 * (k - 1) / (k + 1), ((k - 1) / (k + 1)) ** 2
    size = rate * _BLOCK / 4
    s1 = s2 = t1 = t2 = 0.0
    found = []
    for quarter in range(round(len(samples) / size)):
        power = 0.0
        for x in samples[round(quarter * size) : round(quarter * size + size)]:
            y = b0 * x + s1
            s1 = b1 * x - a1 * y + s2
            s2 = b2 * x - a2 * y
            z = y + t1
            t1 = t2 - 2 * y - c1 * z
            t2 = y - c2 * z
            power += z * z
        found.append(power / size / (FULL * whole) ** 2)
    return found


def shelf(pitch: float, decibels: float, rate: float) -> tuple[float, float, float, float, float]:
    """A filter of second order (b0, b1, b2, a1, a2) that raises what is above `pitch` Hz."""
    k, high = math.tan(math.pi * pitch / rate), 10 ** (decibels / 20)
    bend, middle = math.sqrt(2) * k, math.sqrt(2 * high) * k
    whole = 1 + bend + k * k
    b0, b1, b2 = high + middle + k * k, 2 * (k * k - high), high - middle + k * k
    return b0 / whole, b1 / whole, b2 / whole, 2 * (k * k - 1) / whole, (1 - bend + k * k) / whole
