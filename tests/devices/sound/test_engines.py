"""Optional speech engines: stand-ins that behave alike, and the real ones if installed."""

from __future__ import annotations

import os
import sys
import time
import wave
from pathlib import Path

import pytest

from gm_appliance.devices.sound import engines, resident
from gm_appliance.devices.sound.loudness import finish
from gm_appliance.devices.sound.memory import SPARE, free_megabytes
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds
from gm_appliance.devices.sound.resident import NotInTime, Resident, opened
from gm_appliance.devices.sound.speech_command import SpeechCommand
from tests.devices.sound.listening import rms, samples_of
from tests.devices.sound.workshop import BUSY, Workshop, patient

PICO = r"""#!/bin/sh
test "$1 $3" = "--lang=en-GB --" || { echo "Unknown language: $1" >&2; exit 1; }
case "$2" in --wave=*.wav) ;; *) echo "Cannot open output wave file" >&2; exit 1;; esac
test "$(cat)" = "" || exit 2
printf '%s\n' "$4" >> "$0.said"
cp "$0.wav" "${2#--wave=}"
"""

PIPER = r"""
import sys, time, wave
from pathlib import Path
_program, _model, model, _scale, scale, _not_normalized, _to, folder = sys.argv
said = Path(model).with_name("said")
def note(what):
    with said.open("a") as book:
        book.write(what + "\n")
note(f"loaded at {scale}")
if "broken" in Path(model).read_text():
    sys.exit("INFO:__main__:no such model")
for number, line in enumerate(sys.stdin):
    line = line.strip()
    note(line)
    while "wait" in line and not Path(model).with_name("enough").exists():
        time.sleep(0.01)
    if "crash" in line:
        sys.exit("out of luck")
    path = f"{folder}/{number}.wav"
    with wave.open(path, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(16000)
        written.writeframes(b"\x01\x00" * 100 * len(line))
    print("some other line", file=sys.stderr)
    print(f"INFO:__main__:Wrote {path}", file=sys.stderr, flush=True)
note("ended")
"""


class Room:
    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.wav = folder / "x.wav"
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        monkeypatch.setenv("XDG_DATA_HOME", str(folder / "none"))
        monkeypatch.setattr(engines, "INSTALLED", folder / "opt")

    def program(self, name: str, text: str) -> None:
        file = self.folder / name
        file.write_text(text)
        file.chmod(0o755)

    def command(self, name: str) -> SpeechCommand:
        command = engines.command(name)
        assert command is not None
        return command

    def piper(self, model: str = "fine") -> Resident:
        """A stand-in for Piper; `model` is the content of its model file."""
        self.program("piper", f"#!{sys.executable} -S\n{PIPER}")
        (self.folder / "opt/piper").mkdir(parents=True, exist_ok=True)
        (self.folder / "opt/piper/en_US-joe-medium.onnx").write_text(model)
        return Resident(self.command("piper/en_US-joe-medium"), hang=30.0, free=lambda: 1000)

    def said(self) -> list[str]:
        return (self.folder / "opt/piper/said").read_text().splitlines()

    def enough(self) -> None:
        (self.folder / "opt/piper/enough").touch()


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(tmp_path, monkeypatch)


def test_text_rate_and_file_are_arguments_where_the_program_wants_it_so(room: Room) -> None:
    room.program("pico2wave", PICO)
    with wave.open(str(room.folder / "pico2wave.wav"), "wb") as written:
        written.setparams((1, 2, 16000, 0, "NONE", ""))
        written.writeframes(b"\x01\x00" * 16000)
    pico = room.command("pico/en-GB")
    assert pico.render('Odin\'s "wise" $(sleep 9); -x', pico.pace, room.wav, 20.0) == 1.0
    assert wav_seconds(room.wav) == 1.0
    assert pico.render("Thor.", pico.pace * 2, room.wav, 20.0) == 1.0
    assert (room.folder / "pico2wave.said").read_text().splitlines() == [
        '<speed level="100">Odin\'s "wise" $(sleep 9); -x</speed>',
        '<speed level="200">Thor.</speed>',
    ]
    (room.folder / "pico2wave.wav").unlink()
    with pytest.raises(RenderFailed, match="ended with 1"):
        pico.render("Thor.", 160, room.wav, 20.0)
    assert [one.name for one in room.folder.glob("x.wav*")] == ["x.wav"], "nothing is left over"


