"""USB sticks, on the side that may mount them: it looks at them, and handles the box's requests.

    python3 -m gm_appliance.install.stick look     after a stick was plugged in or pulled out; by udev
    python3 -m gm_appliance.install.stick serve    answers a request of the box, on standard input and output

The game master itself may mount nothing. It may request to ``install`` the update, whose kind and version
follow as people were told them, to ``copy`` the archive that follows, the ``log`` of its service, the
``results`` that other boxes copied, to ``restart``, the version ``before`` this one, and to go ``back`` to
it. No program on a stick is ever run: a bundle is data that RAUC checks against the certificate on the card.
"""

from __future__ import annotations

import configparser
import errno
import fcntl
import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from gm_appliance import __version__
from gm_appliance.install import stick_copy
from gm_appliance.install.commands import Asked, Ended, Run, run
from gm_appliance.install.installer import Before, Installer, version_before
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.install.releases import order
from gm_appliance.install.system_files import sync_folder, write

BUNDLES = "gm-appliance-*.raucb"

NONE, FOREIGN, UNREAD, EMPTY, UPDATE = "none", "foreign", "unread", "empty", "update"
UNSIGNED, DAMAGED, OLDER, SAME = "unsigned", "damaged", "older", "same"
RANKS = (NONE, FOREIGN, UNREAD, SAME, OLDER, DAMAGED, UNSIGNED, EMPTY, UPDATE)  # of several the last counts

KINDS = ("vfat", "exfat")  # as sticks are sold. No other is mounted, as each is an attack surface.
SAFE = "nosuid,nodev,noexec"

REFUSED = {errno.EROFS: "protected", errno.ENOSPC: "full", errno.EDQUOT: "full"}
"""Errors of writing for which people are told the reason."""

LOG_LINES = 200

RAUC_WITHIN = 900.0  # seconds that installing an update may take; enough for the slowest card
_run = partial(run, within=60.0)


class Build(NamedTuple):
    """An update as its manifest has it. release: ``"0.1.0-5f2c9ab1"``. made: when, as ISO 8601 in UTC."""

    release: str = ""
    made: str = ""

    def found(self, running: Build, bundle: str) -> Found:
        """This build in a bundle, compared with the running one.

        Of two builds of a version the later one is the update. Builds of the same second differ only in
        uncommitted changes, so each is an update of the other.
        """
        theirs, ours = order(self.release), order(running.release)
        if not theirs or len(self.release) > 60 or not re.fullmatch(r"[0-9TZ:-]{0,20}", self.made):
            return Found(DAMAGED, bundle=bundle)
        version = self.release.partition("-")[0]
        if self == running:
            return Found(SAME, version, bundle=bundle)
        build = f"{self.release} {self.made}"
        kind = UPDATE if (theirs, self.made) >= (ours, running.made) else OLDER
        told = f"{version} ({self.made[:10]})" if theirs == ours else version
        return Found(kind, told, bundle=bundle, build=build)


@dataclass(frozen=True)
class Found:
    """A stick. version: as people are told it, with the day if they have another build of it.

    build: the release and when it was made. since: when udev found it, in seconds after the kernel began.
    """

    kind: str = NONE
    version: str = ""
    device: str = ""
    bundle: str = ""
    build: str = ""
    since: int = 0


