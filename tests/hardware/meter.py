"""A multimeter on a circuit without chips: resistors and Schottky diodes, by Newton's method.

It shares nothing with hardware/measurements.py but the netlist's parts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from hardware.netlist import Part, ends

SATURATION, SLOPE = 1.5e-8, 0.027
"""For a diode: 0.3 V at 1 mA, typical in the BAT85's data sheet."""
LEAK = 1e-12
"""Siemens from every net to the black lead, to keep any net from floating."""
DIODE_TEST, OHM_TEST = 1e-3, 1e-5
"""The meter's currents, in amperes."""
OVER = 2.0
"""Volts at which a diode test goes out of range."""


def ohms_of(value: str) -> float:
    match = re.fullmatch(r"([\d.]+) (k?)Ω", value)
    return float(match[1]) * (1000 if match[2] else 1) if match else math.inf


def reads(parts: Iterable[Part], red: str, black: str, *, diode: bool) -> float:
    """Volts of a diode test, or ohms, between two nets; infinity beyond the meter's range."""
    both = [(value, a, b) for value, a, b in ends(parts) if "Ω" in value or value == "BAT85"]
    nets = sorted({net for _, *pair in both for net in pair} | {red, black} - {black})
    nets = [net for net in nets if net != black]
    at = {net: index for index, net in enumerate(nets)}
    current = DIODE_TEST if diode else OHM_TEST
    volts = [0.0] * len(nets)
    for _ in range(300):
        step = _solved(*_equations(both, at, volts, red, current))
        furthest = max(map(abs, step))
        limit = min(1.0, 0.1 / furthest) if furthest else 1.0
        volts = [one + limit * change for one, change in zip(volts, step, strict=True)]
        if furthest < 1e-7:
            break
    shown = volts[at[red]]
    if diode:
        return shown if shown < OVER else math.inf
    return shown / current if shown / current < 1e6 else math.inf


def _equations(
    both: list[tuple[str, str, str]], at: dict[str, int], volts: list[float], red: str, current: float
) -> tuple[list[list[float]], list[float]]:
    """The derivatives of each net's current by each voltage, and the current missing from each net."""
    size = len(volts)
    matrix = [[LEAK * (row == column) for column in range(size)] for row in range(size)]
    missing = [-LEAK * one for one in volts]
    missing[at[red]] += current
    for value, a, b in both:
        across = (volts[at[a]] if a in at else 0.0) - (volts[at[b]] if b in at else 0.0)
        if value == "BAT85":
            grown = math.exp(min(across, 1.5) / SLOPE)
            flow, slope = SATURATION * (grown - 1), SATURATION * grown / SLOPE + LEAK
        else:
            slope = 1 / ohms_of(value)
            flow = slope * across
        for one, other, sign in ((a, b, 1), (b, a, -1)):
            if one in at:
                missing[at[one]] -= sign * flow
                matrix[at[one]][at[one]] += slope
                if other in at:
                    matrix[at[one]][at[other]] -= slope
    return matrix, missing


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve by Gaussian elimination with partial pivoting."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            if factor:
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[column], strict=True)]
    found = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - known) / rows[row][row]
    return found