def test_a_program_that_makes_no_file_failed(tmp_path: Path) -> None:
    with pytest.raises(RenderFailed, match="made no file"):
        SpeechCommand(("true", "{wav}")).render("Odin.", 160, tmp_path / "x.wav", 20.0)


def test_an_engine_that_takes_long_to_load_is_loaded_once_and_again_for_another_rate(room: Room) -> None:
    piper = room.piper()
    assert isinstance(opened(piper.command), Resident)
    assert piper.render("Odin,\n  protect\tThor.", 190, room.wav, 20.0) == 1900 / 16000
    assert set(samples_of(room.wav)) == {1}
    piper.render("Freya.", 190, room.wav, 20.0)
    piper.render("Hel.", 95, room.wav, 20.0)
    assert room.said() == ["loaded at 1.00", "Odin, protect Thor.", "Freya.", "loaded at 2.00", "Hel."]
    assert piper.rest(idle=600.0) == pytest.approx(time.monotonic() + 600.0, abs=30.0), "it is still needed"
    assert piper.rest() is None
    piper.render("Sif.", 95, room.wav, 20.0)
    assert room.said()[-2:] == ["loaded at 2.00", "Sif."]
    piper.rest()
    assert [*room.folder.glob("voice-*")] == []


def test_who_does_not_wait_gets_nothing_and_the_next_sentence_is_the_right_one(room: Room) -> None:
    piper = room.piper()
    for _ in range(2):
        with pytest.raises(NotInTime):
            piper.render("wait for it", 190, room.wav, 0.2)
    room.enough()
    assert piper.render("Odin.", 190, room.wav, 20.0) == 500 / 16000
    assert room.said()[0] == "loaded at 1.00"
    assert room.said().count("loaded at 1.00") == 1
    piper.rest()


def test_one_that_crashes_or_hangs_is_loaded_again_for_the_next_sentence(room: Room) -> None:
    piper = room.piper()
    with pytest.raises(RenderFailed, match="ended with 1: out of luck"):
        piper.render("crash", 190, room.wav, 20.0)
    hasty = Resident(piper.command, hang=0.5, free=lambda: 1000)
    with pytest.raises(RenderFailed, match=r"no answer within 0\.5 s; killed"):
        hasty.render("wait", 190, room.wav, 20.0)
    assert piper.render("Odin.", 190, room.wav, 20.0) == 500 / 16000
    piper.rest()


def test_one_that_ends_before_it_is_asked_tells_why(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(process: int) -> None:
        os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)

    monkeypatch.setattr(resident, "humble", ended)  # writing to it then breaks the pipe
    with pytest.raises(RenderFailed, match=r"ended with 1: .*no such model"):
        room.piper("broken").render("Odin.", 190, room.wav, 20.0)


def test_without_the_memory_it_is_not_loaded_or_does_not_stay(room: Room) -> None:
    needed = room.piper().command.memory + SPARE
    free = needed - 1
    piper = Resident(room.piper().command, free=lambda: free)
    with pytest.raises(RenderFailed, match=rf"needs {needed} MB of memory, and {free} MB are free"):
        piper.render("Odin.", 190, room.wav, 20.0)
    left = iter((needed, SPARE - 1, needed, SPARE))
    piper = Resident(room.piper().command, free=lambda: next(left))
    for name in ("Odin.", "Thor."):
        piper.render(name, 190, room.wav, 20.0)
    assert room.said() == ["loaded at 1.00", "Odin.", "loaded at 1.00", "Thor."]
    piper.rest()


