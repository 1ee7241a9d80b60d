"""The doctor's access to the machine, replaced in tests."""

from __future__ import annotations

import base64
import csv
import glob
import grp
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

import gm_appliance
from gm_appliance.core.values import replace
from gm_appliance.devices import gpio_chips
from gm_appliance.devices.pads.flashing import HubInfo, info
from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.memory import free_megabytes
from gm_appliance.devices.sound.render import TIMEOUT, RenderFailed, ask_child
from gm_appliance.devices.sound.resident import opened
from gm_appliance.devices.sound.speech_command import USUAL_RATE, SpeechCommand
from gm_appliance.install.commands import Ended, run
from gm_appliance.install.places import Places
from gm_appliance.install.releases import Releases

PATIENCE = 10.0  # maximum seconds for a program of the machine
SERVICE_USER = "gm-appliance"

SERVICE_GROUPS = ("gpio", "i2c", "spi", "audio", "dialout", "input")  # as in the systemd unit
ROOT = 0

WRITABLE, TO_BE_MADE, MISSING, CLOSED, READ_ONLY = "writable", "to be made", "missing", "closed", "read-only"
"""The game master's access to a folder. TO_BE_MADE: it creates the folder at its first start."""

CARD, SYSTEM, DESK = "card", "system", "desk"
"""The game master's own card, on which nobody can log in; Raspberry Pi OS; a virtual table."""


class Machine:
    """Read-only questions about this machine. Missing parts raise no errors."""

    @property
    def place(self) -> str:
        if re.search(r"\brauc\.slot=", self.text("/proc/cmdline") or ""):
            return CARD
        return SYSTEM if self.is_pi or self.there(str(Places().current)) else DESK

    @property
    def is_pi(self) -> bool:
        return "Raspberry Pi" in (self.text("/proc/device-tree/model") or "")

    @property
    def user(self) -> str:
        """The user whose access is checked: the game master's if that or root asks; empty for the caller."""
        try:
            known = pwd.getpwnam(SERVICE_USER)
        except KeyError:
            return ""
        return known.pw_name if os.geteuid() in (ROOT, known.pw_uid) else ""

    @property
    def _other_user(self) -> str:
        """`user` if programs must be run as that user, empty otherwise."""
        return self.user if os.geteuid() == ROOT else ""

    def text(self, path: str) -> str | None:
        try:
            return Path(path).read_text("utf-8", "replace").rstrip("\0\n")
        except OSError:
            return None

    def there(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(glob.glob(pattern)))

    def usable(self, path: str, *, write: bool = True) -> bool:
        """Whether `user` may read and, unless `write` is false, write."""
        if not self._other_user:
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
        """The access of `user`: WRITABLE, TO_BE_MADE, MISSING, CLOSED or READ_ONLY."""
        wanted = Path(path).absolute()
        there = _nearest(wanted)
        if os.statvfs(there).f_flag & os.ST_RDONLY:
            return READ_ONLY
        if there == wanted:
            return WRITABLE if self.usable(path) else CLOSED
        return TO_BE_MADE if self.usable(str(there)) else MISSING

    def chips(self) -> Mapping[int, str]:
        """The labels of the GPIO chips that the caller may open, by number."""
        return gpio_chips.labels()

    def grounded(self, chip: int, pins: Iterable[int]) -> tuple[int, ...]:
        """The pins of a chip that are connected to ground. Raises OSError if a pin is in use."""
        import lgpio

        try:
            opened_chip = lgpio.gpiochip_open(chip)
            try:
                for pin in pins:
                    lgpio.gpio_claim_input(opened_chip, pin, lgpio.SET_PULL_UP)
                return tuple(pin for pin in pins if not lgpio.gpio_read(opened_chip, pin))
            finally:
                lgpio.gpiochip_close(opened_chip)
        except lgpio.error as error:
            raise OSError(str(error)) from error

    def release(self) -> tuple[str, str]:
        """The installed release with its digest and, while it is on trial, the one before; else empty."""
        releases = Releases(Places())
        return releases.current(), releases.on_trial()

    def damaged(self, package: str = "gm-appliance") -> tuple[str, ...]:
        """The files of an installed Python package that are missing or changed."""
        try:
            installed = metadata.distribution(package)
        except metadata.PackageNotFoundError:
            return ()
        # Not `files`, which leaves out what is missing since Python 3.12.
        record = csv.reader((installed.read_text("RECORD") or "").splitlines())
        return tuple(
            name for name, kept, _ in record if not _intact(Path(str(installed.locate_file(name))), kept)
        )

    def now(self) -> float:
        return time.time()

    def installed_at(self) -> float:
        """When this program was installed, in seconds since 1970."""
        return Path(gm_appliance.__file__).stat().st_mtime

    def speaks(self, speech: SpeechCommand) -> str:
        """Why that program cannot say a sentence; empty if it can."""
        # As the game master's user, not as root, except for programs that stay loaded.
        user = "" if speech.memory else self._other_user
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
        """Free bytes for a folder that may not exist yet. Raises OSError."""
        return shutil.disk_usage(_nearest(Path(path).absolute())).free

    def run(self, *command: str) -> Ended | None:
        """Run a program of the machine, in English; None if it is missing or hangs."""
        ended = run(*command, within=PATIENCE)
        return None if ended.code == 127 else ended

    def finds(self, program: str) -> bool:
        return shutil.which(program) is not None

    def version(self, package: str) -> str | None:
        """The version of a Python package; None if it is not installed."""
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def imports(self, module: str) -> bool:
        """Whether this Python finds a module, Debian's included. It is not loaded."""
        return importlib.util.find_spec(module) is not None

    def answers(self, bus: int, address: int) -> bool:
        """Whether something answers at an address on an I²C bus. Raises OSError if the bus cannot be used."""
        from smbus2 import SMBus

        # Opened outside the try: a missing bus raises, while a missing device does not answer.
        with SMBus(bus) as line:
            try:
                line.read_byte(address)
            except OSError:
                return False
        return True

    def hub(self, port: str | None) -> HubInfo:
        """The answer of the hub at that port, or of the only hub. Raises NoHub, SeveralHubs, HubError."""
        return info(port)

    def voice(self) -> str | None:
        """Name and version of espeak-ng or its substitute, if there is one."""
        try:
            return ask_child(())[0]
        except (RenderFailed, OSError):
            return None

    def voices(self, language: str) -> tuple[str, ...]:
        return engines.voices(language)

    def memory(self) -> int:
        return free_megabytes()


def _nearest(folder: Path) -> Path:
    """The folder or the nearest existing one above it."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def _intact(file: Path, kept: str) -> bool:
    """Whether a file matches its record, such as ``sha256=…``; empty for one that may change."""
    kind, _equals, value = kept.partition("=")
    try:
        found = hashlib.new(kind, file.read_bytes()).digest() if kept else b""
    except (OSError, ValueError):
        return False
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode() == value
