"""Notifications to systemd: ready, alive, stopping. Without systemd, nothing happens.

`ready` and `ping` belong in the loop that runs the game, so that systemd notices when it hangs.
"""

from __future__ import annotations

import logging
import os
import socket

log = logging.getLogger(__name__)

SWITCH_OFF = 3  # the exit code that requests power-off; see systemd/gm-appliance.service
PLAYING = "Playing"  # the first word of the status during a game; the installer reads it
SELDOM = 3600.0  # maximum seconds between two pings: waiting for centuries overflows
PATIENCE = 1.0  # seconds after which a notification is given up


def ready() -> None:
    _tell("READY=1")


def playing(game: str) -> None:
    """Report the current game; empty for none. Updates wait until there is none."""
    _tell(f"STATUS={PLAYING} {game}" if game else "STATUS=At the menu")


def stopping() -> None:
    _tell("STOPPING=1")


def ping() -> None:
    _tell("WATCHDOG=1")


def ping_every() -> float | None:
    """Seconds between pings, a third of systemd's limit; None if it expects none."""
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
        log.warning("systemd could not be told %s: %s", what, error)
