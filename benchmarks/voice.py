"""How soon the box speaks, what rendering and the storm cost, and the memory they take.

    python -m benchmarks.voice [--rounds 40] [--engines]

Press to first sample: a press goes into the real inbox; its reader hushes the voice and says a
cached sentence. The mixer plays into a file, and the sample is found in it. The
file grows in steps of 93 ms, so the sample's time is interpolated between two of them. Goal: a median
of at most 50 ms. The delay of the card itself is not included.

Rendering is compared with the command `espeak-ng -w`, in the same run.

For every English voice on this machine: the same with a cached sentence, and with a new one once the
engine is loaded; and the cost of its sentences, alone on one core. `--engines` measures
nothing else. How well they are understood is measured by `benchmarks.called` and `benchmarks.understood`.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from functools import cache
from pathlib import Path

from gm_appliance.core.ports import PANEL, Edge
from gm_appliance.devices.inbox import RealClock, TableInbox
from gm_appliance.devices.sound import engines, storm
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.render import Request, ask_child, ask_command
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.resident import Resident, opened
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.storm import RATE
from gm_appliance.devices.sound.voice import VOICES, SpeechVoice

GOAL = 0.050
TEXTS = tuple(f"Valkyrie {number} accuses. Whom does she accuse?" for number in range(1, 13))


NEW = 12
"""Presses per voice that ask for a sentence not rendered yet."""


def ms(seconds: float) -> str:
    return f"{1e3 * seconds:8.2f} ms"


def row(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    late = ordered[len(ordered) * 95 // 100]
    print(f"{name:38}{ms(statistics.median(ordered))}   p95 {ms(late)}   most {ms(ordered[-1])}")


# ---------------------------------------------------------------- press to first sample


class Recording:
    """The file the mixer plays into, and the times at which it grew."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.grown: list[tuple[float, int]] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        size = 0
        while not self._over.wait(0.0005):
            now = os.stat(self.path).st_size
            if now > size:
                size = now
                self.grown.append((time.monotonic(), size // 2))

    def close(self) -> None:
        self._over.set()
        self._thread.join()

    def when(self, sample: int) -> float:
        """When this sample was handed over."""
        number = next(at for at, (_, size) in enumerate(self.grown) if size > sample)
        (before, first), (after, last) = self.grown[number - 1], self.grown[number]
        return before + (after - before) * (sample - first) / (last - first)


def latencies(
    folder: Path, rounds: int, speech: SpeechCommand | None = None, *, new: bool = False
) -> list[float]:
    """Seconds from a press to the first sample that is not silence.

    speech: the engine's command; None for espeak-ng. new: measure uncached sentences, with the engine loaded.
    """
    raw = folder / "heard.raw"
    raw.touch()
    os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(raw))
    inbox = TableInbox(RealClock())
    mixer = SoundMixer(folder, 1.0, lambda part, what: print(f"  {part}: {what}"), sounds=())

    def begun() -> tuple[Renderer, SpeechVoice]:
        renderer = Renderer(Shelf(folder), VOICES["en"], 160, lambda *_: None, mixer.wake)
        if speech:
            renderer.change_voice(VOICES["en"], speech)
        renderer.start()
        return renderer, SpeechVoice(renderer, mixer)

    def rendered(*texts: str) -> None:
        known = [renderer.want(text, urgent=False) for text in texts]
        while not all(sentence.wav or sentence.failed for sentence in known):
            time.sleep(0.05)

    renderer, voice = begun()
    if new:
        texts = tuple(f"Valkyrie {number} passes. Who is next?" for number in range(1, rounds + 1))
        rendered("The engine is loaded.")
    else:
        texts = TEXTS
        rendered(*texts)
        # A new voice, as after a restart, has only the cache.
        voice.close()
        renderer, voice = begun()
    mixer.start()
    recording = Recording(raw)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        inbox.press(PANEL, "ok", True)

    for number in range(rounds):
        # Wait until the file has grown by nothing but silence.
        voice.hush()
        time.sleep(0.45 + 0.0137 * (number % 7))
        threading.Thread(target=press).start()
        edge = inbox.wait(None)
        assert isinstance(edge, Edge)
        voice.hush()
        voice.say(texts[number % len(texts)])
        rendered(texts[number % len(texts)])
        time.sleep(0.5 if new else 0.35)
        inbox.press(PANEL, "ok", False)
        inbox.wait(None)
    voice.hush()
    time.sleep(0.3)
    recording.close()
    voice.close()
    mixer.close()
    begun_at, until = starts(recording), (*pressed[1:], math.inf)
    # On a busy machine the next press may cut a sentence off before it sounds.
    heard = [
        next((when - press for when in begun_at if press < when < end), None)
        for press, end in zip(pressed, until, strict=True)
    ]
    return [seconds for seconds in heard if seconds is not None]


def starts(recording: Recording) -> list[float]:
    """The times at which words begin after silence."""
    samples = array("h")
    samples.frombytes(recording.path.read_bytes()[: 2 * recording.grown[-1][1]])
    found, silent = [], RATE
    for at, sample in enumerate(samples):
        if sample == 0:
            silent += 1
        else:
            # At least two words of each sentence are heard; the gap between them is shorter than this.
            if silent > 0.2 * RATE:
                found.append(recording.when(at))
            silent = 0
    return found


# ---------------------------------------------------------------- rendering, and the cache


def renderings(folder: Path) -> tuple[list[float], list[float], int]:
    """Seconds per prompt, ours and the command's; and how many of ours have the same bytes."""
    ours, theirs, same = [], [], 0
    for text in TEXTS:
        mine, its = (Request(text, VOICES["en"], 160, str(folder / name)) for name in ("a.wav", "b.wav"))
        began = time.perf_counter()
        ask_child((mine,))
        rendered = time.perf_counter()
        ours.append(rendered - began)
        if shutil.which("espeak-ng"):
            ask_command(its)
            theirs.append(time.perf_counter() - rendered)
            same += Path(mine.wav).read_bytes() == Path(its.wav).read_bytes()
    return ours, theirs, same


def lookups(folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds that `want` takes: the first time, from disk; and again."""
    first: list[float] = []
    again: list[float] = []
    for _ in range(rounds):
        renderer = Renderer(Shelf(folder), VOICES["en"], 160, lambda *_: None, lambda: None)
        renderer._engine = engine()
        for text in TEXTS:
            for times in (first, again):
                began = time.perf_counter()
                sentence = renderer.want(text, urgent=True)
                times.append(time.perf_counter() - began)
                assert sentence.wav
    return first, again


@cache
def engine() -> str:
    return ask_child(())[0]


# ---------------------------------------------------------------- each engine by itself


def costs(voice: str) -> dict[str, float]:
    """The cost of a voice in this process, on one core.

    Seconds until the engine is loaded and the first sentence is ready; then CPU seconds per second of speech;
    and the most MB its child processes took.
    """
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    command = engines.command(voice)
    speech = opened(command) if command else None

    def render(text: str, wav: Path) -> float:
        if speech:
            return speech.render(text, 160, wav, 60.0)
        return ask_child((Request(text, VOICES["en"], 160, str(wav)),))[1][0]

    with tempfile.TemporaryDirectory() as folder:
        wav, began = Path(folder, "a.wav"), time.perf_counter()
        render("The engine is loaded.", wav)
        first, before = time.perf_counter() - began, _cpu(speech)
        seconds = sum(render(text, wav) for text in TEXTS)
        share = (_cpu(speech) - before) / seconds
        if speech:
            speech.rest()
    return {
        "first": first,
        "share": share,
        "mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024,
    }


def _cpu(speech: object) -> float:
    """CPU seconds so far: of an engine that stays loaded, or of all child processes that have ended."""
    if isinstance(speech, Resident) and speech._loaded:
        fields = Path(f"/proc/{speech._loaded._child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def each_engine(rounds: int) -> None:
    """Print a line for each English voice: its delays, and its costs in a separate process."""
    print(f"{'':28}{'press to first sample':>26}{'first':>11}{'share of':>10}{'MB at':>7}")
    print(f"{'':28}{'cached':>13}{'new':>13}{'sentence':>11}{'real time':>10}{'most':>7}")
    for voice in engines.voices("en"):
        speech, times = engines.command(voice), []
        for new in (False, True):
            with tempfile.TemporaryDirectory() as name:
                times.append(
                    statistics.median(latencies(Path(name), NEW if new else rounds, speech, new=new))
                )
        command = (sys.executable, "-m", "benchmarks.voice", "--costs", voice)
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        told = f"{found['first']:9.2f} s{found['share']:10.3f}{found['mb']:7.0f}"
        print(f"{voice:28}{ms(times[0]):>13}{ms(times[1]):>13}{told}", flush=True)


# ---------------------------------------------------------------- memory and CPU, in a separate process

STAGES = """
import json, sys, time
from pathlib import Path
def used():
    pss = Path("/proc/self/smaps_rollup").read_text().split("\\nPss:")[1].split()[0]
    return int(pss) / 1024
found = {}
def stage(name, seconds=0.0):
    began, cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)
    share = 100 * (time.process_time() - cpu) / seconds if seconds else 0.0
    found[name] = (used(), share)
stage("Python itself")
from gm_appliance.devices.sound import storm, voice
from gm_appliance.devices.sound.masking import BLEND_SECONDS
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.shelf import Shelf
from gm_appliance.devices.sound.wanted import Sentence
stage("this package's sound")
folder = Path(sys.argv[1])
mixer = SoundMixer(folder, 1.0, lambda *what: None, sounds=())
mixer.start()
time.sleep(0.5)
stage("pygame's mixer, open and silent", 5.0)
renderer = Renderer(Shelf(folder), "gmw/en", 160, lambda *what: None, mixer.wake)
renderer.start()
for number in range(500):
    renderer._wanted.known[str(number)] = Sentence(f"Sentence {number:040}", 3.0)
stage("500 sentences in mind")
for number in (0, 1):
    mixer.supply(f"storm-{number:02}", folder / storm.file_name(f"storm-{number:02}"))
mixer.storm(True)
time.sleep(2)
stage("storm, one segment", 5.0)
time.sleep(storm.SEGMENT_SECONDS - BLEND_SECONDS - 7.0 + 0.5)
stage("storm, one segment taking over", 1.5)
mixer.close()
print(json.dumps(found))
"""


def stages(folder: Path) -> dict[str, tuple[float, float]]:
    """MB in use and percent of a core, at each stage."""
    for number in (0, 1):
        name = storm.segment_name(number)
        storm.write(name, folder / storm.file_name(name))
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = (sys.executable, "-c", STAGES, str(folder))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {name: (mb, share) for name, (mb, share) in json.loads(done.stdout).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40, help="presses (40)")
    parser.add_argument("--engines", action="store_true", help="only each engine by itself")
    parser.add_argument("--costs", metavar="VOICE", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    rounds = asked.rounds
    logging.basicConfig(level=logging.ERROR)
    if asked.costs:
        print(json.dumps(costs(asked.costs)))
        return
    if asked.engines:
        each_engine(rounds)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        waits = latencies(folder, rounds)
        row("press to first sample, cached", waits)
        met = "met" if statistics.median(waits) <= GOAL else "missed"
        print(f"  goal {1e3 * GOAL:.0f} ms in the median: {met}\n")
        first, again = lookups(folder, 20)
        row("found on disk", first)
        row("known already", again)
        ours, theirs, same = renderings(folder)
        row("a prompt rendered", ours)
        if theirs:
            row("the same by espeak-ng -w", theirs)
            command = statistics.median(theirs)
            ratio, spoken = (statistics.median(times) / command for times in (ours, waits))
            print(f"  ratio {ratio:.2f}; {same} of {len(ours)} the same bytes")
            print(f"  press to first sample: {spoken:.2f} of the command's time\n")
        began = time.process_time()
        storm.segment(0)
        made = time.process_time() - began
        print(f"a segment of storm, {storm.SEGMENT_SECONDS} s of it, made once: {made:.2f} s of CPU\n")
        before = 0.0
        print(f"{'':38}{'MB':>8}{'more':>8}{'% of a core':>14}")
        for stage, (mb, share) in stages(folder).items():
            busy = f"{share:14.2f}" if share else ""
            print(f"{stage:38}{mb:8.1f}{mb - before:8.1f}{busy}")
            before = mb
    print()
    each_engine(rounds)


if __name__ == "__main__":
    main()
