"""A recording of the real mixer: its prompts, their order and times, and the storm."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.masking import DUCKED
from gm_appliance.devices.sound.storm import RATE
from tests.devices.sound.listening import Heard, Recording, differences, in_child, rms, samples_of, save

pytestmark = pytest.mark.process


PROMPTS = {
    "one": "Walküre eins.",
    "two": "Walküre zwei.",
    "three": "Walküre drei.",
    "night": "Die Nacht fällt. Schließt alle die Augen.",
    "odin": "Odin schützt Thor.",
}

EVENING = """
import sys, json, time
from pathlib import Path
from gm_appliance.devices.sound import mixer, storm, voice
folder = Path(sys.argv[1])
raw = folder / "heard.raw"
for name in list(storm.SOUNDS)[4:]:
    del storm.SOUNDS[name]  # two segments are enough
prompts = json.loads((folder / "prompts.json").read_text())
faults, said = [], []
speech, sound = voice.open_sound(folder, "de", 160, 1.0, lambda *what: faults.append(what))
sound.start()
speech.prepare(list(prompts.values()))
def renderings():
    return [speech._renderer.want(text, False) for text in prompts.values()]
while not faults and not all(sentence.wav for sentence in renderings()):
    time.sleep(0.02)
if faults:
    print(json.dumps([faults, [], {}]))
    sys.exit()
def hear(seconds):
    # On the recording's own clock: a busy machine records more slowly than the wall clock goes.
    enough = raw.stat().st_size + 2 * 22050 * seconds
    while raw.stat().st_size < enough:
        time.sleep(0.005)
