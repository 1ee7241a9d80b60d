"""What the installer asks of the machine: one port, so that tests can be the machine."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class CommandFailed(RuntimeError):
    """A command ended with an error; the message has its last words."""


@dataclass(frozen=True)
class Ended:
    """How a command ended. said: everything it printed."""

    code: int
    said: str


class Commands(Protocol):
    """Runs programs of the machine."""

    def run(self, command: Sequence[str]) -> Ended:
        """Run it to its end; whatever the end, nothing is raised but OSError where the program is missing."""
        ...


class MachineCommands:
    """The machine's own programs, without anybody to answer their questions."""

    def run(self, command: Sequence[str]) -> Ended:
        # lgpio makes a FIFO in the working folder, or else there, as soon as it is loaded.
        ours = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "LG_WD": tempfile.gettempdir()}
        surroundings = {**os.environ, **ours}
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=surroundings,
        )
        return Ended(done.returncode, done.stdout)


LAST_WORDS = 8
"""Lines of a failed command that are shown."""


@dataclass
class Asked:
    """Commands that have to succeed. done: what was run, for the log."""

    commands: Commands
    done: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, *command: str) -> str:
        """Run it and return what it printed. Raises CommandFailed."""
        ended = self.try_(*command)
        if ended.code != 0:
            words = "\n".join(ended.said.splitlines()[-LAST_WORDS:])
            raise CommandFailed(f"{' '.join(command)} ended with {ended.code}:\n{words}")
        return ended.said

    def try_(self, *command: str) -> Ended:
        """Run it, whatever comes of it; a program that is missing ended with 127, as in a shell."""
        self.done.append(command)
        try:
            return self.commands.run(command)
        except OSError as error:
            return Ended(127, str(error))
