"""A USB stick that is a folder. Both ends of the box are real; mounts and other programs are not."""

from __future__ import annotations

import configparser
import errno
import io
import json
import queue
import socket
import tarfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gm_appliance.app.export import exported
from gm_appliance.app.league import Book
from gm_appliance.config import Configuration
from gm_appliance.core.ports import Fault, StickFound
from gm_appliance.devices.stick import TOLD, UsbStick
from gm_appliance.install.commands import Ended
from gm_appliance.install.installer import Before
from gm_appliance.install.stick import Sticks
from gm_appliance.testing import VirtualTable
from image.build import manifest

SOON = 60.0
"""Real seconds, as two threads take part; a passing test never waits so long."""


AT_POWER_ON = 9
"""Seconds after the kernel began in which udev finds a stick that was plugged in before."""

RUNS = ("1.10-0a1b2c3d", 1_750_000_000)
"""The build that runs: its name and the time of its commit."""


def info(told: str) -> Ended:
    read = configparser.ConfigParser()
    read.read_string(told)
    return Ended(0, json.dumps({"description": None, "build": None, **read["update"]}), "")


class FolderSticks(Sticks):
    """Sticks whose devices and files are those of a `Plugged`."""

    of: Plugged

    def __init__(self, of: Plugged, home: Path) -> None:
        (home / "rauc.conf").touch()
        (home / "running").write_text(manifest(*RUNS))
        files = {"rauc": home / "rauc.conf", "running": home / "running"}
        super().__init__(home / "helper", home / "box", **files, do=of.do, before=of.version)
        object.__setattr__(self, "of", of)

    def candidates(self) -> list[str]:
        return [str(self.of.device)] if self.of.device.exists() else []

    @contextmanager
    def mounted(self, device: str, how: str) -> Iterator[Path]:
        fails = self.of.fails
        if how in fails:
            raise OSError(fails[how], "planted")
        yield self.of.stick
        if how == "rw" and "written" in fails:
            if "gone" in fails:
                self.of.device.unlink()
            raise OSError(fails["written"], "planted")


# Many attributes: a whole stick, both ends of the box, and each way to fail.
class Plugged:
    """The port `Stick` of a virtual table; its errands take no virtual time. stick: a folder. device: a file
    that exists while it is plugged in. fails: errors by what fails."""

    def __init__(self, home: Path, state: Path) -> None:
        for name in ("helper", "box", "stick"):
            (home / name).mkdir(parents=True)
        self.fails: dict[str, int] = {}
        self.ran: list[tuple[str, ...]] = []
        self.version_before = ""
        self.went = threading.Event()
        self.stick, self.device, self.plugged = home / "stick", home / "sda1", AT_POWER_ON
        self.sticks = FolderSticks(self, home)
        self._asks = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._asks.bind(str(home / "helper" / "ask"))
        self._asks.listen(1)
        threading.Thread(target=self._serve, daemon=True).start()
        self._news: queue.Queue[Fault] = queue.Queue()
        self.usb = UsbStick(
            self._news.put,
            lambda log: exported(Configuration(), state, log),
            lambda: Book(state),
            *(home / "helper", home / "box"),
        )
        self.table: VirtualTable | None = None

    def _serve(self) -> None:
        while True:
            try:
                peer, _address = self._asks.accept()
            except OSError:
                return
            with peer, peer.makefile("rb") as asked, peer.makefile("wb") as answer:
                self.sticks.serve(asked, answer)

    def do(self, *command: str, within: float = 0.0) -> Ended:
        if command[0] == "udevadm":
            return Ended(0, f"{self.plugged}000000\n")
        self.ran.append(command)
        if command[0] == "rauc" and "info" in command:
            said = Path(command[-1]).read_text()
            return info(said) if said.startswith("[update]") else Ended(1, "", said)
        if command[:2] == ("rauc", "install") and "install" in self.fails:
            if "unplugged" in self.fails:
                self.device.unlink()
            return Ended(1, "", "planted")
        logged = "kernel: Undervoltage detected!\n" if "-k" in command else "a line of 'Anna'\n"
        return Ended(0, logged if command[0] == "journalctl" else "")

    def version(self) -> Before:
        return Before(self.version_before, self._goes_back)

    def _goes_back(self) -> None:
        if "back" in self.fails:
            raise OSError(self.fails["back"], "planted")
        self.went.set()

    def close(self) -> None:
        self.usb.close()
        self._asks.close()

    def plug(self, **files: str) -> None:
        """Plug in a stick with these files; their names' last underscore is a dot."""
        for name, text in files.items():
            (self.stick / ".".join(name.rsplit("__", 1)).replace("_", "-")).write_text(text)
        self.device.touch()
        self.plugged += 1000
        self._looks()

    def power_on(self) -> None:
        self.plugged = AT_POWER_ON
        self._looks()

    def _looks(self) -> None:
        self.sticks.look()
        deadline = time.monotonic() + SOON
        while self.usb.found != self.usb._kept():
            assert time.monotonic() < deadline, "the box has not heard of it"
            time.sleep(0.002)

    def news(self) -> Fault:
        return self._news.get(timeout=SOON)

    def quiet(self) -> bool:
        return self._news.empty()

    @property
    def found(self) -> StickFound:
        return self.usb.found

    def install(self, found: StickFound) -> None:
        self.usb.install(found)
        self._relay()

    def copy(self) -> None:
        self.usb.copy()
        self._relay()

    def brought(self) -> Sequence[str]:
        return self.usb.brought()

    def take_in(self, boxes: Sequence[str]) -> None:
        self.usb.take_in(boxes)

    def restart(self) -> None:
        self.usb.restart()

    def before(self) -> str:
        return self.usb.before()

    def go_back(self) -> None:
        self.usb.go_back()
        if "back" in self.fails:
            self._relay()
        else:
            assert self.went.wait(SOON)

    def _relay(self) -> None:
        """Pass on all news up to the end of the errand."""
        assert self.table is not None
        while (news := self.news()).what in TOLD:
            self.table._inbox.post(news)
        self.table._inbox.post(news)


FULL = {"written": errno.ENOSPC}
PROTECTED = {"rw": errno.EROFS}
BROKEN = {"written": errno.EIO}


def archive(*members: tuple[str, bytes | str]) -> io.BytesIO:
    """Files with their content, or links with where they lead."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w|") as files:
        for name, content in members:
            one = tarfile.TarInfo(name)
            if isinstance(content, str):
                one.type, one.linkname = tarfile.SYMTYPE, content
                files.addfile(one)
            else:
                one.size = len(content)
                files.addfile(one, io.BytesIO(content))
    made.seek(0)
    return made


def files_in(folder: Path) -> list[str]:
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))
