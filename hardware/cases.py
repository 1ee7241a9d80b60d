"""The cases: `python -m hardware.cases` writes an STL of every printed part beside its source in hardware/case, and the
pictures of docs/build.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from manifold3d import Manifold

from hardware.assembly import STORED, write
from hardware.case import box, hub, pad

CASES: Mapping[str, Mapping[str, Callable[[], Manifold]]] = {"box": box.PARTS, "hub": hub.PARTS, "pad": pad.PARTS}

FACE_DOWN = ("box-body", "hub-body")
"""These are printed with their top on the bed, all others as they stand."""


def parts() -> Iterator[tuple[str, Callable[[], Manifold]]]:
    """All printed parts by name, such as ``box-body``."""
    return ((f"{case}-{name}", make) for case, made in CASES.items() for name, make in made.items())


def made() -> Iterator[Path]:
    """Write everything to its place in the repository."""
    for name, make in parts():
        file = STORED / f"{name}.stl"
        write(make().as_original().simplify(0.001), file)
        yield file


if __name__ == "__main__":
    for path in made():
        print(path)
