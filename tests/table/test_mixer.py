"""What is heard and when: first with a made-up device and clock, then with the real mixer, recorded."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import wave
from array import array
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.table import mixer, storm
from gm_appliance.table.mixer import DUCKED, GRACE, HOLD, PATIENCE, Sentence, SilentMixer, SoundMixer
from gm_appliance.table.ports import Mixer

RATE = storm.RATE


def write_wav(path: Path, seconds: float) -> Path:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(bytes(2 * round(RATE * seconds)))
    return path


class Room:
    """A sound device and a clock, both made up; `heard` is what was asked of the device, and when."""

    def __init__(self, folder: Path, gone: bool = False) -> None:
        self.folder = folder
        self.now = 100.0
        self.heard: list[tuple[float, str]] = []
        self.gain: list[tuple[float, float]] = []
        self.troubles: list[tuple[str, str]] = []
        self.busy_until = 0.0
        self.stuck = False
        self.broken = False
        self.gone = gone
        self.mixer = SoundMixer(folder, 1.0, lambda *what: self.troubles.append(what), self.opened)
        self.mixer.open()

    def opened(self) -> Room:
        if self.gone:
            raise OSError("no such device")
        return self

    # the device

    def note(self, what: str) -> None:
        if self.broken:
            raise RuntimeError("the card is gone")
        self.heard.append((round(self.now - 100.0, 2), what))

    def speak(self, wav: Path, gain: float) -> None:
        self.note(wav.stem)
        with wave.open(str(wav)) as spoken:
            self.busy_until = self.now + spoken.getnframes() / RATE

    def speaking(self) -> bool:
        return self.stuck or self.now < self.busy_until

    def cut(self) -> None:
        self.note("cut")
        self.busy_until = self.now

    def begin_storm(self, wav: Path, gain: float) -> None:
        self.note("storm")
        self.gain.append((self.now, gain))

    def storm_gain(self, gain: float) -> None:
        self.gain.append((self.now, gain))

    def end_storm(self) -> None:
        self.note("calm")

    def effect(self, wav: Path, gain: float) -> None:
        self.note(f"{wav.stem} at {gain}")

    def close(self) -> None:
        self.note("closed")

    # the clock, and what is said

    def live(self, seconds: float) -> None:
        """Step whenever the mixer wants to, for so long; at most a thousand times a second."""
        end = self.now + seconds
        due = self.mixer.step(self.now)
        while due is not None and due < end:
            self.now = max(due, self.now + 0.001)
            due = self.mixer.step(self.now)
        self.now = end
        self.mixer.step(end)

    def rendered(self, name: str, seconds: float = 1.0) -> Sentence:
        return Sentence(name, seconds, write_wav(self.folder / f"{name}.wav", seconds))

    def gain_now(self) -> float:
        return self.gain[-1][1]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_sentences_are_heard_one_after_the_other(room: Room) -> None:
    for sentence in (room.rendered("one", 1.0), room.rendered("two", 0.5), room.rendered("three", 1.0)):
        room.mixer.speak(sentence)
    room.live(5)
    names = [what for _, what in room.heard]
    starts = [at for at, _ in room.heard]
    assert names == ["one", "two", "three"]
    assert starts == [pytest.approx(0.0), pytest.approx(1.0, abs=0.05), pytest.approx(1.5, abs=0.08)]


def test_hush_cuts_and_forgets_and_what_comes_after_is_heard_at_once(room: Room) -> None:
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(0.3)
    room.mixer.hush()
    room.mixer.speak(room.rendered("three"))
    room.live(3)
    assert room.heard == [(0.0, "one"), (0.3, "cut"), (0.3, "three")]


def test_a_late_rendering_is_heard_when_it_is_ready(room: Room) -> None:
    late = Sentence("late", 1.0)
    room.mixer.speak(late)
    room.live(PATIENCE + 20)
    assert room.heard == []
    late.wav = write_wav(room.folder / "late.wav", 1.0)
    room.live(2)
    assert room.heard == [(PATIENCE + 20, "late")]


def test_a_late_rendering_is_not_heard_after_a_hush(room: Room) -> None:
    late = Sentence("late", 1.0)
    room.mixer.speak(late)
    room.live(1)
    room.mixer.hush()
    late.wav = write_wav(room.folder / "late.wav", 1.0)
    room.live(5)
    assert room.heard == [(1.0, "cut")]


def test_a_hung_sentence_holds_up_the_next_only_so_long(room: Room) -> None:
    room.mixer.speak(Sentence("hung", 1.0))
    room.live(10)
    room.mixer.speak(room.rendered("next"))
    room.live(10)
    assert room.heard == [(10 + PATIENCE, "next")]


def test_a_sentence_that_will_never_be_is_passed_over_at_once(room: Room) -> None:
    room.mixer.speak(Sentence("never", 1.0, failed=True))
    room.mixer.speak(room.rendered("next"))
    room.live(1)
    assert room.heard == [(0.0, "next")]


def test_a_rendering_that_is_gone_costs_its_own_sound_and_is_no_trouble(room: Room) -> None:
    gone = room.rendered("gone")
    (room.folder / "gone.wav").unlink()
    room.mixer.speak(gone)
    room.mixer.speak(room.rendered("next"))
    room.live(1)
    assert room.heard == [(0.0, "next")]
    assert room.troubles == []


def test_a_card_that_stays_busy_for_ever_does_not_hold_up_the_rest(room: Room) -> None:
    room.stuck = True
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(4)
    assert room.heard == [(0.0, "one"), (pytest.approx(1.0 + GRACE, abs=0.05), "two")]


def test_nothing_is_done_while_nothing_sounds(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    assert room.mixer.step(room.now) is None
    room.mixer.storm(True)
    room.live(5)
    assert room.mixer.step(room.now) is None, "a steady storm needs no steps"


def test_the_storm_swells_ducks_under_words_rises_and_leaves(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.mixer.storm(True)
    room.live(2)
    assert room.gain_now() == 1.0
    room.mixer.speak(room.rendered("one"))
    room.mixer.speak(room.rendered("two"))
    room.live(0.5)
    assert room.gain_now() == DUCKED
    room.live(2 + HOLD - 0.6)
    assert {gain for at, gain in room.gain if at > 102.5} == set(), "it does not pump between sentences"
    room.live(1.5)
    assert room.gain_now() == 1.0
    room.mixer.storm(False)
    room.live(3)
    assert room.gain_now() == 0.0
    assert [what for _, what in room.heard] == ["storm", "one", "two", "calm"]
    steps = [abs(after - before) for (_, before), (_, after) in pairwise(room.gain)]
    assert max(steps) < 0.2, "no step is heard as a click"


def test_a_storm_that_is_not_made_yet_comes_when_it_is_unless_it_is_over(room: Room) -> None:
    room.mixer.storm(True)
    room.live(1)
    room.mixer.storm(False)
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.live(1)
    assert room.heard == []
    room.mixer.storm(True)
    room.live(1)
    assert room.heard == [(2.0, "storm")]


def test_a_storm_that_returns_while_leaving_does_not_begin_anew(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.mixer.storm(True)
    room.live(2)
    room.mixer.storm(False)
    room.live(0.5)
    room.mixer.storm(True)
    room.live(2)
    assert [what for _, what in room.heard] == ["storm"]
    assert room.gain_now() == 1.0


def test_hush_leaves_the_storm_alone(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.mixer.storm(True)
    room.live(2)
    room.mixer.hush()
    room.live(2)
    assert room.gain_now() == 1.0


def test_a_horn_asked_for_too_early_is_heard_when_it_is_made_once(room: Room) -> None:
    room.mixer.play("horn")
    room.live(1)
    room.mixer.supply("horn", room.folder / "horn.wav")
    room.live(1)
    room.mixer.play("horn")
    room.live(1)
    assert room.heard == [(1.0, "horn at 1.0"), (2.0, "horn at 1.0")]


def test_an_unknown_sound_is_logged_and_no_trouble(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.mixer.play("kazoo")
    room.live(1)
    assert "kazoo" in caplog.text
    assert "horn, storm" in caplog.text
    assert room.troubles == []


def test_the_volume_is_for_everything_and_within_bounds(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.mixer.supply("horn", room.folder / "horn.wav")
    room.mixer.storm(True)
    room.live(2)
    room.mixer.volume(0.5)
    room.mixer.play("horn")
    room.live(0.1)
    assert room.gain_now() == 0.5
    assert room.heard[-1][1] == "horn at 0.5"
    room.mixer.volume(7)
    room.live(0.1)
    assert room.gain_now() == 1.0


def test_no_card_is_told_once_and_nothing_raises(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    room = Room(tmp_path, gone=True)
    for _ in range(3):
        room.mixer.speak(room.rendered("one"))
        room.mixer.storm(True)
        room.mixer.play("horn")
        room.mixer.hush()
        room.mixer.volume(1)
        room.live(1)
    assert room.troubles == [("sound", "missing")]
    assert len(caplog.records) == 1
    assert "sound card" in caplog.text


def test_a_card_that_breaks_is_told_once_and_nothing_raises(room: Room) -> None:
    room.mixer.supply("storm", room.folder / "storm.wav")
    room.broken = True
    for _ in range(3):
        room.mixer.speak(room.rendered("one"))
        room.mixer.storm(True)
        room.mixer.hush()
        room.live(3)
    assert room.troubles == [("sound", "lost")]


def test_a_mixer_that_was_never_started_can_be_closed(room: Room) -> None:
    room.mixer.close()
    assert room.heard == []


def test_the_silent_mixer_is_a_mixer() -> None:
    silent: Mixer = SilentMixer()
    silent.storm(True)
    silent.play("horn")


# ---------------------------------------------------------------- the real mixer, recorded


def in_child(program: str, folder: Path, **environment: str) -> Any:
    """Run a program with the real mixer in a process of its own; returns what it prints, as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, "SDL_DISKAUDIOFILE": str(folder / "heard.raw"), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def samples_of(path: Path) -> array[int]:
    samples = array("h")
    if path.suffix == ".raw":
        samples.frombytes(path.read_bytes())
    else:
        with wave.open(str(path)) as wav:
            samples.frombytes(wav.readframes(wav.getnframes()))
    return samples


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def likeness(template: Sequence[float], heard: Sequence[float]) -> float:
    """Normalised correlation of two stretches of the same length."""
    return dot(template, heard) / math.sqrt(dot(template, template) * dot(heard, heard) + 1e-9)


