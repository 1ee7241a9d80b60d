"""Cards as `make image` writes them, in an emulated Raspberry Pi 3B: after power cuts, damaged, inspected.

QEMU loads U-Boot and a device tree from the card, as a Pi's firmware does.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gm_appliance.core.game import JSON
from gm_appliance.install.card import size_of
from gm_appliance.install.slots import SECTOR, Card, Slots
from gm_appliance.storage.journal import Journal
from image import build, filesystems, layout, signing
from tests.boot.emulated_pi import EMULATED, WORDS, leave
from tests.boot.guest import Guest
from tests.boot.roots import PARTS, PI, PI_3B, kernel_of, pristine
from tests.boot.roots import PINS as SIMULATED
from tests.system.container import NotHere

SIZE = 4 * 2**30
"""Of a card; QEMU takes powers of two."""

PROMPT = re.compile(r"the first prompt is open; system ([AB])")
PROVED = re.compile(r"gm-appliance: system ([AB]) is good")
"""The system's messages on the serial line, at its first prompt and a minute later."""

ATTEMPT = re.compile(r"gm-appliance: system ([AB]), (\d) more attempts")
"""The boot script's message there."""

WITHIN = 1500.0
"""Seconds from power-on to the first prompt; ten times what an idle PC takes."""


def run(*command: str | Path) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Blank:
    """An unused card, with U-Boot and device tree from its boot partition."""

    image: Path
    uboot: Path
    tree: Path

    def copy(self, to: Path, size: int = SIZE) -> Path:
        """A copy of this size."""
        run("cp", "--sparse=always", self.image, to)
        with to.open("r+b") as file:
            file.truncate(size)
        return to


def blank(image: Path, folder: Path) -> Blank:
    """A card, with the files needed to start it."""
    fat = f"{image}@@{layout.BOOT.start * SECTOR}"
    for name in ("u-boot.bin", "bcm2837-rpi-3-b.dtb"):
        run("mcopy", "-n", "-i", fat, f"::{name}", folder / name)
    tree = folder / "bcm2837-rpi-3-b.dtb"
    # As the Pi's firmware does.
    run("fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", hex(PI_3B))
    run("fdtput", "-p", "-t", "s", tree, "/chosen", "gm-appliance", WORDS)
    return Blank(image, folder / "u-boot.bin", tree)


def handed(card: Blank, folder: Path, *, pins: bool = True) -> Blank:
    """The same card, with a program for a test's commands in its system, and with a display.

    pins: with simulated pins and a sound card instead of the Pi's own. Raises NotHere.
    """
    image = card.copy(folder / "handed.img")
    own = system(image, layout.A, folder / "handed.system")
    with unpacked(own, folder) as tree:
        with_parts(tree, pins=pins)
    put_part(image, layout.A, own)
    return Blank(image, card.uboot, card.tree)


def with_words(card: Blank, words: str, tree: Path) -> Blank:
    """The same card, and a device tree with these kernel parameters and a single core."""
    shutil.copy(card.tree, tree)
    run("fdtput", "-t", "s", tree, "/chosen", "gm-appliance", words)
    leave(tree, 1)
    return Blank(card.image, card.uboot, tree)


def power_on(
    card: Blank, disk: Path, folder: Path, log: Path | None = None, stick: Path | None = None
) -> Guest:
    """Start a Pi with this card. log: records each write to the card. stick: made by `usb_stick`."""
    guest = Guest(folder)
    drive = f"if=sd,file.driver=file,file.filename={disk},driver=raw"
    if log is not None:
        log.touch()
        drive = (
            f"if=sd,driver=blklogwrites,log.driver=file,log.filename={log},"
            f"file.driver=raw,file.file.driver=file,file.file.filename={disk}"
        )
    plugged: tuple[str, ...] = ()
    if stick is not None:
        there = f"if=none,id=stick,format=raw,file={stick}"
        plugged = ("-drive", there, "-device", "usb-storage,drive=stick")
    guest.power_on(
        (
            *(
                "qemu-system-aarch64",
                *EMULATED,
                "-kernel",
                str(card.uboot),
                "-dtb",
                str(card.tree),
                "-drive",
                drive,
            ),
            *("-serial", "null", "-chardev", guest.line("console"), "-serial", "chardev:console"),
            *plugged,
        ),
        within=60.0,
    )
    return guest


def usb_stick(to: Path, size: int, *files: Path) -> Path:
    """A stick formatted as sticks are sold, with these files. size: MiB."""
    with to.open("wb") as file:
        file.truncate((size + 1) * 2**20)
    table = "label: dos\nstart=2048, type=c\n"
    subprocess.run(["sfdisk", "--quiet", to], input=table, text=True, check=True, stdout=subprocess.DEVNULL)
    run("mkfs.fat", "-F", "32", "--offset", "2048", to, f"{size * 1024}")
    for one in files:
        run("mcopy", "-i", f"{to}@@1M", one, f"::{one.name}")
    return to


# ---------------------------------------------------------------- looked into


