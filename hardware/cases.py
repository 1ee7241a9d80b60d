"""The cases, from their OpenSCAD sources in hardware/case: `python -m hardware.cases`.

It writes an STL of every printable part beside its source, and pictures for docs/build.md. Debian has
OpenSCAD 2021.01; pictures need an X display, for which it starts Xvfb.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).with_name("case")
PICTURES = Path(__file__).parents[1] / "docs" / "drawings"

PARTS = ("body", "bottom")
CAMERAS = {
    "box": "0,-50,10,40,0,15,640",
    "hub": "0,-60,10,40,0,15,700",
    "pad": "24,-2,15,28,0,12,330",
}
"""The camera for each case."""
SIZE = "1000,750"


class NoOpenSCAD(RuntimeError):
    """OpenSCAD or Xvfb is not installed; the message says how to get it."""


def require() -> None:
    """Raises NoOpenSCAD if a tool is missing."""
    if missing := [tool for tool in ("openscad", "xvfb-run") if shutil.which(tool) is None]:
        raise NoOpenSCAD(f"{' and '.join(missing)} is missing: apt install openscad xvfb xauth")


def solid(case: str, part: str, to: Path) -> Path:
    """Write a printable part into this folder. Raises CalledProcessError if OpenSCAD refuses it."""
    file = to / f"{case}-{part}.stl"
    words = ["--export-format", "binstl", "-D", f'part="{part}"', "--hardwarnings"]
    command = ["openscad", *words, "-o", str(file), str(HERE / f"{case}.scad")]
    subprocess.run(command, check=True, capture_output=True)
    return file


def picture(case: str, to: Path) -> Path:
    """Write a picture of a case into this folder."""
    file = to / f"case-{case}.png"
    looks = ["--colorscheme=Tomorrow", f"--imgsize={SIZE}", "--projection=p", f"--camera={CAMERAS[case]}"]
    command = ["xvfb-run", "-a", "openscad", *looks, "-o", str(file), str(HERE / f"{case}.scad")]
    subprocess.run(command, check=True, capture_output=True)
    return file


def made() -> Iterator[Path]:
    """Write everything to its place in the repository."""
    for case in CAMERAS:
        yield from (solid(case, part, HERE) for part in PARTS)
        yield picture(case, PICTURES)


if __name__ == "__main__":
    try:
        require()
    except NoOpenSCAD as error:
        raise SystemExit(str(error)) from None
    for path in made():
        print(path)
