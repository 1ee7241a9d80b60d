"""The files of voice and storm stay within bounds, whatever the clock says."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from gm_appliance.devices.sound import sounds, storm
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf
from tests.devices.sound.sound_room import write_wav

YEAR = 365 * 86_400.0


def lay(path: Path, used: float) -> Path:
    """A file of 1,000 bytes, last used at `used`."""
    path.write_bytes(bytes(1000))
    os.utime(path, (used, used))
    return path


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def renderer(cache: Path, cache_bytes: int = 2500) -> Renderer:
    return Renderer(Shelf(cache, None, cache_bytes), "gmw/en", 160, lambda *what: None, lambda: None)


def test_files_from_the_future_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock says 1970: files used since then stay, files from the future are deleted."""
    monkeypatch.setattr(time, "time", lambda: 5 * 86_400.0)
    for number in range(3):
        lay(tmp_path / f"then-{number}.wav", 50 * YEAR)
    lay(tmp_path / "cut-off.1.1.part", 50 * YEAR)
    lay(tmp_path / "tonight-1.wav", 86_400.0)
    lay(tmp_path / "tonight-2.wav", 5 * 86_400.0 + 60.0)
    lay(tmp_path / "just-now.1.1.part", 5 * 86_400.0 + 60.0)
    renderer(tmp_path, cache_bytes=3500)._prune()
    assert names(tmp_path) == ["just-now.1.1.part", "tonight-1.wav", "tonight-2.wav"]


def test_a_header_with_a_zero_sample_rate_is_invalid(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "odin.wav", 1.0)
    damaged = bytearray(wav.read_bytes())
    damaged[24:28] = bytes(4)
    wav.write_bytes(damaged)
    with pytest.raises(RenderFailed):
        wav_seconds(wav)


@pytest.mark.parametrize("ago", [YEAR, -YEAR])
def test_unfinished_sounds_are_deleted(tmp_path: Path, ago: float) -> None:
    now = time.time()
    lay(tmp_path / "storm-03-2.wav.4711.part", now - ago)
    lay(tmp_path / "horn-1.wav", now)
    lay(tmp_path / "storm-04-2.wav.4712.part", now)
    kept = write_wav(tmp_path / storm.file_name("horn"), 1.0)
    sounds.make_sounds(tmp_path, [], lambda *made: None, threading.Event())
    assert names(tmp_path) == [kept.name, "storm-04-2.wav.4712.part"]
