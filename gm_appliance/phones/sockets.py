"""The Unix sockets on which a process of its own listens for the box."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from gm_appliance.core.messages import _

FIRST = 3  # the first file descriptor that systemd passes
GONE_SECONDS = 10.0  # seconds after which a box that is gone is given up


def listening(folder: Path | None, *names: str) -> dict[str, socket.socket]:
    """Sockets of these names. folder: where to make them; None takes those that systemd passes. Raises
    ValueError if it passes none."""
    return _made(folder, names) if folder else _inherited(names)


def _made(folder: Path, names: tuple[str, ...]) -> dict[str, socket.socket]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = {}
    for name in names:
        path = folder / name
        path.unlink(missing_ok=True)
        made[name] = one = socket.socket(socket.AF_UNIX)
        one.bind(str(path))
        one.listen(1)
    return made


def _inherited(names: tuple[str, ...]) -> dict[str, socket.socket]:
    passed = int(os.environ.get("LISTEN_FDS", 0)) if os.environ.get("LISTEN_PID") == str(os.getpid()) else 0
    sockets = [socket.socket(fileno=FIRST + nth) for nth in range(passed)]
    found = {Path(one.getsockname()).name: one for one in sockets}
    if {*names} - found.keys():
        raise ValueError(_("systemd passes no sockets. Name a folder for them: {option}", option="--sockets"))
    return found
