"""The configuration: a TOML file, every key of it optional.

What may stand in it is declared in `settings`; what comes out is a `Configuration` with nothing missing.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from msgspec import convert
from msgspec.structs import asdict

from gm_appliance.config import pins, presets, roster
from gm_appliance.config.checking import checked
from gm_appliance.config.document import document_of
from gm_appliance.config.lines import KeyPath
from gm_appliance.config.mistakes import ConfigError, Mistake
from gm_appliance.config.settings import (
    PRESETS,
    SLOWEST_IN_TIME,
    Box,
    DisplayTable,
    PadsTable,
    PanelTable,
    SoundSettings,
    Table,
    VoiceSettings,
)
from gm_appliance.core.game import Game, Number, OneOf, Option, Preset
from gm_appliance.core.messages import _
from gm_appliance.core.people import Person
from gm_appliance.core.values import immutable
from gm_appliance.devices.display.settings import NONE, DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound.voice import SpeechCommand
from gm_appliance.games.registry import GAMES

__all__ = (
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
    "usable",
    "usable_part",
)

FILE_NAME = "gm-appliance.toml"

BOOT = Path("/boot/firmware")
"""A Pi's boot partition: any computer reads and writes its card there."""

MACHINE = Path("/etc")
"""Where else the machine's own configuration is, for everybody on it."""

MOST_BYTES = 64 * 1024
"""More than this is not a configuration, but some other file."""

Options: TypeAlias = "Mapping[str, int | str]"
T = TypeVar("T", bound=Table)


@immutable
class Pads:
    """port:   the seat hub's serial device; None for a table without pads.
    source: one of `settings.SOURCES`. keypad: with INPUT, part of the name of a number pad that looks like
            a keyboard; empty for none.
    """

    port: str | None = PadsTable().port
    source: str = PadsTable().source
    keypad: str = PadsTable().keypad


def _every_default() -> Mapping[str, Options]:
    return {
        name: {one.name: one.default for one in registered.game.options} for name, registered in GAMES.items()
    }


@immutable
class Configuration:
    """All settings, checked.

    language: one of `languages()`. state: the folder games are remembered in; None for the usual one.
    games:    for each game in the box, what each of its options is where nobody says otherwise.
    roster:   who usually plays here.
    presets:  of each game that has any, its setups by name.
    source:   the file it was read from; None where there is none.
    given:    what is set in it and counts: by its place the value, and its line.
    mistakes: what is wrong in it. Tables with a mistake in them are as without a file.
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
    presets: Mapping[str, tuple[Preset, ...]] = field(default_factory=lambda: PRESETS)
    source: Path | None = field(default=None, compare=False)
    given: Mapping[KeyPath, tuple[Any, int]] = field(default_factory=dict, compare=False, repr=False)
    mistakes: tuple[Mistake, ...] = field(default=(), compare=False)

    def speech(self) -> SpeechCommand | None:
        """The table's own engine; None for espeak-ng."""
        words = shlex.split(self.voice.command)
        _command, line = self.given.get(("voice", "command"), ("", 0))
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

        A number picker starts at its default, and a menu has it first. Its presets are complete. Raises
        KeyError for no game.
        """
        game, defaults = GAMES[name].game, self.games[name]
        own = replace(game, options=tuple(_with_default(one, defaults[one.name]) for one in game.options))
        known = tuple(presets.completed(one, own) for one in self.presets.get(name, ()))
        return replace(own, presets=known)


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
    config = usable(named)
    if config.mistakes:
        raise ConfigError(str(config.source), *config.mistakes)
    return config


def usable(named: Path | None = None) -> Configuration:
    """As `configuration`, but raises nothing: mistakes are noted, and tables with one do not count."""
    path = named or next((place for place in search_paths() if os.path.lexists(place)), None)
    if path is None:
        return _misnamed()
    try:
        content = _read(path)
    except ConfigError as error:
        return Configuration(source=path, mistakes=error.mistakes)
    return replace(usable_part(content), source=path)


def search_paths() -> tuple[Path, ...]:
    """Where a configuration is looked for: the user's own, the boot partition's, the machine's."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    # A relative one is to be passed over, says the XDG base directory specification.
    own = named if os.path.isabs(named) else os.path.expanduser("~/.config")
    return Path(own, FILE_NAME), BOOT / FILE_NAME, MACHINE / FILE_NAME


def _misnamed() -> Configuration:
    """The defaults; with a mistake where the boot partition has the file by the name Windows hides."""
    path = BOOT / f"{FILE_NAME}.txt"
    if not os.path.lexists(path):
        return Configuration()
    return Configuration(source=path, mistakes=(Mistake(0, _("rename it to {name}", name=FILE_NAME)),))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = error.strerror or str(error)
        raise ConfigError(str(path), Mistake(0, _("it cannot be read: {why}", why=why))) from None
    if len(content) > MOST_BYTES:
        told = _("it has more than {most} bytes; is it another file?", most=MOST_BYTES)
        raise ConfigError(str(path), Mistake(0, told))
    return content


def parse(content: bytes, file: str = FILE_NAME) -> Configuration:
    """The settings in a file's bytes. file: its name, for messages. Raises ConfigError."""
    config = usable_part(content)
    if config.mistakes:
        raise ConfigError(file, *config.mistakes)
    return config


def usable_part(content: bytes) -> Configuration:
    """As `parse`, but raises nothing: mistakes are noted, and tables with one do not count."""
    data, lines, mistakes = document_of(content)
    mistakes += checked(data, lines, (pins.one_function_a_pin, presets.fitting, roster.one_person_a_name))
    mistakes.sort(key=lambda one: one[:2])
    found = {path: (_at(data, path), line) for path, line in lines.items()}
    given = {path: one for path, one in found.items() if isinstance(one[0], int | str)}
    return replace(_configuration(data), given=given, mistakes=tuple(mistakes))


def _at(data: Any, path: KeyPath) -> Any:
    """What is left at this place; None where it was taken out."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else data and data[key]
    return data


def _configuration(data: dict[str, Any]) -> Configuration:
    """From data that is legal throughout."""

    def table(kind: type[T], name: str) -> T:
        return convert(data.get(name, {}), kind)

    box = convert({key: value for key, value in data.items() if key in ("language", "state")}, Box)
    panel, display = table(PanelTable, "panel"), table(DisplayTable, "display")
    pads = table(PadsTable, "pads")
    # Wires that go nowhere may be wrong.
    wired = asdict(display) if display.driver != NONE else {"driver": NONE}
    games = data.get("games", {})
    return Configuration(
        language=box.language,
        state=Path(os.path.expanduser(box.state)) if box.state else None,
        voice=table(VoiceSettings, "voice"),
        sound=table(SoundSettings, "sound"),
        panel=PanelSettings(**{**asdict(panel), "enabled": panel.enabled == "yes"}),
        display=DisplaySettings(**{**wired, "large": display.large == "yes"}),
        pads=Pads(None if pads.port == NONE else pads.port, pads.source, pads.keypad),
        games={
            name: MappingProxyType({key: games.get(name, {}).get(key, one) for key, one in defaults.items()})
            for name, defaults in _every_default().items()
        },
        roster=roster.built(data),
        presets=presets.built(data),
    )
