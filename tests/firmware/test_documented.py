"""docs/developers/protocol.md matches the code."""

from __future__ import annotations

import re
from pathlib import Path

from firmware.hub_protocol import EDITION, GRAMMAR, LIMITS, PROTOCOL, parse

PAGE = (Path(__file__).parent.parent.parent / "docs" / "developers" / "protocol.md").read_text("utf-8")


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