def thinned(samples: Sequence[int], by: int = 16) -> list[float]:
    return [sum(samples[at : at + by]) / by for at in range(0, len(samples) - by, by)]


def best_match(template: Sequence[int], heard: Sequence[int]) -> tuple[float, int]:
    """The matched filter: how like, and at which sample. First coarsely, then to the sample."""
    few, many = thinned(template), thinned(heard)
    _, coarse = max((likeness(few, many[at : at + len(few)]), at) for at in range(len(many) - len(few)))
    near = range(max(0, 16 * coarse - 20), min(16 * coarse + 20, len(heard) - len(template)))
    return max((likeness(template, heard[at : at + len(template)]), at) for at in near)


SPEECH = """
import sys, time, json
from pathlib import Path
from gm_appliance.table import mixer as m
folder = Path(sys.argv[1])
raw = folder / "heard.raw"
def hear(seconds):
    # On the recording's own clock: a busy machine records more slowly than the wall clock goes.
    enough = raw.stat().st_size + 2 * 22050 * seconds
    while raw.stat().st_size < enough:
        time.sleep(0.01)
troubles = []
mixer = m.SoundMixer(folder, 1.0, lambda *what: troubles.append(what))
raw.touch()
mixer.start()
mixer.supply("storm", folder / "storm.wav")
mixer.storm(True)
hear(1.5)
mixer.speak(m.Sentence("one", 0.7, folder / "one.wav"))
hear(2.0)
mixer.speak(m.Sentence("two", 0.7, folder / "two.wav"))
hear(0.3)
mixer.hush()
hear(0.6)
mixer.close()
print(json.dumps(troubles))
"""


