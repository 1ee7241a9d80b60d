"""The configuration: a TOML file in which every key is optional.

`settings` declares the keys; the result is a complete `Configuration`.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from msgspec import convert
from msgspec.structs import asdict

from gm_appliance.config import hats, pins, presets, settings
from gm_appliance.config.checking import Rule, checked
from gm_appliance.config.document import document_of
from gm_appliance.config.lines import KeyPath
from gm_appliance.config.mistakes import ConfigError, Mistake
from gm_appliance.config.rules import no_program, one_person_a_name, quiet_to_loud
from gm_appliance.config.schema import SETTINGS
from gm_appliance.config.settings import RoomSettings, SoundSettings, VoiceSettings
from gm_appliance.core.game import Game, Number, OneOf, Option, Preset
from gm_appliance.core.language import SOURCE
from gm_appliance.core.messages import _, reason
from gm_appliance.core.people import Person, tidied
from gm_appliance.core.values import Redacted, Value, field, replace
from gm_appliance.devices.display.settings import NONE, DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.devices.sound.speech_command import SpeechCommand
from gm_appliance.games.registry import GAMES

__all__ = ["Configuration", "Pads", "configuration", "parse", "search_paths", "usable", "usable_part"]
__all__ += ["ConfigError", "DisplaySettings", "Mistake", "PanelSettings"]
__all__ += ["RoomSettings", "SoundSettings", "VoiceSettings"]

FILE_NAME = "gm-appliance.toml"

BOOT = Path("/boot/firmware")  # a Pi's boot partition, which any computer can read and write
MACHINE = Path("/etc")

MOST_BYTES = 64 * 1024  # the largest file that is read; a larger one is not a configuration
Options: TypeAlias = "Mapping[str, int | str]"
T = TypeVar("T", bound=settings.Table)


class Pads(Value):
    """The seat pads.

    port:   the seat hub's serial device; None for a table without pads.
    source: one of `settings.SOURCES`.
    keypad: with INPUT, part of the name of a number pad that looks like a keyboard; empty for none.
    """

    port: str | None = settings.PadsTable().port
    source: str = settings.PadsTable().source
    keypad: str = settings.PadsTable().keypad


def _every_default() -> Mapping[str, Options]:
    return {
        name: {one.name: one.default for one in registered.game.options} for name, registered in GAMES.items()
    }


# Many attributes: one for each table of the file, and for where it came from.
class Configuration(Redacted):
    """All settings, checked.

    language: one of `languages()`.
    state:    the folder for games; None for the default one.
    games:    the defaults of each game's options, by game.
    presets:  by game, for those that have any.
    asks_language: no file names the language, so the first start asks for it.
    ratings:  people are rated by their games.
    source:   the file; None for none.
    given:    value and line of every setting in the file that is used.
    mistakes: in the file. Tables with a mistake have their defaults.
    """

    redacted = ("given", "room")  # a password

    language: str = SOURCE
    state: Path | None = None
    voice: VoiceSettings = field(default_factory=VoiceSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    pads: Pads = field(default_factory=Pads)
    room: RoomSettings = field(default_factory=RoomSettings)
    games: Mapping[str, Options] = field(default_factory=_every_default)
    roster: tuple[Person, ...] = ()
    presets: Mapping[str, tuple[Preset, ...]] = field(default_factory=lambda: settings.PRESETS)
    asks_language: bool = True
    ratings: bool = False
    source: Path | None = None
    given: Mapping[KeyPath, tuple[Any, int]] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether all settings are equal, whatever file they came from."""
        return isinstance(other, Configuration) and self._settings == other._settings

    __hash__ = None  # type: ignore[assignment]

    @property
    def state_folder(self) -> Path:
        return self.state or default_state()

    @property
    def _settings(self) -> dict[str, object]:
        where = ("source", "given", "mistakes")
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in where}

    def speech(self) -> SpeechCommand | None:
        """The engine of the setting ``command``, if any."""
        words = shlex.split(self.voice.command)
        _command, line = self.given.get(("voice", "command"), ("", 0))
        place = f"{self.source}:{line}: " if self.source else ""
        return SpeechCommand(tuple(words), f"{place}[voice] command") if words else None

    def levels(self) -> dict[str, int]:
        """The initial values of the levels that can be changed at the table."""
        speech = self.speech()
        rate = {} if speech and not speech.turns else {"rate": self.voice.rate}
        return {"volume": self.voice.first_volume, **rate}

    def doubts(self, root: Path = Path("/")) -> tuple[str, ...]:
        """Warnings about legal settings, for the log. root: of the machine's files."""
        doubts = []
        if re.search(r":\d", self.sound.device):
            doubts.append(
                f'[sound] device = "{self.sound.device}": card numbers can change at every start. '
                f"Names do not, such as plughw:CARD=Headphones; aplay -L lists them"
            )
        values: dict[KeyPath, int | str] = {
            one.path: self.given.get(one.path, (one.default, 0))[0] for one in SETTINGS
        }
        return (*doubts, *hats.doubts(values, root))

    def game(self, name: str) -> Game[Any, Any]:
        """The game with these settings as its options' defaults, and with complete presets. Raises KeyError.
        A number picker starts at the default, and a menu lists it first."""
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
    """The settings in the named file, else in the first of `search_paths` that exists, else the defaults.
    Raises ConfigError if the file cannot be read or has a mistake."""
    config = usable(named)
    if config.mistakes:
        raise ConfigError(str(config.source), *config.mistakes)
    return config


