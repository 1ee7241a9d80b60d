"""A mixer with a fake sound device and a fake clock."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path

from gm_appliance.devices.sound.card import PygameDevice
from gm_appliance.devices.sound.keeper import Card
from gm_appliance.devices.sound.mixer import SoundMixer
from gm_appliance.devices.sound.storm import RATE
from gm_appliance.devices.sound.wanted import Sentence
from tests.devices.sound.listening import save


def write_wav(path: Path, seconds: float) -> Path:
    save(array("h", bytes(2 * round(RATE * seconds))), path)
    return path


class Room(PygameDevice):
    """A fake sound device and clock. heard: the calls to the device, with times."""

    def __init__(self, folder: Path, gone: bool = False, rests: bool = False) -> None:
        self.folder = folder
        self.now = 100.0
        self.heard: list[tuple[float, str]] = []
        self.loudness = 0.0
        self.sides: dict[int, float] = {}
        # Misuse of the device.
        self.complaints: list[str] = []
        self.gain: list[tuple[float, float]] = []
        self.faults: list[tuple[str, str]] = []
        self.tried: list[float] = []
        self.busy_until = 0.0
        self.stuck = False
        self.broken = False
        self.gone = gone
        self.cards = frozenset({("pcmC0D0p", 17)})
        card = Card(self.opened, lambda: self.cards, lambda: rests)
        self.mixer = SoundMixer(folder, 1.0, lambda *what: self.faults.append(what), card)
        self.mixer.open(self.now)

    def opened(self) -> Room:
        self.tried.append(self.now)
        if self.gone:
            raise OSError("no such device")
        self.broken = False
        self.busy_until = 0.0
        self.sides.clear()
        return self

    def note(self, what: str) -> None:
        if self.broken:
            raise RuntimeError("the card is gone")
        self.heard.append((round(self.now - 100.0, 2), what))

    def speak(self, wav: Path, gain: float) -> None:
        self.note(wav.stem)
        self.loudness = gain
        with wave.open(str(wav)) as spoken:
            self.busy_until = self.now + spoken.getnframes() / RATE

    def speech_gain(self, gain: float) -> None:
        self.loudness = gain

    def speaking(self) -> bool:
        return self.stuck or self.now < self.busy_until

    def cut(self) -> None:
        self.note("cut")
        self.busy_until = self.now

    def begin_masking(self, side: int, wav: Path, gain: float) -> None:
        self.note(wav.stem)
        if side in self.sides:
            self.complaints.append("a side that sounds already is taken")
        self.masking_gain(side, gain)

    def masking_gain(self, side: int, gain: float) -> None:
        self.sides[side] = gain
        self.gain.append((self.now, self.gain_now()))

    def end_masking(self, side: int) -> None:
        if self.sides.pop(side) > 0.05:
            self.complaints.append("a segment is cut off audibly")
        if not self.sides:
            self.note("calm")

    def effect(self, wav: Path, gain: float) -> None:
        self.note(f"{wav.stem} at {gain}")

    def close(self) -> None:
        self.note("closed")

    def live(self, seconds: float) -> None:
        """Advance the clock, stepping the mixer whenever it is due, at most a thousand times a second."""
        end = self.now + seconds
        due = self.mixer.step(self.now)
        while due is not None and due < end:
            self.now = max(due, self.now + 0.001)
            due = self.mixer.step(self.now)
        self.now = end
        self.mixer.step(end)

    def rendered(self, name: str, seconds: float = 1.0) -> Sentence:
        return Sentence(name, seconds, write_wav(self.folder / f"{name}.wav", seconds))

    def storm(self, *seconds: float, layer: str = "rain") -> None:
        """Supply segments of this layer of the storm, and of no other."""
        for number, length in enumerate(seconds):
            self.made(f"{layer}-{number:02}", length)

    def made(self, name: str, seconds: float = 1.0) -> None:
        self.mixer.supply(name, write_wav(self.folder / f"{name}.wav", seconds))

    def gain_now(self) -> float:
        """The storm's gain: both sides together, adding as powers do."""
        return math.hypot(*self.sides.values())
