"""The layout of the card, in sectors of 512 bytes, and its partition table.

Free sectors hold the two copies of `gm_appliance.install.slots`; then come the boot partition, two systems
and the games. The games' partition is small here and grows at the first start.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm_appliance.install.slots import PLACES, SECTOR

MIB = 2**20 // SECTOR
DISK = 0x67614D42
"""The disk identifier, the same on every card; partitions are found by it."""

FAT, LINUX = 0x0C, 0x83


@dataclass(frozen=True)
class Partition:
    """kind: in the partition table."""

    start: int
    sectors: int
    kind: int
    boots: bool = False

    @property
    def end(self) -> int:
        return self.start + self.sectors


BOOT = Partition(16 * MIB, 64 * MIB, FAT, boots=True)
A = Partition(BOOT.end, 704 * MIB, LINUX)
B = Partition(A.end, A.sectors, LINUX)
GAMES = Partition(B.end, 64 * MIB, LINUX)
PARTITIONS = (BOOT, A, B, GAMES)

assert max(PLACES) < BOOT.start


def uuid(partition: Partition) -> str:
    """The PARTUUID."""
    return f"{DISK:08x}-{PARTITIONS.index(partition) + 1:02d}"


def table() -> bytes:
    """The first sector, without a boot program, as a Pi needs none."""
    made = bytearray(SECTOR)
    made[440:444] = DISK.to_bytes(4, "little")
    for number, one in enumerate(PARTITIONS):
        # Nothing uses addresses by cylinder and head any longer.
        entry = bytes([0x80 if one.boots else 0]) + b"\xfe\xff\xff" + bytes([one.kind]) + b"\xfe\xff\xff"
        entry += one.start.to_bytes(4, "little") + one.sectors.to_bytes(4, "little")
        made[446 + 16 * number : 462 + 16 * number] = entry
    made[510:] = b"\x55\xaa"
    return bytes(made)