def usable(named: Path | None = None) -> Configuration:
    """Like `configuration`, but lists mistakes in the result; tables with a mistake have their defaults."""
    path = named or next((place for place in search_paths() if os.path.lexists(place)), None)
    if path is None:
        return _misnamed()
    try:
        content = _read(path)
    except ConfigError as error:
        return Configuration(source=path, mistakes=error.mistakes)
    on_boot = BOOT.resolve() in path.resolve().parents
    return replace(usable_part(content, foreign=on_boot), source=path)


def search_paths() -> tuple[Path, ...]:
    """The places of a configuration, in order: the user's, the boot partition's, the machine's."""
    named = os.environ.get("XDG_CONFIG_HOME", "")
    # The XDG base directory specification says to ignore relative paths.
    own = named if os.path.isabs(named) else os.path.expanduser("~/.config")
    return Path(own, FILE_NAME), BOOT / FILE_NAME, MACHINE / FILE_NAME


def default_state() -> Path:
    """The folder for games unless the configuration names one."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "gm-appliance"


def _misnamed() -> Configuration:
    """The defaults, with a mistake if the boot partition has the file with .txt, which Windows hides."""
    path = BOOT / f"{FILE_NAME}.txt"
    if not os.path.lexists(path):
        return Configuration()
    return Configuration(source=path, mistakes=(Mistake(0, _("rename it to {name}", name=FILE_NAME)),))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except PermissionError:
        # The installed file contains people's names, so only root may read it.
        raise ConfigError(str(path), Mistake(0, _("this user may not read it: try it with sudo"))) from None
    except OSError as error:
        raise ConfigError(str(path), Mistake(0, _("it cannot be read: {why}", why=reason(error)))) from None
    if len(content) > MOST_BYTES:
        told = _("it has more than {most} bytes; is it the right file?", most=MOST_BYTES)
        raise ConfigError(str(path), Mistake(0, told))
    return content


def parse(content: bytes, file: str = FILE_NAME) -> Configuration:
    """The settings in a file. file: its name, for messages. Raises ConfigError."""
    config = usable_part(content)
    if config.mistakes:
        raise ConfigError(file, *config.mistakes)
    return config


def usable_part(content: bytes, *, foreign: bool = False) -> Configuration:
    """Like `parse`, but mistakes are listed in the result, and tables with one have their defaults.

    foreign: anybody with the card and a computer can write it.
    """
    data, lines, mistakes = document_of(content)
    rules: list[Rule] = [pins.one_function_a_pin, presets.fitting, one_person_a_name, quiet_to_loud]
    if foreign:
        rules.append(partial(no_program, allowed_in=MACHINE / FILE_NAME))
    mistakes += checked(data, lines, rules)
    mistakes.sort(key=lambda one: one[:2])
    found = {path: (_at(data, path), line) for path, line in lines.items()}
    given = {path: one for path, one in found.items() if isinstance(one[0], int | str)}
    return replace(_configuration(data), given=given, mistakes=tuple(mistakes))


def _at(data: Any, path: KeyPath) -> Any:
    """The value at a path; None if it was left out."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else data and data[key]
    return data


def _configuration(data: dict[str, Any]) -> Configuration:
    """data: has been checked."""

    def table(kind: type[T], name: str) -> T:
        return convert(data.get(name, {}), kind)

    box = convert({one: data[one] for one in settings.Box.__struct_fields__ if one in data}, settings.Box)
    panel, display = table(settings.PanelTable, "panel"), table(settings.DisplayTable, "display")
    pads = table(settings.PadsTable, "pads")
    # Without a display its wiring does not matter.
    wired = asdict(display) if display.driver != NONE else {"driver": NONE}
    games = data.get("games", {})
    return Configuration(
        language=SOURCE if box.language == settings.ASK else box.language,
        asks_language=box.language == settings.ASK,
        state=Path(os.path.expanduser(box.state)) if box.state else None,
        ratings=box.ratings == "yes",
        voice=table(VoiceSettings, "voice"),
        sound=table(SoundSettings, "sound"),
        panel=PanelSettings(**{**asdict(panel), "enabled": panel.enabled == "yes"}),
        display=DisplaySettings(**{**wired, "large": display.large == "yes"}),
        room=table(RoomSettings, "room"),
        pads=Pads(None if pads.port == NONE else pads.port, pads.source, pads.keypad),
        games={
            name: MappingProxyType({key: games.get(name, {}).get(key, one) for key, one in defaults.items()})
            for name, defaults in _every_default().items()
        },
        roster=tuple(
            Person(tidied(one["name"]), one.get("spoken", "").strip())
            for one in filter(None, data.get("roster", ()))
        ),
        presets=presets.built(data),
    )
