"""Kinds of damage to the first system of a card, with the same bytes in every run."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import BinaryIO

from gm_appliance.install.card import size_of
from gm_appliance.install.slots import SECTOR
from image import initramfs, layout
from image.system import HERE, sums
from tests.boot.cards import put_part, run, system, within

BLOCK = 4096
MEGABYTE = 2**20 // BLOCK
AT = layout.A.start * SECTOR

TABLES = struct.Struct("<6Q")
"""The places, from byte 48 of a squashfs on, of owners, attributes, inodes, folders, fragments, exports."""


@dataclass(frozen=True)
class Parts:
    """The blocks of a system's parts, numbered in its slot. system: its file system."""

    system: Path

    def _asked(self, order: str) -> str:
        return run("debugfs", "-R", order, self.system)

    def _file(self, name: str) -> list[int]:
        return [int(number) for number in self._asked(f"blocks {name}").split()]

    @cached_property
    def places(self) -> Mapping[str, list[int]]:
        """By name of the part. Raises AssertionError if debugfs does not find one."""
        packed = self._file("/system.squashfs")
        with self.system.open("rb") as file:
            size = size_of(file)
            file.seek(packed[0] * BLOCK + 48)
            *_, inodes, folders, fragments, _exports = TABLES.unpack(file.read(TABLES.size))
        tables = [place // BLOCK for place in (inodes, folders, fragments)]
        groups = re.findall(r"(?:bitmap|table) at (\d+)", run("dumpe2fs", self.system))
        return {
            "slot": [*range(size // BLOCK)],
            "packed": packed,
            "inodes": packed[tables[0] : tables[1]],
            "folders": packed[tables[1] : tables[2]],
            "kernel": self._file("/boot/vmlinuz.lz4"),
            "first file system": self._file("/boot/initrd.img"),
            "sums": self._file("/boot/sums"),
            "ext4": [0],
            "groups": [1],
            "ext4 inodes": [int(groups[2])],
            "names": self._file("/") + self._file("/boot"),
        }


Some = Callable[[list[int], Random], list[int]]
"""Chooses from a part's blocks."""

Spoilt = Callable[[bytes, Random], bytes]
"""Damages a block."""


def anywhere(count: int) -> Some:
    return lambda blocks, chance: chance.sample(blocks, min(count, len(blocks)))


def run_of(megabytes: int, at: float) -> Some:
    """Consecutive blocks. at: from 0.0, the first, to 1.0, the last."""

    def chosen(blocks: list[int], _chance: Random) -> list[int]:
        count = min(megabytes * MEGABYTE, len(blocks))
        begin = round((len(blocks) - count) * at)
        return blocks[begin : begin + count]

    return chosen


def from_(share: float) -> Some:
    return lambda blocks, _chance: blocks[int(len(blocks) * share) :]


def every(blocks: list[int], _chance: Random) -> list[int]:
    return blocks


def first(blocks: list[int], _chance: Random) -> list[int]:
    return blocks[:1]


def last(blocks: list[int], _chance: Random) -> list[int]:
    return blocks[-1:]


def zeros(_block: bytes, _chance: Random) -> bytes:
    return bytes(BLOCK)


def ones(_block: bytes, _chance: Random) -> bytes:
    return b"\xff" * BLOCK


def noise(_block: bytes, chance: Random) -> bytes:
    return chance.randbytes(BLOCK)


def one_bit(block: bytes, chance: Random) -> bytes:
    at = chance.randrange(BLOCK * 8)
    changed = bytearray(block)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def shifted(block: bytes, _chance: Random) -> bytes:
    """As by a card that loses a sector."""
    return block[SECTOR:] + block[:SECTOR]


@dataclass(frozen=True)
class Damage:
    """part: of `Parts.places`."""

    part: str
    which: Some
    becomes: Spoilt

    def done_to(self, disk: Path, parts: Parts, seed: str) -> int:
        chance = Random(seed)
        with disk.open("r+b") as card:
            return sum(
                self._block(card, number, chance) for number in self.which(parts.places[self.part], chance)
            )

    def _block(self, card: BinaryIO, number: int, chance: Random) -> bool:
        card.seek(AT + number * BLOCK)
        was = card.read(BLOCK)
        card.seek(AT + number * BLOCK)
        becomes = self.becomes(was, chance)
        card.write(becomes)
        return becomes != was


BLOCKS = (
    (noise, (1, 2, 5, 10, 20, 40, 60, 100, 200, 500, 2000, 10000)),
    (zeros, (1, 60, 1000)),
    (ones, (20, 200)),
    (one_bit, (1, 20, 200, 2000)),
    (shifted, (5, 200)),
)
KINDS = {
    **{
        f"{count} of its blocks: {becomes.__name__}": Damage("packed", anywhere(count), becomes)
        for becomes, counts in BLOCKS
        for count in counts
    },
    "the first 60 MB: noise": Damage("packed", run_of(60, 0.0), noise),
    "60 MB in the middle: noise": Damage("packed", run_of(60, 0.5), noise),
    "the last 60 MB: ones": Damage("packed", run_of(60, 1.0), ones),
    "the first 10 MB: zeros": Damage("packed", run_of(10, 0.0), zeros),
    "10 MB in the middle: ones": Damage("packed", run_of(10, 0.5), ones),
    "the last 10 MB: zeros": Damage("packed", run_of(10, 1.0), zeros),
    "1 MB in the middle: zeros": Damage("packed", run_of(1, 0.4), zeros),
    "the second half: zeros": Damage("packed", from_(0.5), zeros),
    "the head of the squashfs: zeros": Damage("packed", first, zeros),
    "the head of the squashfs: one bit": Damage("packed", first, one_bit),
    "its last block: noise": Damage("packed", last, noise),
    "its inodes, a block: noise": Damage("inodes", anywhere(1), noise),
    "its inodes, all: zeros": Damage("inodes", every, zeros),
    "its folders, a block: noise": Damage("folders", anywhere(1), noise),
    "its folders, all: ones": Damage("folders", every, ones),
    "the kernel: one bit": Damage("kernel", anywhere(1), one_bit),
    "the kernel, a block: noise": Damage("kernel", anywhere(1), noise),
    "the kernel, all: zeros": Damage("kernel", every, zeros),
    "the first file system: one bit": Damage("first file system", anywhere(1), one_bit),
    "the first file system, a block: noise": Damage("first file system", anywhere(1), noise),
    "the first file system, all: zeros": Damage("first file system", every, zeros),
    "the sums of both: zeros": Damage("sums", every, zeros),
    "the head of the ext4: zeros": Damage("ext4", every, zeros),
    "the head of the ext4: noise": Damage("ext4", every, noise),
    "its groups: noise": Damage("groups", every, noise),
    "its inodes: noise": Damage("ext4 inodes", every, noise),
    "its names: noise": Damage("names", every, noise),
    "all: zeros": Damage("slot", every, zeros),
    "all: ones": Damage("slot", every, ones),
    "all: noise": Damage("slot", every, noise),
}


def with_watchdog(disk: Path, folder: Path, more: str) -> None:
    """Put Linux's software watchdog before the Pi's, in the initramfs of the first system. more: shell
    commands that init runs once the drivers are loaded: without the Pi's nothing restarts it."""
    own, packed, tree = system(disk, layout.A, folder / "own"), folder / "own.squashfs", folder / "watchdog"
    within(own, f"dump /system.squashfs {packed}")
    wanted = "usr/lib/modules/*/kernel/drivers/watchdog/softdog.ko"
    run("unsquashfs", "-quiet", "-no-progress", "-force", "-dest", tree, packed, wanted)
    (module,) = tree.rglob("softdog.ko")
    init = (HERE / "init").read_text()
    assert init.count("\nfor module") == init.count("\ncard=\n") == 1
    init = init.replace("\nfor module", "\n$b insmod /softdog.ko\nfor module")
    init = init.replace("\ncard=\n", f"\n{more}\ncard=\n")
    boot = folder / "boot.of.watchdog"
    boot.mkdir(exist_ok=True)
    for name in ("initrd.img", "vmlinuz.lz4"):
        within(own, f"dump /boot/{name} {boot / name}")
    with (boot / "initrd.img").open("ab") as archive:
        archive.write(initramfs.packed({"/init": init.encode(), "/softdog.ko": module.read_bytes()}))
    (boot / "sums").write_bytes(sums(boot))
    for name in ("initrd.img", "sums"):
        within(own, f"rm /boot/{name}", f"write {boot / name} /boot/{name}")
    put_part(disk, layout.A, own)
