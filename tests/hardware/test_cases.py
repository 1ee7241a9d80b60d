"""The cases: the stored parts can be printed, and match what OpenSCAD makes of the sources."""

from __future__ import annotations

import math
import os
import re
import struct
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from hardware.cases import CAMERAS, HERE, PARTS, PICTURES, NoOpenSCAD, picture, require, solid

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]

BED = 200
"""Millimetres; even small printers have such a bed."""

pytestmark = pytest.mark.many


def triangles(stl: bytes) -> list[Triangle]:
    (count,) = struct.unpack_from("<I", stl, 80)
    assert len(stl) == 84 + 50 * count
    found = []
    for number in range(count):
        numbers = struct.unpack_from("<12f", stl, 84 + 50 * number)
        found.append((numbers[3:6], numbers[6:9], numbers[9:12]))
    return found


def holes(solid: list[Triangle]) -> int:
    """Edges without exactly one triangle on each side; a printable solid has none."""
    edges = Counter((a, b) for one in solid for a, b in zip(one, (*one[1:], one[0]), strict=True))
    return sum(many != edges[b, a] for (a, b), many in edges.items())


def extent(solid: list[Triangle]) -> tuple[float, ...]:
    corners = [corner for one in solid for corner in one]
    return tuple(max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in range(3))


def volume(solid: list[Triangle]) -> float:
    """Volume in cubic millimetres."""
    six = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in solid:
        six += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return six / 6


def kept(case: str, part: str) -> list[Triangle]:
    return triangles((HERE / f"{case}-{part}.stl").read_bytes())


@pytest.mark.parametrize("case", CAMERAS)
def test_parts_can_be_printed(case: str) -> None:
    body, bottom = (kept(case, part) for part in PARTS)
    for one in (body, bottom):
        assert holes(one) == 0
        assert max(extent(one)[:2]) <= BED
        assert volume(one) > 1000
    # The bottom fits between the walls, with a little play.
    assert all(2 < a - b < 6 for a, b in zip(extent(body)[:2], extent(bottom)[:2], strict=True))
    assert holes(body[1:]) == 3


def number(name: str, source: str) -> list[float]:
    (found,) = re.findall(rf"^{name} = \[?([^;\]]+)\]?;", source, re.MULTILINE)
    return [float(one) for one in found.split(",")]


def test_a_neighbour_does_not_see_the_lamp() -> None:
    """Fifteen people sit 24 degrees apart at a round table; a pad's neighbour sees it from further to the
    side than the lamp is visible."""
    source = (HERE / "pad.scad").read_text("utf-8")
    wide, long = number("tunnel", source)
    seen = math.degrees(math.atan(wide / long))
    # In metres: the pad is 25 cm inside the table's edge, eyes 10 cm outside it; players sit 55 cm apart.
    around = 15 * 0.55 / math.tau
    pad, eyes = around - 0.25, around + 0.1
    turn = math.tau / 15
    across = math.degrees(math.atan2(eyes * math.sin(turn), eyes * math.cos(turn) - pad))
    assert seen < 0.6 * across


@pytest.fixture
def openscad() -> None:
    try:
        require()
    except NoOpenSCAD as error:
        if os.environ.get("GM_REQUIRE_OPENSCAD", "") not in ("", "0"):
            pytest.fail(f"GM_REQUIRE_OPENSCAD is set, so this may not be skipped: {error}")
        pytest.skip(str(error))


def unlike(one: Image.Image, other: Image.Image) -> float:
    small = [seen.convert("RGB").resize((100, 75), Image.Resampling.BOX) for seen in (one, other)]
    return max(ImageStat.Stat(ImageChops.difference(*small)).mean)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.usefixtures("openscad")
@pytest.mark.parametrize("case", CAMERAS)
def test_what_is_kept_is_what_the_sources_make(case: str, tmp_path: Path) -> None:
    for part in PARTS:
        new, old = triangles(solid(case, part, tmp_path).read_bytes()), kept(case, part)
        assert extent(new) == pytest.approx(extent(old))
        # The font of the letters may differ.
        assert volume(new) == pytest.approx(volume(old), rel=0.005), "make it again: python -m hardware.cases"
    kept_picture = Image.open(PICTURES / f"case-{case}.png")
    assert unlike(kept_picture, Image.open(picture(case, tmp_path))) < 1
    others = (Image.open(PICTURES / f"case-{other}.png") for other in CAMERAS if other != case)
    assert all(unlike(kept_picture, other) > 4 for other in others)
