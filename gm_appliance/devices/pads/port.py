"""Finds the seat hub's serial port."""

from __future__ import annotations

import os

from gm_appliance.core.messages import _

PICO = (0x2E8A, 0x0005)  # the USB vendor and product of a Pico that runs MicroPython
NAMED = "/dev/seathub"  # the name that our udev rule gives it


class NoHub(OSError):
    """There is no hub, or no way to choose one; the message says what to do."""


class SeveralHubs(NoHub):
    """There are several Picos, and no way to tell which is the hub."""


def picos() -> list[str]:
    """The serial ports of all Picos with MicroPython."""
    from serial.tools.list_ports import comports

    return sorted(port.device for port in comports() if (port.vid, port.pid) == PICO)


def find_hub() -> str:
    """The hub's serial port. Raises NoHub if there is none, SeveralHubs if there are several. The udev rule
    gives all Picos the same name, so with several it only names the last one."""
    found = picos()
    if len(found) > 1:
        told = _(
            "There are several Picos: {ports}. Unplug all but the seat hub, or name its port as "
            "{key} in {table}: one of those in {folder} never changes.",
            **{"ports": ", ".join(found), "key": "`port`", "table": "[pads]"},
            folder="/dev/serial/by-id",
        )
        raise SeveralHubs(told)
    if os.path.exists(NAMED):
        return NAMED
    if not found:
        told = _(
            "No seat hub is plugged in. A Pico that is new, or was plugged in with {button} held, "
            "needs MicroPython first; see {page}.",
            **{"button": "BOOTSEL", "page": "docs/build.md"},
        )
        raise NoHub(told)
    return found[0]
