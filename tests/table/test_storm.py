"""The sounds the appliance makes itself: that they loop, cover and can be made anywhere."""

from __future__ import annotations

import math
import subprocess
import sys
import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pytest

from gm_appliance.table import mixer, storm

RATE = storm.RATE


@pytest.fixture(scope="module")
def loop() -> array[int]:
    return storm.storm()


def rms(samples: array[int] | list[float]) -> float:
    return math.sqrt(sum(sample * sample for sample in samples) / len(samples))


def differences(samples: array[int]) -> list[float]:
    """What is left of the high notes, where taps and clicks lie."""
    return [after - before for before, after in pairwise(samples)]


def test_it_lasts_as_long_as_said(loop: array[int]) -> None:
    assert len(loop) == RATE * storm.STORM_SECONDS


def test_the_seam_does_not_click(loop: array[int]) -> None:
    jumps = sorted(abs(step) for step in differences(loop))
    at_seam = abs(loop[0] - loop[-1])
    assert at_seam <= jumps[int(0.999 * len(jumps))]


def test_a_cut_without_a_melted_seam_would_click() -> None:
    """The measure above is no empty one: a rumble cut anywhere jumps further than any sample."""
    rumble = array("h", (round(9000 * math.sin(math.tau * 41.3 * i / RATE)) for i in range(RATE)))
    jumps = sorted(abs(step) for step in differences(rumble))
    assert abs(rumble[0] - rumble[-1]) > jumps[int(0.999 * len(jumps))]


def test_there_is_no_gap_and_no_dip_around_the_seam(loop: array[int]) -> None:
    around = loop[-2 * RATE :] + loop[: 3 * RATE]
    window = RATE // 2
    levels = [rms(around[at : at + window]) for at in range(0, len(around) - window, window)]
    assert min(levels) > 0.5 * rms(loop)


def test_the_rain_never_thins_out(loop: array[int]) -> None:
    """Between the gusts, too, it covers the noise of hands."""
    hiss = differences(loop)
    window = RATE // 4
    levels = [rms(hiss[at : at + window]) for at in range(0, len(hiss) - window, window)]
    assert min(levels) > 0.8 * rms(hiss)


def test_the_wind_comes_in_gusts(loop: array[int]) -> None:
    levels = [rms(loop[at : at + RATE]) for at in range(0, len(loop), RATE)]
    assert max(levels) > 1.5 * min(levels)


def test_nothing_is_clipped(loop: array[int]) -> None:
    for samples in (loop, storm.horn()):
        assert 8000 < max(samples) < 32767
        assert -32768 < min(samples) < -8000


def test_the_same_storm_every_time() -> None:
    assert storm.storm(seconds=3) == storm.storm(seconds=3)
    assert storm.storm(seconds=3) != storm.storm(seconds=3, seed=2)


def test_the_horn_takes_a_second_and_ends_in_silence() -> None:
    horn = storm.horn()
    assert len(horn) == RATE
    assert max(abs(sample) for sample in (*horn[:5], *horn[-5:])) < 200


def test_a_sound_is_made_by_a_child_and_only_once(tmp_path: Path) -> None:
    wav = tmp_path / "new" / storm.file_name("horn")
    mixer.made_sound("horn", wav)
    with wave.open(str(wav)) as made:
        assert (made.getnchannels(), made.getsampwidth(), made.getframerate()) == (1, 2, RATE)
        assert array("h", made.readframes(RATE)) == storm.horn()
    made_at = wav.stat().st_mtime_ns
    mixer.made_sound("horn", wav)
    assert wav.stat().st_mtime_ns == made_at
    assert [path.name for path in wav.parent.iterdir()] == [wav.name]


def test_what_a_power_cut_left_is_made_again(tmp_path: Path) -> None:
    wav = tmp_path / "horn.wav"
    mixer.made_sound("horn", wav)
    whole = wav.read_bytes()
    for left in (b"", whole[:30], whole[: len(whole) // 2]):
        wav.write_bytes(left)
        mixer.made_sound("horn", wav)
        assert wav.read_bytes() == whole


def test_a_sound_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(OSError, match="file"):
        mixer.made_sound("horn", in_the_way / "horn.wav")
    with pytest.raises(subprocess.SubprocessError):
        mixer.made_sound("kazoo", tmp_path / "kazoo.wav")


def test_no_library_is_needed_to_play_and_none_is_loaded_by_importing() -> None:
    program = (
        "import sys, gm_appliance, gm_appliance.table.voice, gm_appliance.table.mixer\n"
        "print({'pygame', 'pyttsx3', 'numpy', 'espeakng_loader'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