def part(disk: Path, partition: layout.Partition, to: Path) -> Path:
    """A copy of a partition; the games' one reaches to the end of the card."""
    with disk.open("rb") as card, to.open("wb") as file:
        begin = partition.start * SECTOR
        end = disk.stat().st_size if partition is layout.GAMES else partition.end * SECTOR
        file.truncate(end - begin)
        at = begin
        while at < end and (data := _data(card, at)) < end:
            card.seek(data)
            file.seek(data - begin)
            piece = card.read(min(2**20, end - data))
            file.write(piece)
            at = data + len(piece)
    return to


def system(disk: Path, slot: layout.Partition, to: Path) -> Path:
    """A copy of the system in a slot."""
    part(disk, slot, to)
    with to.open("rb") as file:
        size = size_of(file)
    os.truncate(to, size)
    return to


def _data(card: BinaryIO, at: int) -> int:
    """The next data in a sparse file; the largest number if there is none."""
    try:
        return os.lseek(card.fileno(), at, os.SEEK_DATA)
    except OSError:  # none
        return sys.maxsize


def put_part(disk: Path, partition: layout.Partition, content: Path) -> None:
    """Replace the beginning of a partition."""
    with disk.open("r+b") as card, content.open("rb") as file:
        card.seek(partition.start * SECTOR)
        shutil.copyfileobj(file, card, 2**20)


def holds(disk: Path, partition: layout.Partition, system: Path) -> bool:
    """Whether a slot begins with this system."""
    with disk.open("rb") as card, system.open("rb") as file:
        card.seek(partition.start * SECTOR)
        return all(card.read(len(piece)) == piece for piece in iter(lambda: file.read(2**22), b""))


def wanted(disk: Path) -> Slots:
    return Card(disk).slots()


def until(reached: Callable[[], bool], within: float) -> None:
    """Raises TimeoutError."""
    deadline = time.monotonic() + within
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {within:.0f} s")
        time.sleep(1.0)


def games(disk: Path) -> str:
    """The games' file system on the card, for e2fsprogs."""
    return f"{disk}?offset={layout.GAMES.start * SECTOR}"


def games_sectors(disk: Path) -> int:
    """The size of the games' partition in the partition table."""
    with disk.open("rb") as card:
        return int.from_bytes(card.read(SECTOR)[446 + 48 + 12 : 446 + 64], "little")


def games_megabytes(disk: Path) -> int:
    """The size of the games' file system."""
    (blocks,) = re.findall(r"^Block count: +(\d+)", run("dumpe2fs", "-h", games(disk)), re.MULTILINE)
    return int(blocks) * 4096 // 2**20


def grow(disk: Path, folder: Path) -> None:
    """Let the games' partition of an unused card grow over the rest of it."""
    sectors = disk.stat().st_size // SECTOR - layout.GAMES.start
    with disk.open("r+b") as card:
        card.seek(446 + 48 + 12)
        card.write(sectors.to_bytes(4, "little"))
    filesystems.games(folder / "games", sectors * SECTOR, 1_700_000_000)
    put_part(disk, layout.GAMES, folder / "games")


def fill(disk: Path, folder: Path) -> None:
    """Leave almost no space for games."""
    (free,) = re.findall(r"^Free blocks: +(\d+)", run("dumpe2fs", "-h", games(disk)), re.MULTILINE)
    (folder / "filler").write_bytes(b"x" * 4096 * (int(free) - 8))
    within(games(disk), f"write {folder / 'filler'} filler")


def put_on_boot(disk: Path, name: str, content: bytes, folder: Path) -> None:
    """Replace a file on the boot partition."""
    (folder / name).write_bytes(content)
    run("mcopy", "-n", "-o", "-i", f"{disk}@@{layout.BOOT.start * SECTOR}", folder / name, f"::{name}")


def within(system: Path | str, *orders: str) -> str:
    """Read or change a file system without mounting it."""
    return "".join(run("debugfs", "-w", "-R", order, system) for order in orders)


def has_journal(disk: Path) -> bool:
    return "journal.sqlite" in within(games(disk), "ls -p /")


def with_game(disk: Path, folder: Path, *choices: int) -> None:
    """Put a game with these choices on the card.

    Its rules are older than the program's, so the box keeps it without asking whether to resume it.
    """
    kept = ("journal.sqlite", "journal.sqlite.lock", "journal.sqlite.mark")
    for name in kept:
        (folder / name).unlink(missing_ok=True)
    with Journal(folder / "journal.sqlite") as journal:
        session = journal.begin("scorepad", 1, {"players": 3}, "en", 1.0)
        for choice in choices:
            journal.choose(session, "step", choice, False, 2.0)
    within(games(disk), *(f"write {folder / name} {name}" for name in kept))


