"""Sentences and sounds are heard even if the card is full, vanishes, comes back, or never existed."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gm_appliance.core.language import load
from gm_appliance.devices.sound import shelf, sounds, storm
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.voice import SpeechVoice, open_sound
from gm_appliance.host.announcements import Announcements
from tests.devices.sound.sound_room import write_wav
from tests.devices.sound.workshop import Workshop

TROUBLE = "I have lost my voice."


class Card:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        copy, free = shutil.copyfile, shelf._free

        def copyfile(source: Path, path: Path) -> Path:
            if self.full and path.parent.name == "cache":
                path.write_bytes(b"RIFF")
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            return copy(source, path)

        monkeypatch.setattr("shutil.copyfile", copyfile)
        monkeypatch.setattr(
            shelf, "_free", lambda folder: 0 if self.full and folder.name == "cache" else free(folder)
        )


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Card:
    return Card(monkeypatch)


def says(workshop: Workshop, *texts: str) -> list[Path]:
    found = [sentence.wav for sentence in workshop.says(*texts) if sentence.wav and sentence.wav.exists()]
    assert len(found) == len(texts)
    return found


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


def at_hand(workshop: Workshop, *texts: str) -> None:
    workshop.renderer.keep_at_hand(texts)
    workshop.renderer._begin()
    while workshop.renderer._wanted.to_hand:
        workshop.renderer._work(True)


def test_a_full_card_silences_nothing_and_is_logged_once(
    tmp_path: Path, card: Card, caplog: pytest.LogCaptureFixture
) -> None:
    workshop = Workshop(tmp_path)
    assert says(workshop, "Odin.")[0].parent == workshop.cache
    card.full = True
    missed = says(workshop, "Thor.", "Freya.", "Hel.")
    assert {one.parent for one in missed} == {workshop.memory}
    assert len(told(caplog)) == 1
    assert "No space left on device" in caplog.text
    assert says(workshop, "Thor.") == missed[:1], "and what is there is not rendered again"
    card.full = False
    assert says(workshop, "Loki.")[0].parent == workshop.cache
    assert len(told(caplog)) == 2
    assert workshop.faults == []
    assert [one for one in workshop.cache.iterdir() if one.suffix != ".wav"] == []


@pytest.mark.parametrize("remains", [False, True], ids=["it can be made again", "it cannot"])
def test_renderings_in_a_vanished_folder_are_rendered_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, remains: bool
) -> None:
    workshop = Workshop(tmp_path)
    says(workshop, "Odin.", "Thor.")
    shutil.rmtree(workshop.cache)
    if remains:
        workshop.cache.write_text("in the way")
    prepared = workshop.renderer.want("Thor.", urgent=False)
    workshop.settled(prepared)
    assert {one.parent for one in says(workshop, "Odin.", "Thor.", "Freya.")} == {
        workshop.memory if remains else workshop.cache
    }
    assert workshop.asked() == ["Odin.", "Thor.", "Thor.", "Odin.", "Freya."]
    assert len(told(caplog)) == remains
    assert workshop.faults == []


def test_a_read_only_card_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Shelf(tmp_path)
    write_wav(tmp_path / "odin.wav", 1.0)

    def refuse(*_of: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("os.utime", refuse)
    assert here.find("odin.wav") == (tmp_path / "odin.wav", 1.0)


def test_memory_without_room_leaves_the_card_and_neither_leaves_silence(
    tmp_path: Path, card: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    monkeypatch.setattr(shelf, "LEAST", 1 << 62)
    assert says(workshop, "Odin.")[0].parent == workshop.cache
    shutil.rmtree(workshop.cache)
    workshop.cache.write_text("in the way")
    (mute,) = workshop.says("Thor.")
    assert mute.failed


def test_faults_are_spoken_without_card_and_engine(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    at_hand(workshop, TROUBLE)
    shutil.rmtree(workshop.cache)
    workshop.renderer._espeak._child = (*workshop.renderer._espeak._child[:-2], "raise SystemExit(1)", "")
    assert not workshop.renderer.want("Odin.", urgent=True).wav
    said = workshop.renderer.want(TROUBLE, urgent=True)
    assert said.wav
    assert said.wav.parent == workshop.memory


def test_sentences_kept_in_memory_are_rendered_last_and_for_every_rate(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.renderer.keep_at_hand([TROUBLE])
    workshop.renderer.want("Odin.", urgent=False)
    at_hand(workshop, TROUBLE)
    assert workshop.asked() == ["Odin.", TROUBLE]
    workshop.renderer.change_rate(200)
    while workshop.renderer._work(True):
        pass
    assert workshop.asked()[2:] == ["Odin.", TROUBLE]
    assert len(list(workshop.memory.iterdir())) == 2


def test_memory_is_bounded_and_kept_sentences_stay(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    here = Shelf(tmp_path / "cache", memory, memory_bytes=2500)
    for number, name in enumerate(("trouble.wav", "old.wav", "new.wav", "newest.wav")):
        (memory / name).write_bytes(bytes(1000))
        os.utime(memory / name, (1000 + number, 1000 + number))
    write_wav(memory / "trouble.wav", 1.0)
    os.utime(memory / "trouble.wav", (1, 1))
    here.lay_at_hand("trouble.wav")
    os.utime(memory / "trouble.wav", (1, 1))
    assert [one.name for one in here.superfluous()] == ["old.wav"]
    here.nothing_at_hand()
    assert "trouble.wav" in {one.name for one in here.superfluous()}


def test_all_faults_without_numbers_are_kept_in_memory() -> None:
    troubles = Announcements(load("en")).troubles()
    assert "My voice has stopped working. Read the display." in troubles
    assert "My memory card is full. A power cut would lose the game." in troubles
    assert not any("{" in one for one in troubles)
    assert 20 <= len(troubles) <= 60


def test_the_runtime_folder_is_taken_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_exit: list[Callable[[], object]] = []
    monkeypatch.setattr("atexit.register", lambda act, *a, **b: at_exit.append(lambda: act(*a, **b)))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(SoundMixer, "start", lambda self: None)
    monkeypatch.setattr(Renderer, "start", lambda self: None)
    (tmp_path / "file").write_text("in the way")
    voice, _mixer = open_sound(tmp_path / "file" / "cache", "en", 160, 1.0, lambda *what: None)
    (made,) = (one for one in tmp_path.iterdir() if one.is_dir())
    assert isinstance(voice, SpeechVoice)
    assert voice._renderer._shelf.part("odin.wav").parent == made / "prompts"
    for act in at_exit:
        act()
    assert not made.exists()


def test_the_storm_goes_on_though_its_folder_vanished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise clicks would be heard: the storm covers them whatever the card does."""
    monkeypatch.setattr(sounds, "made_sound", lambda name, wav: bool(write_wav(wav, 1.0)))
    cache, memory = tmp_path / "cache", tmp_path / "memory"
    lie: dict[str, Path] = {}
    memory.mkdir()
    for there in (True, False):
        if not there:
            shutil.rmtree(cache)
            cache.write_text("in the way")
        names = tuple(storm.SOUNDS)[: sounds.AT_HAND + (1 if there else 0)]
        sounds.make_sounds(cache, names, lie.__setitem__, threading.Event(), memory)
        in_memory = [name for name, wav in lie.items() if wav.parent == memory]
        assert in_memory == list(storm.SOUNDS)[: sounds.AT_HAND]
        assert {"horn", "thunder"} <= set(in_memory)
        assert all(lie[name].exists() for name in in_memory)
