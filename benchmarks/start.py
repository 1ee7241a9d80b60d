"""From the start of the process to READY and to the first prompt, and the memory, against a pinball machine.

    python -m benchmarks.start [--rounds 9] [--quick]

Ours is the real command line on a panel of gpiozero's mock pins, a display on a bus that decodes what it is
sent, and SDL's silent device; the first picture on the bus is the first prompt. The peer is the Mission
Pinball Framework on its virtual platform, with as many switches and lights as the box and its pads have and
no game of its own, until its attract mode has started, in which a machine waits for players. It has neither
voice nor display, which are another program of that project. The two start in turn.

Everything that each keeps between starts is there.

The peer is installed once, into its own environment below ~/.cache/gm-appliance.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import idle

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gm-appliance"
PINS = HERE / "mpf.txt"
SOON = 120.0
"""Timeout of a start, in seconds."""

SETTLED = 5.0
"""Seconds after the first prompt until the memory is read."""

OURS = """
import os, socket, sys
from functools import partial
from gpiozero.pins.mock import MockFactory
from gm_appliance import cli
from gm_appliance.app import real_table
from tests.benches.decoded_bus import DecodedBus
def tell(picture):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto(b"PICTURE", os.environ["NOTIFY_SOCKET"])
real_table.run = partial(real_table.run, bus=DecodedBus(tell), pins=MockFactory)
sys.exit(cli.main(["run", "--state", sys.argv[1] + "/state", "--config", sys.argv[1] + "/box.toml"]))
"""

CONFIG = '[pads]\nport = "none"\n'

BUTTONS = ("up", "down", "ok", "back", "repeat")
PADS = range(1, 16)
STARTED = "[Mode.attract] Started"


class Start(NamedTuple):
    """seconds: from the start of the process until it was ready; prompt: until its first prompt.

    cpu: processor seconds until it was ready. memory: MB, its share of common pages included, once settled;
    peak: the most it ever had.
    """

    seconds: float
    prompt: float
    cpu: float
    memory: float
    peak: float


def machine() -> str:
    """The peer's configuration: the box's buttons, and pads with two switches and a light each."""
    thumbs = [f"pad_{number}_{thumb}" for number in PADS for thumb in ("up", "down")]
    switches = "".join(f"  {name}:\n    number: {name}\n" for name in (*BUTTONS, *thumbs))
    lights = "".join(f"  pad_{number}:\n    number: {number}\n    subtype: led\n" for number in PADS)
    playfield = "playfields:\n  playfield:\n    tags: default\n    default_source_device: None\n"
    return (
        "#config_version=6\nhardware:\n  platform: virtual\n"
        f"{playfield}switches:\n{switches}lights:\n{lights}"
    )


def peer() -> Path:
    """The Python of an environment with the peer installed. Raises CalledProcessError if that fails."""
    version = next(line.strip() for line in PINS.read_text().splitlines() if line.startswith("mpf=="))
    folder = CACHE / version.replace("==", "-")
    python = folder / "bin/python"
    if not (folder / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", PINS], check=True)
        (folder / "complete").touch()
    return python


def start_ours(folder: Path, bytecode: Path, settled: float) -> Start:
    """One start, with its state in `folder`."""
    (folder / "box.toml").write_text(CONFIG)
    address = folder / "notify"
    address.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(SOON)
        told.bind(str(address))
        quiet = {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": str(address)}
        command = [sys.executable, "-c", OURS, str(folder)]
        began = time.perf_counter()
        with subprocess.Popen(
            command,
            cwd=HERE.parent,
            env=_environment(bytecode, quiet),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                at: dict[str, float] = {}
                cpu = 0.0
                while not {"READY=1", "PICTURE"} <= at.keys():
                    what = told.recv(1000).decode()
                    at.setdefault(what, time.perf_counter() - began)
                    if what == "READY=1":
                        cpu = cpu_of(process.pid)
                time.sleep(settled)
                return Start(at["READY=1"], at["PICTURE"], cpu, *memory_of(process.pid))
            finally:
                process.kill()


def start_peer(python: Path, folder: Path, bytecode: Path, cache: Path, settled: float) -> Start:
    """One start of the peer. cache: the folder for its compiled configurations."""
    (folder / "config").mkdir(exist_ok=True)
    (folder / "config/config.yaml").write_text(machine())
    command = [str(python), "-m", "mpf", "game", str(folder), "-x", "-b", "-t"]
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        env=_environment(bytecode, {"TMPDIR": str(cache), "PYTHONUNBUFFERED": "1"}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        try:
            said = []
            for line in process.stdout:
                said.append(line)
                if STARTED in line:
                    break
            else:
                raise RuntimeError(f"the peer did not start: {''.join(said[-5:])}")
            seconds, cpu = time.perf_counter() - began, cpu_of(process.pid)
            time.sleep(settled)
            return Start(seconds, seconds, cpu, *memory_of(process.pid))
        finally:
            process.kill()


def _environment(bytecode: Path, more: Mapping[str, str]) -> dict[str, str]:
    kept = {name: one for name, one in os.environ.items() if not name.startswith(("PYTHON", "WATCHDOG"))}
    return {**kept, "PYTHONPYCACHEPREFIX": str(bytecode), **more}


def cpu_of(pid: int) -> float:
    """Processor seconds so far, of all threads."""
    tasks = (Path("/proc") / str(pid) / "task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def memory_of(pid: int) -> tuple[float, float]:
    """MB, its share of common pages included, and the most it ever had."""
    process = Path("/proc") / str(pid)
    most = (process / "status").read_text().split("\nVmHWM:")[1].split()[0]
    return idle.memory_of(process)[0].alone, int(most) / 1024


def measure(python: Path, rounds: int, settled: float) -> list[tuple[Start, Start]]:
    """Starts of both in turn. The first of each is not counted."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("box", "peer", "cache"):
            (folder / part).mkdir()
        for number in range(-1, rounds):
            once = settled if number == 0 else 0.0
            ours = start_ours(folder / "box", folder / "bytecode", once)
            theirs = start_peer(python, folder / "peer", folder / "bytecode", folder / "cache", once)
            if number >= 0:
                found.append((ours, theirs))
    return found


def report(starts: Sequence[tuple[Start, Start]]) -> str:
    """A line for each figure: medians over the rounds; the memory of a settled process."""
    lines = [f"{'':42}{'box':>9}{'MPF':>9}{'ratio':>8}"]

    def line(name: str, ours: float, theirs: float) -> None:
        lines.append(f"{name:42}{ours:9.2f}{theirs:9.2f}{ours / theirs:8.2f}")

    for name, what in (("to ready", "seconds"), ("to the first prompt", "prompt"), ("CPU to ready", "cpu")):
        box, peer = (statistics.median(getattr(one[at], what) for one in starts) for at in (0, 1))
        line(f"{name}, seconds", box, peer)
    ours, theirs = starts[0]
    line("memory in use alone, MB", ours.memory, theirs.memory)
    line("most memory ever, MB", ours.peak, theirs.peak)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="starts of each kind (9)")
    parser.add_argument("--quick", action="store_true", help="one: to see that it runs")
    asked = parser.parse_args()
    try:
        python = peer()
    except subprocess.CalledProcessError:
        print("The Mission Pinball Framework, the peer, could not be installed: see above.", file=sys.stderr)
        return 2
    print(report(measure(python, 1 if asked.quick else asked.rounds, 0.0 if asked.quick else SETTLED)))
    if os.geteuid() != 0:
        print(idle.AT_LEAST)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
