"""The hub's board: its legs are on the netlist's nets, and KiCad finds nothing wrong with it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from docs.drawings import board as picture
from hardware.board import FILE, Spot, legs, read
from hardware.netlist import hub
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
    wrong = BOARD.replace('"pad 3 up"))', '"pad 3 down"))', 1)
    assert nets(wrong) != hub().nets


def test_the_picture_is_of_the_file() -> None:
    drawn = picture.picture(BOARD)
    assert picture.FILE.read_text("utf-8") == drawn, "draw it again: python -m docs.drawings.board"
    assert picture.picture(BOARD.replace("(segment", "(other", 1)) != drawn


def test_parts_are_where_they_are_on_perfboard() -> None:
    """The guide's steps hold for both boards."""
    assert misplaced(BOARD) == []
    moved = re.sub(r'(footprint "hub:100_nF" .* \(at [\d.]+ )[\d.]+', r"\g<1>1", BOARD, count=1)
    assert len(misplaced(moved)) == 2, "both legs of a capacitor"
    turned = re.sub(r'(footprint "hub:100_nF" .* \(at [\d.]+ [\d.]+)', r"\1 90", BOARD, count=1)
    assert len(misplaced(turned)) == 1, "a leg beside the one it is turned round"


def test_legs_fit_their_holes() -> None:
    thick = {part.ref for part in hub().parts if part.value in THICK}
    drills = {leg.drill for leg in legs(read(BOARD)) if leg.pin.partition(".")[0] in thick}
    assert drills == {1.0}


@pytest.fixture(scope="module")
def kicad() -> None:
    asked = subprocess.run([KICADS_PYTHON, "-c", "import pcbnew"], capture_output=True)
    if asked.returncode:
        why = "KiCad's Python module pcbnew is missing: apt install kicad"
        if os.environ.get("GM_REQUIRE_KICAD", "") not in ("", "0"):
            pytest.fail(f"GM_REQUIRE_KICAD is set, so this may not be skipped: {why}")
        pytest.skip(why)


def found(board: str, folder: Path) -> tuple[int, str]:
    """The number of faults KiCad finds, and its report."""
    file = folder / "tried.kicad_pcb"
    file.write_text(board, "utf-8")
    done = subprocess.run([KICADS_PYTHON, CHECK, file, folder / "out"], capture_output=True, timeout=600)
    return done.returncode, (folder / "out" / "report.txt").read_text("utf-8")


@pytest.mark.long
@pytest.mark.process
@pytest.mark.usefixtures("kicad")
def test_kicad_finds_nothing_wrong_and_writes_what_makers_take(tmp_path: Path) -> None:
    many, report = found(BOARD, tmp_path)
    assert (many, report.count("** Found 0 ")) == (0, 3), report
    assert (tmp_path / "out" / "hub.zip").stat().st_size > 50_000


@pytest.mark.long
@pytest.mark.process
@pytest.mark.usefixtures("kicad")
@pytest.mark.parametrize(
    ("pattern", "by", "told"),
    [
        (r"\n  \(segment [^\n]*", "", "unconnected_items"),
        (r"\(width 0.25\) \(layer", "(width 1.2) (layer", "clearance"),
    ],
)
def test_kicad_finds_a_fault(pattern: str, by: str, told: str, tmp_path: Path) -> None:
    many, report = found(re.sub(pattern, by, BOARD, count=1), tmp_path)
    assert many
    assert re.search(told, report)
    assert not (tmp_path / "out" / "hub.zip").exists()
