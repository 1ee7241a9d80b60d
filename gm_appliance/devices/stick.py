"""USB sticks for the game master, which may not mount them: another program does that.

That program reports with a datagram that something was plugged in or pulled out, and writes what it found to
a file. It takes requests over a socket: see `gm_appliance.install.stick`.
"""

from __future__ import annotations

import io
import json
import logging
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from gm_appliance.core.ports import FAULTS, STICK, Fault, StickFound

log = logging.getLogger(__name__)

HELPER = Path("/run/gm-appliance-stick")  # the other program's folder, with what it found and its socket
BOX = Path("/run/gm-appliance")  # the game master's folder, with the socket at which it listens

TOLD = frozenset(("update", "unsigned", "damaged", "older", "same"))  # announced when plugged in
PATIENCE = 1000.0  # seconds after which a request is given up
SOON = 10.0  # the same for a question that people wait for

Files = Iterable[tuple[str, bytes]]
Export = Callable[[Sequence[str]], Files]


class Shared(Protocol):
    """The results of several boxes: see `Stick.brought` and `Stick.take_in`. Each may raise OSError."""

    def brought(self, came: bytes) -> Sequence[str]: ...

    def take(self, came: bytes, boxes: Sequence[str]) -> object: ...


class UsbStick:
    """The port `Stick`.

    post:   takes news for the inbox, from any thread.
    export: returns what to copy, by name; it is given the last lines of the log.
    shared: opens the results of several boxes. It may raise ImportError, which means there are none.
    """

    def __init__(
        self,
        post: Callable[[Fault], None],
        export: Export,
        shared: Callable[[], Shared],
        helper: Path = HELPER,
        box: Path = BOX,
    ) -> None:
        self._post = post
        self._export, self._shared = export, shared
        self._came = b""
        self._helper = helper
        self.found = self._kept()
        self._listens = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with suppress(FileNotFoundError):
            (box / "stick").unlink()
        self._listens.bind(str(box / "stick"))
        threading.Thread(target=self._listen, name="stick", daemon=True).start()

    def install(self, found: StickFound) -> None:
        self._errand("install", lambda: self._ask(f"install {found.kind} {found.version}"))

    def copy(self) -> None:
        def copied() -> dict[str, Any]:
            lines = self._ask("log").get("log", ())  # before: one request is answered at a time
            return self._ask("copy", self._export([*map(str, lines)]))

        self._errand("copy", copied)

    def brought(self) -> Sequence[str]:
        try:
            lines = self._ask("results", within=SOON).get("lines", ())
            self._came = "\n".join(map(str, lines)).encode()
            return self._shared().brought(self._came)
        except (OSError, ValueError, ImportError) as error:
            log.error("The stick's results cannot be read: %s", error)
            return ()

    def take_in(self, boxes: Sequence[str]) -> None:
        try:
            self._shared().take(self._came, boxes)
        except OSError as error:
            log.error("The stick's results cannot be kept: %s", error)

    def restart(self) -> None:
        with suppress(OSError, ValueError):
            self._ask("restart")

    def before(self) -> str:
        with suppress(OSError, ValueError):
            return str(self._ask("before", within=SOON).get("version", ""))
        return ""

    def go_back(self) -> None:
        self._errand("back", lambda: self._ask("back"))

    def close(self) -> None:
        with suppress(OSError):
            self._listens.shutdown(socket.SHUT_RDWR)
        self._listens.close()

    def _kept(self) -> StickFound:
        """What the other program found last."""
        try:
            found = json.loads((self._helper / "stick.json").read_text("utf-8"))
            kind, version, build = (str(found[name]) for name in ("kind", "version", "build"))
            return StickFound(kind, version, build, int(found["since"]))
        except (OSError, ValueError, KeyError, TypeError):
            return StickFound()

    def _listen(self) -> None:
        while True:
            try:
                if not self._listens.recv(100):
                    return
            except OSError:
                return
            before, self.found = self.found, self._kept()
            if self.found.kind in TOLD and self.found != before:
                self._post(Fault(STICK, self.found.kind, meant=self.found.version))

    def _errand(self, what: str, run: Callable[[], dict[str, Any]]) -> None:
        version = self.found.version

        def errand() -> None:
            try:
                said = str(run().get("said"))
            except Exception:
                log.exception("The stick: %s did not work.", what)
                said = ""
            if said == "restarting":
                return
            if said not in FAULTS[STICK]:
                said = {"copy": "failed"}.get(what, f"{what}-failed")
            log.info("The stick: %s.", said)
            self._post(Fault(STICK, said, meant=version))

        threading.Thread(target=errand, name=what, daemon=True).start()

    def _ask(self, what: str, files: Files = (), within: float = PATIENCE) -> dict[str, Any]:
        """The answer to a request. Raises OSError and ValueError."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as helper:
            helper.settimeout(within)
            helper.connect(str(self._helper / "ask"))
            helper.sendall(f"{what}\n".encode())
            with suppress(BrokenPipeError, ConnectionResetError):  # the answer says why
                if files:
                    _send(helper, files)
                helper.shutdown(socket.SHUT_WR)
            with helper.makefile("rb") as answer:
                told = json.loads(answer.readline())
        return told if isinstance(told, dict) else {}


def _send(helper: socket.socket, files: Files) -> None:
    """An archive of the files, one at a time in memory."""
    import tarfile  # slow to load, and seldom needed

    with helper.makefile("wb") as out, tarfile.open(fileobj=out, mode="w|") as archive:
        for name, content in files:
            one = tarfile.TarInfo(name)
            one.size = len(content)
            archive.addfile(one, io.BytesIO(content))
