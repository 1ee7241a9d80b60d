"""Reads systemd's units."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"

Settings = dict[str, dict[str, list[str]]]
"""The values by section and key, in order."""


def read(unit: str) -> Settings:
    sections: Settings = {}
    section: dict[str, list[str]] | None = None
    for line in unit.splitlines():
        if not line or line.startswith("#"):
            continue
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = sections.setdefault(header[1], defaultdict(list))
            continue
        key, equals, value = line.partition("=")
        assert section is not None, line
        assert equals, line
        assert re.fullmatch(r"[A-Z]\w+", key), line
        section[key].append(value)
    return sections


def known_to_systemd() -> dict[str, set[str]]:
    """The keys that the installed systemd knows, by section; [Install] is incomplete."""
    managers = [path for path in ("/usr/lib/systemd/systemd", "/lib/systemd/systemd") if Path(path).exists()]
    if not managers:
        pytest.skip("no systemd here")
    dump = subprocess.run(
        [managers[0], "--dump-configuration-items"], capture_output=True, text=True, check=True
    ).stdout
    known: dict[str, set[str]] = {}
    for line in dump.splitlines():
        if line.startswith("["):
            section = known.setdefault(line.strip("[]"), set())
        elif "=" in line:
            section.add(line.partition("=")[0])
    return known
