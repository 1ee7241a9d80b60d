"""Which folders survive power-off."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.storage.lasting import MOUNTS, fleeting

GAMES = Path("/var/lib/gm-appliance")

CARD = "22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"
OVERLAYROOT = """\
21 1 179:2 / /media/root-ro ro,relatime shared:1 - ext4 /dev/mmcblk0p2 ro
23 1 0:21 / /media/root-rw rw,relatime shared:2 - tmpfs tmpfs-root rw
22 1 0:22 / / rw shared:3 - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay
"""
RECURSED = """\
30 21 8:1 / /media/root-ro/var/lib/gm-appliance ro shared:9 - ext4 /dev/sda1 ro
31 22 0:30 / /var/lib/gm-appliance rw - overlay /g rw,upperdir=/media/root-rw/overlay/var/lib/gm-appliance
"""
PARTITION = "31 22 8:1 / /var/lib/gm-appliance rw,noatime shared:9 - ext4 /dev/sda1 rw\n"
LASTING_LAYER = OVERLAYROOT.replace("tmpfs tmpfs-root", "ext4 /dev/sdb1")
SPACED = "31 22 0:9 / /media/my\\040stick rw - tmpfs tmpfs rw\n"


@pytest.mark.parametrize(
    ("mounts", "folder", "kind"),
    [
        (CARD, GAMES, ""),
        (OVERLAYROOT, GAMES, "overlay"),
        (OVERLAYROOT + RECURSED, GAMES, "overlay"),
        (OVERLAYROOT + PARTITION, GAMES, ""),
        (OVERLAYROOT + PARTITION, Path("/var/lib/gm-appliance-2"), "overlay"),
        (OVERLAYROOT + PARTITION + RECURSED, GAMES, "overlay"),
        (LASTING_LAYER, GAMES, ""),
        (CARD + SPACED, Path("/media/my stick/games"), "tmpfs"),
        (CARD + SPACED, Path("/media/my"), ""),
        ("22 1 0:9 / / rw - overlay overlay rw,upperdir=/somewhere/else\n", GAMES, "overlay"),
        ("", GAMES, ""),
        ("no such line\n", GAMES, ""),
    ],
)
def test_which_folders_are_lost_at_power_off(mounts: str, folder: Path, kind: str) -> None:
    assert fleeting(folder, mounts) == kind


def test_this_machines_own_mounts_are_read() -> None:
    assert fleeting(Path("/dev/shm"), MOUNTS.read_text()) == "tmpfs"
    assert fleeting(Path("/proc"), MOUNTS.read_text()) == ""
