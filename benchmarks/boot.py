"""From power-on to the first prompt on an emulated Raspberry Pi 3B, against an older release.

    python -m benchmarks.boot [--before COMMIT] [--pi [--cores 1] [--rounds 1]]

Without --pi no machine is emulated: valgrind counts the instructions that the real command line takes up to
its first picture, on fake pins and a bus that decodes. Other programs' load has no effect on that. Waiting,
and a second processor, are not included; the welcome's process, separate in the older release, is.

With --pi the older release is installed into a Debian by its own installer, as `make test-boot` does it, and
booted in turn with the card of `make image`. The card's seconds include U-Boot; Debian's kernel is loaded by
QEMU itself. This needs what those need: root on Debian, QEMU, and the network the first time; with
GM_CARD=FILE an existing card is used. A boot takes minutes. While other programs run the seconds mean little.

Both have a single core. With more, the emulator gives each a tenth of a second in turn, and a core that waits
for the others, as the kernel does while it loads a driver, waits in a loop and uses up its turns.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from tests.boot import cards
from tests.boot.emulated_pi import CORES, PLAYS_WITHIN, TOOLS, command, device_tree, leave
from tests.boot.figures import Figures, figures
from tests.boot.guest import Guest
from tests.boot.roots import PI, disk, install, need, put_parts
from tests.boot.seen import marked
from tests.boot.table import Table
from tests.memory import folder_on_disk

ROOT = Path(__file__).parents[1]

BEFORE = "b01f4730"
"""The older release, whose start must be halved; its welcome was a separate process, before the service."""

OURS, WHOLE = 0.5, 0.45
"""The most that the card may take of the older release's share, and of its whole time."""

LGPIO = """
from gpiozero.pins import local
from tests.devices.fake_lgpio import Chip, module
globals().update({name: one for name, one in vars(module(Chip())).items() if name[0] != "_"})
local.get_pi_revision = lambda: 0xA02082
"""
"""The pins, for gpiozero as it is loaded on a Pi."""

FIRST_PICTURE = """
import os, sys
from functools import partial
from gm_appliance.app import real_table
try:
    from tests.benches.decoded_bus import DecodedBus
except ImportError:
    from gm_appliance.simulator.decoded_bus import DecodedBus
def drawn(picture):
    os.write(1, "\\n".join(sys.modules).encode())
    os._exit(0)
real_table.run = partial(real_table.run, bus=DecodedBus(drawn))
sys.argv = ["gm-appliance", "run", "--state", sys.argv[1], "--config", sys.argv[1] + "/box.toml"]
os.environ["NOTIFY_SOCKET"] = sys.argv[3] + "/nobody-listens"
try:
    from gm_appliance.start import main
except ImportError:
    from gm_appliance.cli import main
sys.exit(main())
"""

"""Exits at the first picture, printing the modules loaded by then."""

WELCOME = "from gm_appliance.install import welcome; welcome.main()"

QUIET = {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy", "PATH": os.environ.get("PATH", "")}

COUNTED = re.compile(r"Collected : (\d+)")


def started(tree: Path, folder: Path, code: str, *valgrind: str) -> subprocess.CompletedProcess[str]:
    """Run this checkout up to its first prompt's picture, with its own folder."""
    (folder / "lgpio.py").write_text(LGPIO)
    (folder / "box.toml").write_text('[pads]\nport = "none"\n')
    path = os.pathsep.join((str(folder), str(tree), sysconfig.get_path("purelib")))
    surroundings = {"PYTHONPATH": path, "PYTHONPYCACHEPREFIX": str(folder / "cache"), **QUIET}
    python = [*valgrind, sys.executable, "-S", "-c", code, str(folder)]
    with subprocess.Popen(
        python,
        cwd=tree,
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        said = process.communicate()
        # Its child processes, such as a speech engine, would still write into the folder.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(python, process.returncode, *said)


def work(tree: Path, folder: Path) -> float:
    """Millions of instructions up to the first prompt's picture; 0 if they cannot be counted."""
    # The welcome is a separate process in older releases.
    codes = [FIRST_PICTURE] if (tree / "gm_appliance/start.py").exists() else [WELCOME, FIRST_PICTURE]
    millions = 0.0
    for code in codes:
        started(tree, folder, code)  # writes the bytecode
        if shutil.which("valgrind"):
            command = ("valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}")
            found = COUNTED.search(started(tree, folder, code, *command).stderr)
            millions += int(found[1]) / 1e6 if found else 0.0
    return millions


def exported(commit: str, folder: Path) -> Path:
    """The files of a commit. Raises CalledProcessError if this clone does not have it."""
    tree = folder / "tree"
    tree.mkdir()
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "--extract", "--directory", str(tree)], input=packed.stdout, check=True)
    subprocess.run([sys.executable, "-m", "requirements.compiled"], cwd=tree, check=True)
    return tree


