"""A user-defined speech command: a fake one that fails in every way, and flite."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Event

import pytest

from gm_appliance.devices.sound import own_engine, render
from gm_appliance.devices.sound.own_engine import FAILURES_TO_LOSE
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.speech_command import SpeechCommand
from tests.devices.sound.listening import samples_of
from tests.devices.sound.workshop import Workshop

SPEAKER = r"""
import io, os, sys, time, wave
text, notes = sys.stdin.read(), sys.argv[1]
with open(notes, "a") as book:
    book.write(text)
with open(notes + ".nice", "w") as book:
    book.write(str(os.nice(0)))
wav = io.BytesIO()
with wave.open(wav, "wb") as written:
    written.setnchannels(1)
    written.setsampwidth(2)
    written.setframerate(16000)
    written.writeframes(b"\x01\x00" * (0 if "empty" in text else 1000 if "long" not in text else 16000 * 61))
sound = wav.getvalue()
if "mute" in text:
    sound = b""
if "talk" in text:
    sound = b"What is this? I write words, and no sound at all."
if "short" in text:
    sound = sound[:100]
if "stream" in text:
    sound = sound[:40] + b"\xff\xff\xff\xff" + sound[44:]
if "hang" in text:
    time.sleep(60)
if "flood" in text:
    sound = bytes(1000000)
sys.stdout.buffer.write(sound)
if "crash" in text:
    sys.exit("no such model")
