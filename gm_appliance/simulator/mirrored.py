"""Display, voice and mixer that also show in the room what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import FaultReport, Mixer, Voice
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.simulator.room import Room


class DecodedDisplay:
    """The real display's driver on a decoded bus: the room shows the picture of the modelled controller.

    settings: of the display.
    """

    def __init__(self, room: Room, settings: DisplaySettings, fault: FaultReport) -> None:
        # The driver imports the imaging libraries.
        from gm_appliance.devices.display.oled import open_display
        from gm_appliance.simulator.decoded_bus import DecodedBus

        bus = DecodedBus(room.show_picture, settings.driver, settings.i2c_address)
        self._room = room
        self._display = open_display(settings, fault, bus=bus)
        self.enlarge = self._display.enlarge
        self.wake = self._display.wake
        self.close = self._display.close

    def show(self, screen: Screen) -> None:
        self._room.read_out(screen)
        self._display.show(screen)


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
