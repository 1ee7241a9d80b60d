"""A USB stick as the kernel sees it, mounted and written for real."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_appliance.install import stick
from gm_appliance.install.stick import Sticks
from tests.install.plugged import archive, files_in


@pytest.fixture
def loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A stick of 4 MB as the kernel sees it, with FAT; with ext4 where the kernel has no FAT."""
    kind = "vfat" if "vfat" in Path("/proc/filesystems").read_text() else "ext4"
    monkeypatch.setattr(stick, "KINDS", (kind,))
    if os.geteuid() != 0 or shutil.which(f"mkfs.{kind}") is None:
        pytest.skip(f"a loop device needs root and mkfs.{kind}")
    image = tmp_path / "stick.img"
    with image.open("wb") as made:
        made.truncate(4 * 2**20)
    subprocess.run([f"mkfs.{kind}", str(image)], check=True, capture_output=True)
    found = subprocess.run(["losetup", "--find", "--show", str(image)], capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip(f"no loop device here: {found.stderr}")
    # A loop device stays read-only although its file was removed.
    subprocess.run(["blockdev", "--setrw", found.stdout.strip()], check=True)
    yield found.stdout.strip()
    subprocess.run(["losetup", "--detach", found.stdout.strip()], check=True)


@pytest.mark.system
def test_a_real_stick_is_written_and_filled_and_protected(loop: str, tmp_path: Path) -> None:
    class One(Sticks):
        def candidates(self) -> list[str]:
            return [loop]

    sticks = One(tmp_path / "keeps", tmp_path / "box")

    def copies(size: int) -> bytes:
        answer, asked = io.BytesIO(), io.BytesIO(b"copy\n" + archive(("a.txt", b"a" * size)).getvalue())
        sticks.serve(asked, answer)
        return answer.getvalue()

    assert sticks.look().kind == "empty"
    assert copies(1000) == b'{"said": "copied"}\n'
    assert copies(8 * 2**20) == b'{"said": "full"}\n'
    with sticks.mounted(loop, "ro") as folder:
        left = [one for one in files_in(folder) if one != "lost+found"]
        assert left == ["gm-appliance-1", "gm-appliance-1/a.txt"], "nothing half-written"
        (line,) = (one for one in Path("/proc/mounts").read_text().splitlines() if f" {folder} " in one)
        assert {"ro", "nosuid", "nodev", "noexec"} <= set(line.split()[3].split(","))
    subprocess.run(["blockdev", "--setro", loop], check=True)
    assert copies(1000) == b'{"said": "protected"}\n'
    assert f" {tmp_path}" not in Path("/proc/mounts").read_text()
