"""A USB stick that is a folder. Both ends of the box are real, but not the mount, and no other programs."""

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gm_appliance.app.export import exported
from gm_appliance.config import Configuration
from gm_appliance.core.ports import Fault, StickFound
from gm_appliance.devices.stick import TOLD, UsbStick
from gm_appliance.install.before import Before
from gm_appliance.install.commands import Ended
from gm_appliance.install.stick import Sticks
from gm_appliance.testing import VirtualTable
from image.build import manifest

SOON = 10.0
"""Real seconds, for there are two programs; a passing test never waits for them."""


AT_POWER_ON = 9.0
"""Seconds after the kernel began in which udev finds a stick that was plugged in before."""

RUNS = ("1.10-0a1b2c3d", 1_750_000_000)
"""The build that runs: its name and the time of its commit."""


def info(told: str) -> Ended:
    """What RAUC says of a bundle with this manifest."""
    read = configparser.ConfigParser()
    read.read_string(told)
    return Ended(0, json.dumps({"description": None, "build": None, **read["update"]}), "")


class FolderSticks(Sticks):
    """keeps: its folder; the stick is beside it, and its device a file. fails: the errno of every writing."""

    def __init__(
        self,
        home: Path,
        fails: dict[str, int],
        ran: list[tuple[str, ...]],
        before: Callable[[], Before] = lambda: Before("", lambda: None),
    ) -> None:
        (home / "rauc.conf").touch()
        self.home, self.fails, self.ran = home, fails, ran
        self.plugged = AT_POWER_ON
        (home / "running").write_text(manifest(*RUNS))
        super().__init__(
            home / "helper",
            home / "box",
            rauc=home / "rauc.conf",
            running=home / "running",
            do=self._do,
            before=before,
        )

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def device(self) -> Path:
        return self.home / "sda1"

    def candidates(self) -> list[str]:
        return [str(self.device)] if self.device.exists() else []

    @contextmanager
    def mounted(self, device: str, how: str) -> Iterator[Path]:
        if (number := self.fails.get(how)) is not None:
            raise OSError(number, "planted")
        yield self.home / "stick"
        if how == "rw" and (number := self.fails.get("written")) is not None:
            if "gone" in self.fails:
                self.device.unlink()
            raise OSError(number, "planted")

    def _do(self, *command: str, within: float = 0.0) -> Ended:
        if command[0] == "udevadm":
            return Ended(0, f"{self.plugged:.0f}000000\n", "")
        self.ran.append(command)
        if command[0] == "rauc" and "info" in command:
            said = Path(command[-1]).read_text()
            return info(said) if said.startswith("[update]") else Ended(1, "", said)
        if command[:2] == ("rauc", "install"):
            if "install" in self.fails:
                if "unplugged" in self.fails:
                    self.device.unlink()
                return Ended(1, "", "planted")
            return Ended(0, "", "")
        logged = "kernel: Undervoltage detected!\n" if "-k" in command else "a line of 'Anna'\n"
        return Ended(0, logged if command[0] == "journalctl" else "", "")


class Plugged:
    """The port `Stick` of a virtual table, whose errands are over before time goes on there."""

    def __init__(self, home: Path, state: Path) -> None:
        for name in ("helper", "box", "stick"):
            (home / name).mkdir(parents=True)
        self.fails: dict[str, int] = {}
        self.ran: list[tuple[str, ...]] = []
        self.version_before = ""
        self.went = threading.Event()
        self.sticks = FolderSticks(
            home, self.fails, self.ran, lambda: Before(self.version_before, self._goes_back)
        )
        self.stick = home / "stick"
        self._asks = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._asks.bind(str(home / "helper" / "ask"))
        self._asks.listen(1)
        threading.Thread(target=self._serve, daemon=True).start()
        self._news: queue.Queue[Fault] = queue.Queue()
        self.usb = UsbStick(
            self._news.put,
            lambda log: exported(Configuration(), state, log),
            home / "helper",
            home / "box",
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

    def _goes_back(self) -> None:
        if "back" in self.fails:
            raise OSError(self.fails["back"], "planted")
        self.went.set()

    def close(self) -> None:
        self.usb.close()
        self._asks.close()

    # ------------------------------------------------------------ hands

    def plug(self, **files: str) -> None:
        """Plug in a stick with these files; their names' last underscore is a dot."""
        for name, text in files.items():
            (self.stick / ".".join(name.rsplit("__", 1)).replace("_", "-")).write_text(text)
        self.sticks.device.touch()
        self.sticks.plugged += 1000.0
        self._looks()

    def power_on(self) -> None:
        """The machine starts again with the stick in."""
        self.sticks.plugged = AT_POWER_ON
        self._looks()

    def pull(self) -> None:
        self.sticks.device.unlink()
        self._looks()

    def _looks(self) -> None:
        self.sticks.look()
        deadline = time.monotonic() + SOON
        while self.usb.found != self.usb._kept():
            assert time.monotonic() < deadline, "the box has not heard of it"
            time.sleep(0.002)

    def news(self) -> Fault:
        """What the box is told next."""
        return self._news.get(timeout=SOON)

    def quiet(self) -> bool:
        return self._news.empty()

    # ------------------------------------------------------------ the port

    @property
    def found(self) -> StickFound:
        return self.usb.found

    def install(self, found: StickFound) -> None:
        self.usb.install(found)
        self._relay()

    def copy(self) -> None:
        self.usb.copy()
        self._relay()

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
        """Pass on all news up to how the errand ended."""
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
