"""What voice and storm keep, in memory and on the card: bounded, for years, and whatever the clock says."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_appliance.devices.sound import sounds, storm
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.renderer import KNOWN, Renderer
from gm_appliance.devices.sound.voice import open_sound
from tests.devices.sound.sound_room import write_wav

YEAR = 365 * 86_400.0


def lay(path: Path, used: float) -> Path:
    """A file of a thousand bytes that was last used then."""
    path.write_bytes(bytes(1000))
    os.utime(path, (used, used))
    return path


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def renderer(cache: Path, cache_bytes: int = 2500) -> Renderer:
    """One that renders nothing."""
    return Renderer(cache, "gmw/en", 160, lambda *what: None, lambda: None, cache_bytes=cache_bytes)


# ---------------------------------------------------------------- in memory


def test_what_waits_for_an_engine_that_hangs_does_not_pile_up(tmp_path: Path) -> None:
    """A month on the score pad: every sum is another sentence."""
    voice = renderer(tmp_path)
    for number in range(5 * KNOWN):
        voice.want(f"Player three has {number}.", urgent=number % 7 == 0)
        if number % 20 == 0:
            voice.calm_down()
    assert len(voice._sentences) == KNOWN
    assert len(voice._later) + len(voice._urgent) <= KNOWN
    assert f"Player three has {5 * KNOWN - 1}." in [sentence.text for sentence in voice._later]


# ---------------------------------------------------------------- on the card


def test_a_clock_that_was_set_back_makes_nothing_stay_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is 1970 again: what was used since then stays, what was used before it goes."""
    monkeypatch.setattr(time, "time", lambda: 5 * 86_400.0)
    for number in range(3):
        lay(tmp_path / f"then-{number}.wav", 50 * YEAR)
    lay(tmp_path / "cut-off.1.1.part", 50 * YEAR)
    lay(tmp_path / "tonight-1.wav", 86_400.0)
    lay(tmp_path / "tonight-2.wav", 5 * 86_400.0 + 60.0)
    lay(tmp_path / "just-now.1.1.part", 5 * 86_400.0 + 60.0)
    renderer(tmp_path, cache_bytes=3500)._prune()
    assert names(tmp_path) == ["just-now.1.1.part", "tonight-1.wav", "tonight-2.wav"]


def test_a_header_that_counts_no_samples_a_second_is_no_rendering(tmp_path: Path) -> None:
    wav = write_wav(tmp_path / "odin.wav", 1.0)
    damaged = bytearray(wav.read_bytes())
    damaged[24:28] = bytes(4)
    wav.write_bytes(damaged)
    with pytest.raises(RenderFailed):
        wav_seconds(wav)


@pytest.mark.parametrize("ago", [YEAR, -YEAR])
def test_sounds_whose_making_was_cut_off_are_cleared_away(tmp_path: Path, ago: float) -> None:
    now = time.time()
    lay(tmp_path / "storm-03-2.wav.4711.part", now - ago)
    lay(tmp_path / "horn-1.wav", now)
    lay(tmp_path / "storm-04-2.wav.4712.part", now)
    kept = write_wav(tmp_path / storm.file_name("horn"), 1.0)
    sounds.make_sounds(tmp_path, [], lambda *made: None, threading.Event())
    assert names(tmp_path) == [kept.name, "storm-04-2.wav.4712.part"]


def test_a_folder_that_passes_is_gone_when_the_evening_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_exit: list[Callable[[], object]] = []
    monkeypatch.setattr("atexit.register", lambda act, *a, **b: at_exit.append(lambda: act(*a, **b)))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(SoundMixer, "start", lambda self: None)
    monkeypatch.setattr(Renderer, "start", lambda self: None)
    (tmp_path / "file").write_text("in the way")
    open_sound(tmp_path / "file" / "cache", "en", 160, 1.0, lambda *what: None)
    assert len(names(tmp_path)) == 2
    for act in at_exit:
        act()
    assert names(tmp_path) == ["file"]
