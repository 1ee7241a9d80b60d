"""lgpio, in the box: a chip whose pins a FIFO pulls, each line of it a pin and its level."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from gpiozero.pins import local

from tests.devices.fake_lgpio import Chip, module

PI_4 = 0xC03114
PINS = Path(os.environ["LG_WD"], "pins")


def _listen(chip: Chip) -> None:
    while True:
        with PINS.open() as lines:
            for line in lines:
                pin, level = map(int, line.split())
                chip.drive(pin, level)


_chip = Chip()
vars(sys.modules[__name__]).update(
    {name: one for name, one in vars(module(_chip)).items() if not name.startswith("__")}
)
local.get_pi_revision = lambda: PI_4
PINS.unlink(missing_ok=True)
os.mkfifo(PINS)
threading.Thread(target=_listen, args=(_chip,), name="pins", daemon=True).start()