@dataclass(frozen=True)
class Sticks:
    """The machine's sticks.

    keeps:   the folder for the stick that was found last, and for the socket of requests.
    box:     the game master's folder, with the socket it listens at.
    rauc:    its settings; without them no update can be installed.
    running: the manifest of the running system.
    """

    keeps: Path = Path("/run/gm-appliance-stick")
    box: Path = Path("/run/gm-appliance")
    sys: Path = Path("/sys/class/block")
    dev: Path = Path("/dev")
    mounts: Path = Path("/proc/mounts")
    rauc: Path = Path("/etc/rauc/system.conf")
    running: Path = Path("/etc/rauc/running.raucm")
    do: Run = _run
    before: Callable[[], Before] = lambda: version_before(Installer(Places(), Asked()))

    # ------------------------------------------------------------ what is plugged in

    def look(self) -> Found:
        """Find the stick that is plugged in, keep it, and tell the box. Raises OSError."""
        with self._alone():
            found = max(
                map(self._on, self.candidates()), key=lambda one: RANKS.index(one.kind), default=Found()
            )
            if found.device:
                found = replace(found, since=self._since(found.device))
            write(self.keeps / "stick.json", json.dumps(asdict(found)).encode())
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as box:
            box.setblocking(False)
            box.sendto(b"look", str(self.box / "stick"))
        return found

    def _since(self, device: str) -> int:
        fact = ("--query=property", "--property=USEC_INITIALIZED", "--value")
        said = self.do("udevadm", "info", *fact, device).said.strip()
        return int(said) // 10**6 if said.isdecimal() else 0

    def known(self) -> Found:
        """The stick that was found last."""
        try:
            return Found(**json.loads((self.keeps / "stick.json").read_text()))
        except (OSError, ValueError, TypeError):
            return Found()

    def candidates(self) -> list[str]:
        """The devices that may be sticks, without disks that the machine itself uses."""
        used = {line.split()[0] for line in self.mounts.read_text().splitlines() if line.startswith("/")}
        found = []
        for disk in sorted(self.sys.glob("sd*")):
            if (disk / "partition").exists() or "/usb" not in str(disk.resolve()):
                continue
            parts = sorted(part.name for part in disk.glob(f"{disk.name}[0-9]*")) or [disk.name]
            devices = [str(self.dev / name) for name in parts]
            if not used.intersection((str(self.dev / disk.name), *devices)):
                found += devices
        return found

    def _on(self, device: str) -> Found:
        try:
            with self.mounted(device, "ro") as folder:
                return self.on(folder, device)
        except OSError as error:
            print(f"{device} is left alone: {error}", file=sys.stderr)
            return Found(UNREAD, device=device)

    def on(self, folder: Path, device: str = "") -> Found:
        """The stick that is mounted in this folder. Raises OSError."""
        bundles = [one for one in sorted(folder.glob(BUNDLES)) if one.is_file() and not one.is_symlink()]
        if bundles and self.rauc.exists():
            best = max((self.checked(bundle) for bundle in bundles), key=_newest)
            return replace(best, device=device)
        empty = stick_copy.is_empty(folder)
        return Found(EMPTY if empty else FOREIGN, device=device)

    def checked(self, bundle: Path) -> Found:
        """Check a bundle's signature and whether it is complete, and compare it with the running system."""
        info = self.do("rauc", "--conf", str(self.rauc), "info", "--output-format=json", str(bundle))
        if info.code != 0:
            print(f"{bundle.name} is refused: {info.err.strip()[-300:]}", file=sys.stderr)
            unsigned = "signature verification failed" in info.err.lower()
            return Found(UNSIGNED if unsigned else DAMAGED, bundle=bundle.name)
        try:
            told = json.loads(info.said)
            build = Build(str(told["version"]), str(told.get("build") or ""))
        except (ValueError, KeyError, TypeError, AttributeError):
            return Found(DAMAGED, bundle=bundle.name)
        running = configparser.ConfigParser(interpolation=None)
        running.read(self.running)
        version = running.get("update", "version", fallback=__version__)
        return build.found(Build(version, running.get("update", "build", fallback="")), bundle.name)

    # ------------------------------------------------------------ requests

    def serve(self, asked: BinaryIO, answer: BinaryIO) -> None:
        """Answer one request, in a line of JSON."""
        what, _space, agreed = asked.readline(100).decode("ascii", "replace").strip().partition(" ")
        acts: dict[str, Callable[[], dict[str, object]]] = {
            "install": lambda: self._install(agreed),
            "copy": lambda: self._copy(asked),
            "log": self._log,
            "results": self._results,
            "restart": self._restart,
            "before": lambda: {"said": "before", "version": self.before().version},
            "back": self._go_back,
        }
        said: dict[str, object] = {"said": "failed"}
        try:
            if what in acts:
                said = acts[what]()
        except OSError as error:
            print(f"{what}: {error}", file=sys.stderr)
        stick_copy.drain(asked)
        with suppress(OSError):
            answer.write(json.dumps(said).encode() + b"\n")
            answer.flush()

    def _install(self, agreed: str) -> dict[str, object]:
        """agreed: the kind and version that people agreed to."""
        with self._alone():
            found = self.known()
            if found.kind not in (UPDATE, OLDER) or not Path(found.device).exists():
                return {"said": "install-pulled"}
            try:
                with self.mounted(found.device, "ro") as folder:
                    # It may be another stick by now.
                    again = self.checked(folder / found.bundle)
                    if again.kind in (UNSIGNED, DAMAGED):
                        return {"said": again.kind}
                    if f"{again.kind} {again.version}" != agreed:
                        return {"said": "install-pulled"}
                    took = self.do("rauc", "install", str(folder / found.bundle), within=RAUC_WITHIN)
            except OSError as error:
                took = Ended(1, "", str(error))
        if took.code == 0:
            return {"said": "installed", "version": found.version}
        print(f"The update was not installed: {took.err.strip()[-1000:]}", file=sys.stderr)
        return {"said": "install-failed" if Path(found.device).exists() else "install-pulled"}

    def _copy(self, asked: BinaryIO) -> dict[str, object]:
        with self._alone():
            found = self.known()
            if found.kind != EMPTY:
                return {"said": FOREIGN}
            try:
                with self.mounted(found.device, "rw") as folder:
                    if not stick_copy.is_empty(folder):
                        return {"said": FOREIGN}
                    stick_copy.receive(asked, folder)
            except OSError as error:
                print(f"Not copied: {error}", file=sys.stderr)
                there = Path(found.device).exists()
                return {"said": REFUSED.get(error.errno or 0, "failed") if there else "pulled"}
        return {"said": "copied"}

    def _log(self) -> dict[str, object]:
        """The end of the game master's log, and the kernel's alarms, such as undervoltage."""
        how = ("-n", str(LOG_LINES), "--no-pager", "--no-hostname", "-o", "short-iso")
        asked = (("-k", "-b", "-p", "crit"), ("-u", SERVICE))
        said = "".join(self.do("journalctl", *one, *how).said for one in asked)
        return {"said": "log", "log": said.splitlines()}

    def _results(self) -> dict[str, object]:
        """The lines of all results that boxes copied to the stick."""
        with self._alone(), self.mounted(self.known().device, "ro") as folder:
            return {"said": "results", "lines": stick_copy.results_on(folder)}

    def _restart(self) -> dict[str, object]:
        self.do("systemctl", "--no-block", "reboot")
        return {"said": "restarting"}

    def _go_back(self) -> dict[str, object]:
        try:
            with self._alone():
                self.before().go_back()
        except (OSError, RuntimeError) as error:
            print(f"Not gone back: {error}", file=sys.stderr)
            return {"said": "back-failed"}
        return {"said": "restarting"}

    # ------------------------------------------------------------ mounting

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Only one process uses sticks at a time."""
        self.keeps.mkdir(parents=True, exist_ok=True)
        with (self.keeps / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def mounted(self, device: str, how: str) -> Iterator[Path]:
        """The folder of a stick, mounted. Raises OSError, at the end if not everything could be written."""
        at = self.keeps / "at"
        at.mkdir(mode=0o700, exist_ok=True)
        self.do("umount", "--lazy", str(at))  # left by one that was killed
        mount = self.do("mount", "-t", ",".join(KINDS), "-o", f"{how},{SAFE}", device, str(at))
        if mount.code != 0:
            protected = "write-protected" in mount.err or "read-only" in mount.err.lower()
            raise OSError(errno.EROFS if protected else errno.EIO, mount.err.strip() or "not mounted", device)
        try:
            if how == "rw" and os.statvfs(at).f_flag & os.ST_RDONLY:
                raise OSError(errno.EROFS, "it is write-protected", device)
            yield at
            if how == "rw":
                os.sync()
                sync_folder(at)
        finally:
            unmount = self.do("umount", str(at))
            if unmount.code != 0:
                self.do("umount", "--lazy", str(at))
        if how == "rw" and unmount.code != 0:
            raise OSError(errno.EIO, unmount.err.strip(), device)


def _newest(found: Found) -> tuple[object, ...]:
    """A key for the bundle that counts among several."""
    version, _space, made = found.version.partition(" ")
    return found.kind == UPDATE, order(version), found.kind == SAME, made


def main(argv: Sequence[str], sticks: Sticks | None = None) -> int:
    sticks = sticks or Sticks()
    match argv:
        case ["look"]:
            sticks.look()
        case ["serve"]:
            sticks.serve(sys.stdin.buffer, sys.stdout.buffer)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
