"""Recordings of the real sound card's output: levels, loops and fades, to the sample."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from array import array
from itertools import chain, groupby, pairwise
from pathlib import Path

import pytest

from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.storm import RATE
from tests.devices.sound.listening import in_child, samples_of, save

pytestmark = pytest.mark.process


HEAR = """
import sys, time, json
from pathlib import Path
from gm_appliance.devices.sound.card import PygameDevice
folder = Path(sys.argv[1])
raw = folder / "heard.raw"
def hear(seconds):
    # On the recording's own clock: a busy machine records more slowly than the wall clock goes.
    enough = raw.stat().st_size + 2 * 22050 * seconds
    while raw.stat().st_size < enough:
        time.sleep(0.002)
device = PygameDevice()
"""

LEVELS = """
hear(0.3)
for step, *given in json.loads((folder / "steps.json").read_text()):
    wavs = [folder / one if isinstance(one, str) else one for one in given]
    getattr(device, step)(*wavs)
    while step == "speech_gain" and device.speaking():
        hear(0.01)
    hear(0.3)
device.close()
print(json.dumps("done"))
"""

STEPS: list[tuple[list[object], list[int]]] = [
    (["begin_masking", 0, "storm.wav", 1.0], [4096]),
    (["begin_masking", 1, "other.wav", 0.5], [4096 + 512]),
    (["masking_gain", 0, 0.25], [1024 + 512]),
    (["speak", "words.wav", 1.0], [1024 + 512 + 256]),
    (["speech_gain", 0.5], [1024 + 512 + 128, 1024 + 512]),
    (["speak", "words.wav", 0.5], [1024 + 512 + 128]),
    (["speech_gain", 1.0], [1024 + 512 + 256, 1024 + 512]),
    (["effect", "effect.wav", 0.5], [1024 + 512 + 32, 1024 + 512]),
    (["end_masking", 0], [512]),
    (["end_masking", 1], [0]),
]
"""Each call of the device, and the levels heard in turn until the next."""


def test_the_real_mixer_plays_what_it_is_asked_for_as_loud_as_it_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    for name, level, seconds in (
        ("storm", 4096, 1),
        ("other", 1024, 1),
        ("words", 256, 3),
        ("effect", 64, 0.1),
    ):
        save(array("h", [level]) * round(RATE * seconds), tmp_path / f"{name}.wav")
    (tmp_path / "steps.json").write_text(json.dumps([step for step, _levels in STEPS]))
    in_child(HEAR + LEVELS, tmp_path, SDL_AUDIODRIVER="disk")
    runs = ((level, len([*run])) for level, run in groupby(samples_of(tmp_path / "heard.raw")))
    heard = [level for level, samples in runs if samples > RATE // 20]
    assert heard == [0, *chain.from_iterable(levels for _step, levels in STEPS)]


LOOP = """
device.begin_masking(1, folder / "storm.wav", 1.0)
hear(7)
device.close()
print(json.dumps("done"))
"""


def test_the_real_mixer_goes_round_sample_by_sample(tmp_path: Path) -> None:
    """A segment whose successor is late loops without a gap or a click."""
    pytest.importorskip("pygame")
    loop = storm.rain(0, seconds=3)
    save(loop, tmp_path / "storm.wav")
    # The disk driver takes a buffer every millisecond, ten times real time.
    in_child(HEAR + LOOP, tmp_path, SDL_AUDIODRIVER="disk", SDL_DISKAUDIODELAY="1")
    heard = samples_of(tmp_path / "heard.raw")
    begins = next(at for at, sample in enumerate(heard) if sample)
    offset = next(at for at, sample in enumerate(loop) if sample)
    heard = heard[begins - offset :][: 6 * RATE]
    assert heard == (loop + loop)[: len(heard)]


CUT = """
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
    assert in_child(HEAR + CUT, tmp_path, SDL_AUDIODRIVER="disk") is False, (
        "what is cut is not spoken any more"
    )
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


CUT_LATE = """
for _ in range(50):
    device.speak(folder / "short.wav", 1.0)
    while device.speaking():
        hear(0.01)
    device.cut()
hear(0.1)
for _ in range(2):
    device.speak(folder / "loud.wav", 1.0)
    hear(0.3)
device.close()
print(json.dumps("done"))
"""


def test_a_word_that_is_cut_when_it_has_just_ended_silences_no_other(tmp_path: Path) -> None:
    """SDL keeps an effect that is registered with a channel which plays nothing."""
    pytest.importorskip("pygame")
    save(array("h", [100]) * (RATE // 50), tmp_path / "short.wav")
    save(array("h", [4096]) * RATE, tmp_path / "loud.wav")
    in_child(HEAR + CUT_LATE, tmp_path, SDL_AUDIODRIVER="disk", SDL_DISKAUDIODELAY="1")
    heard = samples_of(tmp_path / "heard.raw")
    assert sum(sample >= 4096 for sample in heard) >= 0.5 * RATE


def tone(pitch: int, peak: int) -> array[int]:
    return array("h", (round(peak * math.sin(math.tau * pitch * i / RATE)) for i in range(3 * RATE)))


def alike(heard: array[int], played: array[int], start: int, beside: int = 0) -> tuple[int, int]:
    """The number of samples from `start` heard as played, then the number until it fades. beside: the
    amplitude other sounds may have."""
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
def evening():
    mixer.play("horn")
    mixer.storm(True)
    voice.prepare(["Odin."])
    voice.say("Night falls.")
    voice.hush()
evening()
assert told.wait(30)
evening()
voice.close()
mixer.close()
print(json.dumps(faults))
"""


def test_without_pygame_everything_goes_on(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['pygame'] = None\n" + NO_CARD
    assert in_child(hidden, tmp_path) == [["sound", "missing"]]


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
