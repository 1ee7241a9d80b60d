"""Starts QEMU as a Raspberry Pi 3B."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.boot.guest import Guest
from tests.boot.roots import PI_3B, Disk

TOOLS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "fdtput": "device-tree-compiler",
}
PLAYS_WITHIN = 1200.0
"""Seconds from power-on; ten times what an idle PC takes."""

EMULATED = ("-M", "raspi3b", "-accel", "tcg,thread=single", "-display", "none", "-monitor", "none")
"""A single thread: with one for each core, cores that wait in a loop would slow down the first."""

CORES = 4
"""Of a Pi 3B."""

WORDS = "gm.watchdog=none systemd.watchdog_sec=0"
"""Kernel parameters in the device tree: QEMU's Pi restarts as soon as its watchdog is armed."""


def leave(tree: Path, cores: int) -> None:
    """Remove the other cores from a device tree."""
    for number in range(cores, CORES):
        subprocess.run(("fdtput", "-r", str(tree), f"/cpus/cpu@{number}"), check=True)


def device_tree(root: Path) -> Path:
    (plain,) = root.glob("usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb")
    tree = root.with_suffix(".dtb")
    shutil.copy(plain, tree)
    revision = ("fdtput", "-p", "-t", "x", str(tree), "/system", "linux,revision", hex(PI_3B))
    subprocess.run(revision, check=True)
    return tree


def command(guest: Guest, made: Disk, tree: Path) -> list[str]:
    said = "root=/dev/mmcblk0 rw rootwait console=ttyS1,115200 net.ifnames=0 systemd.show_status=0"
    return [
        *("qemu-system-aarch64", *EMULATED, "-no-reboot", "-snapshot"),
        *("-drive", f"file={made.image},format=raw,if=sd"),
        *("-kernel", str(made.kernel), "-initrd", str(made.initrd), "-dtb", str(tree), "-append", said),
        *("-serial", "null", "-chardev", guest.line("console"), "-serial", "chardev:console"),
    ]
