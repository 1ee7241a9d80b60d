"""The cases: what is stored comes from the sources, and everything that belongs inside fits."""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from manifold3d import Manifold
from PIL import Image, ImageChops, ImageStat

from hardware import assembly, contents
from hardware.bill import items
from hardware.case import box, hub, pad
from hardware.case.shapes import FLOOR, between, layer, pillars_of, rectangle
from hardware.cases import FACE_DOWN, PICTURES, VIEWS, drawn, parts
from hardware.contents import DISPLAYS, PIS, Display, Pi, Thing
from hardware.fit import NOTHING, overlaps, room
from hardware.pictures import picture
from hardware.printing import bridges
from tests.tiers import long_but

pytestmark = pytest.mark.many

NAMES = [name for name, _make in parts()]
BED = 180 - 10
"""Millimetres that a small printer can use along each side."""


# ---------------------------------------------------------------- the stored files


def triangles(name: str) -> np.ndarray:
    data = (assembly.STORED / f"{name}.stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    rows = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
    return np.frombuffer(data, rows, count, 84)["corners"]


def holes(solid: Iterable[np.ndarray]) -> int:
    """Edges without exactly one triangle on each side; a printable solid has none."""
    corners = [[tuple(map(float, corner)) for corner in one] for one in solid]
    edges = Counter(edge for one in corners for edge in pairwise((*one, one[0])))
    return sum(many != edges[b, a] for (a, b), many in edges.items())


def unlike(one: Manifold, other: Manifold) -> float:
    return float((one - other).volume() + (other - one).volume())


@pytest.mark.parametrize(("name", "make"), list(parts()), ids=NAMES)
def test_what_is_kept_is_what_the_sources_make(name: str, make: Callable[[], Manifold]) -> None:
    new = make()
    assert unlike(assembly.printed(name), new) < 1, "make it again: python -m hardware.cases"
    assert unlike(assembly.printed(name), new.translate((0, 0, 0.1))) > 1


@pytest.mark.parametrize("name", NAMES)
def test_parts_are_closed(name: str) -> None:
    kept = triangles(name)
    assert holes(kept) == 0
    assert holes(kept[1:]) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", VIEWS)
def test_pictures_show_the_solids(name: str) -> None:
    small = drawn(name, smaller=4).convert("RGB")
    kept, others = Image.open(PICTURES / f"{name}.png"), [one for one in VIEWS if one != name]
    # Lines are as thick in a small picture, which makes it darker.
    assert unlike_picture(small, kept) < 10, "make it again: python -m hardware.cases"
    assert all(unlike_picture(small, Image.open(PICTURES / f"{other}.png")) > 25 for other in others)


@pytest.mark.long
def test_a_picture_is_what_is_drawn_today() -> None:
    kept = Image.open(PICTURES / "case-pad.png")
    assert unlike_picture(drawn("case-pad"), kept) < 1, "make it again: python -m hardware.cases"
    view = VIEWS["case-pad"]
    without_a_cap = [one for one in view.things() if one.name != "keycap up"]
    assert unlike_picture(picture(without_a_cap, view.around, view.up, view.wide), kept) > 1


def unlike_picture(small: Image.Image, kept: Image.Image) -> float:
    """The mean difference of a channel, of 255."""
    size = (60, 45)
    both = [one.convert("RGB").resize(size, Image.Resampling.BOX) for one in (small, kept)]
    return max(ImageStat.Stat(ImageChops.difference(*both)).mean)


# ---------------------------------------------------------------- printing


def as_printed(name: str) -> Manifold:
    """With the side on the bed that the guide names."""
    return assembly.printed(name).rotate((180, 0, 0)) if name in FACE_DOWN else assembly.printed(name)


@pytest.mark.parametrize("name", NAMES)
def test_parts_are_printed_on_a_small_bed_without_support(name: str) -> None:
    left, near, _low, right, far, _high = as_printed(name).bounding_box()
    assert max(right - left, far - near) <= BED
    assert max((one.long for one in bridges(as_printed(name))), default=0) <= 30


@pytest.mark.parametrize("name", FACE_DOWN)
def test_the_other_side_down_would_need_support(name: str) -> None:
    assert any(one.long > 30 for one in bridges(assembly.printed(name)))


@pytest.mark.parametrize(("gap", "high"), [(29, 2), (31, 2), (29, 20)])
@pytest.mark.parametrize("turn", [0, 45, 100])
def test_bridges_are_measured(gap: float, high: float, turn: float) -> None:
    posts = between((-gap / 2 - 4, -5, 0), (-gap / 2, 5, high)) + between(
        (gap / 2, -5, 0), (gap / 2 + 4, 5, high)
    )
    slab = between((-gap / 2 - 4, -5, high), (gap / 2 + 4, 5, high + 1))
    (found,) = bridges((posts + slab).rotate((0, 0, turn)))
    assert found.long == pytest.approx(gap, abs=0.8)
    assert found.height == pytest.approx(high, abs=0.2)


def test_what_ends_in_the_air_is_no_bridge() -> None:
    table = between((-10, -10, 0), (10, 10, 5))
    for out, carried in ((1.5, True), (6, False)):
        (found,) = bridges(table + between((0, -3, 5), (10 + out, 3, 6)))
        assert math.isfinite(found.long) == carried
    (leaning,) = [list(bridges(table + Manifold.cylinder(5, 10, 13).translate((0, 0, 5))))]
    assert not leaning


def test_the_bill_has_enough_filament() -> None:
    """Even if the parts are filled throughout, with PETG."""
    (filament,) = (one for one in items() if one.part.startswith("filament"))
    bought = {"box": filament.alone, "hub": filament.hub, "pad": filament.seat}
    for case, grams in bought.items():
        needed = [
            name for name in NAMES if name.startswith(case) and name not in ("box-bottom-zero", "box-adapter")
        ]
        weight = sum(assembly.printed(name).volume() for name in needed) / 1000 * 1.27
        assert weight <= grams <= 1.2 * weight, case


# ---------------------------------------------------------------- what is inside


@cache
def filled(case: str) -> list[Thing]:
    kind, _, name = case.partition(" ")
    match kind:
        case "box":
            return list(assembly.box_with(next(one for one in PIS if one.name == name)))
        case "display":
            return list(assembly.box_with(PIS[0], next(one for one in DISPLAYS if one.name == name)))
        case "hub":
            return list(assembly.hub_with())
    return list(assembly.pad_with({"": None, "up": 0, "down": 1}[name]))


CASES = [
    *(f"box {one.name}" for one in PIS),
    *(f"display {one.name}" for one in DISPLAYS[1:]),
    "hub",
    *("pad ", "pad up", "pad down"),
]


@pytest.mark.parametrize("case", long_but(CASES, ("box 4", "box Zero 2", "hub", "pad ")))
def test_nothing_overlaps(case: str) -> None:
    assert list(overlaps(filled(case))) == []


def longer(things: list[Thing], name: str, at: tuple[float, float], low: float, high: float) -> list[Thing]:
    more = layer(low, high, rectangle(4, 4)).translate((*at, 0))
    return [one._replace(solid=one.solid + more) if one.name == name else one for one in things]


@pytest.mark.parametrize(
    ("case", "name", "at", "low", "high", "meets"),
    [
        ("box 4", "lid", next(pillars_of(box.SIZE)), -1, 1, "bottom"),
        ("box 4", "bottom", (box.PI[0] - 3.5, box.PI[1] + 3.5), 4, box.PI_HIGH + 1, "Pi"),
        ("hub", "lid", (75, 45), hub.POST + hub.BOARD - 0.9, 20, "board"),
        ("pad ", "body", next(pillars_of(pad.SIZE)), -1, 1, "bottom"),
    ],
)
def test_a_pillar_that_is_a_millimetre_longer_is_found(
    case: str, name: str, at: tuple[float, float], low: float, high: float, meets: str
) -> None:
    found = [pair[:2] for pair in overlaps(longer(filled(case), name, at, low, high))]
    assert (name, meets) in found


def test_the_pi_turned_round_is_found() -> None:
    """Its header at the back, its jacks at a closed wall."""
    things = [one for one in filled("box 4") if one.name in ("lid", "bottom")]
    turned = [one.at(box.RIGHT - 90, 40, box.PI_HIGH, -90) for one in contents.pi_board(PIS[2])]
    assert list(overlaps([*things, *turned]))


ROOM = [
    ("box 5", "lid", "Pi's USB", 0.3),
    ("box 5", "lid", "Pi's network", 0.3),
    ("box 5", "lid", "Pi's cooler", 2),
    ("box 5", "display's leads", "Pi's cooler", 1),
    ("box 5", "display's leads", "Pi's USB", 1),
    ("box 5", "leads", "display's board", 2),
    ("box 5", "leads", "loudspeaker", 2),
    ("box 5", "amplifier's leads", "loudspeaker", 1),
    ("box 5", "bottom", "card", 0.4),
    ("hub", "lid", "board", 0.08),
    ("hub", "lid", "socket", 1.5),
    ("hub", "lid", "box header", 0.5),
    ("hub", "lid", "Pico", 1),
    ("hub", "lid", "USB lead", 0.4),
    ("hub", "bottom", "USB lead", 0.4),
    ("pad ", "body", "box header", 0.1),
    ("pad ", "body", "keycap up", 3),
    ("pad down", "keycap up", "keycap down", 2),
    ("pad ", "wires of up", "bottom", 2),
]


@pytest.mark.parametrize(("case", "one", "other", "least"), ROOM)
def test_there_is_play_where_there_must_be(case: str, one: str, other: str, least: float) -> None:
    assert room(filled(case), one, other) >= least


@pytest.mark.parametrize("case", ["box 4", "box Zero 2", "hub", "pad "])
def test_screws_bite_where_they_should_and_nowhere_else(case: str) -> None:
    """A screw's thread is cut into what holds it, and passes what it holds."""
    things = {one.name: one.solid for one in filled(case)}
    lid = things.get("lid") or things["body"]
    places = pillars_of(box.SIZE if case.startswith("box") else pad.SIZE)
    for at in [(75, 45), (-75, -45)] if case == "hub" else places:
        thread = Manifold.cylinder(16 if case == "hub" else 10, 1.5).translate((*at, -FLOOR))
        assert (thread ^ lid).volume() > 3
        assert (thread ^ (things["bottom"] + things.get("board", Manifold()))).volume() < NOTHING
    if case.startswith("box"):
        pi = next(one for one in PIS if f"box {one.name}" == case)
        for x, y in pi.holes:
            thread = Manifold.cylinder(6, 1.25).translate(
                (box.PI[0] - y, box.PI[1] + x, box.PI_HIGH + contents.BOARD - 6)
            )
            assert (thread ^ things["bottom"]).volume() > 3
            assert (thread ^ things["Pi"]).volume() < NOTHING
        for one in filled(case):
            if one.name == "bar's screw":
                left, near, low, right, far, _high = one.solid.bounding_box()
                thread = Manifold.cylinder(6, 1.25).translate(((left + right) / 2, (near + far) / 2, low + 2))
                assert (thread ^ lid).volume() > 2
                assert (thread ^ (things["bar"] + things["loudspeaker's bar"])).volume() < NOTHING


# ---------------------------------------------------------------- from outside


@pytest.mark.parametrize("pi", PIS, ids=[one.name for one in PIS])
def test_every_jack_and_the_card_can_be_reached(pi: Pi) -> None:
    """A plug's grip stands out of the case."""
    things = filled(f"box {pi.name}")
    outside = layer(-9, 99, rectangle(*box.SIZE[:2]))
    plugs = [one for one in things if one.name.startswith("plug")]
    assert len(plugs) >= len(pi.front) + len(pi.side)
    for plug in plugs:
        grip = plug.solid - outside
        assert grip.volume() > 500, f"{plug.name} cannot be held"
    card = next(one.solid for one in things if one.name == "card")
    left, near, low, right, _far, high = card.bounding_box()
    assert near < box.FRONT + 5
    lid, bottom = (next(one.solid for one in things if one.name == name) for name in ("lid", "bottom"))
    thumb = between(
        ((left + right) / 2 - 5, box.FRONT - 20, low - 12), ((left + right) / 2 + 5, near + 2, low)
    )
    finger = between(
        ((left + right) / 2 - 5, box.FRONT - 20, high), ((left + right) / 2 + 5, near + 2, high + 8)
    )
    assert ((thumb + finger) ^ (lid + bottom)).volume() < NOTHING
    pressed = [one.solid.bounding_box() for one in things if one.name == "Pi's power button"]
    assert len(pressed) == (pi.name == "5")
    for left, near, low, right, _far, high in pressed:
        finger = between((left - 2, box.FRONT - 20, low), (right + 2, near, high + 4))
        assert (finger ^ (lid + bottom)).volume() < NOTHING
        assert (finger.translate((20, 0, 0)) ^ lid).volume() > 100, "a button behind the wall is found"


def hidden_rows(lid: Manifold, deeper: float = 0) -> int:
    """Rows of the picture that the lid hides from eyes in front, 30 degrees above the table."""
    middle, deep = box.DISPLAY[1], box.SIZE[2] - box.DISPLAY_PLATE - contents.LIT - deeper
    pitch = contents.PICTURE[1] / contents.ROWS
    hidden = 0
    for row in range(contents.ROWS):
        y = middle + (row - (contents.ROWS - 1) / 2) * pitch
        columns = (box.DISPLAY[0] + contents.PICTURE[0] * part for part in (-0.49, 0, 0.49))
        eyes = (0, -100 * math.cos(math.radians(30)), 100 * math.sin(math.radians(30)))
        rays = (((x, y, deep), (x, y + eyes[1], deep + eyes[2])) for x in columns)
        hidden += any(lid.ray_cast(*ray) for ray in rays)
    return hidden


def test_the_lid_hides_two_rows_at_most() -> None:
    lid = assembly.printed("box-body")
    assert hidden_rows(lid) <= 2
    assert hidden_rows(lid, 4) > 8
    x, y = box.DISPLAY
    above = layer(box.SIZE[2] - 1, box.SIZE[2] + 9, rectangle(*contents.PICTURE, (x, y)))
    assert (above ^ lid).volume() < NOTHING


@pytest.mark.parametrize("display", DISPLAYS, ids=[one.name for one in DISPLAYS])
def test_bars_hold_display_and_loudspeaker(display: Display) -> None:
    things = [*assembly.in_lid(display), Thing("lid", assembly.printed("box-body"), "")]
    for bar, held in (("bar", "display's board"), ("loudspeaker's bar", "loudspeaker")):
        # A millimetre of felt is between.
        assert room(things, bar, held) <= 0.7
        assert room(things, bar, "lid") <= 0.5


def test_the_adapter_fits_into_the_pocket_and_shows_a_smaller_display() -> None:
    x, y = box.DISPLAY
    low = box.SIZE[2] - box.DISPLAY_PLATE
    placed = assembly.centred(assembly.printed("box-adapter")).rotate((180, 0, 0)).translate((x, y, low))
    lid = assembly.printed("box-body")
    assert (placed ^ lid).volume() < NOTHING
    # Waveshare's of 1.54 inches.
    picture_of_it = layer(low - 9, low + 9, rectangle(35.05, 17.52, (x, y)))
    board = layer(low - 4, low - 4 + 1.6, rectangle(43, 37.5, (x, y)))
    assert (placed ^ (picture_of_it + board)).volume() < NOTHING


def test_a_neighbour_does_not_see_the_lamp() -> None:
    """Fifteen people sit 24 degrees apart at a round table; a pad's neighbour sees it from further to the
    side than the lamp is visible."""
    seen = math.degrees(math.atan(pad.TUNNEL_WIDE / pad.TUNNEL_LONG))
    # In metres: the pad is 25 cm inside the table's edge, eyes 10 cm outside it; players sit 55 cm apart.
    around = 15 * 0.55 / math.tau
    at, eyes = around - 0.25, around + 0.1
    turn = math.tau / 15
    across = math.degrees(math.atan2(eyes * math.sin(turn), eyes * math.cos(turn) - at))
    assert seen < 0.6 * across
