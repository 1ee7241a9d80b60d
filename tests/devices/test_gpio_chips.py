"""The chip of the pin header is found by its label, whatever its number."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from gm_appliance.devices.gpio_chips import CHIP_INFO, GPIO_GET_CHIPINFO, header, labels

Asks = Callable[[int, int, bytes], bytes]

PI_5 = {10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d508520", 13: "gpio-brcmstb@107d517c00"}


def kernel(folder: Path, chips: Mapping[int, str], *, broken: int = -1) -> Asks:
    """Devices in this folder, and the kernel's answers for each. broken: the number of one that reports an
    error."""
    by_inode = {}
    for number, label in chips.items():
        (folder / f"gpiochip{number}").touch()
        by_inode[(folder / f"gpiochip{number}").stat().st_ino] = number, label

    def ask(opened: int, request: int, room: bytes) -> bytes:
        assert request == GPIO_GET_CHIPINFO
        number, label = by_inode[os.fstat(opened).st_ino]
        if number == broken:
            raise OSError("no such device")
        answer = CHIP_INFO.pack(f"gpiochip{number}".encode(), label.encode(), 54)
        assert len(answer) == len(room) == request >> 16 & 0x3FFF
        return answer

    return ask


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ({0: "pinctrl-bcm2835", 1: "brcmvirt-gpio", 2: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({**PI_5, 0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({**PI_5, 9: "raspberrypi-exp-gpio", 15: "pinctrl-rp1"}, 15),
        (PI_5, None),
        ({}, None),
    ],
    ids=["Pi 3", "Pi 4", "Pi 5, older kernel", "Pi 5, 6.12.96", "not a header", "no chips"],
)
def test_the_header_is_found_by_its_label(tmp_path: Path, chips: dict[int, str], number: int | None) -> None:
    assert header(labels(tmp_path, kernel(tmp_path, chips))) == number


def test_chips_that_cannot_be_opened_are_skipped(tmp_path: Path) -> None:
    ask = kernel(tmp_path, {3: "pinctrl-rp1", 12: "pinctrl-rp1"}, broken=3)
    (tmp_path / "gpiochip1").mkdir()
    (tmp_path / "gpiochip4").symlink_to("gpiochip12")
    (tmp_path / "gpiochips").touch()
    assert labels(tmp_path, ask) == {12: "pinctrl-rp1"}
