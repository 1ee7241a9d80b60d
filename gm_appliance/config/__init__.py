"""The configuration: a TOML file, every key of it optional.

What may stand in it is `KEYS`; what comes out is a `Configuration` with nothing missing.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from gm_appliance.config import parts, roster
from gm_appliance.config.checking import CommandLine, ConfigError, Folder, Key, Mistake, Text, checked
from gm_appliance.config.lines import KeyPath, lines_of
from gm_appliance.config.parts import Pads, SoundSettings
from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.core.language import N_, languages
from gm_appliance.core.messages import _
from gm_appliance.core.people import Person
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound.voice import DEFAULT_RATE, FASTEST, SLOWEST, SpeechCommand
from gm_appliance.games.registry import GAMES

__all__ = (
    "KEYS",
    "ConfigError",
    "Configuration",
    "DisplaySettings",
    "Mistake",
    "Pads",
    "PanelSettings",
    "SoundSettings",
    "VoiceSettings",
    "configuration",
    "parse",
    "search_paths",
)

FILE_NAME = "gm-appliance.toml"

MACHINE = Path("/etc")
"""Where the machine's own configuration is, for everybody on it."""

MOST_BYTES = 64 * 1024
"""More than this is not a configuration, but some other file."""

SLOWEST_IN_TIME = 140
"""Words a minute from which on every sentence of a timetable fits it, as measured in `tests`."""


def _keys() -> Iterator[Key]:
    yield Key((), "language", OneOf(languages()), "en")
    yield Key((), "state", Folder(), "")
    yield Key(("voice",), "rate", Number(SLOWEST, FASTEST, DEFAULT_RATE), DEFAULT_RATE)
    yield Key(("voice",), "volume", Number(0, 100, 100), 100)
    voice = N_('a voice of espeak-ng, such as "gmw/en+f3"; or ""')
    yield Key(("voice",), "name", Text(r"|([a-z]+/)?[A-Za-z0-9-]+(\+[A-Za-z0-9_-]+)?", voice), "")
    yield Key(("voice",), "command", CommandLine(), "")
    yield from parts.keys()
    for name, registered in GAMES.items():
        for option in registered.game.options:
            yield Key(("games", name), option.name, option.domain, option.default)


KEYS: tuple[Key, ...] = tuple(_keys())
"""What may be set once; what may be set of each person is in `roster.KEYS`."""

Options: TypeAlias = "Mapping[str, int | str]"


def _every_default() -> Mapping[str, Options]:
    return {
        name: {one.name: one.default for one in registered.game.options} for name, registered in GAMES.items()
    }


@dataclass(frozen=True)
class VoiceSettings:
    """rate: words a minute, 80 to 450. volume: percent, 0 to 100, of everything that sounds.

    name: espeak-ng's, with a variant if need be, ``"gmw/en+f3"``; empty for the language's own.
    command: a program that speaks instead, with its arguments; empty for espeak-ng.
    """

    rate: int = DEFAULT_RATE
    volume: int = 100
    name: str = ""
    command: str = ""


@dataclass(frozen=True)
class Configuration:
    """All settings, checked.

    language: one of `languages()`. state: the folder games are remembered in; None for the usual one.
    games:    for each game in the box, what each of its options is where nobody says otherwise.
    roster:   who usually plays here.
    source:   the file it was read from; None where there is none.
    lines:    of what is set in it, the lines.
    """

    language: str = "en"
    state: Path | None = None
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    pads: Pads = field(default_factory=Pads)
    games: Mapping[str, Options] = field(default_factory=_every_default)
    roster: tuple[Person, ...] = ()
    source: Path | None = field(default=None, compare=False)
    lines: Mapping[KeyPath, int] = field(default_factory=dict, compare=False, repr=False)

    def speech(self) -> SpeechCommand | None:
        """The table's own engine; None for espeak-ng."""
        words = shlex.split(self.voice.command)
        line = self.lines.get(("voice", "command"), 0)
        place = f"{self.source}:{line}: " if self.source else ""
        return SpeechCommand(tuple(words), f"{place}[voice] command") if words else None

    def levels(self) -> dict[str, int]:
        """What can be turned at the table, and where it stands at first."""
        speech = self.speech()
        rate = {} if speech and not speech.turns else {"rate": self.voice.rate}
        return {"volume": self.voice.volume, **rate}

    def doubts(self) -> tuple[str, ...]:
        """What is legal, but will hardly be liked; for the log."""
        doubts = []
        if self.voice.rate < SLOWEST_IN_TIME:
            doubts.append(
                f"[voice] rate = {self.voice.rate}: with closed eyes words come late, so presses may count "
                f"for another name. {SLOWEST_IN_TIME} or more is in time"
            )
        if re.search(r":\d", self.sound.device):
            doubts.append(
                f'[sound] device = "{self.sound.device}": cards are numbered anew at every start. '
                f"A name stays: aplay -L lists them, such as plughw:CARD=Headphones"
            )
        return tuple(doubts)

    def game(self, name: str) -> Game[Any, Any]:
        """The game of that name, with these settings as its options' defaults.

        A number picker starts at its default, and a menu has it first. Raises KeyError for no game.
        """
        game, defaults = GAMES[name].game, self.games[name]
        return replace(game, options=tuple(_with_default(one, defaults[one.name]) for one in game.options))


def _with_default(option: Option, default: int | str) -> Option:
    domain = option.domain
    if isinstance(domain, Number):
        assert isinstance(default, int)
        domain = replace(domain, start=default)
    else:
        domain = OneOf((default, *(value for value in domain.options if value != default)))
    return replace(option, domain=domain, default=default)


# ---------------------------------------------------------------- finding and reading


def configuration(named: Path | None = None) -> Configuration:
    """The settings in the file named, else in the first of `search_paths` that exists, else the defaults.

    Raises ConfigError: the file cannot be read, or something in it is wrong.
    """
    path = named or next((place for place in search_paths() if os.path.lexists(place)), None)
    if path is None:
        return Configuration()
    return replace(parse(_read(path), str(path)), source=path)


def search_paths() -> tuple[Path, ...]:
    """Where a configuration is looked for, the user's own before the machine's."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    # A relative one is to be passed over, says the XDG base directory specification.
    own = named if os.path.isabs(named) else os.path.expanduser("~/.config")
    return Path(own, FILE_NAME), MACHINE / FILE_NAME


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = error.strerror or str(error)
        raise ConfigError(str(path), Mistake(0, _("it cannot be read: {why}", why=why))) from None
    if len(found) > MOST_BYTES:
        told = _("it has more than {most} bytes; is it another file?", most=MOST_BYTES)
        raise ConfigError(str(path), Mistake(0, told))
    return found


def parse(content: bytes, file: str = FILE_NAME) -> Configuration:
    """The settings in a file's bytes. file: its name, for messages. Raises ConfigError."""
    rules = (parts.one_function_a_pin, roster.one_person_a_name)
    data = checked(content, file, KEYS, rules, roster.KEYS)
    return replace(_configuration(data), lines=lines_of(content.decode("utf-8-sig")))


def _configuration(data: dict[str, Any]) -> Configuration:
    """From data that is legal throughout."""
    games, state = data.get("games", {}), data.get("state", "")
    return Configuration(
        language=data.get("language", "en"),
        state=Path(os.path.expanduser(state)) if state else None,
        voice=VoiceSettings(**data.get("voice", {})),
        games={
            name: MappingProxyType({**defaults, **games.get(name, {})})
            for name, defaults in _every_default().items()
        },
        roster=roster.built(data),
        **parts.built(data),
    )
