"""A simulated Raspberry Pi: a folder for its files, and fake programs of Debian."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from gm_appliance.install.commands import Asked, Ended
from gm_appliance.install.installer import Installer
from gm_appliance.install.places import Places
from gm_appliance.install.proof import QUIET, SETTLED

ROOT = Path(__file__).parents[2]


DIES_AFTER = 25.0
"""Seconds from READY until those die that do, by default."""


class PowerCut(BaseException):
    """The plug is pulled."""


@dataclass
class SimulatedPi:
    """Runs what the installer asks for.

    packages: installed with apt. network: whether anything can be fetched. free_only: whether apt has only
    free packages. broken: releases whose program never gets ready. dying: those that die `dies_after` seconds
    after they got ready. hanging: those that ignore SIGTERM. unimportable: those whose modules cannot be
    imported. groups: with their members. rescues: how often people were offered help. status: as the service
    told it last. cut: the command, by its beginning, that is the last one. taken_back: what helps takes a
    release on trial back as soon as that is started.
    """

    root: Path
    packages: set[str] = field(default_factory=set)
    network: bool = True
    free_only: bool = False
    broken: set[str] = field(default_factory=set)
    dying: set[str] = field(default_factory=set)
    dies_after: float = DIES_AFTER
    hanging: set[str] = field(default_factory=set)
    rescues: int = 0
    unimportable: set[str] = field(default_factory=set)
    users: set[str] = field(default_factory=set)
    groups: dict[str, str] = field(default_factory=lambda: {"audio": "", "dialout": "pi", "input": ""})
    active: bool = False
    enabled: bool = False
    status: str = ""
    cut: str = ""
    taken_back: bool = False
    asked: list[str] = field(default_factory=list)
    running: str = ""
    pid: int = 0
    since: float = 0.0

    def run(self, *command: str) -> Ended:
        line = " ".join(command)
        self.asked.append(line)
        if self.cut and line.startswith(self.cut):
            self.cut = ""
            raise PowerCut(line)
        program = Path(command[0]).name
        answer = getattr(self, f"_{program.replace('-', '_')}", None)
        ended: Ended = answer(list(command[1:])) if answer else Ended(0, "")
        return ended

    def boot(self) -> None:
        """After a power cut: an enabled service is started."""
        self.active = False
        if self.enabled:
            self._start()

    def rest(self, seconds: float) -> None:
        """Time goes by: a program that is to die does, and is restarted; another has proved itself."""
        self.since += seconds
        if self.active and self.since >= QUIET:
            (self.root / "opt/gm-appliance/trial").unlink(missing_ok=True)
        if self.active and self.since >= SETTLED:
            Installer(Places(self.root), Asked(self.run)).releases.forget_failures()
        if self.active and self.running in self.dying and self.since >= self.dies_after:
            self._start()

    @property
    def linked(self) -> str:
        link = self.root / "opt/gm-appliance/current"
        return link.readlink().name if link.is_symlink() else ""

    # ------------------------------------------------------------ its programs

    def _dpkg_query(self, words: list[str]) -> Ended:
        there = words[-1] in self.packages
        return Ended(0 if there else 1, "install ok installed" if there else "no packages found")

    def _apt_get(self, words: list[str]) -> Ended:
        if "install" not in words:
            return Ended(0 if self.network else 100, "")
        named = [word for word in words[words.index("install") + 1 :] if not word.startswith("--")]
        files = [Path(name).name.partition("_")[0] for name in named if name.endswith(".deb")]
        if not (files or self.network):
            return Ended(100, "E: Temporary failure resolving")
        if self.free_only and "libttspico-utils" in named:
            return Ended(100, "E: Unable to locate package libttspico-utils")
        self.packages.update(files or named)
        return Ended(0, "")

    def _espeak_ng(self, _words: list[str]) -> Ended:
        return Ended(0 if "espeak-ng" in self.packages else 127, "")

    def _python3(self, words: list[str]) -> Ended:
        if words[:2] == ["-m", "venv"]:
            if "--without-pip" not in words and "python3-venv" not in self.packages:
                return Ended(1, "ensurepip is not available")
            bin_ = Path(words[-1]) / "bin"
            bin_.mkdir(parents=True, exist_ok=True)
            (bin_ / "python").write_text("")
        elif words[:1] == ["-c"]:
            return Ended(0 if "python3-lgpio" in self.packages else 1, "")
        return Ended(0, "")

    def _python(self, words: list[str]) -> Ended:
        if "install" in words and "--no-index" not in words and not self.network:
            return Ended(1, "ERROR: No matching distribution found")
        return Ended(0, "")

    def _systemctl(self, words: list[str]) -> Ended:
        verb = next(word for word in words if not word.startswith("--"))
        if verb == "show":
            state = "active" if self.active else "inactive"
            told = {
                "ActiveState": state,
                "StatusText": self.status if self.active else "",
                "MainPID": self.pid,
            }
            return Ended(0, "".join(f"{name}={value}\n" for name, value in told.items()))
        if words[-1] != "gm-appliance.service":
            return Ended(0, "")
        if verb == "enable":
            self.enabled = True
        elif verb == "disable":
            self.enabled = False
        elif verb == "stop":
            self._stop()
        elif verb in ("start", "restart") and (verb == "restart" or not self.active):
            return self._start()
        return Ended(0, "")

    def _stop(self) -> None:
        """One that has to be killed has failed, for which systemd starts the rescue program."""
        if self.active and self.running in self.hanging:
            self.rescues += 1
        self.active = False

    def _start(self) -> Ended:
        self.running = self.linked
        self.active = self.running not in self.broken | self.unimportable
        self.pid, self.since = self.pid + 1, 0.0
        helper = Installer(Places(self.root), Asked(self.run))
        if self.taken_back and helper.releases.on_trial():
            helper.roll_back_if_failed()
        return Ended(0 if self.active else 1, "" if self.active else "Job for gm-appliance.service failed")

    def _env(self, words: list[str]) -> Ended:
        release = words[0].partition("rescue-")[2]
        return Ended(1, "SyntaxError") if release in self.unimportable else Ended(0, "")

    def _getent(self, words: list[str]) -> Ended:
        there = words[-1] in self.groups
        return Ended(0 if there else 2, f"{words[-1]}:x:1:{self.groups[words[-1]]}\n" if there else "")

    def _systemd_sysusers(self, _words: list[str]) -> Ended:
        for line in (self.root / "etc/sysusers.d/gm-appliance.conf").read_text().splitlines():
            if line[:2] in ("u ", "g "):
                self.groups.setdefault(line.split()[1], "")
        self.users.add("gm-appliance")
        return Ended(0, "")

    def _userdel(self, words: list[str]) -> Ended:
        self.users.remove(words[0])
        return Ended(0, "")

    def _groupdel(self, words: list[str]) -> Ended:
        del self.groups[words[0]]
        return Ended(0, "")

    def _chgrp(self, words: list[str]) -> Ended:
        there = (self.root / "etc/sysusers.d/gm-appliance.conf").exists()
        return Ended(0 if there else 1, f"invalid group: {words[0]}")

    def _chmod(self, words: list[str]) -> Ended:
        assert words[0] == "u=rw,g=r,o="
        Path(words[1]).chmod(0o640)
        return Ended(0, "")

    def _journalctl(self, _words: list[str]) -> Ended:
        return Ended(0, "ModuleNotFoundError: No module named 'luma'\n")


def release(folder: Path, version: str) -> Path:
    """A small release in that folder, unpacked: whole for the installer, which looks into nothing."""
    for name in ("systemd", "config", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "gm_appliance").mkdir()
    for name in ("core", "devices", "install"):
        (folder / "gm_appliance" / name).mkdir()
        (folder / "gm_appliance" / name / "its.py").write_text(version)
    (folder / "gm_appliance/__init__.py").write_text(f'"""It."""\n\n__version__ = "{version}"\n')
    (folder / "firmware").mkdir()
    (folder / "firmware/main.py").write_text("")
    (folder / "pyproject.toml").write_text("")
    return folder


@dataclass
class Pi:
    """A Pi and its installer. said: what the person at the keyboard read."""

    machine: SimulatedPi
    said: list[str] = field(default_factory=list)
    rested: float = 0.0

    def installer(self) -> Installer:
        places = Places(self.machine.root)
        return Installer(places, Asked(self.machine.run), self.said.append, self._rest)

    def _rest(self, seconds: float) -> None:
        self.rested += seconds
        self.machine.rest(seconds)
        if self.rested >= 60:
            self.machine.status = "At the menu"  # the game has ended


def fresh_pi(root: Path) -> Pi:
    """Raspberry Pi OS Lite, as it comes."""
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[cm4]\notg_mode=1\n")
    (root / "etc").mkdir()
    return Pi(SimulatedPi(root))
