"""Finds the header's GPIO chip by its label, as its number changes with the kernel.

The number is 0 on most Pis; on a Pi 5 it was 4, then 0, and is one of 11 to 15 since Linux 6.12.96. This
module needs only the standard library, as the rescue program uses it too.
"""

from __future__ import annotations

import fcntl
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")  # on a Pi 5, on a Pi 4, and before
DEV = Path("/dev")

GPIO_GET_CHIPINFO = 0x8044B401  # from <linux/gpio.h>: fills a `struct gpiochip_info`
CHIP_INFO = struct.Struct("=32s32sI")  # name, label and number of lines
Asks = Callable[[int, int, bytes], bytes]  # the form of `fcntl.ioctl` that is used here


def labels(folder: Path = DEV, ask: Asks = fcntl.ioctl) -> dict[int, str]:
    """The label of each chip that this user may open, by number; further names of a chip are skipped."""
    found: dict[int, str] = {}
    for chip in folder.glob("gpiochip*"):
        number = chip.name.removeprefix("gpiochip")
        if number.isdecimal() and not chip.is_symlink():
            with suppress(OSError):
                found[int(number)] = _label(chip, ask)
    return dict(sorted(found.items()))


def header(found: Mapping[int, str]) -> int | None:
    """The number of the header's chip among the labels found; None if it is not among them."""
    return next((number for number, label in found.items() if label in HEADERS), None)


def header_number() -> int:
    """The number of the header's chip on this machine. Raises OSError."""
    found = labels()
    number = header(found)
    if number is None:
        raise OSError(f"none of the GPIO chips is the header's: {sorted(found.values())}")
    return number


def _label(chip: Path, ask: Asks) -> str:
    with chip.open("r+b", buffering=0) as opened:
        told = ask(opened.fileno(), GPIO_GET_CHIPINFO, bytes(CHIP_INFO.size))
    _name, label, _lines = CHIP_INFO.unpack(told)
    return bytes(label).split(b"\0")[0].decode(errors="replace")
