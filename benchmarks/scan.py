"""How long the hub's interrupt takes here, and an estimate for a Pico.

    python -m benchmarks.scan

The interrupt's own code runs under MicroPython's unix port, beside the loop of published benchmarks of pins:
set a pin, clear it, count. That loop was measured on a Pico at 125 MHz: 31 µs a turn (R. Longbottom,
"Raspberry Pi Pico … Beginners Bit Banging Benchmarks"). A scan takes as long as some number of turns, plus
the time in which the SPI sends 32 bits at 1 MHz. Pins and SPI are stand-ins that do nothing, written in
Python on both sides: on a Pico they are faster, and a turn calls as many of them as a scan. The estimate is
good to a factor of two. For the real figure ask a hub: `gm-appliance hub info`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from gm_appliance.devices.pads.flashing import compiled, firmware_files

ROOT = Path(__file__).parent.parent

TURN = 31.0
"""Microseconds of one turn of the loop on a Pico."""

WIRE = 32.0
"""Microseconds of a scan on the wire."""

BASELINE = 32.0
"""Milliseconds in which a contact may bounce and a sample waits."""

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
from firmware.reading import Reading
from firmware.scanner import Scanner

scanner, pin, turns = Scanner(), Pin(1), 20000
gc.collect()

start = ticks_us()
for _ in range(turns):
    scanner._scan(None)
    scanner._first = scanner._free
scans = ticks_diff(ticks_us(), start)

reading = Reading()
for now in range(60):
    reading.take(0xFFFF, 0xBFFF, now)
start = ticks_us()
for now in range(turns):
    reading.take(0xFFFF, 0xBFFF, now)
looks = ticks_diff(ticks_us(), start)

start = ticks_us()
count = 0
while count < turns:
    pin.value(1)
    pin.value(0)
    count += 1
print(scans / turns, looks / turns, ticks_diff(ticks_us(), start) / turns)
"""


START = """
from time import ticks_diff, ticks_us
start = ticks_us()
import firmware.hub
hub = firmware.hub.Hub()
print(ticks_diff(ticks_us(), start))
"""


def started(firmware: Path) -> float:
    """Microseconds on this machine from the first import until the hub is set up."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "machine.py").write_text(MACHINE)
        (Path(folder) / "script.py").write_text(START)
        return float(run(f"{folder}/script.py", f"{folder}:{firmware}:.frozen"))


def run(script: str, path: str) -> str:
    """The output of a script under MicroPython with this module path."""
    code = "import sys; from micropython_unix import run_main; run_main(['micropython', sys.argv[1]])"
    command = [sys.executable, "-c", code, script]
    done = subprocess.run(command, env={"MICROPYPATH": path}, capture_output=True, text=True, check=True)
    return done.stdout


def measured() -> tuple[float, float, float]:
    """Microseconds on this machine: a scan, handling an unchanged sample, a turn of the loop."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "machine.py").write_text(MACHINE)
        (Path(folder) / "script.py").write_text(SCRIPT)
        printed = run(f"{folder}/script.py", f"{folder}:{ROOT}:.frozen")
    scan, look, turn = map(float, printed.split())
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
    turn = statistics.median(turn for _, _, turn in runs)
    with tempfile.TemporaryDirectory() as folder:
        compiled(firmware_files(), Path(folder))
        for what, home in (("from its sources", ROOT), ("compiled", Path(folder))):
            turns = statistics.median(started(home) for _ in range(ROUNDS)) / turn
            print(
                f"the start {what}: on a Pico, about {turns * TURN / 1000:.0f} ms, "
                f"and {BASELINE:.0f} ms of a baseline"
            )


if __name__ == "__main__":
    main()
