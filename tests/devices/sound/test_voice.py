"""The voice, rendered by the real engine, and by child processes that hang, fail and lie."""

from __future__ import annotations

import ctypes.util
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from gm_appliance.core.ports import estimated_length
from gm_appliance.devices.sound.language_voices import VOICES
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.render import (
    CHILD,
    NoEngine,
    RenderFailed,
    Request,
    ask_child,
    ask_command,
    wav_seconds,
)
from gm_appliance.devices.sound.voice import SpeechVoice
from tests.devices.sound.spoken import SENTENCES
from tests.devices.sound.workshop import FAKE_CHILD, Workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_prepared_sentences_are_rendered_in_order_after_urgent_ones(workshop: Workshop) -> None:
    later = [workshop.renderer.want(text, urgent=False) for text in ("Freya", "Odin", "Thor", "Hel")]
    urgent = [workshop.renderer.want(text, urgent=True) for text in ("Now", "And now")]
    promoted = workshop.renderer.want("Thor", urgent=True)
    assert promoted is later[2]
    # Only this thread renders, so the order is exact.
    workshop.renderer._identify()
    order = []
    while workshop.renderer._wanted.urgent or workshop.renderer._wanted.later:
        sentence, _urgent = workshop.renderer._next(first=True)
        assert sentence is not None
        order.append(sentence.text)
    assert order == ["Now", "And now", "Thor", "Freya", "Odin", "Hel"]
    assert urgent[0].text == "Now"


def test_a_sentence_is_rendered_once_and_found_again_after_a_restart(tmp_path: Path) -> None:
    first = Workshop(tmp_path)
    (sentence,) = first.says("Night falls.")
    assert first.renderer.want("Night falls.", urgent=False) is sentence
    assert sentence.wav is not None
    os.utime(sentence.wav, (1000, 1000))
    again = Workshop(tmp_path)
    (found,) = again.says("Night falls.")
    assert found.wav == sentence.wav
    assert sentence.wav.stat().st_mtime > 1000, "used again, so not the longest unused"
    assert found.seconds == sentence.seconds == pytest.approx(220 * 12 / 22050)
    assert again.asked() == ["Night falls."]
    assert [path.suffix for path in again.cache.iterdir()] == [".wav"]


