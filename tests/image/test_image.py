"""Parts of the card without an emulator: its layout, its file systems, and what its programs share."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

import pytest

from gm_appliance.install.card import version_in, whole
from gm_appliance.install.slots import PLACES, SECTOR
from image import filesystems, layout, system

IMAGE = system.HERE
LANGUAGES = ("EN", "DE", "FR", "IT", "NL")
EPOCH = 1_700_000_000


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"needs {tool}")


def test_nothing_on_the_card_overlaps() -> None:
    taken = [(place, place + 1) for place in (0, *PLACES)]
    taken += [(one.start, one.end) for one in layout.PARTITIONS]
    for (_, before), (after, _) in pairwise(taken):
        assert before <= after
    assert all(one.start % layout.MIB == 0 for one in layout.PARTITIONS)


@needs("sfdisk")
def test_others_read_the_table_as_we_mean_it(tmp_path: Path) -> None:
    card = tmp_path / "card"
    with card.open("wb") as file:
        file.write(layout.table())
        file.truncate(layout.GAMES.end * SECTOR)
    said = subprocess.run(["sfdisk", "--dump", card], capture_output=True, text=True, check=True).stdout
    assert f"label-id: 0x{layout.DISK:08x}" in said
    found = re.findall(r"start= *(\d+), size= *(\d+), type=(\w+)(, bootable)?", said)
    assert found == [
        (str(p.start), str(p.sectors), f"{p.kind:x}", ", bootable" * p.boots) for p in layout.PARTITIONS
    ]


def test_nobody_can_log_in_and_nothing_asks_for_it() -> None:
    assert {"getty@.service", "serial-getty@.service", "getty.target"} <= set(system.MASKED.split())
    assert not {"openssh-server", "wpasupplicant", "network-manager", "ifupdown"} & set(system.PACKAGES)


def test_nobody_becomes_somebody_else_by_running_a_program(tmp_path: Path) -> None:
    modes = {
        "usr/bin/su": 0o4755,
        "usr/sbin/unix_chkpwd": 0o2755,
        "usr/bin/both": 0o6711,
        "usr/bin/ls": 0o755,
    }
    for name, mode in modes.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
        (tmp_path / name).chmod(mode)
    (tmp_path / "usr/bin/passwd").symlink_to("su")
    (tmp_path / "shared").mkdir(mode=0o2775)
    (tmp_path / "shared").chmod(0o2775)
    system.unprivilege(tmp_path)
    for name, mode in modes.items():
        assert (tmp_path / name).stat().st_mode & 0o7777 == mode & 0o777
    assert (tmp_path / "shared").stat().st_mode & 0o7777 == 0o2775, "a folder gives nobody anything"


def test_the_text_is_in_every_language() -> None:
    text = (IMAGE / "boot/READ-ME.txt").read_text()
    parts = re.split(r"^([A-Z]{2})  ", text, flags=re.MULTILINE)
    assert tuple(parts[1::2]) == LANGUAGES
    assert all("gm-appliance.toml" in part and "Zero 2 W" in part for part in parts[2::2])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/sh").write_bytes(b"#!" * 9000)
    (root / "bin").symlink_to("usr/bin")
    return root


def system_made(tree: Path, to: Path) -> None:
    (tree / "usr/bin/sh").touch()
    filesystems.read_only(tree, to, 2**30, EPOCH, "10.10.10-0123abcd-long")
    assert version_in(to) == "10.10.10-0123abc"


def games_made(_tree: Path, to: Path) -> None:
    filesystems.games(to, 2**26, EPOCH)


def boot_made(tree: Path, to: Path) -> None:
    (tree / "usr/bin/sh").touch()
    filesystems.boot(tree / "usr/bin", to, layout.BOOT.sectors, EPOCH)


@needs("mke2fs")
@needs("mkfs.fat")
@needs("mcopy")
@pytest.mark.parametrize("made", [system_made, games_made, boot_made])
def test_a_file_system_made_twice_is_the_same(
    made: Callable[[Path, Path], None], tree: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for to in (one, two):
        made(tree, to)
    assert one.read_bytes() == two.read_bytes()
    if made is not boot_made:
        subprocess.run(["e2fsck", "-fn", one], check=True, capture_output=True)


@needs("mksquashfs")
def test_a_system_packed_twice_is_the_same_and_finds_a_wrong_byte_in_itself(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, again = tmp_path / "one", tmp_path / "two"
    filesystems.squashed(tree, packed, EPOCH)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    filesystems.squashed(tree, again, EPOCH)
    content = packed.read_bytes()
    assert content == again.read_bytes()
    assert len(content) % 4096 == 0
    assert whole(packed)
    for at in (0, -1):
        changed = bytearray(content)
        changed[at] ^= 1
        packed.write_bytes(changed)
        assert not whole(packed)


def test_nothing_tells_when_it_was_made(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for folder in ("tmp", "run", "var/lib/dpkg", "etc/apt", "boot/firmware", "opt"):
        (root / folder).mkdir(parents=True)
    for name in ("opt/ours", "opt/debian's", "var/lib/dpkg/status", "etc/machine-id"):
        (root / name).write_text(name)
    (root / "opt/link").symlink_to("nowhere")
    old = int(system.EPOCH) - 5
    os.utime(root / "opt/debian's", (old, old))
    # A checkout's files may be older than its commit, or newer.
    os.utime(root / "opt/ours", (old + 1000, old + 1000))
    system.normalise(root, EPOCH + 5000)
    times = {str(path.relative_to(root)): path.lstat().st_mtime for path in root.rglob("*")}
    assert times.pop("opt/debian's") == old
    assert set(times.values()) == {EPOCH + 5000}
    assert not {"etc/apt", "var/lib"} & times.keys()
    assert (root / "etc/machine-id").read_text() == ""


@pytest.mark.parametrize(("needed", "works"), [("kernel/lib/whole.ko", True), ("kernel/net/gone.ko", False)])
def test_what_a_part_needs_is_not_left_out(
    needed: str, works: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("kernel/sound/card.ko", "kernel/lib/whole.ko", "kernel/net/gone.ko"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).touch()
    (tmp_path / "modules.dep").write_text(
        f"kernel/sound/card.ko: {needed}\nkernel/lib/whole.ko:\nkernel/net/gone.ko:\n"
    )
    monkeypatch.setattr(system, "PARTS", "card")
    with nullcontext() if works else pytest.raises(system.NotMade, match="card"):
        system.thin(tmp_path)
    assert not (tmp_path / "kernel/net").exists()