def booted(tree: Path, folder: Path, cores: int) -> Callable[[], Figures]:
    """A function that boots a Pi with a checkout's release in Debian, and returns the times of the boot."""
    root = install(PI, folder, tree)
    put_parts(PI, root, "/dev/ttyS1")
    made, devices = disk(root), device_tree(root)
    leave(devices, cores)

    def boot() -> Figures:
        with tempfile.TemporaryDirectory() as lines, closing(Guest(Path(lines))) as guest:
            guest.power_on(command(guest, made, devices), within=60.0)
            return seen(guest, PLAYS_WITHIN)

    return boot


def carded(folder: Path, cores: int) -> Callable[[], Figures]:
    """A function that boots a Pi with this checkout's card, as at its first start."""
    card = cards.handed(cards.blank(cards.make(folder), folder), folder, pins=False)
    leave(card.tree, cores)

    def boot() -> Figures:
        disk = card.copy(folder / "booted.img")
        with (
            tempfile.TemporaryDirectory() as lines,
            closing(cards.power_on(card, disk, Path(lines))) as guest,
        ):
            return seen(guest, cards.WITHIN)

    return boot


def seen(guest: Guest, within: float) -> Figures:
    """The times on the way to the first prompt. Raises TimeoutError if it does not come `within` seconds."""
    guest.await_hands(within)
    table, worked = Table(guest), guest.worked()
    table.shows(lambda glass: marked(glass) is not None, within=within)
    return figures(guest, table.shown(), worked)


def report(found: Mapping[str, list[Figures]]) -> str:
    """A line for each figure: the medians, and their ratio to the older release."""
    lines = [f"{'seconds, emulated Pi 3B':42}" + "".join(f"{which:>9}{'ratio':>7}" for which in found)]
    rows: tuple[tuple[str, Callable[[Figures], float]], ...] = (
        ("power-on to the kernel's beginning", lambda one: one.kernel),
        ("power-on to the start of the unit", lambda one: one.unit),
        ("from there to the first picture", lambda one: one.welcome - one.unit),
        (f"from there to the first prompt (≤ {OURS})", lambda one: one.prompt - one.unit),
        (f"power-on to the first prompt (≤ {WHOLE})", lambda one: one.prompt),
        ("the emulator's processor, until about then", lambda one: one.worked),
    )
    for name, of in rows:
        medians = [statistics.median(map(of, one)) for one in found.values()]
        lines.append(f"{name:42}" + "".join(f"{one:9.1f}{one / medians[0]:7.2f}" for one in medians))
    return "\n".join(lines)


def compare_work(commit: str, folder: Path) -> int:
    """Print the instruction counts of both releases. Returns the exit code."""
    millions = []
    for which in ("before", "now"):
        own = folder / which
        own.mkdir()
        try:
            millions.append(work(exported(commit, own) if which == "before" else ROOT, own))
        except subprocess.CalledProcessError as error:
            print(f"The release before, {commit}, is not in this clone: {error.stderr}", file=sys.stderr)
            return 2
    was, is_ = millions
    if not was or not is_:
        print("Nothing could be counted: is valgrind installed? apt install valgrind", file=sys.stderr)
        return 2
    print(f"millions of instructions to the first prompt: before {was:.0f}, now {is_:.0f}, {is_ / was:.2f}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--before", default=BEFORE, help=f"the commit to compare with ({BEFORE})")
    parser.add_argument("--rounds", type=int, default=1, help="boots of each (1)")
    parser.add_argument("--pi", action="store_true", help="boot an emulated Pi with each")
    parser.add_argument("--cores", type=int, choices=range(1, CORES + 1), default=1, help="of the Pi (1)")
    asked = parser.parse_args()
    with folder_on_disk() as name:
        if not asked.pi:
            return compare_work(asked.before, Path(name))
        need(TOOLS)
        folder, card = Path(name, "before"), Path(name, "card")
        folder.mkdir()
        card.mkdir()
        boots = {
            "before": booted(exported(asked.before, folder), folder, asked.cores),
            "card": carded(card, asked.cores),
        }
        found: dict[str, list[Figures]] = {which: [] for which in boots}
        for _ in range(asked.rounds):
            for which, boot in boots.items():
                found[which].append(boot())
                print(f"{which}:\n{found[which][-1].told()}", flush=True)
    print(report(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