def say(*names):
    said.append([raw.stat().st_size // 2, names])
    for name in names:
        speech.say(prompts[name])
    while sound._speech_ends is None:
        time.sleep(0.002)
def finish():
    while sound._queue or sound._speech_ends is not None:
        time.sleep(0.01)
    hear(0.5)
wavs = {name: str(sentence.wav) for name, sentence in zip(prompts, renderings())}
sound.storm(True)
hear(1.2)
say("night", "two")
finish()
say("odin")
hear(0.7)
speech.hush()
say("one")
finish()
sound.storm(False)
hear(1.8)
speech.close()
sound.close()
print(json.dumps([faults, said, wavs]))
"""


class Evening(NamedTuple):
    """A recording; the prompts' samples; each prompt said, with its sample; and the prompts heard."""

    samples: array[int]
    prompts: dict[str, array[int]]
    said: list[Any]
    heard: list[Heard]


RECORDINGS = 3
"""Attempts at recording an evening. On a busy machine the hushed prompt may be over before any of it is
recorded, or the next storm segment may come too late; a fault of ours would show every time."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    pytest.importorskip("pygame")
    pytest.importorskip("pyttsx3")
    for _ in range(RECORDINGS):
        heard = recorded(tmp_path_factory.mktemp("evening"))
        if [(one.name, one.whole) for one in heard.heard] == RIGHT and has_no_gap(heard.samples):
            break
    return heard


def recorded(folder: Path) -> Evening:
    save(storm.segment(0, seconds=6), folder / storm.file_name("storm-00"))
    save(storm.segment(1, seconds=6), folder / storm.file_name("storm-01"))
    (folder / "prompts.json").write_text(json.dumps(PROMPTS))
    faults, said, wavs = in_child(EVENING, folder, SDL_AUDIODRIVER="disk")
    if faults == [["voice", "missing"]]:
        pytest.skip("no speech engine here")
    assert faults == []
    prompts = {name: samples_of(Path(wav)) for name, wav in wavs.items()}
    samples = samples_of(folder / "heard.raw")
    return Evening(samples, prompts, said, Recording(samples).recognise(prompts))


RIGHT = [("night", True), ("two", True), ("odin", False), ("one", True)]


@pytest.mark.long
def test_every_prompt_is_recognised_in_order_and_the_hushed_one_is_cut(evening: Evening) -> None:
    assert [(heard.name, heard.whole) for heard in evening.heard] == RIGHT


@pytest.mark.long
def test_every_prompt_starts_once_it_is_said_and_before_the_next_is(evening: Evening) -> None:
    """Delays are measured by benchmarks/voice.py: here the machine may be busy."""
    night, two, odin, one = evening.heard
    at = {names[0]: mark for mark, names in evening.said}
    assert at["night"] <= night.start < night.start + len(evening.prompts["night"]) <= two.start
    assert two.start + len(evening.prompts["two"]) <= at["odin"] <= odin.start < at["one"] <= one.start


@pytest.mark.long
def test_the_listener_notices_prompts_that_are_swapped_cut_short_or_left_out(evening: Evening) -> None:
    night, two, odin, one = (heard.start for heard in evening.heard)
    samples, half = evening.samples, (two - night) // 2
    # Replace the second half of the prompt with the last seconds, where only the storm sounds.
    cut_short = samples[night : night + half] + samples[-RATE - half : -RATE]
    rest = samples[odin:one] + samples[one + len(evening.prompts["one"]) :]
    faulty = Recording(samples[:night] + samples[two:odin] + cut_short + rest)
    heard = [(heard.name, heard.whole) for heard in faulty.recognise(evening.prompts)]
    assert heard == [("two", True), ("night", False), ("odin", False)]


@pytest.mark.long
def test_the_storm_is_ducked_under_words(evening: Evening) -> None:
    two = evening.heard[1]
    # Subtracting the words leaves the storm under them.
    said = zip(evening.samples[two.start :], evening.prompts["two"], strict=False)
    under = [heard - word for heard, word in said]
    assert rms(differences(under)) == pytest.approx(
        DUCKED * rms(differences(storm.segment(0, seconds=2))), rel=0.15
    )


@pytest.mark.long
def test_there_is_no_gap_from_close_to_open(evening: Evening) -> None:
    """Including words, ducking and two blends between segments."""
    samples = evening.samples
    assert has_no_gap(samples)
    middle = len(samples) // 2
    assert not has_no_gap(samples[:middle] + array("h", bytes(RATE // 5)) + samples[middle:])


def has_no_gap(samples: array[int]) -> bool:
    """Whether the storm never stops between its rise and its fall."""
    window = RATE // 20
    loud = [rms(samples[at : at + window]) for at in range(0, len(samples) - window, window)]
    storm_heard = [at for at, level in enumerate(loud) if level > 300]
    begun, ended = storm_heard[0], storm_heard[-1]
    seconds = (ended - begun) / 20
    quietest = min(loud[begun + 20 : ended - 24], default=0.0)
    # About ten seconds; the machine may be slow.
    return 6 < seconds < 20 and quietest > 0.4 * DUCKED * sorted(loud)[len(loud) // 2]


LOOP = """
import sys, time, json
from pathlib import Path
from gm_appliance.devices.sound.card import PygameDevice
folder = Path(sys.argv[1])
device = PygameDevice()
device.begin_masking(1, folder / "storm.wav", 1.0)
while (folder / "heard.raw").stat().st_size < 2 * 22050 * 7:
    time.sleep(0.02)
device.close()
print(json.dumps("done"))
"""


def test_the_real_mixer_goes_round_sample_by_sample(tmp_path: Path) -> None:
    """A segment whose successor is late loops without a gap or a click."""
    pytest.importorskip("pygame")
    loop = storm.segment(0, seconds=3)
    save(loop, tmp_path / "storm.wav")
    # The disk driver takes a buffer every millisecond, ten times real time.
    in_child(LOOP, tmp_path, SDL_AUDIODRIVER="disk", SDL_DISKAUDIODELAY="1")
    heard = samples_of(tmp_path / "heard.raw")
    begins = next(at for at, sample in enumerate(heard) if sample)
    offset = next(at for at, sample in enumerate(loop) if sample)
    heard = heard[begins - offset :][: 6 * RATE]
    assert heard == (loop + loop)[: len(heard)]


CUT = """
import sys, time, json
from pathlib import Path
from gm_appliance.devices.sound.card import PygameDevice
folder = Path(sys.argv[1])
raw = folder / "heard.raw"
def hear(seconds):
    enough = raw.stat().st_size + 2 * 22050 * seconds
    while raw.stat().st_size < enough:
        time.sleep(0.002)
device = PygameDevice()
device.speak(folder / "loud.wav", 1.0)
hear(0.5)
device.cut()
device.cut()
busy = device.speaking()
hear(0.5)
device.speak(folder / "loud.wav", 1.0)
hear(0.5)
device.cut()
device.speak(folder / "soft.wav", 1.0)
hear(0.5)
device.close()
print(json.dumps(busy))
"""


def test_a_word_that_is_cut_fades_within_20_ms_and_does_not_click(tmp_path: Path) -> None:
    """A 200 Hz wave may be cut at its peak or anywhere else."""
    pytest.importorskip("pygame")
    loud, soft = tone(200, 20000), tone(50, 500)
    save(loud, tmp_path / "loud.wav")
    save(soft, tmp_path / "soft.wav")
    assert in_child(CUT, tmp_path, SDL_AUDIODRIVER="disk") is False, "what is cut is not spoken any more"
    heard = samples_of(tmp_path / "heard.raw")
    steepest = max(abs(after - before) for before, after in pairwise(loud))
    assert max(abs(after - before) for before, after in pairwise(heard)) <= steepest + 50
    assert broken_off(heard, loud), "a wave that breaks off would be noticed"
    # The first is followed by silence, the second immediately by the next sentence, which is soft.
    first = next(at for at, sample in enumerate(heard) if sample) - 1
    whole, left = alike(heard, loud, first)
    assert left <= RATE // 50
    assert not any(heard[first + whole + left : first + whole + left + RATE // 4])
    second = next(at for at in range(first + whole + left, len(heard)) if heard[at]) - 1
    whole, left = alike(heard, loud, second, 500)
    assert left <= RATE // 50
    assert max(map(abs, heard[second + whole + left :])) <= 500


def tone(pitch: int, peak: int) -> array[int]:
    """Three seconds of one note."""
    return array("h", (round(peak * math.sin(math.tau * pitch * i / RATE)) for i in range(3 * RATE)))


def alike(heard: array[int], played: array[int], start: int, beside: int = 0) -> tuple[int, int]:
    """The number of samples from `start` heard as played, then the number until it fades.

    beside: the amplitude other sounds may have.
    """
    whole = next(at for at, sample in enumerate(played) if heard[start + at] != sample)
    until = range(start + whole, start + whole + RATE // 4)
    return whole, max((at for at in until if abs(heard[at]) > beside), default=until.start) + 1 - until.start


def broken_off(heard: array[int], played: array[int]) -> bool:
    """Whether the steepness check would notice the first sentence breaking off at a peak."""
    first = next(at for at, sample in enumerate(heard) if sample) - 1
    whole = alike(heard, played, first)[0]
    loudest = max(range(whole - RATE // 100, whole), key=lambda at: abs(played[at]))
    return abs(played[loudest]) > 2 * max(abs(after - before) for before, after in pairwise(heard))


NO_CARD = """
import sys, json, time, threading
from pathlib import Path
from gm_appliance.devices.sound.voice import open_sound
faults, told = [], threading.Event()
def fault(*what):
    faults.append(what)
    told.set()
voice, mixer = open_sound(Path(sys.argv[1]), "en", 160, 1.0, fault)
mixer.start()
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
print(json.dumps([faults, min(lengths)]))
"""


def test_without_pygame_everything_goes_on(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pygame'] = None\n" + NO_CARD
    faults, _ = in_child(hidden, tmp_path)
    assert faults == [["sound", "missing"]]


def test_an_open_mixer_leaves_the_signal_of_the_end_alone(tmp_path: Path) -> None:
    """SDL would otherwise take SIGTERM for itself, and the appliance could not be stopped."""
    pytest.importorskip("pygame")
    program = (
        "import os, signal, time\n"
        "from gm_appliance.devices.sound.card import PygameDevice\n"
        "device = PygameDevice()\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
        "time.sleep(20)"
    )
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, timeout=60)
    assert done.returncode == -15, done.stderr