def chirp(low: float, high: float, seconds: float = 0.7) -> array[int]:
    """A made-up word: a tone that glides."""
    count = round(RATE * seconds)
    return array(
        "h",
        (
            round(9000 * math.sin(math.tau * (low + (high - low) * i / count / 2) * i / RATE))
            for i in range(count)
        ),
    )


def save(samples: array[int], path: Path) -> None:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes())


@pytest.fixture(scope="module")
def words() -> dict[str, array[int]]:
    return {"one": chirp(200, 420), "two": chirp(500, 260)}


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory, words: dict[str, array[int]]) -> array[int]:
    """What the real mixer played: storm, a word, storm, a word cut off in its middle."""
    pytest.importorskip("pygame")
    folder = tmp_path_factory.mktemp("recording")
    save(storm.storm(seconds=4), folder / "storm.wav")
    for name, samples in words.items():
        save(samples, folder / f"{name}.wav")
    troubles = in_child(SPEECH, folder, SDL_AUDIODRIVER="disk")
    assert troubles == []
    return samples_of(folder / "heard.raw")


@pytest.mark.process
def test_the_word_is_really_heard(recording: array[int], words: dict[str, array[int]]) -> None:
    like, at = best_match(words["one"], recording)
    assert like > 0.8
    assert dot(recording[at - 5000 : at], recording[at - 5000 : at]) > 5000 * 300**2, "in a storm"


