"""What the doctor asks of the machine: one port, so that tests can be the machine."""

from __future__ import annotations

import glob
import importlib.util
import os
import shutil
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Protocol

from gm_appliance.devices.pads.flashing import HubInfo, info
from gm_appliance.devices.sound.render import RenderFailed, ask_child
from gm_appliance.install.commands import Ended

PATIENCE = 10.0
"""Seconds a program of the machine may take."""


class Machine(Protocol):
    """Nothing here changes anything, and what is missing is an answer."""

    def text(self, path: str) -> str | None:
        """What is in a file; None where it is not there or cannot be read."""
        ...

    def there(self, pattern: str) -> tuple[str, ...]:
        """The files of that name, in which * stands for anything."""
        ...

    def usable(self, path: str) -> bool:
        """Whether this user may read and write there."""
        ...

    def free(self, path: str) -> int:
        """Bytes free where that folder is, or would be made. Raises OSError."""
        ...

    def run(self, *command: str) -> Ended | None:
        """A program of the machine, run to its end; None where it is missing or hangs."""
        ...

    def finds(self, program: str) -> bool:
        """Whether there is such a program."""
        ...

    def version(self, package: str) -> str | None:
        """Of a package for this Python; None where it is not installed."""
        ...

    def imports(self, module: str) -> bool:
        """Whether this Python has a module, Debian's own included. It is not loaded."""
        ...

    def answers(self, bus: int, address: int) -> bool:
        """Whether something answers on an I²C bus. Raises OSError where the bus cannot be used."""
        ...

    def hub(self, port: str | None) -> HubInfo:
        """What the seat hub says of itself; no port: the only one. Raises NoHub, HubError."""
        ...

    def voice(self) -> str | None:
        """What espeak-ng or its stand-in is called, with its version; None where there is none."""
        ...


class ThisMachine:
    """The machine this runs on."""

    def text(self, path: str) -> str | None:
        try:
            return Path(path).read_text("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    def there(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(glob.glob(pattern)))

    def usable(self, path: str) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def free(self, path: str) -> int:
        folder = Path(path).absolute()
        there = next(one for one in (folder, *folder.parents) if one.exists())
        return shutil.disk_usage(there).free

    def run(self, *command: str) -> Ended | None:
        # In English, for what is read from it.
        surroundings = {**os.environ, "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PATIENCE,
                env=surroundings,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return Ended(done.returncode, done.stdout)

    def finds(self, program: str) -> bool:
        return shutil.which(program) is not None

    def version(self, package: str) -> str | None:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def imports(self, module: str) -> bool:
        return importlib.util.find_spec(module) is not None

    def answers(self, bus: int, address: int) -> bool:
        from smbus2 import SMBus

        # Opened by itself, for what it raises: a bus that is not there is another thing than silence.
        with SMBus(bus) as line:
            try:
                line.read_byte(address)
            except OSError:
                return False
        return True

    def hub(self, port: str | None) -> HubInfo:
        return info(port)

    def voice(self) -> str | None:
        try:
            return ask_child(())[0]
        except (RenderFailed, OSError):
            return None
