"""The card's script mounts and mends the games' partition after many kinds of damage: no loss is silent.

The file systems are real, and mounted by the kernel.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm_appliance.storage.journal import Journal, JournalError
from image import filesystems, system
from tests.tiers import long_but

SCRIPT = system.HERE / "root/usr/lib/gm-appliance/games"
CHOICES = [*range(1, 30)]
EPOCH = 1_700_000_000
SIZE = 160 * 2**20
"""More than one group of blocks, so that there is a second superblock."""
BLOCK = 4096
STATE = 1024 + 0x3A
"""Of the superblock: 1 if the file system is marked as clean."""


def _missing() -> str:
    if os.geteuid() != 0:
        return "only root mounts a file system"
    if not Path("/dev/loop-control").exists():
        return "no loop devices"
    tools = ("mke2fs", "e2fsck", "e2undo", "dumpe2fs", "debugfs", "resize2fs", "losetup", "blockdev")
    return " ".join(tool for tool in tools if shutil.which(tool) is None)


pytestmark = [
    pytest.mark.process,
    pytest.mark.root,
    pytest.mark.skipif(bool(_missing()), reason=f"needs what is missing: {_missing()}"),
]


def attached(file: Path) -> str:
    """A loop device for this file. Another process may take a free one first."""
    for _try in range(20):
        device = subprocess.check_output(["losetup", "--find"], text=True).strip()
        # Linux 6.18 leaves one read-only if a read-only file was attached to it before.
        subprocess.run(["blockdev", "--setrw", device], check=True)
        if subprocess.run(["losetup", device, file], capture_output=True).returncode == 0:
            return device
    raise AssertionError("no loop device is free")


@dataclass(frozen=True)
class Partition:
    """The games' partition of a card, as a file. folder: where it is mounted. copy: the script's raw copy."""

    file: Path
    folder: Path
    copy: Path

    def starts(self) -> bool:
        command = ("sh", SCRIPT, attached(self.file), self.folder, self.copy)
        done = subprocess.run(command, capture_output=True, text=True)
        mounted = self.folder.is_mount()
        assert (done.returncode == 0) == mounted, done.stdout + done.stderr
        if not mounted:
            self.goes_off()
        return mounted

    def goes_off(self) -> None:
        if self.folder.is_mount():
            # A container that starts now keeps a copy of the mount: it may not write afterwards.
            subprocess.run(["mount", "-o", "remount,ro", self.folder], capture_output=True)
            subprocess.run(["umount", self.folder], check=True)
        said = subprocess.run(["losetup", "--associated", self.file], capture_output=True, text=True).stdout
        for line in said.splitlines():
            subprocess.run(["losetup", "--detach", line.partition(":")[0]], check=True)

    def outcome(self) -> str:
        """The result of a start: ``"kept"``, ``"told"``, or the defect ``"lost"``."""
        if not self.starts():
            return "told"  # the box announces that nothing is kept
        mended = self.copy.exists()
        try:
            with Journal(self.folder / "journal.sqlite") as journal:
                told = mended or bool(journal.loss)
                kept = [one.value for game in journal.sessions() for one in journal.entries(game.id)]
        except (JournalError, OSError):
            return "told"  # the box announces that it cannot open the journal
        finally:
            self.goes_off()
        return "kept" if kept == CHOICES else "told" if told else "lost"

    def gets_a_copy_of(self, other: Path) -> None:
        subprocess.run(["cp", "--sparse=always", other, self.file], check=True)

    def damage(self, at: int, content: bytes) -> None:
        with self.file.open("r+b") as file:
            file.seek(at)
            file.write(content)

    def fact(self, request: str, pattern: str) -> int:
        said = subprocess.run(["debugfs", "-R", request, self.file], capture_output=True, text=True).stdout
        found = re.search(pattern, said)
        assert found, said
        return int(found[1], 0)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    one = Partition(folder / "games.img", folder / "mounted", folder / "copy")
    one.folder.mkdir()
    filesystems.games(one.file, 2**26, EPOCH)
    os.truncate(one.file, SIZE)
    subprocess.run(["resize2fs", one.file], check=True, capture_output=True)
    assert one.starts()
    (one.folder / "voice").mkdir()
    with Journal(one.folder / "journal.sqlite") as journal:
        session = journal.begin("scorepad", 1, {"players": 3}, "en", 1.0)
        for choice in CHOICES:
            journal.choose(session, "step", choice, False, 2.0)
    one.goes_off()
    assert one.outcome() == "kept"
    return one.file


@pytest.fixture
def partition(played: Path, tmp_path: Path) -> Iterator[Partition]:
    one = Partition(tmp_path / "games.img", tmp_path / "mounted", tmp_path / "copy")
    one.folder.mkdir()
    one.gets_a_copy_of(played)
    yield one
    one.goes_off()


def test_without_its_first_superblock_all_games_come_back(partition: Partition) -> None:
    partition.damage(1024, bytes(1024))
    assert subprocess.run(["e2fsck", "-p", partition.file], capture_output=True).returncode == 8
    assert partition.outcome() == "kept"
    assert partition.copy.stat().st_size > 0
    partition.copy.unlink()
    assert partition.outcome() == "kept"
    assert not partition.copy.exists(), "it is mended once"


def test_what_was_overwritten_is_kept_and_brings_the_damage_back(
    partition: Partition, tmp_path: Path
) -> None:
    root = partition.fact("blocks /", r"(\d+)") * BLOCK
    partition.damage(root, b"\xa5" * BLOCK)
    damaged = tmp_path / "damaged.img"
    subprocess.run(["cp", "--sparse=always", partition.file, damaged], check=True)
    assert partition.starts()
    kept = tmp_path / "kept.e2undo"
    shutil.copy(partition.folder / "before-mending.e2undo", kept)
    partition.goes_off()
    subprocess.run(["e2undo", "-f", kept, partition.file], check=True, capture_output=True)
    with partition.file.open("rb") as now, damaged.open("rb") as then:
        now.seek(root)
        then.seek(root)
        assert now.read(BLOCK) == then.read(BLOCK)


def test_without_room_for_that_copy_it_is_mended_all_the_same(partition: Partition, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "small", small], check=True)
    try:
        cramped = Partition(partition.file, partition.folder, small / "copy")
        cramped.damage(1024, bytes(1024))
        assert cramped.outcome() == "kept"
        assert cramped.copy.exists()
    finally:
        subprocess.run(["umount", small], check=True)


def test_what_cannot_be_mended_stays_as_it_was(partition: Partition, tmp_path: Path) -> None:
    """The games may still be recovered by other means."""
    for superblock in (0, 32768):
        partition.damage(superblock * BLOCK, b"\xa5" * BLOCK)
    before = partition.file.read_bytes()
    assert not partition.starts()
    assert partition.file.read_bytes() == before


Places = Callable[[Partition, random.Random], tuple[int, int]]
"""The offset and size of damage."""


def _block(request: str, pattern: str) -> Places:
    return lambda one, _chance: (one.fact(request, pattern) * BLOCK, BLOCK)


def _inode(name: str) -> Places:
    def place(one: Partition, _chance: random.Random) -> tuple[int, int]:
        asked = f"imap {name}"
        return one.fact(asked, r"block (\d+)") * BLOCK + one.fact(asked, r"offset (0x[0-9a-f]+)"), 256

    return place


def _anywhere(bytes_: int) -> Places:
    """Among the first blocks, which are nearly all that are in use."""
    return lambda _one, chance: (chance.randrange(0, 2100 * BLOCK), bytes_)


PLACES: dict[str, Places] = {
    "superblock": lambda _one, _chance: (1024, 1024),
    "half a superblock": lambda _one, _chance: (1024, 512),
    "group descriptors": lambda _one, _chance: (BLOCK, BLOCK),
    "superblock and descriptors": lambda _one, _chance: (0, 2 * BLOCK),
    "block bitmap": _block("stats", r"block bitmap at (\d+)"),
    "inode bitmap": _block("stats", r"inode bitmap at (\d+)"),
    "inode table": _block("stats", r"inode table at (\d+)"),
    "top folder": _block("blocks /", r"(\d+)"),
    "lost and found": _block("blocks /lost+found", r"(\d+)"),
    "its journal": _block("blocks <8>", r"(\d+)"),
    "the games' inode": _inode("/journal.sqlite"),
    "the games": _block("blocks /journal.sqlite", r"(\d+)"),
    "a folder's inode": _inode("/voice"),
    "one byte": _anywhere(1),
    "a sector": _anywhere(512),
    "64 KB": _anywhere(65536),
}
CONTENTS: dict[str, Callable[[random.Random, int], bytes]] = {
    "zeros": lambda _chance, size: bytes(size),
    "ones": lambda _chance, size: b"\xff" * size,
    "noise": lambda chance, size: chance.randbytes(size),
}


@pytest.mark.parametrize("content", long_but(CONTENTS, ("noise",)))
@pytest.mark.parametrize("place", PLACES)
def test_no_damage_loses_games_in_silence(
    played: Path, partition: Partition, place: str, content: str
) -> None:
    chance = random.Random(f"{place} {content}")
    for marked in (True, False):
        at, size = PLACES[place](partition, chance)
        partition.damage(at, CONTENTS[content](chance, size))
        if not marked and place != "superblock":
            partition.damage(STATE, bytes(2))
        assert partition.outcome() in ("kept", "told")
        partition.copy.unlink(missing_ok=True)
        # Later evenings are kept in any case.
        assert partition.starts()
        (partition.folder / "later").write_text("evening")
        partition.goes_off()
        assert partition.starts()
        assert (partition.folder / "later").read_text() == "evening"
        partition.goes_off()
        partition.gets_a_copy_of(played)


def test_a_loss_in_silence_would_be_noticed(partition: Partition) -> None:
    """A planted fault: the games are deleted without damage."""
    assert partition.starts()
    for file in partition.folder.glob("journal.sqlite*"):
        file.unlink()
    partition.goes_off()
    assert partition.outcome() == "lost"
