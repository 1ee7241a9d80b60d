"""The effect of a spike on a pad's lead on the hub's input, with the parts of docs/wiring.md."""

from math import exp

SUPPLY = 3.3
LOW, HIGH = 0.94, 2.36  # volts: a 74HC165 reads an input as low below the first, and as high above the second
SERIES = 1000.0  # ohms from the lead to the input
STRAY = 20e-12  # farads always present at an input: its own and its clamp's

SPIKE = 1e-6
"""Seconds for which a spike holds the lead at the other level, twenty times as long as in IEC 61000-4-4."""

CAPACITOR = 22  # nanofarads at each input; 0 for none


def misread(levels: int, spikes: int, nanofarads: float = CAPACITOR) -> int:
    """The inputs as read at the end of the spikes; all arguments are masks. A level between low and high is
    misread."""
    left = SUPPLY * exp(-SPIKE / (SERIES * (nanofarads * 1e-9 + STRAY)))
    falls, rises = left <= HIGH, SUPPLY - left >= LOW
    return levels ^ spikes & ((levels if falls else 0) | (~levels if rises else 0))
