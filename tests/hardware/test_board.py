"""The hub's board: its legs are on the netlist's nets, and KiCad finds nothing wrong with it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from docs.drawings import board as picture
from hardware.board import FILE, text
from hardware.netlist import hub
from hardware.perfboard import layout
from hardware.routing import Congested, Router

pytestmark = pytest.mark.many

KICADS_PYTHON = "/usr/bin/python3"
CHECK = FILE.with_name("check.py")


def nets(board: str) -> dict[str, set[str]]:
    """The legs the file connects to each net."""
    found: dict[str, set[str]] = {}
    for part in board.split("\n  (footprint ")[1:]:
        (ref,) = re.findall(r'fp_text reference "(\w+)"', part)
        for pin, net in re.findall(r'\(pad "(\w+)" .*? \(net \d+ "([^"]+)"\)\)', part):
            found.setdefault(net, set()).add(f"{ref}.{pin}")
    return found


def test_the_legs_are_on_the_nets_of_the_netlist() -> None:
    board = FILE.read_text("utf-8")
    assert nets(board) == hub().nets
    wrong = board.replace('"pad 3 up"))', '"pad 3 down"))', 1)
    assert nets(wrong) != hub().nets


def test_the_file_and_its_picture_are_what_the_programs_make() -> None:
    assert FILE.read_text("utf-8") == text(), "make it again: python -m hardware.board"
    drawn = picture.picture(FILE.read_text("utf-8"))
    assert picture.FILE.read_text("utf-8") == drawn, "draw it again: python -m docs.drawings.board"
    assert picture.picture(text().replace("(segment", "(other", 1)) != drawn


def test_parts_are_where_they_are_on_perfboard() -> None:
    """The guide's steps hold for both boards. The file is in millimetres."""
    places = re.findall(
        r'at ([\d.]+) ([\d.]+)\)\n.*\n    \(fp_text reference "(\w+)"', FILE.read_text("utf-8")
    )
    at = {ref: (float(x), float(y)) for x, y, ref in places}
    assert len(at) == len(hub().parts)
    board = layout()
    first = {ref: board.holes[f"{ref}.1"] for ref in at if ref != "A1"}
    (x0, y0), (column0, row0) = at["U1"], first["U1"]
    for ref, (column, row) in first.items():
        expected = (x0 + 2.54 * (column - column0), y0 + 2.54 * (row - row0))
        assert at[ref] == pytest.approx(expected, abs=0.01), ref


# ---------------------------------------------------------------- KiCad


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
    many, report = found(FILE.read_text("utf-8"), tmp_path)
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
    many, report = found(re.sub(pattern, by, FILE.read_text("utf-8"), count=1), tmp_path)
    assert many
    assert re.search(told, report)
    assert not (tmp_path / "out" / "hub.zip").exists()


# ---------------------------------------------------------------- the router


def test_nets_give_way_to_each_other_and_a_wall_is_told() -> None:
    pins = {"a": [(0, 2), (4, 2)], "b": [(2, 0), (2, 4)], "c": [(1, 2), (3, 2)]}
    blocked = {pin: net for net, found in pins.items() for pin in found}
    ways = Router(5, 5, pins, blocked).routed()
    used = [{place for step in way for place in step} for way in ways.values()]
    assert all(not one & other for one in used for other in used if one is not other)
    with pytest.raises(Congested, match="no way at all for a"):
        Router(5, 5, {"a": pins["a"]}, {(2, row): "wall" for row in range(5)}).routed()