def played(disk: Path, folder: Path) -> list[JSON]:
    """The choices in the journal of a card, recovered as by the kernel and SQLite at a start.

    Raises AssertionError if it is damaged.
    """
    copy = part(disk, layout.GAMES, folder / "games")
    checked = subprocess.run(["e2fsck", "-fy", copy], capture_output=True, text=True)
    assert checked.returncode in (0, 1), checked.stdout
    kept = ("journal.sqlite", "journal.sqlite-wal", "journal.sqlite.lock", "journal.sqlite.mark")
    for name in (*kept, "journal.sqlite-shm"):
        (folder / name).unlink(missing_ok=True)
    for name in kept:
        within(copy, f"dump {name} {folder / name}")
    with closing(sqlite3.connect(folder / "journal.sqlite")) as journal:
        assert journal.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Journal(folder / "journal.sqlite") as journal:
        assert journal.set_aside is None, "by what the lock's file says it had more"
        return [entry.value for one in journal.sessions() for entry in journal.entries(one.id)]


@contextmanager
def unpacked(system: Path, folder: Path) -> Iterator[Path]:
    """The files of a system, in a folder; changes are written back at the end."""
    packed, tree = folder / "system.squashfs", folder / "tree"
    within(system, f"dump /system.squashfs {packed}")
    run("unsquashfs", "-quiet", "-no-progress", "-dest", tree, packed)
    yield tree
    packed.unlink()
    filesystems.squashed(tree, packed, 1_700_000_000)
    within(system, "rm /system.squashfs", f"write {packed} /system.squashfs")
    shutil.rmtree(tree)


def with_parts(tree: Path, *, pins: bool) -> None:
    """Put a program for a test's commands into a system, on the serial line, and a display on a bus.

    pins: as for `handed`. Raises NotHere.
    """
    debian = pristine(PI)
    kernel = kernel_of(debian)
    if not (tree / "usr/lib/modules" / kernel).exists():
        raise NotHere(f"The card has another kernel than {debian}, {kernel}: remove that folder")
    modules = (*(debian / "root" / name for name in SIMULATED), *debian.glob(f"lib/modules/{kernel}/extra/*"))
    home, units = tree / "root", tree / "etc/systemd/system"
    for file in (*(PARTS / name for name in ("hands.sh", "press.py", "table-parts.sh")), *modules):
        shutil.copy(file, home)
    shutil.copy(PARTS / "no-i2c.conf", tree / "etc/modprobe.d")
    (home / "hands.conf").write_text("LINE=/dev/ttyS1\n")
    if pins:
        (home / "simulated-pins").touch()
    for name in ("hands.service", "table-parts.service"):
        shutil.copy(PARTS / name, units)
        (units / "multi-user.target.wants" / name).symlink_to(f"../{name}")
    early, patient = "[Unit]\nDefaultDependencies=no\n", "[Service]\nRuntimeMaxSec=infinity\n"
    for unit, content in (
        ("gm-appliance.service", (PARTS / "patience.conf").read_text()),
        ("table-parts.service", early),
        ("gm-appliance-stick@.service", patient),
    ):
        (units / f"{unit}.d").mkdir(exist_ok=True)
        (units / f"{unit}.d" / "zz-test.conf").write_text(content)
    edit(tree, "install/stick.py", "RAUC_WITHIN = 900.0", "RAUC_WITHIN = 9000.0")
    edit(tree, "devices/stick.py", "PATIENCE = 1000.0", "PATIENCE = 9999.0")


def edit(tree: Path, module: str, was: str, becomes: str) -> None:
    """Change a line of the program, in both copies in a system. module: such as ``install/stick.py``."""
    (release,) = (tree / "opt/gm-appliance/releases").iterdir()
    for package in (release, release / "environment/lib/python3.11/site-packages"):
        file = package / "gm_appliance" / module
        text = file.read_text()
        assert was in text, file
        file.write_text(text.replace(was, becomes))
        # This bytecode is used without comparing it with the source.
        (file.parent / f"__pycache__/{file.stem}.cpython-311.pyc").unlink()


# ---------------------------------------------------------------- cut off

HEAD = struct.Struct("<QQQQ")


def writes(log: Path) -> Iterator[tuple[int, bytes]]:
    """Each recorded write: its first sector and its content. The format is that of dm-log-writes."""
    with log.open("rb") as file:
        # The number of entries is outdated after a cut.
        magic, version, _entries, sector = struct.unpack("<QQQI", file.read(28))
        assert (magic, version) == (0x6A736677736872, 1)
        at = sector
        while len(head := os.pread(file.fileno(), HEAD.size, at)) == HEAD.size:
            place, sectors, flags, _length = HEAD.unpack(head)
            at += sector
            if flags & 4:  # discarded
                continue
            content = os.pread(file.fileno(), sectors * sector, at)
            if len(content) == sectors * sector:
                yield place, content
            at += sectors * sector


def make(folder: Path) -> Path:
    """The card of this checkout, or the unpacked one in GM_CARD, with its keys in KEYS. Raises `NotMade`."""
    if there := os.environ.get("GM_CARD"):
        return Path(there)
    # Its updates are signed with a key of this test.
    os.environ["KEYS"] = str(folder / "keys")
    (folder / "spare").mkdir()
    signing.make(folder / "spare")
    (made,) = build.make(folder, plain=True)
    return made
