"""Where the seat hub is plugged in."""

from __future__ import annotations

import os

PICO = (0x2E8A, 0x0005)
"""The USB vendor and product of a Pico that runs MicroPython."""

NAMED = "/dev/seathub"
"""The name our udev rule gives to it."""


class NoHub(OSError):
    """There is no hub, or none that could be chosen; the message says what to do."""


class SeveralHubs(NoHub):
    """There are several Picos, and nothing says which is the hub."""


def picos() -> list[str]:
    """The serial ports of all Picos with MicroPython."""
    from serial.tools.list_ports import comports

    return sorted(port.device for port in comports() if (port.vid, port.pid) == PICO)


def find_hub() -> str:
    """The hub's serial port. Raises NoHub where there is none, SeveralHubs where there is more than one.

    The udev rule names every Pico alike, and so whichever came last: with several, its name says nothing.
    """
    found = picos()
    if len(found) > 1:
        raise SeveralHubs(
            f"There are several Picos: {', '.join(found)}. Unplug all but the seat hub, or name its port as "
            "`port` in [pads]: one of those in /dev/serial/by-id never changes."
        )
    if os.path.exists(NAMED):
        return NAMED
    if not found:
        raise NoHub(
            "No seat hub is plugged in. A Pico that is new, or was plugged in with BOOTSEL held, "
            "needs MicroPython first; see docs/protocol.md."
        )
    return found[0]
