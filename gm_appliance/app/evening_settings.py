"""The inputs of an evening: settings, hooks, and sources of chance and time."""

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


# Many attributes: one for each thing in which evenings differ.
class EveningSettings(Value):
    """language:  the first one. languages: those offered in the menu.
    games:     those on offer, with the defaults of their options; None for the whole registry.
    levels:    the initial ``"volume"``, ``"rate"`` and ``"large"`` (0 or 1). Only these can be changed.
    roster:    the names of the usual players.
    pads:      whether there may be any. pad_lamps: whether they have lamps.
    letters, asks_language: whether the very first start asks for the size of letters, and for the language if
               there are several.
    power:     how the box is switched on again: a key of `POWER`, or empty if unknown; None if it cannot be
               switched off in the menu.
    teach:     whether games are taught to people new to them.
    volumes:   the lowest and the highest volume, in percent.
    phones:    whether the evening begins with the phones' code.
    ratings:   whether people are rated by their games.
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
    phones: bool = False
    ratings: bool = False

    def adjustments(self, ports: Ports, enlarge: Callable[[bool], None]) -> dict[str, Adjustment]:
        """enlarge: makes the display's letters large, or normal again."""

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
    """Functions called by the evening.

    enlarge: makes the display's letters large, or normal again.
    speak:   sets a language and the voice chosen for it, empty for the usual one.
    voices:  returns the titles of the voices for the same two, by name, the speaking one first.
    on_trial: speaks a language in a voice until `speak` is called.
    playing: told the name of a game that begins or goes on, and an empty string when it is over.
    bots:    returns the seats that no person plays.
    """

    enlarge: Callable[[bool], None] = lambda large: None
    speak: Callable[[str, str], None] = lambda language, voice: None
    voices: Callable[[str, str], Mapping[str, str]] = lambda language, voice: {}
    on_trial: Callable[[str, str], None] = lambda language, voice: None
    playing: Callable[[str], None] = lambda game: None
    bots: Callable[[], frozenset[int]] = frozenset


class Environment(Value):
    """Sources of dice, dates and thinking time, and the games."""

    chance: Random = SystemRandom()
    clock: WallClock = WallClock()
    schedule: Schedule = when_due
    registry: Mapping[str, RegisteredGame] = MappingProxyType(GAMES)
