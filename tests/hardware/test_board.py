"""The hub's board: its legs are on the netlist's nets, and KiCad finds nothing wrong with it."""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from docs.drawings import board as picture
from hardware.board import FILE, Leg, Spot, legs, letters, printed, read
from hardware.netlist import CLAMP, hub
from hardware.perfboard import layout

pytestmark = pytest.mark.many

KICADS_PYTHON = "/usr/bin/python3"
CHECK = FILE.with_name("check.py")
BOARD = FILE.read_text("utf-8")
THICK = ("jack", "Pico", "button")
"""Parts whose legs need a hole of a millimetre."""


def nets(board: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for leg in legs(read(board)):
        if leg.net:
            found.setdefault(leg.net, set()).add(leg.pin)
    return found


def misplaced(board: str) -> list[str]:
    """The legs that are not where perfboard has them, the first leg of U1 taken as right."""
    at: dict[str, Spot] = {leg.pin: leg.at for leg in legs(read(board))}
    holes = {
        pin: hole
        for pin, hole in layout().holes.items()
        if pin != "SW1.2"  # 4.5 mm from SW1.1, which is between two holes
    }
    (x0, y0), (column0, row0) = at["U1.1"], holes["U1.1"]
    expected = {
        pin: (x0 + 2.54 * (column - column0), y0 + 2.54 * (row - row0))
        for pin, (column, row) in holes.items()
    }
    return [pin for pin, spot in expected.items() if at[pin] != pytest.approx(spot, abs=0.01)]


def test_the_legs_are_on_the_nets_of_the_netlist() -> None:
    assert nets(BOARD) == hub().nets
    wrong = BOARD.replace('"pad 3 up")', '"pad 3 down")', 2)
    assert nets(wrong) != hub().nets


def test_the_picture_is_of_the_file() -> None:
    drawn = picture.picture(BOARD)
    assert picture.FILE.read_text("utf-8") == drawn, "draw it again: python -m docs.drawings.board"
    assert picture.picture(BOARD.replace("(segment", "(other", 1)) != drawn


def test_parts_are_where_they_are_on_perfboard() -> None:
    """The guide's steps hold for both boards."""
    assert misplaced(BOARD) == []
    moved = re.sub(r'(footprint "100_nF" .* \(at [\d.]+ )[\d.]+', r"\g<1>1", BOARD, count=1)
    assert len(misplaced(moved)) == 2, "both legs of a capacitor"
    turned = re.sub(r'(footprint "100_nF" .* \(at [\d.]+ [\d.]+)', r"\1 90", BOARD, count=1)
    assert len(misplaced(turned)) == 1, "a leg beside the one it is turned round"


def test_legs_fit_their_holes() -> None:
    thick = {part.ref for part in hub().parts if part.value in THICK}
    drills = {leg.drill for leg in legs(read(BOARD)) if leg.pin.partition(".")[0] in thick}
    assert drills == {1.0}


def unmarked(board: str) -> list[str]:
    """Marks that are missing or wrong: a part's name, in letters that can be printed; a diode's square hole
    at its ring, and an outline around that."""
    read_board = read(board)
    found, names, square = [], {"H1", "H2", "H3", "H4"}, dict[str, list[Leg]]()
    for leg in legs(read_board):
        square.setdefault(leg.pin.partition(".")[0], []).extend([leg] if leg.square else [])
    outlines: dict[Spot, list[Spot]] = {}
    for at, one in printed(read_board):
        if one.words[0].endswith("text"):
            height, width = letters(one)
            if height < 1.0 or width < 0.15:
                found.append(f"{one.words[-1]} is too small to be printed")
            names.add(one.words[-1].split()[0])
        else:
            ends = [one.spot(end) for end in ("start", "end") if any(one.all(end))]
            outlines.setdefault(at, []).extend((at[0] + x, at[1] + y) for x, y in ends)
    for part in hub().parts:
        number = int(re.sub(r"\D", "", part.ref))
        short = f"{part.ref[0]}{number % 100}" if number > 99 else part.ref
        if {"jack": str(number), "Pico": "Pico,"}.get(part.value, short) not in names:
            found.append(f"{part.ref} has no name")
        if part.value != CLAMP:
            continue
        if [leg.pin for leg in square[part.ref]] != [f"{part.ref}.2"]:
            found.append(f"{part.ref} has no square hole at its ring")
            continue
        ((_, (x, y), *_),) = square[part.ref]
        near = [
            spot
            for spots in outlines.values()
            for spot in spots
            if max(abs(spot[0] - x), abs(spot[1] - y)) < 1.2
        ]
        if not near or abs(sum(spot[0] for spot in near) / len(near) - x) > 0.05:
            found.append(f"the outline of {part.ref} is not around its ring")
    return found


def test_every_part_is_marked_and_every_diodes_ring() -> None:
    assert unmarked(BOARD) == []


@pytest.mark.parametrize(
    ("pattern", "by", "told"),
    [
        (r'\(pad "2" thru_hole rect', '(pad "2" thru_hole circle', "D101 has no square hole at its ring"),
        (r"\(fp_line \(start -1.1 -3[^\n]*", "", "the outline of D101 is not around its ring"),
        (r"\(size 1 1\)", "(size 0.7 0.7)", "R1 is too small to be printed"),
        (r'\(fp_text user "SW1"', '(fp_text user "S"', "SW1 has no name"),
    ],
)
def test_a_mark_that_is_missing_is_found(pattern: str, by: str, told: str) -> None:
    assert unmarked(re.sub(pattern, by, BOARD, count=1)) == [told]


def test_screws_have_holes_without_copper() -> None:
    holes = re.findall(r"np_thru_hole circle \(at 0 0\) \(size 3.2 3.2\) \(drill 3.2\)", BOARD)
    assert len(holes) == 4
    assert {leg.at for leg in legs(read(BOARD)) if leg.pin[0] == "H"} == {
        (x, y) for x in (45.0, 195.0) for y in (45.0, 135.0)
    }


@pytest.fixture(scope="module")
def kicad() -> None:
    asked = subprocess.run([KICADS_PYTHON, "-c", "import pcbnew"], capture_output=True)
    if asked.returncode:
        why = "KiCad's Python module pcbnew is missing: apt install kicad"
        if os.environ.get("GM_REQUIRE_KICAD", "") not in ("", "0"):
            pytest.fail(f"GM_REQUIRE_KICAD is set, so this may not be skipped: {why}")
        pytest.skip(why)


def found(board: str, folder: Path) -> tuple[int, str]:
    """The number of errors KiCad finds, and its report."""
    file = folder / "tried.kicad_pcb"
    file.write_text(board, "utf-8")
    done = subprocess.run(
        [KICADS_PYTHON, CHECK, file.name, "out"], cwd=folder, capture_output=True, timeout=600
    )
    return done.returncode, (folder / "out" / "report.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, kicad: None) -> tuple[int, str, Path]:
    """What KiCad says of the board as it is, and what it wrote."""
    folder = tmp_path_factory.mktemp("board")
    return *found(BOARD, folder), folder / "out" / "hub.zip"


def members(order: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(order) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.long
@pytest.mark.process
def test_kicad_finds_nothing_wrong_and_writes_what_makers_take(made: tuple[int, str, Path]) -> None:
    many, report, order = made
    assert (many, report.count("** Found 0 ")) == (0, 3), report
    files = members(order)
    assert len(files) == 11
    assert files["hub-NPTH.drl"].count(b"\nX") == 4, "a hole for each screw"
    (silk,) = (file for name, file in files.items() if name.endswith(".gto"))
    assert b"D03*" not in silk, "a mark of a drill among the letters"


@pytest.mark.long
@pytest.mark.process
def test_a_warning_stops_nothing_and_what_is_alike_makes_the_same_bytes(
    made: tuple[int, str, Path], tmp_path: Path
) -> None:
    warned = re.sub(r'user "D1" \(at 0 1.95\)', 'user "D1" (at 0 0)', BOARD, count=1)
    many, report = found(warned, tmp_path)
    assert many == 0
    assert "silk_over_copper" in report
    other, files = members(tmp_path / "out" / "hub.zip"), members(made[2])
    assert [Path(name).suffix for name in files if files[name] != other[name]] == [".gto"]


@pytest.mark.long
@pytest.mark.process
@pytest.mark.usefixtures("kicad")
def test_kicad_finds_faults(tmp_path: Path) -> None:
    torn = re.sub(r"\n  \(segment .*\(net 110\).*", "", BOARD)
    many, report = found(re.sub(r"\(width 0.25\) \(layer", "(width 1.2) (layer", torn, count=1), tmp_path)
    assert many > 1
    kinds = set(re.findall(r"^\[(\w+)\]", report, re.MULTILINE))
    assert "unconnected_items" in kinds
    assert kinds & {"clearance", "shorting_items"}, "KiCad 6 and 9 call a track that is too wide differently"
    assert not (tmp_path / "out" / "hub.zip").exists()