@pytest.mark.process
def test_the_storm_is_ducked_under_the_word(recording: array[int], words: dict[str, array[int]]) -> None:
    word = words["one"]
    _, at = best_match(word, recording)
    # Take the word out again: what remains is the storm under it, past the moment of ducking.
    calm = round(RATE * (mixer.DUCK_SECONDS + 0.1))
    under = [heard - said for heard, said in zip(recording[at:], word, strict=False)][calm:]
    before = recording[at - len(under) : at]
    quieter = math.sqrt(dot(under, under) / dot(before, before))
    assert 0.5 * DUCKED < quieter < 2 * DUCKED


@pytest.mark.process
def test_a_hushed_word_stops_in_its_middle(recording: array[int], words: dict[str, array[int]]) -> None:
    third = len(words["two"]) // 3
    beginning, end = words["two"][:third], words["two"][-third:]
    like, at = best_match(beginning, recording)
    assert like > 0.6
    rest = recording[at + len(words["two"]) - third - 1000 :][: third + 2000]
    assert best_match(end, rest)[0] < 0.3


LOOP = """
import sys, time, json
from pathlib import Path
from gm_appliance.table.mixer import PygameDevice
folder = Path(sys.argv[1])
device = PygameDevice()
device.begin_storm(folder / "storm.wav", 1.0)
while (folder / "heard.raw").stat().st_size < 2 * 22050 * 7:
    time.sleep(0.02)
device.close()
print(json.dumps("done"))
"""


@pytest.mark.process
def test_the_real_mixer_loops_the_storm_sample_by_sample(tmp_path: Path) -> None:
    """No gap, no click, and neither is there one where the made storm's end meets its beginning."""
    pytest.importorskip("pygame")
    loop = storm.storm(seconds=3)
    save(loop, tmp_path / "storm.wav")
    # The disk takes a buffer every millisecond: ten times faster than ears.
    in_child(LOOP, tmp_path, SDL_AUDIODRIVER="disk", SDL_DISKAUDIODELAY="1")
    heard = samples_of(tmp_path / "heard.raw")
    begins = next(at for at, sample in enumerate(heard) if sample)
    offset = next(at for at, sample in enumerate(loop) if sample)
    heard = heard[begins - offset :][: 6 * RATE]
    assert heard == (loop + loop)[: len(heard)]


