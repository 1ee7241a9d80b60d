"""What a spike on a pad's lead does to the hub's input, with the parts of docs/wiring.md."""

from math import exp

SUPPLY = 3.3
LOW, HIGH = 0.94, 2.36
"""Volts below which an input of a 74HC165 is low, and above which it is high."""

SERIES = 1000.0
"""Ohms from the lead to the input."""

STRAY = 20e-12
"""Farads that are always at an input: its own, and its clamp's."""

SPIKE = 1e-6
"""Seconds for which a spike drives the lead to the other level. Those of IEC 61000-4-4 last a twentieth."""

CAPACITOR = 22
"""Nanofarads at each input; 0 for none."""


def misread(levels: int, spikes: int, nanofarads: float = CAPACITOR) -> int:
    """How inputs read at the end of spikes, as masks. Levels between low and high are misread."""
    left = SUPPLY * exp(-SPIKE / (SERIES * (nanofarads * 1e-9 + STRAY)))
    falls, rises = left <= HIGH, SUPPLY - left >= LOW
    return levels ^ spikes & ((levels if falls else 0) | (~levels if rises else 0))
