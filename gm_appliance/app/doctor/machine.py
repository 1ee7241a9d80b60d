"""What the doctor asks of the machine: an interface, so that tests can replace the machine."""

from __future__ import annotations

import glob
import grp
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Protocol

from gm_appliance.core.values import replace
from gm_appliance.devices import gpio_chips
from gm_appliance.devices.pads.flashing import HubInfo, info
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.memory import free_megabytes
from gm_appliance.devices.sound.render import TIMEOUT, RenderFailed, ask_child
from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.speech_command import USUAL_RATE, SpeechCommand
from gm_appliance.install.commands import Ended
from gm_appliance.install.places import Places
from gm_appliance.install.releases import Releases

PATIENCE = 10.0
"""Maximum seconds for a program of the machine."""

SERVICE_USER = "gm-appliance"
"""The user of the installed game master."""

SERVICE_GROUPS = ("gpio", "i2c", "spi", "audio", "dialout", "input")
"""That user's groups, as in the systemd unit."""

ROOT = 0

WRITABLE, TO_BE_MADE, MISSING, CLOSED, READ_ONLY = "writable", "to be made", "missing", "closed", "read-only"
"""What a folder can be to the game master. TO_BE_MADE: it creates the folder at its first start."""


class Machine(Protocol):
    """Read-only questions about the machine. What is missing is an answer, not an error."""

    @property
    def user(self) -> str:
        """The user whose access is checked: the game master's if root asks; empty for the caller."""
        ...

    def text(self, path: str) -> str | None:
        """A file's text; None if it cannot be read."""
        ...

    def there(self, pattern: str) -> tuple[str, ...]:
        """The paths that match a pattern with *."""
        ...

    def usable(self, path: str, *, write: bool = True) -> bool:
        """Whether `user` may read that path and, unless `write` is false, write there."""
        ...

    def folder(self, path: str) -> str:
        """What a folder is to `user`: WRITABLE, TO_BE_MADE, MISSING, CLOSED or READ_ONLY."""
        ...

    def chips(self) -> Mapping[int, str]:
        """The labels of the GPIO chips that the caller may open, by number."""
        ...

    def release(self) -> tuple[str, str]:
        """The installed release with its digest and, while it is on trial, the one before; else empty."""
        ...

    def speaks(self, speech: SpeechCommand) -> str:
        """Why that program cannot say a sentence; empty if it can."""
        ...

    def free(self, path: str) -> int:
        """Free bytes where that folder is or would be created. Raises OSError."""
        ...

    def run(self, *command: str) -> Ended | None:
        """Run a program of the machine; None if it is missing or hangs."""
        ...

    def finds(self, program: str) -> bool:
        """Whether there is such a program."""
        ...

    def version(self, package: str) -> str | None:
        """The version of an installed Python package; None if it is not installed."""
        ...

    def imports(self, module: str) -> bool:
        """Whether this Python has a module, including Debian's. The module is not loaded."""
        ...

    def answers(self, bus: int, address: int) -> bool:
        """Whether something answers at an address on an I²C bus. Raises OSError if the bus cannot be used."""
        ...

    def hub(self, port: str | None) -> HubInfo:
        """The answer of the hub at that port, or of the only hub. Raises NoHub, SeveralHubs, HubError."""
        ...

    def voice(self) -> str | None:
        """Name and version of espeak-ng or its substitute; None if there is none."""
        ...

    def voices(self, language: str) -> tuple[str, ...]:
        """All voices of a language, as `engines` names them."""
        ...

    def memory(self) -> int:
        """Free megabytes of memory."""
        ...


class ThisMachine:
    """The machine this runs on."""

    @property
    def user(self) -> str:
        if os.geteuid() != ROOT:
            return ""
        try:
            return pwd.getpwnam(SERVICE_USER).pw_name
        except KeyError:
            return ""

    def text(self, path: str) -> str | None:
        try:
            return Path(path).read_text("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    def there(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(glob.glob(pattern)))

    def usable(self, path: str, *, write: bool = True) -> bool:
        if not self.user:
            return os.access(path, os.R_OK | (os.W_OK if write else 0))
        may = ("rw" if write else "r") + ("x" if os.path.isdir(path) else "")
        wanted = [part for how in may for part in ("-a", f"-{how}", path)]
        looked = subprocess.run(
            ("test", *wanted[1:]),
            user=self.user,
            group=self.user,
            extra_groups=[one.gr_gid for one in grp.getgrall() if one.gr_name in SERVICE_GROUPS],
            check=False,
        )
        return looked.returncode == 0

    def folder(self, path: str) -> str:
        wanted = Path(path).absolute()
        there = _nearest(wanted)
        if os.statvfs(there).f_flag & os.ST_RDONLY:
            return READ_ONLY
        if there == wanted:
            return WRITABLE if self.usable(path) else CLOSED
        return TO_BE_MADE if self.usable(str(there)) else MISSING

    def chips(self) -> Mapping[int, str]:
        return gpio_chips.labels()

    def release(self) -> tuple[str, str]:
        releases = Releases(Places())
        return releases.current(), releases.on_trial()

    def speaks(self, speech: SpeechCommand) -> str:
        # As the game master's user, not as root; but what stays loaded, in a folder of root's.
        user = "" if speech.memory else self.user
        before = ("runuser", "-u", user, "--") if user else ()
        tried = opened(replace(speech, words=(*before, *speech.words)))
        try:
            with tempfile.TemporaryDirectory() as folder:
                if user:
                    shutil.chown(folder, user)
                tried.render("One, two, three.", USUAL_RATE, Path(folder, "x.wav"), TIMEOUT)
                tried.rest()
        except (RenderFailed, OSError) as error:
            return str(error)
        return ""

    def free(self, path: str) -> int:
        return shutil.disk_usage(_nearest(Path(path).absolute())).free

    def run(self, *command: str) -> Ended | None:
        # In English, because the output is parsed.
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

        # Opened outside the try: a missing bus raises, while a missing device does not answer.
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

    def voices(self, language: str) -> tuple[str, ...]:
        return engines.voices(language)

    def memory(self) -> int:
        return free_megabytes()


def _nearest(folder: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.exists())
