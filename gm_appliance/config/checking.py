"""Checks parsed TOML: lists all mistakes, each with its line and what was probably meant.

msgspec checks the values; this module finds lines, guesses which key was meant, and leaves out tables with
mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from gm_appliance.config.lines import KeyPath
from gm_appliance.config.mistakes import Mistake
from gm_appliance.config.schema import REPEATED, SETTINGS, Setting, either, header, near, placed, short
from gm_appliance.config.settings import Repeated, Section
from gm_appliance.core.messages import _

MOST_MISTAKES = 100  # with so many mistakes it must be another kind of file, and nothing in it is used


class FoundTable(NamedTuple):
    """A legal table that may be repeated. path: ends with its index, from 0."""

    section: Section
    path: KeyPath
    line: int
    values: Mapping[str, int | str]


class ParsedSettings(NamedTuple):
    """The argument of a rule. values: of all settings, without wrong ones. lines: of those in the file."""

    values: Mapping[KeyPath, int | str]
    lines: Mapping[KeyPath, int]
    tables: Sequence[FoundTable] = ()


Rule: TypeAlias = "Callable[[ParsedSettings], Iterable[Mistake]]"


def checked(data: dict[str, Any], lines: Mapping[KeyPath, int], rules: Sequence[Rule]) -> list[Mistake]:
    """All mistakes in a document's data, by line. Tables with mistakes are removed from `data`, which is
    legal then; a repeated one becomes None."""
    told = mistakes = _mistakes(data, lines, rules)
    while mistakes:
        left_out = sum(_leave_out(data, one.path) for one in mistakes)
        if not left_out or len(mistakes) >= MOST_MISTAKES:
            data.clear()
        # The defaults in their place may conflict with what is left.
        mistakes = _mistakes(data, lines, rules)
    return told


def _mistakes(data: Mapping[str, Any], lines: Mapping[KeyPath, int], rules: Sequence[Rule]) -> list[Mistake]:
    checker = _Checker(SETTINGS, lines, REPEATED)
    mistakes = list(islice(checker.mistakes(data, ()), MOST_MISTAKES))
    settings = ParsedSettings(_values(data), lines, checker.tables)
    mistakes += (mistake for rule in rules for mistake in rule(settings))
    return sorted(mistakes, key=lambda one: one[:2])


def _values(data: Mapping[str, Any]) -> dict[KeyPath, int | str]:
    """The value of each setting, or its default; those with an illegal value are missing."""
    values: dict[KeyPath, int | str] = {}
    for setting in SETTINGS:
        table: Any = data
        for name in setting.section:
            table = table.get(name, {}) if isinstance(table, dict) else {}
        value = table.get(setting.name, setting.default) if isinstance(table, dict) else setting.default
        if setting.takes(value):
            values[setting.path] = value
    return values


def _leave_out(data: dict[str, Any], path: KeyPath) -> bool:
    """Remove a table, or at the top level a key, or the keys of a key's table; returns if it was there."""
    table: Any = data
    for key in path[:-1]:
        if isinstance(key, int):  # one of several tables
            return _leave_out(data, path[: path.index(key) + 1])
        table = table.get(key, {})
    last = path[-1]
    if isinstance(last, int):
        there = table[last] is not None
        table[last] = None
        return there
    if len(path) > 1 and not is_table(table.get(last)):
        gone = [key for key, value in table.items() if not is_table(value)]
    else:
        gone = [last]
    return sum(table.pop(key, None) is not None for key in gone) > 0


def is_table(value: object) -> bool:
    """Whether it is a table, or repeated tables, some of which may have been removed."""
    several = isinstance(value, list) and bool(value) and all(isinstance(one, dict | None) for one in value)
    return isinstance(value, dict) or several


# ---------------------------------------------------------------- each key


