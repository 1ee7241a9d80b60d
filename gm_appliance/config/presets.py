"""Presets, the named setups of a game: their mistakes, and their complete options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.config.checking import ParsedSettings
from gm_appliance.config.mistakes import Mistake
from gm_appliance.config.schema import header
from gm_appliance.config.settings import PRESETS
from gm_appliance.core.game import BadOption, Game, OneOf, Preset
from gm_appliance.core.messages import _
from gm_appliance.games.registry import GAMES

_NAME = "name"
_PLAYERS = "players"  # the option that the menu asks for even with a complete preset
Options = Mapping[str, int | str]


def fitting(settings: ParsedSettings) -> Iterator[Mistake]:
    """Presets without a name, with the name of another, or with conflicting options."""
    named: set[tuple[str, object]] = set()
    for where, path, line, table in settings.tables:
        if where[0] != "games":
            continue
        name, options = table.get(_NAME), _without_name(table)
        if not name:
            example = 'name = "Hearts"'
            told = _("{table} has no name. Write {example} below it", table=header(where), example=example)
            yield Mistake(line, told, path, header(where))
        elif (where[1], name) in named:
            said = {"table": header(where), "name": repr(name)}
            told = _("{table}: {name} is used twice. Give this one another name", **said)
            yield Mistake(line, told, path, str(name))
        named.add((where[1], name))
        try:
            _complete(GAMES[where[1]].game, options)
        except BadOption as error:
            yield Mistake(line, _("{table}: {why}", table=header(where), why=error), path, str(name))


def built(data: Mapping[str, Any]) -> dict[str, tuple[Preset, ...]]:
    """The presets of each game; the built-in ones for a game without any. data: has been checked."""
    found: dict[str, tuple[Preset, ...]] = dict(PRESETS)
    for game, settings in data.get("games", {}).items():
        if tables := [*filter(None, settings.get("preset", ()))]:
            found[game] = tuple(Preset(one[_NAME], _without_name(one)) for one in tables)
    return found


def _without_name(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != _NAME}


def completed(preset: Preset, game: Game[Any, Any]) -> Preset:
    """The preset with the configured values of the options it leaves out, except those asked all the same."""
    options = _complete(game, preset.options)
    asked = {_PLAYERS, *(one.name for one in game.options if one.at_seats)} - preset.options.keys()
    return Preset(preset.name, {name: value for name, value in options.items() if name not in asked})


def _complete(game: Game[Any, Any], options: Options) -> Options:
    """All options of the game. A target implies ``until = "target"``. Raises BadOption for a conflict."""
    try:
        return game.complete(dict(options))
    except BadOption:
        for implied in _implied(game, options):
            try:
                return game.complete(implied)
            except BadOption:
                continue
        raise


def _implied(game: Game[Any, Any], options: Options) -> Iterator[dict[str, Any]]:
    """These options with each value of each other option."""
    for option in game.options:
        if option.name not in options and isinstance(option.domain, OneOf):
            yield from ({**options, option.name: value} for value in option.domain.options)
