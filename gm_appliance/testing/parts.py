"""The parts of a box at which nobody is but a test: they keep what they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import estimated_length
from gm_appliance.testing.clock import SteppedClock
from gm_appliance.testing.heard import Ears


# Many attributes: one for each thing that a part keeps.
class TestParts:
    """Display, lamps, voice, mixer and tabletop in one.

    outputs: all that left a port, with its time and the port's name.
    pads: the number of the pad that lies before each seat, whose lamp is theirs. lit: the seats with light.
    levels: those set for the voice and the display.
    pace: how slowly the voice speaks; 2.0 for sentences twice as long.
    renders_until: when the voice has rendered what will be said.
    said_in: sentences of other languages, with these.
    spoken, voiced: the languages that were chosen, and the voices that spoke, on trial or chosen.
    """

    def __init__(self, voices: Sequence[str]) -> None:
        self._clock = SteppedClock()
        self._ears = Ears(self._clock.now)
        self._voices = voices
        self.outputs: list[tuple[float, str, Any]] = []
        self.pads = {seat: seat for seat in range(1, 16)}
        self.screen: Screen | None = None
        self.lit: frozenset[int] = frozenset()
        self._storm = False
        self.sounds: list[str] = []
        self.lying: tuple[Prop, ...] = ()
        self.levels: dict[str, int] = {}
        self.pace, self.renders_until = 1.0, 0.0
        self.said_in: list[tuple[str, str]] = []
        self.spoken: list[str] = []
        self.voiced: list[str] = []

    def _leaves(self, port: str, what: Any) -> None:
        self.outputs.append((round(self._clock.t, 3), port, what))

    # ------------------------------------------------------------ display, lamps and tabletop

    def show(self, screen: Screen) -> None:
        self._leaves("display", screen)
        self.screen = screen

    def light(self, lit: frozenset[int]) -> None:
        self._leaves("lamps", lit)
        seats = {pad: seat for seat, pad in self.pads.items()}
        assert not seats or lit <= set(seats), f"a lamp before nobody: {lit} of {seats}"
        self.lit = frozenset(seats[pad] for pad in lit if seats)

    def lay(self, items: Sequence[Prop]) -> None:
        self._leaves("table", tuple(items))
        self.lying = tuple(items)

    def _enlarge(self, large: bool) -> None:
        self.levels["large"] = int(large)

    # ------------------------------------------------------------ voice and mixer

    def say(self, text: str) -> float:
        self._leaves("voice", text)
        seconds = self.pace * estimated_length(text)
        self._ears.say(text, seconds, max(self._clock.t, self.renders_until))
        return seconds

    def _say_in(self, language: str, text: str) -> float:
        self.said_in.append((language, text))
        return self.say(text)

    def hush(self) -> None:
        self._leaves("hush", None)
        self._ears.hush()

    def prepare(self, texts: Sequence[str]) -> None: ...

    def length(self, text: str) -> float | None:
        return self.pace * estimated_length(text) if self._clock.t >= self.renders_until else None

    def volume(self, percent: int) -> None:
        self.levels["volume"] = percent

    def rate(self, words_per_minute: int) -> None:
        self.levels["rate"] = words_per_minute

    def storm(self, on: bool) -> None:
        self._leaves("storm", on)
        self._storm = on

    def play(self, name: str) -> None:
        self._leaves("sound", name)
        self.sounds.append(name)

    # ------------------------------------------------------------ the voices

    def _speak(self, language: str, voice: str) -> None:
        self.spoken.append(language)
        self.voiced.append(voice)

    def _named(self, _language: str, voice: str) -> dict[str, str]:
        first = (voice,) if voice else ()
        return {one: f"The {one}" for one in dict.fromkeys((*first, *self._voices))}

    def _on_trial(self, _language: str, voice: str) -> None:
        self.voiced.append(voice)
