"""The box while nobody presses anything: CPU, wake-ups and memory, with everything on.

The real daemon runs in its own process: the panel on gpiozero's mock pins, the display driver on a bus that
decodes what it is sent, voice and storm on SDL's silent device. It is left at the open menu until everything
is rendered and the sound card is at rest, and is then watched. In the same run, another process imports the
same libraries and waits: anything above its figures is ours.

    python benchmarks/idle.py [--seconds 30] [--quick]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")

OURS = """
import sys
from pathlib import Path
from gpiozero.pins.mock import MockFactory
from gm_appliance.app.real_table import run
from gm_appliance.config import parse
from tests.benches.decoded_bus import DecodedBus
factory = MockFactory()
config = parse(b'[pads]\\nport = "none"\\n', "benchmark")
run(config, Path(sys.argv[1]), "en", bus=DecodedBus(), pins=lambda: factory)
"""

PEER = """
import threading
import gpiozero, luma.core.render, luma.oled.device, pygame
threading.Event().wait()
"""


class Memory(NamedTuple):
    """MB. own: used by no other process. alone: including its share of common pages. resident: everything."""

    own: float
    alone: float
    resident: float


AT_LEAST = "The memory is at least that: only root may count all pages of such a process."
"""Shown if the kernel refuses, as it does for anybody but root once the box has closed its memory."""


def memory_of(process: Path) -> tuple[Memory, bool]:
    """A process's memory, from its folder in /proc; and whether the figures are exact.

    The box hides its pages (`app/privacy.py`). For anybody but root, `own` and `alone` are its anonymous
    memory, without some MB of files.
    """
    try:
        pages = _megabytes(process / "smaps_rollup")
    except PermissionError:
        pages = _megabytes(process / "status")
        return Memory(pages["RssAnon"], pages["RssAnon"], pages["VmRSS"]), False
    return Memory(pages["Private_Clean"] + pages["Private_Dirty"], pages["Pss"], pages["Rss"]), True


def _megabytes(file: Path) -> dict[str, float]:
    lines = (line.partition(":") for line in file.read_text().splitlines() if line.endswith(" kB"))
    return {name: int(size.split()[0]) / 1024 for name, _colon, size in lines}


def usage(pid: int) -> tuple[float, int, float]:
    """Seconds of CPU so far, how often threads were woken, and MB with its share of common pages."""
    process = Path("/proc") / str(pid)
    cpu, wakes = 0, 0
    for task in (process / "task").iterdir():
        fields = (task / "stat").read_text().rpartition(")")[2].split()
        cpu += int(fields[11]) + int(fields[12])
        status = (task / "status").read_text()
        wakes += int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
    return cpu / TICK, wakes, memory_of(process)[0].alone


def watched(pid: int, settle: float, seconds: float) -> tuple[float, float, float]:
    """Percent of a core, wake-ups per second, and MB, after `settle` seconds."""
    time.sleep(settle)
    cpu, wakes, _memory = usage(pid)
    time.sleep(seconds)
    cpu_after, wakes_after, memory = usage(pid)
    return 100 * (cpu_after - cpu) / seconds, (wakes_after - wakes) / seconds, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="watch for so long (30)")
    parser.add_argument("--quick", action="store_true", help="a few seconds: to see that it runs")
    asked = parser.parse_args()
    seconds, settle = (2.0, 4.0) if asked.quick else (asked.seconds, 150.0)
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as folder:
        started = [
            subprocess.Popen([sys.executable, "-c", code, folder], env=environment, stderr=subprocess.DEVNULL)
            for code in (OURS, PEER)
        ]
        try:
            box, libraries = started
            rows = [watched(box.pid, settle, seconds), watched(libraries.pid, 1.0, seconds)]
        finally:
            for process in started:
                process.kill()
                process.wait()
    names = ("percent of a core (goal < 0.5)", "wake-ups a second", "MB of memory (goal < 60)")
    print(f"{'':34}{'box':>9}{'libraries':>11}{'ratio':>8}")
    for name, ours, peer in zip(names, *rows, strict=True):
        ratio = f"{ours / peer:8.2f}" if peer else f"{'-':>8}"
        print(f"{name:34}{ours:9.2f}{peer:11.2f}{ratio}")


if __name__ == "__main__":
    main()
