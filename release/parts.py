"""The parts of a release: what each is for, what makes it, and what to do where that is not possible."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gm_appliance.install.building import CARRIED
from image.system import NotMade, run

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
BUILDS = (*CARRIED, "install.sh", "requirements")
ESCAPES = re.compile(r"\x1b\[[\d;]*m")


class Part(NamedTuple):
    target: str
    """Of the Makefile; empty if the files are in the project."""

    files: tuple[str, ...]
    """Patterns of what it leaves in `dist`, or of the project's own; ``{name}`` is the release."""

    what: str
    sources: tuple[str, ...]
    """What it is made from: a file in `dist` that is older is made again."""

    without: str = ""
    """How to get it on another machine."""

    prefix: str = ""
    """Of its names in the release."""


PARTS = (
    Part(
        "image",
        ("{name}.img.xz", "{name}.raucb", "{name}.debian.tar"),
        "the card for a Raspberry Pi, to write with Raspberry Pi Imager; its update (.raucb)",
        (*BUILDS, "image"),
        "As root on Debian, with the key that signs updates (docs/developers/releasing.md), run make image.",
    ),
    Part(
        "bundle",
        ("{name}.tar",),
        "for a Raspberry Pi that runs Raspberry Pi OS, also without a network: unpack it, sudo ./install.sh",
        BUILDS,
        "With the internet, run make bundle.",
    ),
    Part(
        "source",
        ("{name}-source.tar.gz",),
        "the source; for a laptop: unpack it, make play ARGS=--phones",
        (".",),
        "In a checkout by git, run make source.",
    ),
    Part(
        "uf2",
        ("hub-pico.uf2", "hub-pico-2.uf2"),
        "the seat hub's program, to drag onto a Raspberry Pi Pico or Pico W, or a Pico 2 or 2 W: {drag}",
        ("firmware", "hardware/uf2.py", "hardware/micropython.txt", "gm_appliance/devices/pads/flashing.py"),
        "Run make uf2.",
    ),
    Part(
        "board",
        ("hub.zip",),
        "the seat hub's board, for a maker of boards: Gerber and drill files",
        ("hardware/kicad",),
        "With KiCad (apt install kicad), run make board.",
    ),
    Part(
        "",
        ("hardware/case/*.stl",),
        "the cases, to print",
        (),
        prefix="case-",
    ),
    Part(
        "pages",
        tuple(f"page-{language}.pdf" for language in ("de", "en", "fr", "it", "nl")),
        "a page to print for the table, in each language",
        ("docs/printed", "gm_appliance", "docs/drawings"),
        "With Chromium (apt install chromium-headless-shell), run make pages.",
    ),
)


def changed(sources: Sequence[str]) -> float:
    """When one of these last changed: the time of the commit, or of a file that is not committed."""
    told = run("git", "-C", ROOT, "log", "-1", "--format=%ct", "--", *sources).strip()
    dirty = run("git", "-C", ROOT, "status", "--porcelain", "-z", "--no-renames", "--", *sources).split("\0")
    files = [ROOT / line[3:] for line in dirty if line]
    return max([float(told or 0), *(file.stat().st_mtime for file in files if file.exists())])


def found(part: Part, name: str) -> list[Path]:
    """Its files, one or more for each pattern. Raises NotMade if one is missing."""
    files = []
    for pattern in part.files:
        here = sorted((DIST if part.target else ROOT).glob(pattern.format(name=name)))
        if not here:
            raise NotMade(f"{pattern.format(name=name)} is not there.")
        files += here
    return files


def made(part: Part, name: str, epoch: int) -> list[Path]:
    """Its files, made unless those in `dist` are as new as their sources. Raises NotMade."""
    if part.target and not fresh(part, name):
        done = subprocess.run(
            [os.environ.get("MAKE", "make"), "--no-print-directory", part.target],
            cwd=ROOT,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "MAKEFLAGS": ""},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if done.returncode:
            lines = [
                line for line in ESCAPES.sub("", done.stdout).splitlines() if not line.startswith("make:")
            ]
            raise NotMade("\n".join(lines[-4:]))
    return found(part, name)


def fresh(part: Part, name: str) -> bool:
    try:
        oldest = min(file.stat().st_mtime for file in found(part, name))
    except NotMade:
        return False
    return oldest >= changed(part.sources)


def placed(part: Part, files: Sequence[Path], to: Path) -> None:
    for file in files:
        shutil.copyfile(file, to / f"{part.prefix}{file.name}")