class _Checker:
    def __init__(
        self, settings: Sequence[Setting], lines: Mapping[KeyPath, int], repeated: Sequence[Setting] = ()
    ) -> None:
        self._settings = {setting.path: setting for setting in settings}
        self._headed = tuple(dict.fromkeys(one.section for one in (*settings, *repeated) if one.section))
        self._repeated: dict[Section, list[Setting]] = {}
        for one in repeated:
            self._repeated.setdefault(one.section, []).append(one)
        self._lines = lines
        self.tables: list[FoundTable] = []

    def mistakes(self, data: Mapping[str, Any], section: Section, at: KeyPath = ()) -> Iterator[Mistake]:
        """In a table and its subtables. at: its path, with indices."""
        for name, value in data.items():
            path, here = (*section, name), (*at, name)
            if path in self._settings:
                setting = self._settings[path]
                if not setting.takes(value):
                    yield self._wrong_value(setting, value, here)
            elif path in self._repeated:
                yield from self._each(path, value)
            elif not (headed := [one for one in self._headed if one[: len(path)] == path]):
                yield self._unknown(path, is_table(value), here)
            elif isinstance(value, dict):
                yield from self.mistakes(value, path, here)
            else:
                once = [section for section in headed if not isinstance(section[-1], Repeated)]
                tables = either(map(header, once))
                named = placed(section, repr(short(name)))
                how = _(
                    "{name} is a table. Write {tables} once, with its keys below it",
                    name=named,
                    tables=tables,
                )
                yield Mistake(self._lines[here], how, here, name)

    def _each(self, path: Section, tables: object) -> Iterator[Mistake]:
        """In repeated tables."""
        settings = self._repeated[path]
        section = settings[0].section
        if not isinstance(tables, list) or not is_table(tables):
            named = placed(path[:-1], repr(path[-1]))
            told = _(
                "{name} is a table that may occur several times. Write {table} above each",
                **{"name": named, "table": header(section)},
            )
            yield Mistake(self._lines[path], told, path, path[-1], header(section))
            return
        for number, table in enumerate(tables):
            if table is None:
                continue
            here: KeyPath = (*path, number)
            mistakes = list(_Checker(settings, self._lines).mistakes(table, section, here))
            yield from mistakes
            if not mistakes:
                self.tables.append(FoundTable(section, here, self._lines[here], table))

    def _wrong_value(self, setting: Setting, value: object, at: KeyPath) -> Mistake:
        said = {"setting": placed(setting.section, setting.name), "value": setting.written(value)}
        told = _("{setting} cannot be {value}. Possible: {legal}", **said, legal=setting.legal)
        meant = setting.meant(value)
        if meant is None:
            return Mistake(self._lines[at], told, at, setting.name)
        shown = setting.written(meant)
        asked = _("Did you mean {name}?", name=shown)
        return Mistake(self._lines[at], f"{told}. {asked}", at, setting.name, shown)

    # ------------------------------------------------------------ what is not known

    def _unknown(self, path: Section, is_table: bool, at: KeyPath) -> Mistake:
        shown = header(path) if is_table else placed(path[:-1], repr(short(path[-1])))
        told = _("{setting} is not known here.", setting=shown)
        asked, meant = self._meant(path, is_table)
        return Mistake(self._lines[at], f"{told} {asked}", at, header(path) if is_table else path[-1], meant)

    def _meant(self, path: Section, is_table: bool) -> tuple[str, str]:
        """The probable intention, as a sentence and as a word."""
        *above, name = path
        others = self._headed if is_table else tuple(self._settings)
        if elsewhere := [one for one in others if one[-1] == name]:
            if is_table:
                return _("Did you mean {name}?", name=either(map(header, elsewhere))), header(elsewhere[0])
            sections = [one[:-1] for one in elsewhere]
            if () in sections:
                belongs = _("It belongs at the top, before the first [table]")
            else:
                belongs = _("It belongs under {table}", table=either(map(header, sections)))
            return belongs, placed(sections[0], name)
        known = [
            one[: len(path)] for one in (*self._settings, *self._headed) if one[: len(above)] == tuple(above)
        ]
        here = {one[-1]: one for one in known if len(one) == len(path)}
        found = near(name, [*here, *(one[-1] for one in others)])
        if found in here:
            is_key = here[found] in self._settings
            shown = repr(found) if is_key else header(here[found])
            return _("Did you mean {name}?", name=shown), found if is_key else shown
        if not found:
            return _("Known here: {names}", names=", ".join(here)), ""
        first = next(one for one in others if one[-1] == found)
        if is_table:
            return _("Did you mean {name}?", name=header(first)), header(first)
        if section := first[:-1]:
            told = _("Did you mean {name!r} under {table}?", name=found, table=header(section))
        else:
            told = _("Did you mean {name!r} at the top, before the first [table]?", name=found)
        return told, placed(section, found)
