"""A voice and a mixer that also show their output in the room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm_appliance.core.ports import Mixer, Voice
from gm_appliance.simulator.room import Room


class CaptionedVoice:
    """A voice whose sentences the room shows as captions. say_in: as in `Ports`."""

    def __init__(self, voice: Voice, room: Room, say_in: Callable[[str, str], float] | None = None) -> None:
        self._voice = voice
        self._room = room
        self._say_in = say_in

    def say_in(self, language: str, text: str) -> float:
        seconds = self._say_in(language, text) if self._say_in else self._voice.say(text)
        self._room.caption(text, seconds)
        return seconds

    def say(self, text: str) -> float:
        seconds = self._voice.say(text)
        self._room.caption(text, seconds)
        return seconds

    def hush(self) -> None:
        self._voice.hush()
        self._room.hush()

    def prepare(self, texts: Sequence[str]) -> None:
        self._voice.prepare(texts)

    def length(self, text: str) -> float | None:
        return self._voice.length(text)

    def volume(self, percent: int) -> None:
        self._voice.volume(percent)

    def rate(self, words_per_minute: int) -> None:
        self._voice.rate(words_per_minute)


class MirroredMixer:
    """A mixer whose storm darkens the room, and whose sounds the room names."""

    def __init__(self, mixer: Mixer, room: Room) -> None:
        self._mixer = mixer
        self._room = room

    def storm(self, on: bool) -> None:
        self._mixer.storm(on)
        self._room.storm(on)

    def play(self, name: str) -> None:
        self._mixer.play(name)
        self._room.sound(name)

    def volume(self, percent: int) -> None:
        self._mixer.volume(percent)
