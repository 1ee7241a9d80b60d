"""What systemd is told of this process: that it is ready, alive, ending. Without systemd, nothing happens.

`ready` and `ping` belong into the loop that runs the game, so that systemd sees when it hangs.
"""

from __future__ import annotations

import logging
import os
import socket

log = logging.getLogger(__name__)

SWITCH_OFF = 3
"""The exit code that asks for the machine to be switched off; see systemd/gm-appliance.service."""

PLAYING = "Playing"
"""How the status begins while a game is on; the installer reads it."""

SELDOM = 3600.0
"""Seconds between two pings at most. No wait may last for centuries."""

PATIENCE = 1.0
"""Seconds systemd may take to read what it is told."""


def ready() -> None:
    """The box can be played."""
    _tell("READY=1")


def playing(game: str) -> None:
    """A game of that name is on; with an empty name, none is. An update waits for that."""
    _tell(f"STATUS={PLAYING} {game}" if game else "STATUS=At the menu")


def stopping() -> None:
    """It is ending in order."""
    _tell("STOPPING=1")


def ping() -> None:
    """It is alive. To be told every `ping_every` seconds."""
    _tell("WATCHDOG=1")


def ping_every() -> float | None:
    """Seconds from one ping to the next, three to what systemd allows; None where it waits for none."""
    allowed, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if process not in ("", str(os.getpid())) or not allowed.isdecimal() or int(allowed) == 0:
        return None
    return min(int(allowed) / 3e6, SELDOM)


def _tell(what: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to_systemd:
            to_systemd.settimeout(PATIENCE)
            to_systemd.sendto(what.encode(), address)
    except OSError as error:
        log.warning("systemd was not told %s: %s", what, error)
