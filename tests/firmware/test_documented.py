"""docs/developers/protocol.md matches the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from firmware.hub_protocol import EDITION, GRAMMAR, LIMITS, PROTOCOL, WIRING, parse
from tests.benches.firmware_hub import MODEL

PAGE = (Path(__file__).parent.parent.parent / "docs" / "developers" / "protocol.md").read_text("utf-8")


def numbers_in(source: Path) -> dict[str, int]:
    """Integers assigned at a module's top level, as ``A = 1`` or ``A, B = 1, 2``."""
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


def test_the_model_has_every_pin_where_the_firmware_has_it() -> None:
    bound = numbers_in(MODEL / "machine.py")
    assert {name: bound[name.upper()] for name in WIRING} == WIRING


def table_with(head: str) -> dict[str, list[str]]:
    """The rows of the table with this head: each name in the first cell maps to the other cells."""
    rows = {}
    for row in PAGE.partition(f"{head}\n")[2].splitlines()[1:]:
        if not row.startswith("|"):
            break
        first, *rest = (cell.strip() for cell in row.strip("|").split("|"))
        for name in re.findall(r"`([^`]+)`", first):
            rows[name] = rest
    return rows


def test_every_limit_is_described_and_no_other() -> None:
    numbers = table_with("| number | limit | is |")
    told = {name: int(limit) for name, (limit, _) in numbers.items() if limit}
    assert told == {name: LIMITS[name] for name in LIMITS if name not in ("again", "lamps")}
    described = {*numbers, "edition", "hash", "base", "again", "at", "size", *"abcdefgh"}
    assert {name for form in GRAMMAR for name in form.split()[1:]} <= described


def test_every_line_is_described_and_no_other() -> None:
    assert sorted(re.findall(r"^\| `([A-Z] [a-z ]+)` \|", PAGE, re.MULTILINE)) == sorted(GRAMMAR)


def test_the_example_is_made_of_lines() -> None:
    lines = re.findall(r"^[> ] (\$.*)$", PAGE, re.MULTILINE)
    messages = [parse(line.encode()) for line in lines]
    assert [message[0] for message in messages if message] == list("RHSTAEEK")
    assert ("H", (EDITION, PROTOCOL, 91827, 40961, 1)) in messages
