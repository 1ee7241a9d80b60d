"""How long the hub's interrupt takes, and what that is on a Pico: an estimate, and its method.

    python -m benchmarks.scan

The interrupt's own code runs under MicroPython's unix port, beside the loop that benchmarks of pins run:
set a pin, clear it, count. That loop was measured on a Pico at 125 MHz: 31 µs a turn (R. Longbottom,
"Raspberry Pi Pico … Beginners Bit Banging Benchmarks"). A scan takes so many turns of it; to these the 32
bits are added that the SPI sends at 1 MHz. Pins and SPI are stand-ins that do nothing, written in Python
on both sides: on a Pico they are faster, and a turn calls as many of them as a scan. So the estimate is
good to a factor of two. What it really is, `gm-appliance hub info` says of the hub itself.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

TURN = 31.0
"""Microseconds of one turn on a Pico."""

WIRE = 32.0
"""Microseconds of a scan on the wire."""

BUDGET = 2000.0
"""Microseconds between two scans."""

ROUNDS = 9

MACHINE = """
class Pin:
    IN = OUT = PULL_UP = 1
    def __init__(self, *a, **k): pass
    def value(self, level=0): pass

class SPI:
    MSB = 0
    def __init__(self, *a, **k): pass
    def write_readinto(self, out, into): pass

class Timer:
    PERIODIC = 1
"""

SCRIPT = """
import gc
from time import ticks_diff, ticks_us
from machine import Pin
from firmware.chain import Chain
from firmware.scanner import Scanner
from firmware.switches import Switches

scanner, pin, turns = Scanner(), Pin(1), 20000
gc.collect()

start = ticks_us()
for _ in range(turns):
    scanner._scan(None)
    scanner._first = scanner._free
scans = ticks_diff(ticks_us(), start)

chain, switches = Chain(), Switches()
for now in range(10):
    switches.sample(0, now)
start = ticks_us()
for now in range(turns):
    closed, doubted = chain.judge(0xFFFF, 0xBFFF)
    switches.sample(closed, now, doubted)
looks = ticks_diff(ticks_us(), start)

start = ticks_us()
count = 0
while count < turns:
    pin.value(1)
    pin.value(0)
    count += 1
print(scans / turns, looks / turns, ticks_diff(ticks_us(), start) / turns)
"""


def measured() -> tuple[float, float, float]:
    """Microseconds here: of a scan, of looking at a sample in which nothing changed, of a turn."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "machine.py").write_text(MACHINE)
        (Path(folder) / "script.py").write_text(SCRIPT)
        run = "import sys; from micropython_unix import run_main; run_main(['micropython', sys.argv[1]])"
        done = subprocess.run(
            [sys.executable, "-c", run, f"{folder}/script.py"],
            env={"MICROPYPATH": f"{folder}:{ROOT}:.frozen"},
            capture_output=True,
            text=True,
            check=True,
        )
    scan, look, turn = map(float, done.stdout.split())
    return scan, look, turn


def main() -> None:
    runs = [measured() for _ in range(ROUNDS)]
    scan = statistics.median(scan / turn for scan, _, turn in runs)
    look = statistics.median(look / turn for _, look, turn in runs)
    for what, turns, wire in (("scan, in the interrupt", scan, WIRE), ("sample, looked at later", look, 0.0)):
        estimate = turns * TURN + wire
        share = 100 * estimate / BUDGET
        print(f"a {what:24} {turns:4.1f} turns of the pin loop")
        print(f"  on a Pico, about       {estimate:4.0f} µs, {share:.0f} % of the time between scans")


if __name__ == "__main__":
    main()