@pytest.mark.parametrize(
    ("machine", "most", "files", "free"),
    [(900, None, 0, 900), (900, "max", 0, 900), (900, 600, 0, 100), (900, 600, 200, 300), (80, 600, 0, 80)],
)
def test_free_memory_is_the_machines_or_what_the_unit_leaves(
    tmp_path: Path, machine: int, most: int | str | None, files: int, free: int
) -> None:
    mb = 1024 * 1024
    group = tmp_path / "groups/system.slice/box.service"
    (tmp_path / "proc/self").mkdir(parents=True)
    group.mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text(f"MemFree: 1 kB\nMemAvailable:  {machine * 1024} kB\n")
    (tmp_path / "proc/self/cgroup").write_text("0::/system.slice/box.service\n")
    if most:
        (group / "memory.max").write_text(str(most * mb if isinstance(most, int) else most))
        (group / "memory.current").write_text(str(500 * mb))
        (group / "memory.stat").write_text(f"anon 1\ninactive_file {files * mb}\n")
    assert free_megabytes(tmp_path / "proc", tmp_path / "groups") == free


def test_people_do_not_wait_for_a_slow_engine_and_hear_it_the_next_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.devices.sound.renderer.STAND_IN_AFTER", 0.2)
    workshop = Workshop(room.folder, speech=room.piper().command)
    workshop.start()
    sentence = workshop.renderer.want("wait for Odin", urgent=True)
    workshop.settled(sentence)
    assert workshop.asked() == ["wait for Odin"], "espeak-ng says it"
    stood_in = sentence.wav
    room.enough()
    while sentence.wav == stood_in:
        workshop.done.get(timeout=30)
    assert workshop.renderer.want("wait for Odin", urgent=True).wav == sentence.wav
    assert workshop.faults == []
    workshop.close()


def test_where_voices_are_compared_the_engine_is_waited_for(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.devices.sound.renderer.STAND_IN_AFTER", 0.0)
    workshop = Workshop(room.folder)
    workshop.renderer.change_voice("gmw/en", room.piper().command, waits=True)
    workshop.start()
    workshop.settled(workshop.renderer.want("Odin.", urgent=True))
    workshop.close()
    assert workshop.asked() == []
    assert "Odin." in room.said()


def test_samples_are_rendered_once_and_an_engine_that_does_not_speak_is_ended(room: Room) -> None:
    piper = room.piper().command
    for _evening in range(2):
        renderer = (workshop := Workshop(room.folder)).renderer
        renderer.rehearse((("Sample.", "gmw/en", None), ("Sample.", "", piper)))
        # Only this thread renders.
        renderer._identify()
        while renderer._wanted.samples:
            renderer._work(True)
        assert len([*workshop.cache.glob("*.wav")]) == 2
        renderer._work(True)
        assert [*workshop.memory.glob("voice-*")] == []
    assert workshop.asked() == ["Sample."]
    assert room.said() == [room.said()[0], "Sample."]


REAL = ("flite/rms", "pico/en-GB", "piper/en_US-joe-medium", "hibari/heart", "mbrola/en1")


@pytest.mark.process
@pytest.mark.parametrize("voice", REAL)
def test_a_real_engine_speaks_at_about_the_rate_of_espeak(voice: str, tmp_path: Path) -> None:
    text = "Conspirators, open your eyes. Agree on one, without a sound."
    speech = patient(voice)
    slow = speech.render(text, 160, tmp_path / "slow.wav", BUSY)
    fast = speech.render(text, 220, tmp_path / "fast.wav", BUSY)
    speech.rest()
    assert 3.0 < slow < 6.0
    assert 0.65 < fast / slow < 0.9
    finish(tmp_path / "slow.wav")
    samples = samples_of(tmp_path / "slow.wav")
    assert rms(samples) > 500
    # No silence precedes the first word, in samples of at least 16 kHz.
    assert rms(samples[:3200]) > 50
