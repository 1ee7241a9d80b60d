"""What a unit allows its service: system calls, and no writable executable memory."""

from __future__ import annotations

import re
import subprocess

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
