"""A finger on a simulated pin: press.py PIN SECONDS. Says when it came down, by the kernel's clock.

One process, for on an emulated machine starting another takes longer than a press may.
"""

import os
import sys
import time

os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))

folder = f"/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{sys.argv[1]}"
with open(f"{folder}/pull", "w", buffering=1) as pull:
    pull.write("pull-down\n")
    down = time.monotonic()
    time.sleep(float(sys.argv[2]))
    pull.write("pull-up\n")
print(down)
