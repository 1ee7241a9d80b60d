"""A simulated Raspberry Pi: a folder for its files, and fake programs of Debian."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gm_appliance.install.commands import Asked, Ended
from gm_appliance.install.installer import Installer
from gm_appliance.install.places import Places
from gm_appliance.install.proof import QUIET, SETTLED

ROOT = Path(__file__).parents[2]


class PowerCut(BaseException):
    """The plug is pulled."""


# Many attributes: one for each way in which a Pi can differ or fail.
@dataclass
class Pi:
    """Runs the programs that the installer asks for.

    packages: installed with apt. network: whether anything can be downloaded. free_only: whether apt has only
    free packages. Releases, by name: broken ones never get ready; dying ones die 25 seconds after
    READY; unimportable ones cannot be imported. groups: with their members. status: the service's.
    cut: the beginning of the command during which the plug is pulled.
    lingers: seconds for which the service's last program outlives it.
    taken_back: the rescue program takes a trial back as it starts. said: to the person at the keyboard.
    """

    root: Path
    packages: set[str] = field(default_factory=set)
    network: bool = True
    free_only: bool = False
    broken: set[str] = field(default_factory=set)
    dying: set[str] = field(default_factory=set)
    unimportable: set[str] = field(default_factory=set)
    users: set[str] = field(default_factory=set)
    groups: dict[str, str] = field(default_factory=lambda: {"audio": "", "dialout": "pi", "input": ""})
    active: bool = False
    enabled: bool = False
    status: str = ""
    cut: str = ""
    lingers: float = 0.0
    taken_back: bool = False
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    rested: float = 0.0
    running: str = ""
    pid: int = 0
    since: float = 0.0

    def installer(self) -> Installer:
        return Installer(Places(self.root), Asked(self.run), self.said.append, self._rest)

    def run(self, *command: str) -> Ended:
        line = " ".join(command)
        self.asked.append(line)
        if self.cut and line.startswith(self.cut):
            self.cut = ""
            raise PowerCut(line)
        name = Path(command[0]).name.replace("-", "_")
        program: Callable[[list[str]], Ended | int | str | None] = getattr(self, f"_{name}", lambda _words: 0)
        ended = program([*command[1:]])
        if isinstance(ended, Ended):
            return ended
        return Ended(ended) if isinstance(ended, int) else Ended(0, ended or "")

    def boot(self) -> None:
        """After a power cut: an enabled service is started."""
        self.active = False
        if self.enabled:
            self._start()

    def rest(self, seconds: float) -> None:
        """Time goes by: a dying release dies and is restarted; another has proved itself."""
        self.since += seconds
        if self.active and self.since >= QUIET:
            self.installer().releases.end_trial()
        if self.active and self.since >= SETTLED:
            self.installer().releases.forget_failures()
        if self.active and self.running in self.dying and self.since >= 25.0:
            self._start()

    def _rest(self, seconds: float) -> None:
        self.rested += seconds
        self.rest(seconds)
        if self.rested >= 60:
            self.status = "At the menu"  # the game has ended

    def _dpkg_query(self, words: list[str]) -> int | str:
        return "install ok installed" if words[-1] in self.packages else 1

    def _apt_get(self, words: list[str]) -> int:
        if "install" not in words:
            return 0 if self.network else 100
        named = [word for word in words[words.index("install") + 1 :] if not word.startswith("--")]
        files = [Path(name).name.partition("_")[0] for name in named if name.endswith(".deb")]
        if not (files or self.network) or (self.free_only and {"libttspico-utils", "mbrola-nl2"} & {*named}):
            return 100
        self.packages.update(files or named)
        return 0

    def _espeak_ng(self, _words: list[str]) -> int:
        return 0 if "espeak-ng" in self.packages else 127

    def _python3(self, words: list[str]) -> int:
        if words[:2] == ["-m", "venv"]:
            if "--without-pip" not in words and "python3-venv" not in self.packages:
                return 1
            python = Path(next(word for word in words if word.startswith("/"))) / "bin/python"
            python.parent.mkdir(parents=True, exist_ok=True)
            python.write_text("")
        return int(words[:1] == ["-c"] and "python3-lgpio" not in self.packages)

    def _python(self, words: list[str]) -> int:
        return int("install" in words and "--no-index" not in words and not self.network)

    def _systemctl(self, words: list[str]) -> int | str:
        verb = next(word for word in words if not word.startswith("--"))
        if verb == "show":
            state, status = ("active", self.status) if self.active else ("inactive", "")
            return f"ActiveState={state}\nStatusText={status}\nMainPID={self.pid}\n"
        if words[-1] != "gm-appliance.service":
            return 0
        if verb in ("enable", "disable"):
            self.enabled = verb == "enable"
        elif verb == "stop":
            self.since = 0.0 if self.active else self.since
            self.active = False
        elif verb == "start" and not self.active:
            self._start()
            return int(not self.active)
        return 0

    def _start(self) -> None:
        self.running = self.installer().releases.current()
        self.active = self.running not in self.broken | self.unimportable
        self.pid, self.since = self.pid + 1, 0.0
        if self.taken_back and self.installer().releases.on_trial():
            self.installer().roll_back_if_failed()

    def _env(self, words: list[str]) -> int:
        return int(words[0].partition("rescue-")[2] in self.unimportable)

    def _getent(self, words: list[str]) -> int | str:
        return f"{words[-1]}:x:1:{self.groups[words[-1]]}\n" if words[-1] in self.groups else 2

    def _systemd_sysusers(self, _words: list[str]) -> None:
        for line in (self.root / "etc/sysusers.d/gm-appliance.conf").read_text().splitlines():
            if line[:2] in ("u ", "g "):
                self.groups.setdefault(line.split()[1], "")
        self.users.add("gm-appliance")

    def _userdel(self, words: list[str]) -> Ended:
        if words[0] not in self.users:
            return Ended(6, "", f"userdel: user '{words[0]}' does not exist\n")
        if self.active or self.since < self.lingers:
            return Ended(8, "", f"userdel: user {words[0]} is currently used by process 812\n")
        self.users.remove(words[0])
        return Ended(0)

    def _groupdel(self, words: list[str]) -> None:
        del self.groups[words[0]]

    def _chgrp(self, _words: list[str]) -> int:
        return int(not (self.root / "etc/sysusers.d/gm-appliance.conf").exists())

    def _chmod(self, words: list[str]) -> None:
        assert words[0] == "u=rw,g=r,o="
        Path(words[1]).chmod(0o640)

    def _journalctl(self, _words: list[str]) -> str:
        return "ModuleNotFoundError: No module named 'luma'\n"


def release(folder: Path, version: str) -> Path:
    """A small unpacked release; it is complete for the installer, which does not read its modules."""
    for name in ("systemd", "config", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("core", "devices", "install"):
        (folder / "gm_appliance" / name).mkdir(parents=True)
        (folder / "gm_appliance" / name / "its.py").write_text(version)
    (folder / "gm_appliance/__init__.py").write_text(f'"""It."""\n\n__version__ = "{version}"\n')
    (folder / "firmware").mkdir()
    (folder / "firmware/main.py").write_text("")
    (folder / "pyproject.toml").write_text("")
    return folder


def fresh_pi(root: Path) -> Pi:
    (root / "boot/firmware").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n[cm4]\notg_mode=1\n")
    (root / "etc").mkdir()
    return Pi(root)


def files(root: Path) -> dict[str, bytes]:
    """Everything outside /opt, by its path."""
    found = [one for one in root.rglob("*") if one.is_file() and "opt" not in one.relative_to(root).parts]
    return {str(one.relative_to(root)): one.read_bytes() for one in found}
