"""Tasks of the card's own system (docs/developers/image.md), done as root.

card get-primary | set-primary | get-state | set-state    asked by RAUC, which replaces the other slot
card prove     from the first prompt on: restarts into the other system if this one is damaged; otherwise
               marks its slot as good, once the game master has run for a while
card complete  after that: lets the games' partition grow; copies this system to the other slot of a new card
card failed    when the game master keeps failing: ends with 1 if the other slot is to start
"""

from __future__ import annotations

import fcntl
import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gm_appliance.install import proof
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.slots import SECTOR, SLOTS, Card, other_than

GAMES = 4  # the number of the games' partition
SYSTEM = Path("/dev/loop0")  # the running system, as image/filesystems.py packed it
LAST = 4096  # bytes at its end, with a checksum of the rest
CONSOLE = Path("/dev/console")
RESTART = Path("/proc/sysrq-trigger")

SLACK = 2**20 // SECTOR  # sectors that the partition must gain to grow
LABEL = 16  # bytes of an ext4 file system's label
CHUNK = 4 * 2**20  # bytes of a system that are copied and synced at a time
PROVED = Path("/run/gm-appliance-proved")  # exists once this start has proved itself
UPDATING = Path("/run/gm-appliance-updating")
"""Exists from the beginning of an update to the next start: the other slot is RAUC's."""


def slot_started(line: str) -> str:
    """The slot in the kernel's command line. Raises LookupError if this is no card of ours."""
    found = re.search(r"\brauc\.slot=([AB])\b", line)
    if found is None:
        raise LookupError("The kernel was not started from a slot.")
    return found[1]


def this_slot() -> str:
    """The running slot. Raises LookupError and OSError."""
    return slot_started(Path("/proc/cmdline").read_text())


@dataclass(frozen=True)
class Disk:
    """The card as the kernel has it. name: ``"mmcblk0"``."""

    name: str
    sizes: Path = Path("/sys/class/block")
    devices: Path = Path("/dev")

    @property
    def device(self) -> Path:
        return self.devices / self.name

    def part(self, number: int) -> Path:
        return self.devices / f"{self.name}p{number}"

    def fact(self, number: int, name: str) -> int:
        return int((self.sizes / f"{self.name}p{number}" / name).read_text())

    def sectors(self) -> int:
        return int((self.sizes / self.name / "size").read_text())


def this_disk() -> Disk:
    """The card that the system was started from, which image/init linked to. Raises OSError."""
    return Disk(os.readlink("/dev/gm-card"))


@contextmanager
def alone() -> Iterator[bool]:
    """Lock the slots against other processes. Yields whether an update has begun. Raises OSError."""
    with UPDATING.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield UPDATING.exists()


# ---------------------------------------------------------------- RAUC


def answer(card: Card, words: Sequence[str]) -> str:
    """Answer a request of RAUC's custom boot loader interface. Raises OSError, and ValueError if unknown."""
    slots = card.slots()
    match words:
        case ["get-primary"]:
            return slots.first()
        case ["set-primary", slot] if slot in SLOTS:
            card.put(slots.wanting(slot))
        case ["get-state", slot] if slot in SLOTS:
            return "good" if slots.tries[slot] else "bad"
        case ["set-state", slot, "good"] if slot in SLOTS:
            card.put(slots.good(slot))
        case ["set-state", slot, "bad"] if slot in SLOTS:
            UPDATING.touch()
            card.put(slots.bad(slot))
        case _:
            raise ValueError(f"unknown request from RAUC: {' '.join(words)}")
    return ""


# ---------------------------------------------------------------- good or bad


def prove(card: Card, slot: str, seconds: float) -> None:
    """Mark this slot as good; an update that was installed meanwhile is still started next. Raises OSError.

    seconds: how long the game master has run since its first prompt.
    """
    with alone() as updating:
        slots = card.slots()
        if not (updating or PROVED.exists()):
            slots = slots.proved(slot)
        card.put(slots.spare(slot) if updating or seconds >= proof.SETTLED else slots)
    PROVED.touch()


def give_up(card: Card, slot: str, *, proved: bool = False) -> bool:
    """Give up this slot if the other one can start; returns whether it starts next. Raises OSError.

    proved: this slot has proved itself in this start, so it loses only one attempt.
    """
    with alone():
        slots = card.slots()
        if not slots.tries[other_than(slot)]:
            return False
        after = slots.failed(slot) if proved else slots.bad(slot)
        card.put(after)
    return not after.tries[slot]


