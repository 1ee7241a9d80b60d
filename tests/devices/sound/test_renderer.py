"""The renderer: rates, cache limits, and losing the voice."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from gm_appliance.devices.sound.espeak_engine import EspeakEngine
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.render import Request
from gm_appliance.devices.sound.renderer import FASTEST, SLOWEST
from gm_appliance.devices.sound.voice import SpeechVoice
from gm_appliance.devices.sound.wanted import KNOWN
from tests.devices.sound.workshop import Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_a_new_rate_renders_prepared_sentences_again_the_latest_first(workshop: Workshop) -> None:
    renderer = workshop.renderer
    for text in ("Freya", "Odin", "Thor"):
        renderer.want(text, urgent=False)
    renderer.want("Odin", urgent=False)
    renderer.change_rate(200)
    assert [sentence.text for sentence in renderer._wanted.later] == ["Odin", "Thor", "Freya"]
    sentences = [renderer.want(text, urgent=False) for text in ("Freya", "Odin", "Thor")]
    workshop.settled(*sentences)
    assert sentences[0].wav == workshop.cache / renderer._name("Freya", "gmw/en", 200)


def test_a_rate_out_of_bounds_is_the_nearest_within_and_the_same_changes_nothing(workshop: Workshop) -> None:
    renderer = workshop.renderer
    sentence = renderer.want("Odin", urgent=False)
    renderer.change_rate(160)
    assert renderer.want("Odin", urgent=False) is sentence
    for given, taken in ((7, SLOWEST), (7000, FASTEST)):
        renderer.change_rate(given)
        assert renderer._rate == taken


def test_a_new_voice_replaces_wanted_sentences(workshop: Workshop) -> None:
    renderer = workshop.renderer
    renderer.want("Freya", urgent=False)
    renderer.change_voice("gmw/de")
    voice = SpeechVoice(renderer, SoundMixer(workshop.folder, 1.0, lambda *what: None))
    (german,) = workshop.says("Odin")
    voice.change_voice("gmw/en", str.upper)
    voice.prepare(["Odin"])
    (english,) = workshop.says("ODIN")
    assert german.wav == workshop.cache / renderer._name("Odin", "gmw/de", 160)
    assert english.wav == workshop.cache / renderer._name("ODIN", "gmw/en", 160)
    assert workshop.asked() == ["Odin", "ODIN"]


def test_the_voice_passes_rate_and_volume_on(workshop: Workshop) -> None:
    orders: list[int] = []

    class Mixer(SoundMixer):
        def voice_volume(self, percent: int) -> None:
            orders.append(percent)

    voice = SpeechVoice(workshop.renderer, Mixer(workshop.folder, 1.0, lambda *what: None))
    voice.volume(40)
    voice.rate(210)
    assert orders == [40]
    assert workshop.renderer._rate == 210


def test_the_cache_stays_within_bounds_in_an_evening_without_end(tmp_path: Path) -> None:
    """Evicted sentences are rendered again when said again."""
    bound = 40_000
    workshop = Workshop(tmp_path, cache_bytes=bound)
    # One after the other, each used later than the last.
    for number in range(15):
        (sentence,) = workshop.says(f"sentence {number:02}")
        assert sentence.wav is not None
        os.utime(sentence.wav, (1000 + number, 1000 + number))
        kept = sum(path.stat().st_size for path in workshop.cache.glob("*.wav"))
        assert kept <= bound * 9 / 8 + 5000
    assert len(list(workshop.cache.glob("*.wav"))) > 4
    (again,) = workshop.says("sentence 00")
    assert again.wav is not None
    assert again.wav.exists()
    assert workshop.asked().count("sentence 00") == 2


def test_sentences_in_mind_are_bounded_too(workshop: Workshop) -> None:
    first = workshop.renderer.want("first", urgent=False)
    for number in range(KNOWN):
        workshop.renderer.want("first", urgent=False)
        workshop.renderer.want(str(number), urgent=False)
    assert len(workshop.renderer._wanted.known) == KNOWN
    assert workshop.renderer.want("first", urgent=False) is first, "used again and again"
    assert "0" not in workshop.renderer._wanted.known


def test_a_sentence_of_another_voice_is_rendered_at_once_by_that_one(workshop: Workshop) -> None:
    """The next time it comes from the cache; the current voice does not change."""
    own, other = workshop.renderer.want("Deutsch", urgent=True), workshop.renderer.want_of(GERMAN)
    workshop.settled(own)
    workshop.settled(other)
    again = workshop.renderer.want_of(GERMAN)
    assert workshop.asked() == ["Deutsch", "Deutsch"]
    assert other.wav is not None
    assert (again.wav, own.wav != other.wav) == (other.wav, True)
    assert workshop.renderer.want("Deutsch", urgent=True) is own


GERMAN = ("Deutsch", "gmw/de", None)


def test_one_success_between_failures_keeps_the_voice(workshop: Workshop) -> None:
    workshop.says("break 1", "break 2", "fine", "break 3", "break 4")
    assert workshop.faults == []


def test_a_voice_that_speaks_again_is_told_once_and_can_be_lost_again(workshop: Workshop) -> None:
    workshop.says("break 1", "break 2", "break 3", "break 4", "fine 1", "fine 2")
    assert workshop.faults == [("voice", "lost"), ("voice", "back")]
    workshop.says("break 5", "break 6", "break 7")
    assert workshop.faults == [("voice", "lost"), ("voice", "back"), ("voice", "lost")]


@pytest.mark.process
def test_without_the_child_the_command_names_the_renderings_and_makes_them(tmp_path: Path) -> None:
    espeak = EspeakEngine((sys.executable, "-c", "raise SystemExit(1)"), "espeak-ng", 20.0)
    command = shutil.which("espeak-ng")
    if not command:
        pytest.skip("espeak-ng is not installed as a command")
    assert espeak.find()[0] == command
    assert espeak.render(Request("Odin.", "gmw/en", 160, str(tmp_path / "odin.wav"))) > 0.3