@pytest.mark.parametrize("left", [b"", b"RIFF", None], ids=["empty", "four bytes", "half"])
def test_what_a_power_cut_left_in_the_cache_is_rendered_again(tmp_path: Path, left: bytes | None) -> None:
    first = Workshop(tmp_path)
    (sentence,) = first.says("Night falls.")
    assert sentence.wav is not None
    whole = sentence.wav.read_bytes()
    sentence.wav.write_bytes(whole[: len(whole) // 2] if left is None else left)
    again = Workshop(tmp_path)
    again.says("Night falls.")
    assert sentence.wav.read_bytes() == whole


def test_a_hung_engine_is_killed_tried_once_more_and_costs_one_prompt(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, timeout=1.0)
    (hung,) = workshop.says("hang")
    assert hung.failed
    assert hung.wav is None
    assert workshop.asked() == ["hang", "hang"]
    assert workshop.faults == []


def test_spoken_sentences_do_not_wait_for_a_hung_prepared_one(workshop: Workshop) -> None:
    workshop.start()
    prepared = [workshop.renderer.want(text, urgent=False) for text in ("hang 1", "hang 2")]
    while not workshop.notes.exists():
        time.sleep(0.01)
    said = workshop.renderer.want("fine", urgent=True)
    workshop.settled(said)
    assert said.wav is not None
    assert not any(sentence.wav or sentence.failed for sentence in prepared)
    assert workshop.asked() == ["hang 1", "fine"]
    workshop.renderer.close()
    (workshop.folder / "enough").touch()


@pytest.mark.parametrize("text", ["break", "short", "lie"])
def test_a_broken_or_lying_child_leaves_nothing_behind(workshop: Workshop, text: str) -> None:
    (sentence,) = workshop.says(text)
    assert sentence.failed
    assert workshop.asked() == [text, text]
    assert list(workshop.cache.iterdir()) == []


def test_the_engines_own_command_is_the_last_resort(tmp_path: Path) -> None:
    wav = tmp_path / "ready.wav"
    ask_child(
        (Request("Odin", "gmw/en", 160, str(wav)),),
        (sys.executable, "-S", "-c", FAKE_CHILD, str(tmp_path / "n")),
    )
    command = tmp_path / "espeak"
    command.write_text(
        f'#!/bin/sh\ntest "$1 $2 $3 $4 $5 $7 $8" = "-v gmw/en -s 160 -w -- break" && cp {wav} "$6"\n'
    )
    command.chmod(0o755)
    workshop = Workshop(tmp_path, command=str(command))
    (sentence,) = workshop.says("break")
    assert sentence.seconds == wav_seconds(wav)
    assert sentence.wav is not None
    assert sentence.wav.read_bytes() == wav.read_bytes()


def test_without_any_engine_the_voice_is_reported_missing_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    workshop = Workshop(tmp_path, program="import sys; sys.exit(3)")
    early = workshop.renderer.want("early", urgent=True)
    workshop.settled(early)
    late = workshop.renderer.want("late", urgent=True)
    assert early.failed
    assert late.failed
    assert late.seconds == estimated_length("late")
    assert workshop.faults == [("voice", "missing")]
    assert len(caplog.records) == 1
    assert "apt install espeak-ng" in caplog.text


@pytest.mark.parametrize("answer", ["", "hello", "[]", '{"engine": "x"}\n{"wrong": 1}', "7"])
def test_nonsense_from_a_child_is_a_failure_and_no_crash(tmp_path: Path, answer: str) -> None:
    program = (sys.executable, "-S", "-c", f"print({answer!r})")
    with pytest.raises(RenderFailed):
        ask_child((Request("Odin", "gmw/en", 160, str(tmp_path / "x.wav")),), program)


def a_voice(workshop: Workshop) -> tuple[SpeechVoice, SoundMixer]:
    mixer = SoundMixer(workshop.folder, 1.0, lambda *what: None)
    return SpeechVoice(workshop.renderer, mixer), mixer


def test_say_tells_the_estimate_until_it_knows_the_length(workshop: Workshop) -> None:
    voice, _ = a_voice(workshop)
    assert voice.say("Night falls.") == estimated_length("Night falls.")
    workshop.says("Night falls.")
    assert voice.say("Night falls.") == pytest.approx(220 * 12 / 22050)
    voice.close()


def test_a_length_is_exact_or_unknown_and_what_it_is_asked_of_comes_first(workshop: Workshop) -> None:
    voice, _ = a_voice(workshop)
    voice.prepare(["Thor", "Hel", "break"])
    assert voice.length("Hel") is None
    assert voice.length("") == 0.0
    known = [workshop.renderer.want(one, urgent=False) for one in ("Thor", "Hel", "break")]
    workshop.settled(*known)
    assert workshop.asked()[:2] == ["Hel", "Thor"]
    assert voice.length("Hel") == pytest.approx(220 * 3 / 22050)
    assert voice.length("break") == estimated_length("break")
    assert workshop.asked().count("break") == 2, "it is not tried again because of that"
    voice.close()


def test_hushed_sentences_are_urgent_no_more(workshop: Workshop) -> None:
    voice, _ = a_voice(workshop)
    voice.prepare(["Thor"])
    voice.say("Odin")
    voice.say("Hel")
    voice.hush()
    voice.say("Freya")
    assert [sentence.text for sentence in workshop.renderer._wanted.urgent] == ["Freya"]
    assert [sentence.text for sentence in workshop.renderer._wanted.later] == ["Odin", "Hel", "Thor"]


def test_the_engine_gets_the_spelling_for_it(workshop: Workshop) -> None:
    mixer = SoundMixer(workshop.folder, 1.0, lambda *what: None)
    voice = SpeechVoice(workshop.renderer, mixer, lambda text: text.replace("Dvalin", "D'vahlin"))
    voice.prepare(["Dvalin."])
    voice.say("Dvalin passes.")
    assert list(workshop.renderer._wanted.known) == ["D'vahlin.", "D'vahlin passes."]


def test_nothing_to_say_takes_no_time(workshop: Workshop) -> None:
    voice, _ = a_voice(workshop)
    voice.prepare(["", " "])
    assert voice.say(" ") == 0.0
    assert not workshop.renderer._wanted.known


def engine() -> str:
    try:
        return ask_child(())[0]
    except NoEngine as error:
        pytest.skip(f"no speech engine here: {error}")


def same_command() -> bool:
    """Whether there is an espeak-ng command that uses the library the child loads."""
    return shutil.which("espeak-ng") is not None and ctypes.util.find_library("espeak-ng") is not None


@pytest.mark.process
@pytest.mark.parametrize("language", sorted(VOICES))
def test_a_rendering_is_what_the_engines_own_command_makes(tmp_path: Path, language: str) -> None:
    engine()
    if not same_command():
        pytest.skip("no espeak-ng command of the same version")
    ours = Request(SENTENCES[language], VOICES[language], 165, str(tmp_path / "ours.wav"))
    theirs = Request(SENTENCES[language], VOICES[language], 165, str(tmp_path / "theirs.wav"))
    length = ask_child((ours,))[1][0]
    assert ask_command(theirs) == length
    assert Path(ours.wav).read_bytes() == Path(theirs.wav).read_bytes()


@pytest.mark.process
def test_many_from_one_child_are_what_each_alone_would_be(tmp_path: Path) -> None:
    """Without a fork per sentence this would fail: the engine carries state over to the next."""
    engine()
    texts = ["Odin.", SENTENCES["en"], "Odin.", "4 down, 3 up!"]
    many = [Request(text, "gmw/en", 160, str(tmp_path / f"{i}.wav")) for i, text in enumerate(texts)]
    ask_child(many)
    for i, text in enumerate(texts):
        alone = Request(text, "gmw/en", 160, str(tmp_path / "alone.wav"))
        ask_child((alone,))
        assert Path(alone.wav).read_bytes() == (tmp_path / f"{i}.wav").read_bytes(), text


@pytest.mark.process
def test_the_loaders_library_serves_where_the_system_has_none(tmp_path: Path) -> None:
    pytest.importorskip("espeakng_loader")
    hidden = f"""
import ctypes, runpy
class CDLL(ctypes.CDLL):
    first = True
    def __init__(self, name, *rest, **more):
        if name == "libespeak-ng.so.1" and CDLL.first:
            CDLL.first = False
            raise OSError("hidden")
        super().__init__(name, *rest, **more)
ctypes.CDLL = CDLL
runpy.run_path({CHILD[-1]!r}, run_name="__main__")
"""
    request = Request("Odin.", "gmw/en", 160, str(tmp_path / "odin.wav"))
    program = (sys.executable, "-c", hidden)
    assert "espeak-ng 1.52" in ask_child((), program)[0]
    assert 0.3 < ask_child((request,), program)[1][0] < 2


@pytest.mark.process
def test_a_voice_that_does_not_exist_is_a_failure_and_no_other_voice(tmp_path: Path) -> None:
    engine()
    with pytest.raises(RenderFailed, match="voice"):
        ask_child((Request("Odin.", "gmw/nowhere", 160, str(tmp_path / "x.wav")),))


@pytest.mark.process
def test_an_unwritable_disk_is_a_failure_and_no_hang(tmp_path: Path) -> None:
    engine()
    with pytest.raises(RenderFailed, match="in the engine's callback"):
        ask_child((Request("Odin.", "gmw/en", 160, str(tmp_path / "nowhere" / "x.wav")),))
