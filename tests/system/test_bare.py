"""Both commands of the README, run by a plain user of a minimal Debian.

    make test-bare

Each Debian is made once, by debootstrap, and copied for each run. pip is configured as on this machine.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.memory import folder_on_disk
from tests.system.container import CACHE, ROOT, debootstrap, need, or_skipped

pytestmark = pytest.mark.bare

SUITES = ("bookworm", "trixie")
PACKAGES = "git,make,python3-venv"
"""The packages in the README."""

PLAYER = "player"
HOME = f"/home/{PLAYER}"
CHECKOUT = f"{HOME}/gm-appliance"

ENTER = """
root=$1; shift
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
for one in $BOUND; do mount --bind "$one" "$root$one"; done
exec chroot --userspec=USER:USER "$root" env --ignore-environment --chdir=CHECKOUT "$@"
""".replace("USER", PLAYER).replace("CHECKOUT", CHECKOUT)
"""Becomes the first process of a namespace, which ends with it."""

USUAL = {"HOME": HOME, "USER": PLAYER, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
"""A plain user's environment."""

DONE_WITHIN = 5400.0
SOON = 1200.0
"""Seconds for `make test`, and until `make play` prints its address."""


class Bare:
    """A Debian with a copy of this checkout in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copy("/etc/resolv.conf", root / "etc")
        subprocess.run(["chroot", str(root), "useradd", "--create-home", PLAYER], check=True)
        unkept = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
        shutil.copytree(ROOT, self.at(CHECKOUT), ignore=shutil.ignore_patterns(".git", *unkept))
        subprocess.run(["chroot", str(root), "chown", "-R", f"{PLAYER}:", CHECKOUT], check=True)
        self._pip = pip_settings()
        self._bound = [path for one in self._pip.values() for path in paths_in(one)]
        for path in self._bound:
            place = self.at(str(path))
            (place if path.is_dir() else place.parent).mkdir(parents=True, exist_ok=True)
            if path.is_file():
                place.touch()

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def start(self, command: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
        """Run a command in the checkout as the plain user; its output goes to `log`."""
        settings = [f"{name}={value}" for name, value in {**USUAL, **self._pip}.items()]
        apart = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", ENTER, "sh")
        with log.open("wb") as file:
            return subprocess.Popen(
                [*apart, str(self.root), *settings, *command],
                env={**os.environ, "BOUND": " ".join(map(str, self._bound))},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )


def pip_settings() -> dict[str, str]:
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True)
    settings = re.findall(r"^(?:global|install|:env:)\.([a-z-]+)='(.*)'$", listed.stdout, re.MULTILINE)
    return {f"PIP_{name.upper().replace('-', '_')}": value for name, value in settings}


def paths_in(value: str) -> list[Path]:
    """The files and folders in a pip setting."""
    words = (word.removeprefix("file://") for word in value.replace("\\n", " ").split())
    return [Path(word) for word in words if word.startswith("/") and Path(word).exists()]


@pytest.fixture(scope="module", params=SUITES)
def debian(request: pytest.FixtureRequest) -> Iterator[Bare]:
    with or_skipped("GM_REQUIRE_BARE"):
        need({"debootstrap": "debootstrap", "unshare": "util-linux"})
        pristine = CACHE / f"bare-{request.param}-1"
        if not pristine.exists():
            debootstrap(request.param, PACKAGES).rename(pristine)
    with folder_on_disk() as folder:
        root = Path(folder, request.param)
        subprocess.run(["cp", "--archive", "--reflink=auto", str(pristine), str(root)], check=True)
        yield Bare(root)


def until(pattern: str, log: Path, process: subprocess.Popen[bytes]) -> str:
    """Wait until the output matches; returns the first group."""
    deadline = time.monotonic() + SOON
    while not (found := re.search(pattern, text := log.read_text("utf-8", errors="replace"))):
        assert process.poll() is None, text
        assert time.monotonic() < deadline, text
        time.sleep(0.2)
    return found.group(1)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill it, and so everything in its namespace."""
    process.kill()
    process.wait()


def test_make_play_serves_the_table_and_says_how_to_get_sound(debian: Bare, tmp_path: Path) -> None:
    log = tmp_path / "play.log"
    process = debian.start(("make", "play", "ARGS=--no-browser --port=0"), log)
    try:
        address = until(r"The table is at (\S+)", log, process)
        with urlopen(address) as page:
            assert b"<canvas" in page.read()
        until(r"(The sound is missing: .*sudo apt install alsa-utils.*\n)", log, process)
        commands = {one: Path(f"/proc/{one}/cmdline").read_text() for one in descendants(process.pid)}
        (table,) = (one for one, command in commands.items() if "\0simulate\0" in command)
        os.kill(table, signal.SIGINT)  # Ctrl+C
        process.wait(60)
    finally:
        end(process)
    printed = log.read_text("utf-8", errors="replace")
    assert "Traceback" not in printed
    of_sound = [line for line in printed.splitlines() if re.search("ound|ALSA|dsp", line)]
    assert len(of_sound) == 1, of_sound


def descendants(pid: int) -> Iterator[int]:
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        yield child
        yield from descendants(child)


def test_make_test_passes_and_says_first_what_is_skipped_for_what(
    debian: Bare, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, start = tmp_path / "test.log", time.monotonic()
    process = debian.start(("make", "test"), log)
    try:
        code = process.wait(DONE_WITHIN)
    finally:
        end(process)
    printed = log.read_text("utf-8", errors="replace")
    assert code == 0, printed[-20_000:]
    lines = printed.splitlines()
    (told,) = (n for n, line in enumerate(lines) if "sudo apt install" in line and "SKIPPED" not in line)
    assert {"libatomic1", "alsa-utils", "chromium-headless-shell"} <= {*lines[told].split()}
    assert told < next(number for number, line in enumerate(lines) if "ruff check" in line)
    passed = int(re.findall(r"(\d+) passed", lines[-1])[0])
    assert passed > 4000
    minutes = (time.monotonic() - start) / 60
    with capsys.disabled():
        print(f"\n{debian.root.name}, in {minutes:.0f} minutes: {lines[-1].strip('= ')}")
