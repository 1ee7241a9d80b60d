"""`gm-appliance config`: check the settings, show the values in use, print a sample."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path

from gm_appliance.config import ConfigError, Configuration, usable
from gm_appliance.config.lines import KeyPath
from gm_appliance.config.schema import SETTINGS, Setting, header, presets_of
from gm_appliance.config.settings import PRESETS, Repeated
from gm_appliance.core.game import JSON
from gm_appliance.core.messages import _
from gm_appliance.storage.adjustments import kept_levels
from gm_appliance.storage.journal import JournalError, JournalReader

TURNED: Mapping[str, KeyPath] = {
    "volume": ("voice", "volume"),
    "rate": ("voice", "rate"),
    "large": ("display", "large"),
    "language": ("language",),
}
"""The settings that can be changed at the table, by their names in the journal."""


def run(args: argparse.Namespace) -> int:
    """Run the command and return its exit code. Raises ConfigError for a file with mistakes."""
    if args.what == "sample":
        from gm_appliance.config.written import sample

        print(sample(), end="")
        return 0
    config = usable(args.config)
    if args.what == "show":
        state = args.state or config.state_folder
        for line in shown(config, _turned(state / "journal.sqlite")):
            print(line)
        for one in config.mistakes:
            print(one.in_file(config.source), file=sys.stderr)
        return 1 if config.mistakes else 0
    if config.mistakes:
        raise ConfigError(str(config.source), *config.mistakes)
    print(_("{file}: no mistakes", file=config.source) if config.source else _("no file: all defaults"))
    for doubt in config.doubts():
        print(doubt)
    return 0


def _turned(journal: Path) -> Mapping[str, JSON]:
    """The values changed at the table, by their names in the journal; empty if it cannot be read."""
    try:
        if not journal.exists():
            return {}
        with closing(JournalReader(journal)) as reader:
            return kept_levels(reader)
    except (JournalError, OSError) as error:
        print(_("what was changed at the table cannot be read: {why}", why=error), file=sys.stderr)
        return {}


def shown(config: Configuration, turned: Mapping[str, JSON]) -> Iterator[str]:
    """Every setting as a line of a file, with a comment that says where its value comes from.

    turned: the values changed at the table, by their names in the journal.
    """
    file = config.source or _("no file: all defaults")
    yield f"# {file}"
    changeable = (*config.levels(), "large", "language")
    levels = {TURNED[name]: value for name, value in turned.items() if name in changeable}
    for section, settings in groupby(SETTINGS, lambda one: one.section):
        yield from ("", header(section)) if section else ()
        yield from (_line(one, config, levels) for one in settings)
    yield from _several(config)


def _several(config: Configuration) -> Iterator[str]:
    """The people and presets in the file, and the built-in presets of games for which it has none."""
    tables = groupby((path for path in config.given if int in map(type, path)), lambda path: path[:-1])
    for place, paths in tables:
        *above, last = (str(key) for key in place if not isinstance(key, int))
        yield from ("", header((*above, Repeated(last))))
        for path in paths:
            value, line = config.given[path]
            where = _("line {line}", line=line)
            yield f"{path[-1]} = {_whole(value)}  # {where}"
    built_in = _("the default")
    for game, presets in config.presets.items():
        for preset in presets if presets is PRESETS.get(game) else ():
            yield from ("", f"{header(presets_of(game))}  # {built_in}")
            keys = {"name": preset.name, **preset.options}
            yield from (f"{key} = {_whole(value)}" for key, value in keys.items())


def _line(setting: Setting, config: Configuration, levels: Mapping[KeyPath, JSON]) -> str:
    value, line = config.given.get(setting.path, (setting.default, 0))
    where = _("line {line}", line=line) if line else _("the default")
    level = levels.get(setting.path)
    if setting.path == TURNED["large"] and level is not None:
        level = "yes" if level else "no"
    if setting.takes(level):
        where = _("changed at the table; otherwise {value}", value=setting.written(value))
        value = level
    return f"{setting.name} = {_whole(value, setting)}  # {where}"


def _whole(value: object, setting: Setting | None = None) -> str:
    """A value as written in a file, not shortened."""
    if setting is None or (isinstance(value, str) and not setting.extra.get("hidden")):
        return json.dumps(value, ensure_ascii=False)
    return setting.written(value)
