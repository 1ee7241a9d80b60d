"""The commands the installer runs, behind a port, so that tests can simulate the machine."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class CommandFailed(RuntimeError):
    """A command failed; the message has the end of its output."""


@dataclass(frozen=True)
class Ended:
    """The result of a command. said: its output."""

    code: int
    said: str


class Commands(Protocol):
    """Runs programs of the machine."""

    def run(self, command: Sequence[str]) -> Ended:
        """Run it to its end. Raises only OSError, if the program is missing."""
        ...


class MachineCommands:
    """Runs programs without a terminal."""

    def run(self, command: Sequence[str]) -> Ended:
        # lgpio makes a FIFO in the working folder, or in LG_WD, when it is loaded.
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
    """Runs commands. done: those that were run, for the log."""

    commands: Commands
    done: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, *command: str) -> str:
        """Run a command that must succeed; returns its output. Raises CommandFailed."""
        ended = self.try_(*command)
        if ended.code != 0:
            words = "\n".join(ended.said.splitlines()[-LAST_WORDS:])
            raise CommandFailed(f"{' '.join(command)} ended with {ended.code}:\n{words}")
        return ended.said

    def facts(self, unit: str, *names: str) -> dict[str, str]:
        """Properties of a unit; empty where they are unknown."""
        said = self.try_("systemctl", "show", f"--property={','.join(names)}", unit).said
        return dict.fromkeys(names, "") | dict(line.partition("=")[::2] for line in said.splitlines())

    def try_(self, *command: str) -> Ended:
        """Run a command that may fail; a missing program gives code 127, as in a shell."""
        self.done.append(command)
        try:
            return self.commands.run(command)
        except OSError as error:
            return Ended(127, str(error))
