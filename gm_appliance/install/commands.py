"""The commands the installer runs, through one function, which tests replace to simulate the machine."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

LAST_WORDS = 8  # lines of a failed command that are shown


class CommandFailed(RuntimeError):
    """A command failed; the message has the end of its output."""


class Ended(NamedTuple):
    """How a command ended. said, err: its two outputs."""

    code: int
    said: str = ""
    err: str = ""


Run: TypeAlias = "Callable[..., Ended]"  # a function such as `run`


def run(*command: str, within: float | None = None) -> Ended:
    """Run a program to its end, without a terminal. Code 127, as in a shell, if it is missing, or takes more
    than `within` seconds."""
    # lgpio makes a FIFO in the working folder, or in LG_WD, when it is loaded.
    ours = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "LG_WD": tempfile.gettempdir()}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env={**os.environ, **ours},
            timeout=within,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Ended(127, "", str(error))
    return Ended(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class Asked:
    """Runs commands. try_: runs one that may fail."""

    try_: Run = run

    def __call__(self, *command: str) -> None:
        """Run a command that must succeed. Raises CommandFailed."""
        ended = self.try_(*command)
        if ended.code != 0:
            words = "\n".join(f"{ended.said}{ended.err}".splitlines()[-LAST_WORDS:])
            raise CommandFailed(f"{' '.join(command)} ended with {ended.code}:\n{words}")

    def facts(self, unit: str, *names: str) -> dict[str, str]:
        """Properties of a unit; empty where they are unknown."""
        said = self.try_("systemctl", "show", f"--property={','.join(names)}", unit).said
        return dict.fromkeys(names, "") | dict(line.partition("=")[::2] for line in said.splitlines())
