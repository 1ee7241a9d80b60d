"""Cards as `make image` writes them, in an emulated Raspberry Pi 3B: cut off, spoilt, and looked into.

QEMU has the Pi's firmware only in so far as it loads U-Boot and a device tree; both are taken from the card itself.
"""

from __future__ import annotations

import shutil
import sqlite3
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gm_appliance.install.slots import SECTOR, Card, Slots
from image import build, layout
from tests.boot.guest import Guest
from tests.boot.roots import PARTS, PI_3B

SIZE = 4 * 2**30
"""Of a card; QEMU takes powers of two."""

PROVED = r"the first prompt is open; system ([AB]) is good"
"""What the card says on the Pi's serial line."""

WITHIN = 1500.0
"""Seconds from power-on to the first prompt; ten times what an idle PC takes."""


def run(*command: str | Path) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Blank:
    """A card nobody has used. files: U-Boot and device tree, from its boot partition."""

    image: Path
    uboot: Path
    tree: Path

    def copy(self, to: Path) -> Path:
        """A card of SIZE with the same on it."""
        run("cp", "--sparse=always", self.image, to)
        with to.open("r+b") as file:
            file.truncate(SIZE)
        return to


def blank(image: Path, folder: Path) -> Blank:
    """What is needed to start this card."""
    fat = f"{image}@@{layout.BOOT.start * SECTOR}"
    for name in ("u-boot.bin", "bcm2837-rpi-3-b.dtb"):
        run("mcopy", "-n", "-i", fat, f"::{name}", folder / name)
    tree = folder / "bcm2837-rpi-3-b.dtb"
    # As the Pi's firmware does.
    run("fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", hex(PI_3B))
    return Blank(image, folder / "u-boot.bin", tree)


def power_on(card: Blank, disk: Path, folder: Path, log: Path | None = None) -> Guest:
    """A Pi with this card in it. log: where each write to the card is recorded, for `cut_off`."""
    guest = Guest(folder)
    drive = f"if=sd,file.driver=file,file.filename={disk},driver=raw"
    if log is not None:
        log.touch()
        drive = (
            f"if=sd,driver=blklogwrites,log-super-update-interval=1,log.driver=file,log.filename={log},"
            f"file.driver=raw,file.file.driver=file,file.file.filename={disk}"
        )
    guest.power_on(
        (
            *("qemu-system-aarch64", "-M", "raspi3b", "-accel", "tcg,thread=multi", "-display", "none"),
            *("-monitor", "none", "-kernel", str(card.uboot), "-dtb", str(card.tree), "-drive", drive),
            *("-serial", "null", "-chardev", guest.line("console"), "-serial", "chardev:console"),
        ),
        within=60.0,
    )
    return guest


# ---------------------------------------------------------------- looked into


def part(disk: Path, partition: layout.Partition, to: Path) -> Path:
    """A copy of a partition; the games' has all that is left of the card."""
    size = SIZE if partition is layout.GAMES else partition.end * SECTOR
    with disk.open("rb") as card, to.open("wb") as file:
        card.seek(partition.start * SECTOR)
        left = min(size, disk.stat().st_size) - partition.start * SECTOR
        while left > 0 and (piece := card.read(min(left, 2**20))):
            if piece.count(0) == len(piece):
                file.seek(len(piece), 1)
            else:
                file.write(piece)
            left -= len(piece)
        file.truncate(file.tell())
    return to


def put_part(disk: Path, partition: layout.Partition, content: Path) -> None:
    """Replace the beginning of a partition."""
    with disk.open("r+b") as card, content.open("rb") as file:
        card.seek(partition.start * SECTOR)
        shutil.copyfileobj(file, card, 2**20)


def wanted(disk: Path) -> Slots:
    return Card(disk).slots()


def within(system: Path, *orders: str) -> str:
    """Look into a file system, or change it, without mounting it."""
    return "".join(run("debugfs", "-w", "-R", order, system) for order in orders)


def games_are_whole(games: Path, folder: Path) -> list[str]:
    """The tables of the journal, after what the kernel and SQLite do at a start. Raises AssertionError."""
    checked = subprocess.run(["e2fsck", "-fy", games], capture_output=True, text=True)
    assert checked.returncode in (0, 1), checked.stdout
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        (folder / name).unlink(missing_ok=True)
        within(games, f"dump {name} {folder / name}")
    with sqlite3.connect(folder / "journal.sqlite") as journal:
        assert journal.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in journal.execute("SELECT name FROM sqlite_master ORDER BY name")]


def with_hands(system: Path, folder: Path) -> None:
    """Put into a system what takes a test's orders, on the serial line."""
    (folder / "hands.conf").write_text("LINE=/dev/ttyS1\n")
    units = "/etc/systemd/system"
    within(
        system,
        f"write {PARTS / 'hands.sh'} /root/hands.sh",
        f"write {folder / 'hands.conf'} /root/hands.conf",
        f"write {PARTS / 'hands.service'} {units}/hands.service",
        f"symlink {units}/multi-user.target.wants/hands.service ../hands.service",
    )


# ---------------------------------------------------------------- cut off

HEAD = struct.Struct("<QQQQ")


def writes(log: Path) -> Iterator[tuple[int, bytes]]:
    """Each write of a recorded machine: its first sector, and what was written.

    The format is the kernel's of dm-log-writes.
    """
    with log.open("rb") as file:
        magic, version, entries, sector = struct.unpack("<QQQI", file.read(28))
        assert (magic, version) == (0x6A736677736872, 1)
        at = sector
        for _ in range(entries):
            file.seek(at)
            place, sectors, flags, length = HEAD.unpack(file.read(HEAD.size))
            at += sector
            if flags & 4:  # discarded
                continue
            file.seek(at)
            yield place, file.read(sectors * sector)
            at += sectors * sector


def make(folder: Path) -> Path:
    """The card of this checkout. Raises `image.system.NotMade`."""
    made = build.make(folder, plain=True)
    return next(one for one in made if one.suffix == ".img")
