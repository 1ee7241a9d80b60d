"""KiCad's schematic joins what the netlist does, and KiCad 7 or later finds no electrical error in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.board import Spot, read
from hardware.netlist import hub
from hardware.schematic import FILE, schematic

pytestmark = pytest.mark.many

DRAWN = FILE.read_text("utf-8")
CLI = shutil.which("kicad-cli")


def exact(spot: Spot) -> Spot:
    x, y = spot
    return round(x, 2), round(y, 2)


def nets(text: str) -> dict[str, set[str]]:
    """The pins at each label, found by where they are: a symbol's y is upwards, the sheet's downwards."""
    sheet = read(text)
    labels = {exact(one.spot()): one.words[1] for one in sheet.all("global_label")}
    ends: dict[str, dict[str, Spot]] = {}
    for library in sheet.all("lib_symbols"):
        for kind in library.all("symbol"):
            ends[kind.words[1]] = {
                next(number.words[1] for number in pin.all("number")): pin.spot()
                for unit in kind.all("symbol")
                for pin in unit.all("pin")
            }
    found: dict[str, set[str]] = {}
    for part in sheet.all("symbol"):
        x, y = part.spot()
        reference = next(one.words[2] for one in part.all("property") if one.words[1] == "Reference")
        name = next(one.words[1] for one in part.all("lib_id"))
        for number, (across, up) in ends[name].items():
            if net := labels.get(exact((x + across, y - up))):
                found.setdefault(net, set()).add(f"{reference}.{number}")
    return found


def test_the_schematic_is_the_netlists() -> None:
    assert schematic() == DRAWN, "write it again: python -m hardware.schematic"
    assert nets(DRAWN) == hub().nets
    assert nets(DRAWN.replace('(global_label "load"', '(global_label "clock"', 1)) != hub().nets


def errors(text: str, folder: Path) -> list[str]:
    """The kinds of errors that KiCad finds. It warns of every library it does not know."""
    (folder / "hub.kicad_sch").write_text(text, "utf-8")
    report = folder / "report.json"
    words = ["sch", "erc", "--format", "json", "--output", str(report), str(folder / "hub.kicad_sch")]
    subprocess.run([CLI or "kicad-cli", *words], check=True, capture_output=True, timeout=300)
    sheets = json.loads(report.read_text("utf-8"))["sheets"]
    found = [one for sheet in sheets for one in sheet["violations"]]
    return [one["type"] for one in found if one["severity"] == "error"]


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(
    not CLI, reason="KiCad 6 checks no schematic on the command line; kicad-cli of KiCad 7 does"
)
def test_kicad_finds_no_electrical_error(tmp_path: Path) -> None:
    assert errors(DRAWN, tmp_path) == []
    assert "pin_to_pin" in errors(DRAWN.replace('label "chain 1"', 'label "data"'), tmp_path)
    opened = re.sub(r'\n  \(global_label "pad 3 up" .*', "", DRAWN, count=1)
    assert "pin_not_connected" in errors(opened, tmp_path)
