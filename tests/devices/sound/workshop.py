"""A renderer with a fake child that renders silence, and hangs, fails or lies if the text says so.

Also speech engines that are really installed.
"""

from __future__ import annotations

import json
import os
import queue
import sys
from pathlib import Path

import pytest

from gm_appliance.devices.sound import engines
from gm_appliance.devices.sound.espeak_engine import EspeakEngine
from gm_appliance.devices.sound.renderer import Renderer
from gm_appliance.devices.sound.resident import Resident
from gm_appliance.devices.sound.shelf import CARD_BYTES, Shelf
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.devices.sound.wanted import Sentence

FAKE_CHILD = """
import json, os, sys, time, wave
from pathlib import Path
notes = Path(sys.argv[1])
print(json.dumps({"engine": "made-up 1"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    with notes.open("a") as book:
        book.write(json.dumps(request["text"]) + "\\n")
    for _ in range(3000):
        if "hang" not in request["text"] or notes.with_name("enough").exists():
            break
        time.sleep(0.02)
    if "break" in request["text"]:
        sys.exit("broken")
    frames = 220 * len(request["text"])
    with wave.open(request["wav"], "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(22050)
        wav.writeframes(bytes(2 * frames))
    if "short" in request["text"]:
        os.truncate(request["wav"], 100)
    print(json.dumps({"frames": frames + ("lie" in request["text"])}), flush=True)
"""


MADE: list[Workshop] = []
"""Those of the present test, which `conftest` closes."""


class Workshop:
    def __init__(
        self,
        folder: Path,
        program: str = FAKE_CHILD,
        timeout: float = 20.0,
        command: str = "",
        cache_bytes: int = CARD_BYTES,
        speech: SpeechCommand | None = None,
    ) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.cache = folder / "cache"
        self.cache.mkdir(exist_ok=True)
        self.memory = folder / "memory"
        self.memory.mkdir(exist_ok=True)
        self.shelf = Shelf(self.cache, self.memory, cache_bytes)
        self.faults: list[tuple[str, str]] = []
        self.done: queue.Queue[None] = queue.Queue()
        self.renderer = Renderer(
            self.shelf,
            "gmw/en",
            160,
            lambda *what: self.faults.append(what),
            lambda: self.done.put(None),
            EspeakEngine(
                (sys.executable, "-S", "-c", program, str(self.notes)),
                command or str(folder / "no-such-command"),
                timeout,
            ),
        )
        if speech:
            self.renderer.change_voice("gmw/en", speech)
        self._started = False
        MADE.append(self)

    def start(self) -> None:
        if not self._started:
            self._started = True
            self.renderer.start()

    def says(self, *texts: str) -> list[Sentence]:
        """Want these urgently, one after the other; returns them once each is rendered or given up."""
        sentences = []
        for text in texts:
            sentences.append(self.renderer.want(text, urgent=True))
            self.settled(sentences[-1])
        return sentences

    def settled(self, *sentences: Sentence) -> None:
        self.start()
        while not all(sentence.wav or sentence.failed for sentence in sentences):
            self.done.get(timeout=30)

    def close(self) -> None:
        self.renderer.close()
        for worker in self.renderer._workers:
            worker.close(30.0)

    def asked(self) -> list[str]:
        """The texts requested from child processes, in order."""
        return (
            [json.loads(line) for line in self.notes.read_text().splitlines()] if self.notes.exists() else []
        )


def real(voice: str) -> SpeechCommand:
    """The command for a voice. Skips if its engine is not installed; fails if GM_REQUIRE_VOICES names it."""
    command = engines.command(voice)
    engine = engines.engine_of(voice)
    if command is None:
        if engine in os.environ.get("GM_REQUIRE_VOICES", "").split():
            pytest.fail(f"GM_REQUIRE_VOICES names {engine}, but it is not installed")
        pytest.skip(f"{voice} is missing; docs/sound.md tells how to install it")
    return command


BUSY = 600.0
"""Seconds that a sentence may take while the other tests run."""


def patient(voice: str) -> SpeechCommand | Resident:
    """What renders with a voice, however busy the machine is; skips or fails as `real` does."""
    command = real(voice)
    return Resident(command, hang=BUSY) if command.memory else command
