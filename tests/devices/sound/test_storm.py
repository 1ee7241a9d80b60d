"""The synthesised sounds: looping, masking, and their generation."""

from __future__ import annotations

import math
import os
import subprocess
import threading
import wave
from array import array
from operator import add
from pathlib import Path

import pytest

from gm_appliance.devices.sound import sounds, storm
from tests.devices.sound.listening import differences, dot, rms, samples_of

pytestmark = pytest.mark.many

RATE = storm.RATE


@pytest.fixture(scope="module")
def loop() -> array[int]:
    return array("h", map(add, storm.rain(0), storm.wind(0)))


def test_the_seam_does_not_click(loop: array[int]) -> None:
    jumps = sorted(abs(step) for step in differences(loop))
    at_seam = abs(loop[0] - loop[-1])
    assert at_seam <= jumps[int(0.999 * len(jumps))]


def test_a_cut_without_a_melted_seam_would_click() -> None:
    """Proves that the measure above works: in a rumble cut anywhere, the jump exceeds any normal step."""
    rumble = array("h", (round(9000 * math.sin(math.tau * 41.3 * i / RATE)) for i in range(RATE)))
    jumps = sorted(abs(step) for step in differences(rumble))
    assert abs(rumble[0] - rumble[-1]) > jumps[int(0.999 * len(jumps))]


def test_there_is_no_gap_and_no_dip_around_the_seam(loop: array[int]) -> None:
    around = loop[-2 * RATE :] + loop[: 3 * RATE]
    window = RATE // 2
    levels = [rms(around[at : at + window]) for at in range(0, len(around) - window, window)]
    assert min(levels) > 0.5 * rms(loop)


def test_short_sounds_are_loud_and_begin_and_end_in_silence(loop: array[int]) -> None:
    for samples in (make() for make in storm.SHORT.values()):
        assert 8000 < max(samples) < 32767
        assert -32767 < min(samples) < -8000
        assert max(map(abs, (*samples[:5], *samples[-5:]))) < 200
    assert len(storm.SHORT["horn"]()) == RATE
    over = sum(
        abs(one + other) > 32767 for one, other in zip(storm.thunder(), loop[3 * RATE :], strict=False)
    )
    assert over < RATE // 1000, "the storm that covers clicks loses next to nothing to thunder"


@pytest.mark.parametrize("layer", sorted(storm.LAYERS))
def test_the_same_storm_every_time_and_another_for_every_number(layer: str) -> None:
    one, again, other = (storm.LAYERS[layer](number, 2) for number in (4, 4, 5))
    assert one == again
    assert abs(dot(one, other)) < 0.05 * math.sqrt(dot(one, one) * dot(other, other))


def test_a_sound_is_made_by_a_child_and_only_once(tmp_path: Path) -> None:
    wav = tmp_path / "new" / storm.file_name("horn")
    assert sounds.made_sound("horn", wav)
    with wave.open(str(wav)) as made:
        assert (made.getnchannels(), made.getsampwidth(), made.getframerate()) == (1, 2, RATE)
    assert samples_of(wav) == storm.SHORT["horn"]()
    made_at = wav.stat().st_mtime_ns
    assert not sounds.made_sound("horn", wav)
    assert wav.stat().st_mtime_ns == made_at
    assert [path.name for path in wav.parent.iterdir()] == [wav.name]


def test_what_a_power_cut_left_is_made_again(tmp_path: Path) -> None:
    wav = tmp_path / "horn.wav"
    sounds.made_sound("horn", wav)
    whole = wav.read_bytes()
    for left in (b"", whole[: len(whole) // 2]):
        wav.write_bytes(left)
        sounds.made_sound("horn", wav)
        assert wav.read_bytes() == whole


def test_a_sound_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    with pytest.raises(OSError, match="file"):
        sounds.made_sound("horn", in_the_way / "horn.wav")
    with pytest.raises(subprocess.SubprocessError):
        sounds.made_sound("kazoo", tmp_path / "kazoo.wav")


class Making:
    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, broken: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.supplied: list[str] = []
        self.tried: list[str] = []
        self.rests: list[float] = []
        self.closing = threading.Event()
        self._broken = broken
        patch.setattr(sounds, "made_sound", self.made)
        patch.setattr(self.closing, "wait", self.rests.append)

    def made(self, name: str, wav: Path) -> bool:
        self.tried.append(name)
        if name in self._broken:
            raise OSError("no space left on device")
        return True

    def run(self) -> None:
        names = tuple(storm.SOUNDS)[:6]
        sounds.make_sounds(self.folder, names, lambda name, wav: self.supplied.append(name), self.closing)


def test_urgent_sounds_are_made_first_and_the_others_with_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    making = Making(tmp_path, monkeypatch)
    making.run()
    assert making.supplied == ["horn", "rain-00", "wind-00", "thunder", "last-horn", "rain-01"]
    assert len(making.rests) == len(making.supplied) - sounds.URGENT


def test_one_sound_that_fails_is_left_out_and_two_end_the_making(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Making(tmp_path, monkeypatch, broken=("rain-00",)).run()
    assert len(caplog.records) == 1
    making = Making(tmp_path, monkeypatch, broken=("rain-00", "wind-00"))
    making.run()
    assert making.supplied == ["horn"]
    assert making.tried[-1] == "wind-00"


def test_the_making_ends_with_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making = Making(tmp_path, monkeypatch)
    making.closing.set()
    making.run()
    assert making.tried == []


def test_sounds_of_former_versions_are_deleted_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = (storm.file_name("horn"), storm.file_name("rain-07"), "lightning-1.wav")
    for name in (*keep, "horn-1.wav", "storm-1.wav", "thunder-1.wav"):
        (tmp_path / name).touch()
    Making(tmp_path, monkeypatch).run()
    assert sorted(os.listdir(tmp_path)) == sorted(keep)
