"""A finger on a simulated pin: press.py PIN SECONDS. Says when it came down, by the kernel's clock.

One process, for on an emulated machine starting another takes longer than a press may.
"""

import os
import sys
import time

os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

HEADER = "/sys/kernel/config/gpio-sim/header"
"""What table-parts.sh made. Its numbers are not those of the only chip."""


def told(name: str) -> str:
    with open(f"{HEADER}/{name}") as file:
        return file.read().strip()


folder = f"/sys/devices/platform/{told('dev_name')}/{told('pins/chip_name')}/sim_gpio{sys.argv[1]}"
with open(f"{folder}/pull", "w", buffering=1) as pull:
    down = time.monotonic()  # before, for the picture may be there before the next line runs
    pull.write("pull-down\n")
    time.sleep(float(sys.argv[2]))
    pull.write("pull-up\n")
print(down)
