"""What an evening is given: its settings, functions that it calls, and where chance and dates come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any

from gm_appliance.app.clock import WallClock
from gm_appliance.app.thinking import Schedule, when_due
from gm_appliance.core.game import Game, Number
from gm_appliance.core.language import SOURCE
from gm_appliance.core.ports import Ports
from gm_appliance.core.values import Value, field
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.storage.adjustments import Adjustment


class EveningSettings(Value):
    """What the configuration and the command line say about an evening.

    language:  of every word, until another is chosen in the menu.
    languages: those that can be chosen there.
    games:     those on offer, with the defaults of their options; None offers the whole registry.
    levels:    where ``"volume"``, ``"rate"`` and ``"large"`` (0 or 1) start. Only those given can be changed
               at the panel.
    roster:    the names of the usual players.
    pad_lamps: whether the pads have lamps, if there are pads. pads: whether there may be any.
    asks_language: whether the very first start asks for the language, where there are several.
    letters:   whether the very first start asks how large the letters on the display are to be.
    power:     how the box is switched on again: a key of `POWER`, or empty if that is not known; None if it
               cannot be switched off in the menu.
    teach:     whether a game is taught to people who are new to it.
    volumes:   the lowest and the highest volume, in percent.
    """

    language: str = SOURCE
    languages: tuple[str, ...] = ()
    games: Mapping[str, Game[Any, Any]] | None = None
    levels: Mapping[str, int] = field(default_factory=dict)
    roster: tuple[str, ...] = ()
    pad_lamps: bool = True
    pads: bool = True
    letters: bool = False
    power: str | None = None
    teach: bool = True
    volumes: tuple[int, int] = (0, 100)
    asks_language: bool = False

    def adjustments(self, ports: Ports, enlarge: Callable[[bool], None]) -> dict[str, Adjustment]:
        """The levels that can be changed. enlarge: makes the display's letters large, or normal again."""

        def volume(percent: int) -> None:
            ports.voice.volume(percent)
            ports.mixer.volume(percent)

        quietest, loudest = self.volumes
        ranges: Mapping[str, tuple[int, int, int, Callable[[int], None]]] = {
            "volume": (quietest, loudest, 10, volume),
            "rate": (80, 300, 10, ports.voice.rate),
            "large": (0, 1, 1, lambda on: enlarge(bool(on))),
        }
        return {
            name: Adjustment(Number(lo, hi, min(hi, max(lo, self.levels[name])), step), turn)
            for name, (lo, hi, step, turn) in ranges.items()
            if name in self.levels
        }


class Hooks(Value):
    """Functions that the evening calls.

    enlarge: when the display's letters become large, or normal again.
    speak:   when a language or a voice was chosen in the menu: with the language, and the voice chosen for it
             now or earlier, empty for none.
    voices:  the voices there are, for the same two: by name their titles, the one that speaks first.
    on_trial: speaks a language in a voice until `speak` is called.
    playing: with a game's name when it begins or goes on, and with an empty string when it is over.
    """

    enlarge: Callable[[bool], None] = lambda large: None
    speak: Callable[[str, str], None] = lambda language, voice: None
    voices: Callable[[str, str], Mapping[str, str]] = lambda language, voice: {}
    on_trial: Callable[[str, str], None] = lambda language, voice: None
    playing: Callable[[str], None] = lambda game: None


class Environment(Value):
    """Where dice, dates and thinking time come from, and the games there are, with their narrations."""

    chance: Random = SystemRandom()
    clock: WallClock = WallClock()
    schedule: Schedule = when_due
    registry: Mapping[str, RegisteredGame] = MappingProxyType(GAMES)
