"""Makes a release that needs no network, with everything a Pi would otherwise download.

    make bundle          writes dist/gm-appliance-VERSION.tar

For 64-bit Raspberry Pi OS, Bookworm and Trixie. Its `install.sh` uses the wheels in it, and Debian's packages
in the folder `packages`, if there are any. See docs/install.md.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gm_appliance import __version__
from gm_appliance.install.building import CARRIED, PACKAGES, WHEELS
from gm_appliance.install.releases import name_of
from requirements import lock

ROOT = lock.HERE.parent
PYTHONS = ("3.11", "3.13")
DOWNLOAD = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")


def needed(python: str, machine: str) -> Iterator[str]:
    """The packages for a Python and machine, as lines of a requirements file."""
    for pin, hashes in (lock.locked_in("appliance") | lock.locked_in("bundle")).items():
        if lock.holds(pin, python, machine):
            yield " ".join((pin.split(";")[0].strip(), *hashes))


def fetch(folder: Path, machine: str) -> None:
    """Download all wheels for this kind of machine. Raises SystemExit after pip's own message."""
    for python in PYTHONS:
        platforms = [part for glibc in lock.GLIBC for part in ("--platform", f"{glibc}_{machine}")]
        target = ("--only-binary=:all:", "--python-version", python, *platforms, "--dest", str(folder))
        with lock.requirements_file(needed(python, machine)) as file:
            asked = ("--require-hashes", "--requirement", file)
            ended = subprocess.run([*DOWNLOAD, *target, *asked]).returncode
        if ended:
            raise SystemExit(
                f"Not everything for Python {python} on {machine} could be fetched; pip says why, above."
            )


def carry(folder: Path) -> None:
    """Copy the release, and build its wheel beside the others."""
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for one in (*CARRIED, "install.sh"):
        here = ROOT / one
        if here.is_dir():
            shutil.copytree(here, folder / one, ignore=without)
        else:
            shutil.copy2(here, folder / one)
    (folder / PACKAGES).mkdir()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--no-index"]
    with tempfile.TemporaryDirectory() as build:
        # In a copy, as setuptools leaves folders behind.
        source = shutil.copytree(folder, Path(build) / "source")
        subprocess.run([*command, "--wheel-dir", str(folder / WHEELS), str(source)], check=True)
    # The installer refuses wheels that are not pinned.
    (wheel,) = (folder / WHEELS).iterdir()
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    (folder / "requirements/own.txt").write_text(f"gm-appliance=={__version__} --hash=sha256:{digest}\n")


def same(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whoever packs it, and when: files have the time of SOURCE_DATE_EPOCH, or their own."""
    member.uid = member.gid = 0
    member.uname = member.gname = "root"
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    member.mtime = int(os.environ.get("SOURCE_DATE_EPOCH") or member.mtime)
    return member


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--machine", choices=("aarch64", "x86_64"), default="aarch64", help="64-bit Pi, or PC"
    )
    machine = parser.parse_args().machine
    name = f"gm-appliance-{name_of(ROOT)}"
    file = ROOT / "dist" / (f"{name}.tar" if machine == "aarch64" else f"{name}-{machine}.tar")
    file.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / name
        folder.mkdir()
        carry(folder)
        fetch(folder / WHEELS, machine)
        with tarfile.open(file, "w") as tar:
            tar.add(folder, name, filter=same)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
