"""Choosing a voice by ear; it is kept for its language, and replaced if it is gone."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.app.languages import SpokenLanguages
from gm_appliance.app.voices import TableVoices
from gm_appliance.config import Configuration, parse
from gm_appliance.core import language
from gm_appliance.core.ports import PANEL
from gm_appliance.devices.sound import engines, quick
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.wanted import Sample
from gm_appliance.games.menu.narration.prompts import SAMPLE
from gm_appliance.storage.adjustments import kept_voice
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Said, evening
from gm_appliance.testing.screens import words_of

VOICES = ("pico/en-GB", "pico/en-US", "espeak-ng")
SAID = Said(SAMPLE.text)


def test_each_voice_says_something_as_the_cursor_stops_on_it_and_ok_takes_it(tmp_path: Path) -> None:
    with evening(tmp_path, voices=VOICES) as table:
        table.decides("menu.game", "voice")
        table.hears(Asked("menu.voice"), SAID)
        assert table.voiced == [], "the first one speaks already"
        for voice in VOICES[1:]:
            table.taps(PANEL, "down")
            assert table.voiced[-1] == voice
            table.hears(SAID)
            assert f"The {voice}" in words_of(table.screen)
        table.taps(PANEL, "up")
        table.hears(SAID)
        table.ok()
        table.hears(Asked("menu.game"))
        assert table.voiced == ["pico/en-US", "espeak-ng", "pico/en-US", "pico/en-US"]
        table.answers("voice", "menu.game")
        table.hears(Asked("menu.voice"))
        assert "The pico/en-US" in words_of(table.screen), "it comes first now"
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        assert [kept_voice(journal, one) for one in ("en", "de")] == ["pico/en-US", ""]


def test_back_leaves_the_voice_as_it_was(tmp_path: Path) -> None:
    with evening(tmp_path, voices=VOICES) as table:
        table.decides("menu.game", "voice")
        table.hears(Asked("menu.voice"))
        table.taps(PANEL, "down")
        table.taps(PANEL, "back")
        table.hears(Asked("menu.game"))
        assert table.voiced == ["pico/en-US", ""]
        table.answers("thor", "menu.game")
        table.taps(PANEL, "back")
        table.hears(Asked("menu.game"))
        assert len(table.voiced) == 2


class Mouth:
    def __init__(self) -> None:
        self.now: tuple[str, SpeechCommand | None, bool] = ("", None, False)
        self.samples: list[Sample] = []
        self.said: list[Sample] = []

    def change_voice(
        self, voice: str, spelled: Any, speech: SpeechCommand | None = None, *, waits: bool = False
    ) -> None:
        self.now = (voice, speech, waits)

    def say_as(self, sample: Sample) -> float:
        self.said.append(sample)
        return 1.0

    def keep_at_hand(self, texts: object) -> None: ...

    def rehearse(self, samples: Iterable[Sample]) -> None:
        self.samples = list(samples)

    @property
    def source(self) -> str:
        return self.now[1].source if self.now[1] else self.now[0]


class Room:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.free = 2000
        self.later: list[Callable[[], None]] = []
        monkeypatch.setenv("PATH", str(folder / "bin"))
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
        monkeypatch.setattr(engines, "INSTALLED", folder / "opt")
        monkeypatch.setattr("sys.executable", str(folder / "python"))
        self.mouth: Any = Mouth()
        self.faults: list[tuple[str, str]] = []

    def has(self, *programs: str) -> None:
        for one in programs:
            file = self.folder / "bin" / one
            file.parent.mkdir(exist_ok=True)
            file.write_text("#!/bin/sh\n")
            file.chmod(0o755)

    def has_files(self, *names: str, below: str = "opt") -> None:
        for one in names:
            file = self.folder / below / one
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()

    def voices(self, settings: str = "") -> TableVoices:
        config = parse(settings.encode()) if settings else Configuration()
        languages = SpokenLanguages("en", "", {})
        return TableVoices(
            *(languages, config, self.mouth, lambda *what: self.faults.append(what)),
            *(quick.QuickVoices(self.folder, lambda: self.free), self.later.append),
        )

    def measures(self) -> None:
        while self.later:
            self.later.pop(0)()

    def speaks(self, settings: str = "", tag: str = "en") -> str:
        self.voices(settings).speak(tag)
        return str(self.mouth.source)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """With empty translations into German and Dutch."""
    parse(b"")  # it keeps the languages there are at the first call
    for tag in ("de", "nl"):
        (tmp_path / "gm_appliance/locales" / tag / "LC_MESSAGES").mkdir(parents=True)
    monkeypatch.setattr(language, "folder_of", lambda package: tmp_path / package)
    language.load.cache_clear()
    yield Room(tmp_path, monkeypatch)
    language.load.cache_clear()


@pytest.mark.parametrize(
    ("settings", "tag", "speaker"),
    [
        ('engine = "espeak-ng"', "en", "gmw/en"),
        ('name = "gmw/en+f3"', "en", "gmw/en+f3"),
        ('name = "gmw/en+f3"', "de", "Pico de-DE"),
        ('engine = "pico"\nname = "gmw/en+f3"', "en", "Pico en-GB"),
        ('command = "speak"', "en", "[voice] command"),
        ('command = "speak"', "de", "Pico de-DE"),
        ('command = "speak --in {language}"', "de", "[voice] command"),
        ('engine = "pico"\ncommand = "speak"', "en", "Pico en-GB"),
        ('engine = "pico"', "nl", "gmw/nl"),
    ],
)
def test_the_settings_say_which_voice_is_usual(room: Room, settings: str, tag: str, speaker: str) -> None:
    room.has("pico2wave")
    assert room.speaks(f"[voice]\n{settings}\n", tag) == speaker
    assert room.faults == []


def test_the_voices_of_a_language_are_named_with_the_one_that_speaks_first(room: Room) -> None:
    assert room.voices().named("en") == {"espeak-ng": "espeak-ng"}
    room.has("pico2wave", "piper")
    room.has_files("piper/de_DE-kerstin-low.onnx", "piper/de_DE-thorsten-medium.onnx")
    room.has_files("gm-appliance/voices/piper/en_US-joe-medium.onnx", below="data")
    voices = room.voices('[voice]\ncommand = "speak"\n')
    assert voices.named("en", "pico/en-US") == {
        "pico/en-US": "Pico en-US",
        "command": "",
        "piper/en_US-joe-medium": "Piper joe US",
        "pico/en-GB": "Pico en-GB",
        "espeak-ng": "espeak-ng",
    }
    assert [*voices.named("en")][:2] == ["command", "piper/en_US-joe-medium"], "the best first"
    assert voices.named("de") == {
        "pico/de-DE": "Pico de-DE",
        "piper/de_DE-thorsten-medium": "Piper thorsten DE",
        "piper/de_DE-kerstin-low": "Piper kerstin DE low",
        "espeak-ng": "espeak-ng",
    }


@pytest.mark.parametrize(
    ("settings", "kept"), [("", "piper/en_GB-alan-medium"), ('[voice]\nengine = "hibari"\n', "")]
)
def test_a_voice_that_is_gone_is_reported_once_and_espeak_speaks(
    room: Room, settings: str, kept: str, caplog: pytest.LogCaptureFixture
) -> None:
    room.has("pico2wave", "piper")
    voices = room.voices(settings)
    for _ in range(2):
        voices.speak("en", kept)
        assert room.mouth.source == "gmw/en"
    assert room.faults == [("voice", "stand-in")]
    assert next(iter(voices.named("en", kept))) == "espeak-ng", "and is shown as the one that speaks"
    (record,) = caplog.records
    assert (kept or "hibari") in record.getMessage()


def test_another_language_is_said_by_its_own_voice_and_the_one_that_speaks_stays(room: Room) -> None:
    room.has("pico2wave")
    voices = room.voices()
    voices.speak("en")
    for tag, name in (("nl", "Nederlands"), ("de", "Deutsch")):
        voices.say_in(tag, f"{name}?")
    (dutch, *dutch_voice), (german, *german_voice) = room.mouth.said
    assert (dutch, dutch_voice) == ("Nederlands?", ["gmw/nl", None]), "which Pico has not"
    assert (german, german_voice[1].source) == ("Deutsch?", "Pico de-DE")
    assert room.mouth.source == "Pico en-GB"


QUICK = {"hibari": 0.1, "piper": 0.2, "flite": 0.05}
SLOW = {**QUICK, "hibari": 0.51}


@pytest.mark.parametrize(
    ("shares", "free", "speaker", "again"),
    [
        (QUICK, 260, "hibari heart", []),
        (QUICK, 240, "flite rms", []),
        (SLOW, 2000, "Piper en_US-joe-medium", ["hibari"]),
        ({**SLOW, "piper": 3.0}, 2000, "flite rms", ["hibari", "Piper"]),
    ],
)
def test_the_best_voice_that_is_quick_enough_speaks_once_that_is_known(
    room: Room, monkeypatch: pytest.MonkeyPatch, shares: Any, free: int, speaker: str, again: list[str]
) -> None:
    asked: list[str] = []

    def measured(command: SpeechCommand, *_about: object) -> float:
        asked.append(command.source.partition(" ")[0])
        return float(shares.get(asked[-1].lower(), 1000.0))

    monkeypatch.setattr(quick, "measured", measured)
    room.free = free
    room.has("hibari", "piper", "flite")
    room.has_files("piper/en_US-joe-medium.onnx")
    assert room.speaks() == "flite rms", "until they are measured, one that need not be loaded"
    room.measures()
    assert room.mouth.source == speaker
    asked.clear()
    assert room.speaks() == speaker, "at the next start at once"
    room.measures()
    assert asked == again, "the machine may have been busy"


def test_a_voice_that_was_chosen_or_speaks_in_a_game_stays(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "measured", lambda *_about: 0.1)
    room.has("hibari", "flite")
    voices = room.voices()
    voices.speak("en")
    voices.playing("thor")
    room.measures()
    assert room.mouth.source == "flite rms"
    voices.playing("")
    assert room.mouth.source == "hibari heart"
    voices.speak("en", "flite/slt")
    voices.playing("")
    assert (room.mouth.source, room.later) == ("flite slt", [])


def test_of_three_sentences_the_quickest_counts(room: Room) -> None:
    with wave.open(str(room.folder / "second.wav"), "wb") as written:
        written.setparams((1, 2, 16000, 0, "NONE", ""))
        written.writeframes(bytes(32000))
    command = SpeechCommand(("/bin/cp", str(room.folder / "second.wav"), "{wav}"))
    for times, share in (((0, 9, 10, 10.25, 20, 28), 0.25), ((0, 9, 10, 12, 20, 28), 2.0)):
        assert quick.measured(command, "Odin.", iter(times).__next__) == share
    assert quick.measured(SpeechCommand(("/bin/false",)), "Odin.") == quick.FAILED
