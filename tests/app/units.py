"""Reads systemd's units, and what they allow: system calls, and no writable executable memory."""

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


DENY_WRITE_EXECUTE = """
import ctypes, os, sys
PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN = 65, 1
ctypes.CDLL(None).prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


def members(name: str) -> set[str]:
    if not name.startswith("@"):
        return {name}
    done = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    )
    inner = [line.strip() for line in done.stdout.splitlines()[1:]]
    return {call for one in inner if one and not one.startswith("#") for call in members(one)}


def allowed(unit: str) -> set[str]:
    """Each filter of the unit adds or removes some."""
    calls: set[str] = set()
    for words in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        named = {call for word in words.lstrip("~").split() for call in members(word)}
        calls = calls - named if words.startswith("~") else calls | named
    return calls
