"""The cases: `python -m hardware.cases` writes an STL of every printed part into hardware/case, and the
pictures of docs/build.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from manifold3d import Manifold
from PIL import Image

from hardware import assembly
from hardware.case import box, hub, pad
from hardware.contents import PIS, Thing
from hardware.pictures import picture

PICTURES = Path(__file__).parents[1] / "docs" / "drawings"

CASES: Mapping[str, Mapping[str, Callable[[], Manifold]]] = {
    "box": box.PARTS,
    "hub": hub.PARTS,
    "pad": pad.PARTS,
}

FACE_DOWN = ("box-body", "hub-body")
"""These are printed with their top on the bed, all others as they stand."""


def parts() -> Iterator[tuple[str, Callable[[], Manifold]]]:
    """All printed parts by name, such as ``box-body``."""
    return ((f"{case}-{name}", make) for case, made in CASES.items() for name, make in made.items())


class View(NamedTuple):
    """A picture of these things, seen from this many degrees around (0: from the front) and above.

    wide: in pixels.
    """

    things: Callable[[], Iterable[Thing]]
    around: float
    up: float
    wide: int = 720


def without(things: Iterable[Thing], *names: str) -> Iterator[Thing]:
    """All but those whose name begins like one of these."""
    return (one for one in things if not one.name.startswith(names))


def upside_down(things: Iterable[Thing]) -> Iterator[Thing]:
    return (one._replace(solid=one.solid.rotate((0, 180, 0))) for one in things)


PI = PIS[2]


def lower_box() -> Iterator[Thing]:
    """The bottom plate, with the Pi and the amplifier."""
    names = {one.name for one in (*assembly.in_lid(), Thing("lid", Manifold(), ""))}
    return (one for one in without(assembly.box_with(PI), "plug", "leads", "screw") if one.name not in names)


def upper_box() -> Iterable[Thing]:
    return (Thing("lid", assembly.printed("box-body"), assembly.LID), *assembly.in_lid())


VIEWS: Mapping[str, View] = {
    "case-box": View(lambda: without(assembly.box_with(PI), "plug"), -28, 40),
    "case-hub": View(lambda: without(assembly.hub_with(), "USB lead"), -25, 42),
    "case-pad": View(lambda: without(assembly.pad_with(), "lead"), -28, 42, 520),
    "box-pi": View(lower_box, 28, 48),
    "box-lid": View(lambda: upside_down(upper_box()), 20, 55),
    "box-back": View(lambda: assembly.box_with(PI), 142, 32),
    "hub-open": View(lambda: without(assembly.hub_with(), "lid"), -25, 48),
    "pad-below": View(
        lambda: upside_down(without(assembly.pad_with(), "lead", "bottom", "screw")), 18, 58, 520
    ),
}
"""The pictures of docs/build.md, by their files in docs/drawings."""


def drawn(name: str, smaller: int = 1) -> Image.Image:
    """A picture, or one of a fraction of its size."""
    view = VIEWS[name]
    return picture(list(view.things()), view.around, view.up, view.wide // smaller, 12 // smaller)


def made() -> Iterator[Path]:
    """Write everything to its place in the repository."""
    for name, make in parts():
        file = assembly.STORED / f"{name}.stl"
        assembly.write(make().as_original().simplify(0.001), file)
        yield file
    for name in VIEWS:
        file = PICTURES / f"{name}.png"
        drawn(name).quantize(64).save(file, optimize=True)
        yield file


if __name__ == "__main__":
    for path in made():
        print(path)