EVENING = """
import sys, json, time
from pathlib import Path
from gm_appliance.table.voice import open_sound
folder = Path(sys.argv[1])
troubles = []
voice, mixer = open_sound(folder, "en", 160, 1.0, lambda *what: troubles.append(what))
voice.prepare(["Valkyrie three."])
voice.say("Night falls.")
voice.say("Valkyrie three.")
def renderings():
    return sorted((folder / "prompts").glob("*.wav"))
while len(renderings()) < 2 and not troubles:
    time.sleep(0.02)
raw = folder / "heard.raw"
enough = raw.stat().st_size + 2 * 22050 * 8
while raw.stat().st_size < enough and not troubles:
    time.sleep(0.02)
voice.close()
mixer.close()
print(json.dumps([troubles, [str(wav) for wav in renderings()]]))
"""


@pytest.mark.process
def test_what_is_said_is_rendered_and_heard_once(tmp_path: Path) -> None:
    """From a text to the sound card, with nothing made up."""
    pytest.importorskip("pygame")
    pytest.importorskip("pyttsx3")
    troubles, wavs = in_child(EVENING, tmp_path, SDL_AUDIODRIVER="disk", SDL_DISKAUDIODELAY="1")
    if troubles == [["voice", "missing"]]:
        pytest.skip("no speech engine here")
    assert troubles == []
    # The order in which they were said, by length: the second is the longer.
    first, second = sorted((samples_of(Path(wav)) for wav in wavs), key=len)
    heard = samples_of(tmp_path / "heard.raw")
    begins = next(at for at, sample in enumerate(heard) if abs(sample) > 300) - 2000
    heard = heard[max(0, begins) :][: 4 * (len(first) + len(second))]
    found = [best_match(word[:8000], heard) for word in (first, second)]
    assert [like > 0.95 for like, _ in found] == [True, True]
    assert found[0][1] + len(first) <= found[1][1], "one after the other"


NO_CARD = """
import sys, json, time, threading
from pathlib import Path
from gm_appliance.table.voice import open_sound
troubles, told = [], threading.Event()
def trouble(*what):
    troubles.append(what)
    told.set()
voice, mixer = open_sound(Path(sys.argv[1]), "en", 160, 1.0, trouble)
lengths = []
def evening():
    mixer.play("horn")
    mixer.storm(True)
    voice.prepare(["Odin."])
    lengths.append(voice.say("Night falls."))
    voice.hush()
evening()
assert told.wait(30)
evening()
voice.close()
mixer.close()
print(json.dumps([troubles, min(lengths)]))
"""


@pytest.mark.process
def test_without_a_sound_card_everything_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    troubles, shortest = in_child(NO_CARD, tmp_path, SDL_AUDIODRIVER="nonexistent")
    assert troubles == [["sound", "missing"]]
    assert shortest > 0.3


@pytest.mark.process
def test_without_pygame_everything_goes_on(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pygame'] = None\n" + NO_CARD
    troubles, _ = in_child(hidden, tmp_path)
    assert troubles == [["sound", "missing"]]


@pytest.mark.process
def test_an_open_mixer_leaves_the_signal_of_the_end_alone(tmp_path: Path) -> None:
    """SDL takes SIGTERM for itself where it may, and the appliance could not be stopped."""
    pytest.importorskip("pygame")
    program = (
        "import os, signal, time\n"
        "from gm_appliance.table.mixer import PygameDevice\n"
        "device = PygameDevice()\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
        "time.sleep(20)"
    )
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, timeout=60)
    assert done.returncode == -15, done.stderr
