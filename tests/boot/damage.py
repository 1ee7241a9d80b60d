"""Ways in which the first system of a card is damaged, each with the same bytes at every run."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

from gm_appliance.install.card import size_of
from gm_appliance.install.slots import SECTOR
from image import layout
from tests.boot.cards import run

BLOCK = 4096
MEGABYTE = 2**20 // BLOCK
AT = layout.A.start * SECTOR

TABLES = struct.Struct("<6Q")
"""Of a squashfs, from byte 48 on: where its identities, attributes, inodes, folders, fragments and exports are."""


@dataclass(frozen=True)
class Parts:
    """Where the parts of an undamaged system are, as numbers of blocks in its slot. system: its file system."""

    system: Path

    def _asked(self, order: str) -> str:
        return run("debugfs", "-R", order, self.system)

    def _file(self, name: str) -> list[int]:
        return [int(number) for number in self._asked(f"blocks {name}").split()]

    @cached_property
    def places(self) -> Mapping[str, list[int]]:
        """By name. Raises AssertionError if debugfs does not find a part."""
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
"""Which of the blocks of a part."""

Spoilt = Callable[[bytes, Random], bytes]
"""What becomes of a block."""


def anywhere(count: int) -> Some:
    return lambda blocks, chance: chance.sample(blocks, min(count, len(blocks)))


def run_of(megabytes: int, at: float) -> Some:
    """So many in a row. at: 0.0, the first, to 1.0, the last."""

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
    """As a card does that loses a sector."""
    return block[SECTOR:] + block[:SECTOR]


@dataclass(frozen=True)
class Damage:
    """part: of `Parts.places`."""

    part: str
    which: Some
    becomes: Spoilt

    def done_to(self, disk: Path, parts: Parts, seed: str) -> int:
        """Damage the first system of a card; returns the number of blocks that changed."""
        chance = Random(seed)
        with disk.open("r+b") as card:
            return sum(
                self._block(card, number, chance) for number in self.which(parts.places[self.part], chance)
            )

    def _block(self, card, number: int, chance: Random) -> bool:
        card.seek(AT + number * BLOCK)
        was = card.read(BLOCK)
        card.seek(AT + number * BLOCK)
        becomes = self.becomes(was, chance)
        card.write(becomes)
        return becomes != was


def _kinds() -> Iterator[tuple[str, Damage]]:
    for count in (1, 2, 5, 10, 20, 40, 60, 100, 200, 500, 2000, 10000):
        yield f"{count} blocks of noise", Damage("packed", anywhere(count), noise)
    for name, becomes, counts in (
        ("zeros", zeros, (1, 60, 1000)),
        ("ones", ones, (20, 200)),
        ("one bit wrong in each", one_bit, (1, 20, 200, 2000)),
        ("a sector lost in each", shifted, (5, 200)),
    ):
        for count in counts:
            yield f"{count} blocks, {name}", Damage("packed", anywhere(count), becomes)
    for megabytes, where, at, becomes in (
        (60, "at its beginning", 0.0, noise),
        (60, "in its middle", 0.5, noise),
        (60, "at its end", 1.0, ones),
        (10, "at its beginning", 0.0, zeros),
        (10, "in its middle", 0.5, ones),
        (10, "at its end", 1.0, zeros),
        (1, "in its middle", 0.4, zeros),
    ):
        yield (
            f"{megabytes} MB of {becomes.__name__} {where}",
            Damage("packed", run_of(megabytes, at), becomes),
        )
    yield "its second half is zeros", Damage("packed", from_(0.5), zeros)
    yield "its head", Damage("packed", first, zeros)
    yield "one bit of its head", Damage("packed", first, one_bit)
    yield "its last block", Damage("packed", last, noise)
    yield "a block of its inodes", Damage("inodes", anywhere(1), noise)
    yield "all its inodes", Damage("inodes", every, zeros)
    yield "a block of its folders", Damage("folders", anywhere(1), noise)
    yield "all its folders", Damage("folders", every, ones)
    for part in ("kernel", "first file system"):
        yield f"one bit of the {part}", Damage(part, anywhere(1), one_bit)
        yield f"a block of the {part}", Damage(part, anywhere(1), noise)
        yield f"all of the {part}", Damage(part, every, zeros)
    yield "the sums of both", Damage("sums", every, zeros)
    yield "ext4's head, zeros", Damage("ext4", every, zeros)
    yield "ext4's head, noise", Damage("ext4", every, noise)
    yield "ext4's groups", Damage("groups", every, noise)
    yield "ext4's inodes", Damage("ext4 inodes", every, noise)
    yield "ext4's names", Damage("names", every, noise)
    yield "all, zeros", Damage("slot", every, zeros)
    yield "all, ones", Damage("slot", every, ones)
    yield "all, noise", Damage("slot", every, noise)


KINDS = dict(_kinds())
