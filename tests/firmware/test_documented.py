"""docs/protocol.md says what the code does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from firmware.hub_protocol import EDITION, GRAMMAR, PROTOCOL, parse
from gm_appliance.simulator.firmware_hub import MODEL
from gm_appliance.table.hub_tool import firmware_files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text("utf-8")


def numbers_in(source: Path) -> dict[str, int]:
    """The numbers a module binds at its top: ``A = 1``, or ``A, B = 1, 2``."""
    found = {}
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.Assign):
            (target,) = node.targets
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                    found[name.id] = value.value
    return {name: value for name, value in found.items() if isinstance(value, int)}


PINS = {
    "load": "LOAD",
    "clock": "CLOCK",
    "data": "DATA",
    "lamp data": "LAMP_DATA",
    "lamp clock": "LAMP_CLOCK",
    "lamp latch": "LAMP_LATCH",
    "lamps off, until the firmware runs": "LAMP_OFF",
    "service button": "SERVICE",
}


def test_firmware_model_and_page_agree_about_every_pin() -> None:
    rows = re.findall(r"^\| GP(\d+) \| .* \| (.*) \|$", PAGE, re.MULTILINE)
    page = {PINS[what]: int(pin) for pin, what in rows}
    assert set(page) == set(PINS.values())
    for source in (firmware_files()["firmware/registers.py"], MODEL / "machine.py"):
        bound = numbers_in(source)
        assert {name: bound[name] for name in page} == page


def test_every_line_is_described_and_no_other() -> None:
    assert sorted(re.findall(r"^\| `([A-Z] [a-z ]+)` \|", PAGE, re.MULTILINE)) == sorted(GRAMMAR)


def test_the_example_is_made_of_lines() -> None:
    lines = re.findall(r"^[> ] (\$.*)$", PAGE, re.MULTILINE)
    messages = [parse(line.encode()) for line in lines]
    assert [message[0] for message in messages if message] == list("RHSTAEEK")
    assert ("H", (EDITION, PROTOCOL, 91827, 40961, 1)) in messages