"""


def speaker(folder: Path, *more: str) -> SpeechCommand:
    return SpeechCommand(
        (sys.executable, "-S", "-c", SPEAKER, str(folder / "said"), *more), "box.toml:3: command"
    )


def said(folder: Path) -> list[str]:
    return (folder / "said").read_text().splitlines()


def test_a_command_renders_a_sentence(tmp_path: Path) -> None:
    wav = tmp_path / "x.wav"
    assert speaker(tmp_path).render("Odin schützt Thor.", 160, wav, 20.0) == 1000 / 16000
    assert wav_seconds(wav) == 1000 / 16000
    assert set(samples_of(wav)) == {1}
    assert said(tmp_path) == ["Odin schützt Thor."]
    assert int((tmp_path / "said.nice").read_text()) == min(19, os.nice(0) + render.NICE)


def test_a_streamed_file_has_the_length_received(tmp_path: Path) -> None:
    assert speaker(tmp_path).render("stream", 160, tmp_path / "x.wav", 20.0) == 1000 / 16000
    assert wav_seconds(tmp_path / "x.wav") == 1000 / 16000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mute", "wrote nothing"),
        ("empty", "without a sound"),
        ("talk", "no WAV file, but b'What is this"),
        ("short", "56 bytes of sound and promised 2000"),
        ("long", "more than 60 s"),
        ("flood", "more than 100000 bytes"),
        ("crash", "ended with 1: no such model"),
    ],
)
def test_invalid_output_is_an_explained_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    if text == "flood":
        monkeypatch.setattr(render, "MOST_BYTES", 100_000)
    with pytest.raises(RenderFailed, match=why):
        speaker(tmp_path).render(text, 160, tmp_path / "x.wav", 20.0)
    assert not (tmp_path / "x.wav").exists()


def test_a_hung_command_is_killed_with_its_children(tmp_path: Path) -> None:
    shell = SpeechCommand(("sh", "-c", f"sleep 60 & echo $! > {tmp_path}/pid; wait"))
    with pytest.raises(RenderFailed, match=r"no answer within 0\.5 s; killed"):
        shell.render("Odin.", 160, tmp_path / "x.wav", 0.5)
    stat = Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}/stat")
    for _ in range(10_000):  # the kill is immediate, the death takes until it is scheduled
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] in "ZX":
            return
        os.sched_yield()
    pytest.fail("it still runs")


@pytest.mark.parametrize("closed", ["exec 1>&-; sleep 60", "exec 0<&- ; cat /dev/null", "exit 7"])
def test_a_program_that_closes_its_pipes_or_reads_nothing_is_a_failure(tmp_path: Path, closed: str) -> None:
    with pytest.raises(RenderFailed):
        SpeechCommand(("sh", "-c", closed)).render("Odin. " * 50, 160, tmp_path / "x.wav", 0.5)


def test_a_program_that_is_not_there_or_is_none(tmp_path: Path) -> None:
    for file in (tmp_path / "nothing", tmp_path):
        command = SpeechCommand((str(file),))
        assert command.program is None
        with pytest.raises(RenderFailed, match="does not start"):
            command.render("Odin.", 160, tmp_path / "x.wav", 1.0)


def test_the_rate_goes_where_the_command_has_a_place_for_it() -> None:
    command = SpeechCommand(("speak", "--wpm={rate}", "{stretch}", "{model}"))
    assert command.at(160) == ("speak", "--wpm=160", "1.00", "{model}")
    assert command.at(200) == ("speak", "--wpm=200", "0.80", "{model}")
    assert command.turns
    assert not SpeechCommand(("speak", "{model}")).turns


def rendered(workshop: Workshop, *texts: str) -> list[Path | None]:
    return [sentence.wav for sentence in workshop.says(*texts)]


def test_it_speaks_instead_of_espeak_and_is_kept_by_text_command_rate_and_program(tmp_path: Path) -> None:
    first = Workshop(tmp_path, speech=speaker(tmp_path, "{rate}"))
    (wav,) = rendered(first, "Odin.")
    assert wav is not None
    assert wav_seconds(wav) == 0.24  # with the silence behind it
    assert not first.notes.exists(), "espeak-ng rendered nothing"
    first.renderer.change_rate(200)
    (faster,) = rendered(first, "Odin.")
    again = Workshop(tmp_path, speech=speaker(tmp_path, "{rate}"))
    other = Workshop(tmp_path, speech=speaker(tmp_path, "{rate}", "--other"))
    found, another = rendered(again, "Odin."), rendered(other, "Odin.")
    assert found == [wav]
    assert len({wav, faster, *another}) == 3
    assert said(tmp_path) == ["Odin."] * 3
    assert first.faults == again.faults == []


def test_the_voice_can_change_between_it_and_espeak(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, speech=speaker(tmp_path))
    workshop.renderer.change_voice("gmw/de")
    rendered(workshop, "Thor.")
    workshop.renderer.change_voice("gmw/en", speaker(tmp_path))
    rendered(workshop, "Odin.")
    assert (workshop.asked(), said(tmp_path)) == (["Thor."], ["Odin."])


def test_espeak_is_the_stand_in_and_three_failures_are_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path, speech=speaker(tmp_path))
    for text in ("crash 1", "fine 1", "crash 2", "crash 3"):
        (wav,) = rendered(workshop, text)
        assert wav is not None
    assert workshop.faults == []
    assert workshop.asked() == ["crash 1", "crash 2", "crash 3"]
    assert "box.toml:3: command failed at 'crash 1': " in caplog.text
    rendered(workshop, "crash 4")
    assert workshop.faults == [("voice", "stand-in")]
    assert len([one for one in caplog.records if one.levelname == "ERROR"]) == 1
    # It rests, then is tried again.
    rendered(workshop, "fine 2")
    assert said(tmp_path)[-1] == "crash 4"
    monkeypatch.setattr(own_engine, "REST", 0.0)
    workshop.renderer._speaker.own._rests_until = 0.0  # type: ignore[union-attr]
    rendered(workshop, "crash 5", "fine 3", "fine 4")
    assert workshop.faults == [("voice", "stand-in"), ("voice", "back")]
    assert "fine 4" in said(tmp_path)
    assert FAILURES_TO_LOSE == 3


def test_what_fails_while_it_is_closed_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder disappears with the service."""
    workshop = Workshop(tmp_path, speech=speaker(tmp_path))
    begun, closed = Event(), Event()

    def closed_meanwhile(*_sentence: object) -> float:
        begun.set()
        closed.wait(30.0)
        raise RenderFailed("it made no file")

    monkeypatch.setattr(SpeechCommand, "render", closed_meanwhile)
    workshop.start()
    workshop.renderer.want("Odin.", urgent=True)
    assert begun.wait(30.0)
    workshop.renderer.close()
    closed.set()
    workshop.close()
    assert caplog.records == []
    assert workshop.asked() == []


def test_sentences_of_the_stand_in_are_rendered_again_the_next_evening(tmp_path: Path) -> None:
    broken = Workshop(tmp_path, speech=SpeechCommand((str(tmp_path / "speak"),)))
    rendered(broken, "Odin.")
    mended = Workshop(tmp_path, speech=speaker(tmp_path))
    (wav,) = rendered(mended, "Odin.")
    assert wav is not None
    assert wav_seconds(wav) == 0.24


def test_a_missing_program_is_reported_at_once_with_its_setting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    command = SpeechCommand(("no-such-speaker",), "/etc/box.toml:7: [voice] command")
    workshop = Workshop(tmp_path, speech=command)
    assert all(rendered(workshop, "Odin.", "Thor."))
    assert workshop.faults == [("voice", "stand-in")]
    (record,) = caplog.records
    assert record.getMessage().startswith(
        "/etc/box.toml:7: [voice] command: there is no program 'no-such-speaker'. espeak-ng speaks instead."
    )


def test_the_command_works_without_espeak(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path, program="import sys; sys.exit(3)", speech=speaker(tmp_path))
    spoken, lost = rendered(workshop, "Odin.", "crash")
    assert spoken is not None
    assert lost is None
    assert workshop.faults == []