def before(card: Card, disk: Disk, slot: str) -> str:
    """The version in the other slot; empty if it is the same or may not be started. Raises OSError."""
    with alone() as updating:
        if updating or not card.slots().tries[other_than(slot)]:
            return ""
    here, there = (version_in(disk.part(_number(one))) for one in (slot, other_than(slot)))
    return "" if there == here else there.partition("-")[0]


def go_back(card: Card, slot: str, ask: Asked) -> None:
    """Start the other slot, on trial like an update. Raises OSError and CommandFailed."""
    with alone():
        card.put(card.slots().wanting(other_than(slot)))
    ask("systemctl", "--no-block", "reboot")


# ---------------------------------------------------------------- a whole card


def grow(disk: Disk, ask: Asked) -> bool:
    """Let the games' partition grow over the rest of the card; returns whether it grew. After a power cut the
    next start continues."""
    start, size = disk.fact(GAMES, "start"), disk.fact(GAMES, "size")
    room = disk.sectors() - start
    grows = room - size > SLACK
    if grows:
        script = f"echo ', +' | sfdisk --quiet --no-reread --no-tell-kernel -N {GAMES} {disk.device}"
        ask("sh", "-c", script)
        ask("partx", "--update", "--nr", str(GAMES), str(disk.device))
    ask("resize2fs", str(disk.part(GAMES)))  # does nothing if the file system is as large already
    return grows


def checksum(system: BinaryIO, size: int) -> bytes:
    """The last bytes of a system, for the `size` bytes before them, which are read. Raises OSError."""
    system.seek(0)
    found = 0
    for at in range(0, size, CHUNK):
        found = zlib.crc32(system.read(min(CHUNK, size - at)), found)
    return found.to_bytes(4, "little").ljust(LAST, b"\0")


def whole(system: Path) -> bool:
    """Whether a system is as it was packed."""
    try:
        with system.open("rb") as packed:
            size = packed.seek(0, os.SEEK_END) - LAST
            return checksum(packed, size) == packed.read()
    except OSError:
        return False


def complete(card: Card, disk: Disk, slot: str) -> bool:
    """Copy this system to the other slot if nothing there may be started; returns whether it did.

    The copy may be started once all of it is on the card. It stops when an update begins, which writes there
    itself and waits for the piece being copied. Raises OSError.
    """
    other = other_than(slot)
    if card.slots().tries[other]:
        return False
    with disk.part(_number(slot)).open("rb") as here, disk.part(_number(other)).open("r+b") as there:
        size = size_of(here)
        for at in range(0, size, CHUNK):
            with alone() as updating:
                if updating:
                    return False
                there.write(here.read(min(CHUNK, size - at)))
                there.flush()
                os.fsync(there.fileno())
    with alone() as updating:
        if not updating:
            card.put(card.slots().spare(other))
    return not updating


def _number(slot: str) -> int:
    return SLOTS.index(slot) + 2


def version_in(system: Path) -> str:
    """The release in a slot, truncated to the length of its file system's label."""
    with system.open("rb") as file:
        file.seek(1024 + 120)
        return file.read(LABEL).rstrip(b"\0").decode("ascii", "replace")


def size_of(system: BinaryIO) -> int:
    """The size of an ext4 file system in bytes; rewinds the stream."""
    system.seek(1024)
    head = system.read(32)
    system.seek(0)
    blocks, block = int.from_bytes(head[4:8], "little"), int.from_bytes(head[24:28], "little")
    return blocks << (10 + block)


# ---------------------------------------------------------------- the machine


def undamaged(slot: str) -> bool:
    """Whether the running system is as it was packed. Also written to the console."""
    found = whole(SYSTEM)
    CONSOLE.write_text(f"gm-appliance: system {slot} is {'whole' if found else 'damaged'}\n")
    return found


def main(words: Sequence[str]) -> int:
    disk, slot, ask = this_disk(), this_slot(), Asked()
    card = Card(disk.device)
    if words == ["prove"]:
        if not (PROVED.exists() or undamaged(slot)) and give_up(card, slot):
            # No program of this system is asked, as it may do anything.
            os.sync()
            RESTART.write_text("b")
        elif seconds := proof.age(ask):
            prove(card, slot, seconds)
            CONSOLE.write_text(f"gm-appliance: system {slot} is good\n")
    elif words == ["complete"]:
        with suppress(CommandFailed):
            grow(disk, ask)
        if not card.slots().tries[other_than(slot)] and undamaged(slot):
            complete(card, disk, slot)
    elif words == ["failed"]:
        return int(give_up(card, slot, proved=PROVED.exists()))
    else:
        with alone():
            said = answer(card, words)
        if said:
            print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
