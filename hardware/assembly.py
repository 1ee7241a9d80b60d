"""The cases with everything in its place, from the printed parts as they are stored in hardware/case."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from manifold3d import Manifold, Mesh

from hardware import contents
from hardware.case import box, hub, pad
from hardware.case.shapes import FLOOR, between, corners, disc, layer, pillars_of, rectangle, together
from hardware.contents import Display, Pi, Thing
from hardware.perfboard import CHIPS, PICO, layout

STORED = Path(__file__).with_name("case")
LID, PLATE_COLOUR, SMALL = "#5b6b86", "#8f9bb3", "#b48a4a"


def write(solid: Manifold, file: Path) -> None:
    """As a binary STL."""
    mesh = solid.to_mesh()
    corners_of = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    rows = np.zeros(
        len(corners_of), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
    )
    rows["corners"] = corners_of
    normal = np.cross(corners_of[:, 1] - corners_of[:, 0], corners_of[:, 2] - corners_of[:, 0])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    rows["normal"] = np.divide(normal, length, out=np.zeros_like(normal), where=length > 0)
    file.write_bytes(b"gm-appliance".ljust(80) + struct.pack("<I", len(rows)) + rows.tobytes())


def read(file: Path) -> Manifold:
    """A binary STL. Raises ValueError if it is no closed solid."""
    data = file.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    words = np.frombuffer(
        data, np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")]), count, 84
    )
    points, which = np.unique(words["corners"].reshape(-1, 3), axis=0, return_inverse=True)
    solid = Manifold(Mesh(points.astype(np.float32), which.reshape(-1, 3).astype(np.uint32)))
    if solid.is_empty():
        raise ValueError(f"{file.name} is no closed solid: {solid.status()}")
    return solid


@cache
def printed(name: str) -> Manifold:
    """A stored part, such as ``box-body``."""
    return read(STORED / f"{name}.stl")


# ---------------------------------------------------------------- the box


def box_with(pi: Pi, display: Display = contents.DISPLAYS[0]) -> Iterator[Thing]:
    """The box with this Pi, every jack of it in use."""
    yield Thing("lid", printed("box-body"), LID)
    small = pi.size[1] < 50
    yield Thing("bottom", printed("box-bottom-zero" if small else "box-bottom"), PLATE_COLOUR)
    yield from in_lid(display)
    yield from pi_in_place(pi)
    yield from (one.at(-60, 0) for one in contents.amplifier())
    yield from (
        Thing("screw", contents.screw(2.5, 10, 6, True).translate((*at, -FLOOR)), contents.METAL)
        for at in pillars_of(box.SIZE)
    )


def pi_in_place(pi: Pi) -> Iterator[Thing]:
    for part in (*contents.pi_board(pi), *contents.pi_leads(pi), *contents.pi_plugs(pi)):
        yield part.at(*box.PI, box.PI_HIGH, 90)
    for x, y in pi.holes:
        fixed = contents.screw(2.0, 6, 4.5, False).rotate((180, 0, 0)).translate((x, y, contents.BOARD))
        yield Thing("Pi's screw", fixed, contents.METAL).at(*box.PI, box.PI_HIGH, 90)


def in_lid(display: Display = contents.DISPLAYS[0]) -> Iterator[Thing]:
    yield from buttons()
    yield from display_in_place(display)
    yield from loudspeaker_in_place()


def buttons() -> Iterator[Thing]:
    for x, name in box.KEYS.items():
        yield from (one.at(x, box.KEYS_Y, box.SIZE[2]) for one in contents.switch(name))


def display_in_place(display: Display) -> Iterator[Thing]:
    """The glass lies against the lid, the bars on the module."""
    x, y = box.DISPLAY
    front = box.SIZE[2] - box.DISPLAY_PLATE
    yield from (one.at(x, y, front) for one in contents.display(display))
    bars = printed("box-bars").decompose()
    posts = box.SIZE[2] - box.TOP - box.BAR_POST
    low = min(posts, front - display.glass - 0.4 - 1.6) - 3
    long = sorted(bars, key=lambda one: one.volume())[1:]
    for side, bar in zip((-1, 1), long, strict=True):
        upright = centred(bar).rotate((0, 0, 90)).translate((x + side * box.BARS[0] / 2, y, low))
        yield Thing("bar", upright, SMALL)
    yield from (bar_screw(x + across, y + along, low) for across, along in corners(*box.BARS))


def loudspeaker_in_place() -> Iterator[Thing]:
    x, y = box.SPEAKER
    front = box.SIZE[2] - box.TOP
    yield from (one.at(x, y, front) for one in contents.loudspeaker())
    short = min(printed("box-bars").decompose(), key=lambda one: one.volume())
    turned = centred(short).rotate((0, 0, 90)).translate((x, y, front - contents.LOUDSPEAKER[2] - 3))
    yield Thing("loudspeaker's bar", turned, SMALL)
    low = front - contents.LOUDSPEAKER[2] - 3
    yield from (bar_screw(x, y + side * box.SPEAKER_BAR / 2, low) for side in (-1, 1))


def bar_screw(x: float, y: float, low: float) -> Thing:
    return Thing("bar's screw", contents.screw(2.0, 6, 4.5, False).translate((x, y, low)), contents.METAL)


def centred(solid: Manifold) -> Manifold:
    left, near, low, right, far, _high = solid.bounding_box()
    return solid.translate((-(left + right) / 2, -(near + far) / 2, -low))


# ---------------------------------------------------------------- the hub


def spot(hole: tuple[float, float]) -> tuple[float, float]:
    """A hole of the perfboard, from the middle of the board."""
    return (hole[0] - 28) * contents.PITCH, (18 - hole[1]) * contents.PITCH


def hub_with() -> Iterator[Thing]:
    """The hub with fifteen cables."""
    yield Thing("lid", printed("hub-body"), LID)
    yield Thing("bottom", printed("hub-bottom"), PLATE_COLOUR)
    yield from hub_board()
    for x, y in corners(*hub.HOLES):
        yield Thing("screw", contents.screw(2.5, 16, 6, True).translate((x, y, -FLOOR)), contents.METAL)


def hub_board() -> Iterator[Thing]:
    wide, deep, thick = contents.HUB_BOARD
    holes = together(disc(3.2, at).extrude(9).translate((0, 0, -2)) for at in corners(150, 90))
    low, top = hub.POST, hub.POST + thick
    yield Thing("board", layer(low, top, rectangle(wide, deep)) - holes.translate((0, 0, low)), contents.WOOD)
    wires = layer(low - 4, low, rectangle(142, 96)) + layer(low - 4, low, rectangle(156, 76))
    yield Thing("wires below", wires, contents.GREEN, True)
    yield from hub_parts(top)


def hub_parts(top: float) -> Iterator[Thing]:
    holes = layout().holes
    for number in range(1, 16):
        places = [spot(holes[f"J{number}.{contact}"]) for contact in range(1, 7)]
        x, y = (sum(axis) / 6 for axis in zip(*places, strict=True))
        out = 1 if y > 0 else -1
        yield from (one.at(x, y, top, 0 if out > 0 else 180) for one in contents.box_header())
        yield Thing(f"cable {number}", ribbon(x, y, out, top + 14), contents.RIBBON, True)
    x, y = spot((PICO[0] + 9.5, PICO[1] + 3.5))
    board = between((x - 26.5, y - 10.5, top + 8.5), (x + 24.5, y + 10.5, top + 9.6))
    strips = together(
        between((x - 25.4, y + side - 1.3, top), (x + 25.4, y + side + 1.3, top + 8.5))
        for side in (-8.89, 8.89)
    )
    socket = between((x - 27.8, y - 4, top + 9.6), (x - 21, y + 4, top + 12.4))
    yield Thing("Pico", board + strips + socket, contents.GREEN)
    lead = Manifold.cylinder(40, 2, circular_segments=20).rotate((0, -90, 0)).translate((x - 45, y, top + 11))
    yield Thing(
        "USB lead",
        between((x - 28.3, y - 5.5, top + 7.3), (x - 52, y + 5.5, top + 14.7)) + lead,
        contents.CABLE,
        True,
    )
    for chip, (column, row) in CHIPS.items():
        yield Thing(
            chip, layer(top, top + 9, rectangle(21, 8, spot((column + 3.5, row + 1.5)))), contents.DARK
        )
    small = [spot(hole) for pin, hole in holes.items() if pin[0] in "RCD" and pin.endswith(".1")]
    yield Thing(
        "upright parts",
        together(layer(top, top + 8.4, rectangle(2.2, 2.2, at)) for at in small),
        contents.GOLD,
    )


def ribbon(x: float, y: float, out: int, high: float) -> Manifold:
    """From a socket over the edge of the board, between lid and bottom plate, and on."""
    outside = out * hub.SIZE[1] / 2
    wall = outside - out * 2.4
    middle = hub.CABLE - hub.CABLE_THICK / 2
    way = [
        (y + out * 3.3, high),
        (wall - out * 3.5, middle + 0.2),
        (wall - out * 0.5, middle),
        (outside + out * 30, middle),
    ]
    ends = [between((x - 3.9, a - 0.05, z - 0.42), (x + 3.9, a + 0.05, z + 0.42)) for a, z in way]
    return together((one + other).hull() for one, other in pairwise(ends))


# ---------------------------------------------------------------- a pad


def pad_with(pressed: int | None = None) -> Iterator[Thing]:
    """A pad with its lead. pressed: the number of a switch."""
    # The skin that closes the lamp's hole while it is printed is cut out.
    yield Thing("body", printed("pad-body") - pad.lamp_seat(), LID)
    yield Thing("bottom", printed("pad-bottom"), PLATE_COLOUR)
    yield from pad_inside(pressed)
    yield from (
        Thing("screw", contents.screw(2.5, 10, 6, True).translate((*at, -FLOOR)), contents.METAL)
        for at in pillars_of(pad.SIZE)
    )


def pad_inside(pressed: int | None = None) -> Iterator[Thing]:
    for number, y in enumerate(pad.SWITCHES_Y):
        yield from (
            one.at(0, y, pad.SIZE[2]) for one in contents.switch(("up", "down")[number], pressed == number)
        )
    yield contents.lamp()._replace(solid=pad.along_tunnel(contents.lamp().solid.translate((0, 0, -7.7))))
    wide, high, thick = pad.PERFBOARD
    low, y = pad.PERFBOARD_LOW + 0.05, pad.PERFBOARD_Y
    yield Thing("perfboard", between((-wide / 2, y, low), (wide / 2, y + thick, low + high)), contents.WOOD)
    middle = pad.HEADER_LOW + pad.HEADER[1] / 2
    for one in contents.box_header():
        yield one._replace(solid=one.solid.rotate((-90, 0, 0)).translate((0, y + thick, middle)))
    end = y + thick + 16.5
    yield Thing("lead", between((-3.9, end - 0.4, -30), (3.9, end + 0.4, middle + 4)), contents.RIBBON, True)
