"""Presses a simulated pin: press.py PIN SECONDS. Prints when, by the kernel's clock.

A single process, as starting another one in an emulator would take longer than the press.
"""

import os
import sys
import time

os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

HEADER = "/sys/kernel/config/gpio-sim/header"
"""Made by table-parts.sh."""


def told(name: str) -> str:
    with open(f"{HEADER}/{name}") as file:
        return file.read().strip()


folder = f"/sys/devices/platform/{told('dev_name')}/{told('pins/chip_name')}/sim_gpio{sys.argv[1]}"
with open(f"{folder}/pull", "w", buffering=1) as pull:
    down = time.monotonic()  # first, as the picture may appear before the next line runs
    pull.write("pull-down\n")
    time.sleep(float(sys.argv[2]))
    pull.write("pull-up\n")
print(down)
