"""File systems in files; the same content gives the same bytes."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from gm_appliance.install.card import LABEL, checksum
from gm_appliance.install.slots import SECTOR
from image.system import NotMade, run

READ = "^metadata_csum,^orphan_file,^has_journal,^resize_inode,^64bit"
"""ext4's features for a read-only system that U-Boot can read; checksums would change with the times."""

WRITTEN = "metadata_csum,^metadata_csum_seed,^orphan_file"
"""ext4's features for games: with checksums, the kernel and e2fsck notice damaged blocks."""

MIB = 2**20
SEED = "4f1c1d6c-8a55-4f2b-9d1e-6d2a4b0c7e11"
"""The UUID, and the seed for hashes of names."""

TIMES = (0x08, 0x0C, 0x90)
"""The offsets in an inode of the times of access, change and creation, which get that of writing, 0x10."""


SQUASHED = (
    *("-comp", "zstd", "-b", "64K", "-no-fragments", "-no-exports"),
    *("-noappend", "-no-progress", "-quiet"),
)
"""Compressed, as a Pi unpacks faster than it reads a card; without fragments, as reading is not in order."""


def squashed(root: Path, to: Path, epoch: int) -> None:
    """Pack the system in `root`, with a checksum at the end that it checks itself. Raises NotMade."""
    run("mksquashfs", root, to, *SQUASHED, env={"SOURCE_DATE_EPOCH": str(epoch)})
    with to.open("r+b") as packed:
        packed.write(checksum(packed, packed.seek(0, os.SEEK_END)))


def read_only(root: Path, to: Path, room: int, epoch: int, version: str) -> None:
    """Make a minimal file system of `root`, readable by U-Boot. Raises NotMade.

    room: the most bytes. version: its label, which the card's other system reads.
    """
    # Hard links count once.
    sizes = {status.st_ino: status.st_size for status in (path.lstat() for path in root.rglob("*"))}
    used = sum(-(-size // 4096) * 4096 + 256 for size in sizes.values())
    size = (int(used * 1.02) // MIB + 8) * MIB
    if size > room:
        raise NotMade(f"The system has {size // MIB} MB and the slot {room // MIB}: see image/layout.py.")
    inodes = sum(1 for _ in root.rglob("*")) + 64
    _make(to, size, epoch, "-O", READ, "-L", version[:LABEL], "-N", str(inodes), "-d", root)
    settle_times(to, epoch)


def games(to: Path, size: int, epoch: int) -> None:
    """Make an empty file system that can grow to any card's size."""
    _make(to, size, epoch, "-O", WRITTEN, "-L", "games", extended=",resize=64G")


def _make(to: Path, size: int, epoch: int, *options: str | Path, extended: str = "") -> None:
    to.unlink(missing_ok=True)
    extended = f"root_owner=0:0,hash_seed={SEED},lazy_itable_init=0,lazy_journal_init=0{extended}"
    plain = ("-q", "-t", "ext4", "-m", "0", "-b", "4096", "-I", "256", "-U", SEED, "-E", extended)
    run("mke2fs", *plain, *options, to, f"{size // 1024}k", env={"E2FSPROGS_FAKE_TIME": str(epoch)})


def settle_times(image: Path, epoch: int) -> None:
    """Replace the times of files, which are those of a checkout, in a file system without checksums."""
    with image.open("r+b") as file:
        file.seek(1024)
        head = file.read(1024)
        blocks, block = struct.unpack_from("<I", head, 4)[0], 1024 << struct.unpack_from("<I", head, 24)[0]
        per_group, inodes = struct.unpack_from("<I", head, 32)[0], struct.unpack_from("<I", head, 40)[0]
        size, wide = struct.unpack_from("<H", head, 88)[0], struct.unpack_from("<I", head, 96)[0] & 0x80
        step = struct.unpack_from("<H", head, 254)[0] if wide else 32
        for group in range(-(-blocks // per_group)):
            file.seek(block + group * step + 8)
            (table,) = struct.unpack("<I", file.read(4))
            file.seek(table * block)
            content = bytearray(file.read(inodes * size))
            for at in range(0, len(content), size):
                if any(content[at : at + 128]):
                    _settle(content, at, epoch)
            file.seek(table * block)
            file.write(content)


def _settle(content: bytearray, at: int, epoch: int) -> None:
    written = min(struct.unpack_from("<I", content, at + 0x10)[0], epoch) or epoch
    struct.pack_into("<I", content, at + 0x10, written)
    for place in TIMES:
        struct.pack_into("<I", content, at + place, written)
    # The fractions of seconds of all four times.
    for place in (0x84, 0x88, 0x8C, 0x94):
        struct.pack_into("<I", content, at + place, 0)


def boot(folder: Path, to: Path, sectors: int, epoch: int) -> None:
    """Make a FAT file system of these files."""
    to.unlink(missing_ok=True)
    with to.open("wb") as file:
        file.truncate(sectors * SECTOR)
    utc = {"TZ": "UTC", "SOURCE_DATE_EPOCH": str(epoch), "MTOOLS_SKIP_CHECK": "1"}
    run("mkfs.fat", "-F", "32", "-s", "1", "-i", "676d2d62", "-n", "GM-BOX", "--invariant", to, env=utc)
    for path in sorted(folder.iterdir()):
        os.utime(path, (epoch, epoch))
        run("mcopy", "-m", "-i", to, path, f"::{path.name}", env=utc)
