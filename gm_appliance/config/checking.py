"""TOML read and checked against a list of keys: every mistake at once, each with its line.

A message says what is wrong, what would be legal, and the nearest key or value that may be meant.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeAlias

from gm_appliance.config.lines import KeyPath, lines_of
from gm_appliance.core.game import Number, OneOf
from gm_appliance.core.language import Message
from gm_appliance.core.messages import _
from gm_appliance.core.people import MOST_LETTERS, is_name, tidied
from gm_appliance.core.values import frozen

Section: TypeAlias = "tuple[str, ...]"
"""The names from the top to a table, ``("games", "scorepad")``; empty for the top."""


class Repeated(str):
    """The last name of a section that may stand several times, as ``[[games.scorepad.preset]]``."""


@dataclass(frozen=True)
class Folder:
    """An absolute folder, ``~`` for the user's own; empty for where such things usually are."""

    def contains(self, value: object) -> bool:
        if not isinstance(value, str) or "\0" in value:
            return False
        return not value or os.path.expanduser(value).startswith("/")


@dataclass(frozen=True)
class Text:
    """A string of some form.

    form:  the regular expression all of it must match.
    words: the same in the words of messages, ``N_('a device such as "/dev/seathub"')``.
    """

    form: str
    words: Message

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and re.fullmatch(self.form, value) is not None


@dataclass(frozen=True)
class CommandLine:
    """A program and its arguments, split as a shell would; empty for none."""

    def contains(self, value: object) -> bool:
        if not isinstance(value, str) or not value.isprintable():
            return False
        try:
            words = shlex.split(value)
        except ValueError:  # a quote without an end
            return False
        # Blanks alone, or a program without a name.
        return not value or bool(words and words[0])


@frozen
class HardwareNumber(Number):
    """A number that people know in other ways as well.

    hexadecimal: it is written so. aliases: what is often given in its place, and what it stands for.
    """

    hexadecimal: bool = False
    aliases: Mapping[int, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class PersonName:
    """What somebody can be called, wherever its accents are."""

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and is_name(tidied(value))


_BARE = re.compile(r"[A-Za-z0-9_-]+")

KeyDomain: TypeAlias = "OneOf | Number | Folder | Text | CommandLine | PersonName"


@dataclass(frozen=True)
class Key:
    """One setting: its name in its table, what it takes, and what counts where it is not given."""

    section: Section
    name: str
    domain: KeyDomain
    default: int | str

    @property
    def legal(self) -> str:
        """What it takes, in the words of messages and of the documentation."""
        match self.domain:
            case Number(lo, hi):
                return _("a whole number from {lo} to {hi}", lo=self.written(lo), hi=self.written(hi))
            case OneOf(options):
                return _either(_toml(option) for option in options)
            case Text(_, words):
                return _(words)
            case PersonName():
                return _('a name of 1 to {most} letters, such as "Anna B"', most=MOST_LETTERS)
            case CommandLine():
                return _('a program with its arguments, such as "/opt/voice/speak --calm"; or ""')
            case _:
                return _('a folder from / or ~/ on, in quotes; or ""')

    def written(self, value: object) -> str:
        """A value as it stands in a file."""
        hexadecimal = isinstance(self.domain, HardwareNumber) and self.domain.hexadecimal
        if hexadecimal and type(value) is int and 0 <= value <= 0xFFFF:
            return f"0x{value:02X}"
        return _toml(value)


class Mistake(NamedTuple):
    """Something wrong in a file. line: from 1; 0 where it is the file itself."""

    line: int
    what: str


class ConfigError(ValueError):
    """A configuration that cannot be used; the message has a line for every mistake."""

    def __init__(self, file: str, *mistakes: Mistake) -> None:
        self.mistakes = mistakes
        lines = (f"{file}:{line or ''}{':' if line else ''} {what}" for line, what in mistakes)
        super().__init__("\n".join((_("the configuration cannot be used"), *lines)))


class ParsedSettings(NamedTuple):
    """What a rule about several keys at once is given.

    values: of every key the file does not have wrong, given or not. lines: of those it has.
    tables: each that stands repeatedly and has nothing wrong by itself: its section, line and keys.
    """

    values: Mapping[KeyPath, int | str]
    lines: Mapping[KeyPath, int]
    tables: Sequence[tuple[Section, int, Mapping[str, int | str]]] = ()


Rule: TypeAlias = "Callable[[ParsedSettings], Iterable[Mistake]]"


def checked(
    content: bytes, file: str, keys: Sequence[Key], rules: Sequence[Rule] = (), repeated: Sequence[Key] = ()
) -> dict[str, Any]:
    """What a file's bytes hold, with these keys alone and legal values alone.

    file: its name, for messages. repeated: the keys of tables that may stand several times. Raises
    ConfigError with all that is wrong, in the order of lines.
    """
    try:
        data, lines = _tables(_decoded(content))
    except _Unreadable as error:
        raise ConfigError(file, error.mistake) from None
    checker = _Checker(keys, lines, repeated)
    mistakes = list(checker.mistakes(data, ()))
    settings = ParsedSettings(_values(data, keys), lines, checker.tables)
    mistakes = sorted([*mistakes, *(mistake for rule in rules for mistake in rule(settings))])
    if mistakes:
        raise ConfigError(file, *mistakes)
    return data


def _values(data: Mapping[str, Any], keys: Sequence[Key]) -> dict[KeyPath, int | str]:
    """By key, what counts; those with an illegal value are left out."""
    values: dict[KeyPath, int | str] = {}
    for key in keys:
        section: Any = data
        for name in key.section:
            section = section.get(name, {}) if isinstance(section, dict) else {}
        value = section.get(key.name, key.default) if isinstance(section, dict) else key.default
        if key.domain.contains(value):
            values[*key.section, key.name] = value
    return values


# ---------------------------------------------------------------- what is not TOML


class _Unreadable(Exception):
    def __init__(self, line: int, what: str) -> None:
        self.mistake = Mistake(line, what)


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _Unreadable(1, _("this is UTF-16; save the file as UTF-8"))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02x}"
        told = _("byte {byte} is not UTF-8; save the file as UTF-8", byte=byte)
        raise _Unreadable(line, told) from None


def _tables(text: str) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    try:
        return tomllib.loads(text), lines_of(text)
    except tomllib.TOMLDecodeError as error:
        what = re.sub(r" \(at .*\)$", "", str(error))
        found = re.search(r"\(at line (\d+)", str(error))
        # A string or an array without an end is noticed at the end alone.
        line = int(found[1]) if found else _never_finished(text)
    except RecursionError:
        what, line = _("brackets nest too deep"), _never_finished(text)
    except ValueError as error:
        # A number of thousands of digits: Python's own limit, not TOML's.
        what, line = str(error).partition(";")[0], _never_finished(text)
    shown = "".join(c if c.isprintable() else " " for c in text.split("\n")[line - 1]).strip()
    told = _("`{line}` is not TOML ({what}).", line=_short(shown), what=what)
    raise _Unreadable(line, f"{told} {_advice(what)}")


def _never_finished(text: str) -> int:
    """The line that is too much for Python, else where the first statement without an end begins.

    The last line, where each statement alone is well.
    """
    start, statement = 1, ""
    for number, line in enumerate(text.split("\n"), 1):
        statement += line + "\n"
        try:
            tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        except (ValueError, RecursionError):
            return number
        start, statement = number + 1, ""
    return min(start, number)


def _advice(what: str) -> str:
    if what.startswith(("Cannot overwrite", "Cannot declare", "Duplicate", "Cannot redefine")):
        return _("It stands here a second time; keep one of them")
    if what.startswith(("Unescaped", "Invalid hex", "Escaped")):
        return _("Write \\\\ for one backslash")
    if what.startswith(("Unterminated", "Illegal character", "Expected '\"", 'Expected "')):
        return _("A closing quote is missing")
    if what.startswith(("Unclosed", "Expected ']")):
        return _("A closing bracket is missing")
    return _(
        "Tables look like {table}, settings like {number} or {text}, one a line",
        **{"table": "[voice]", "number": "rate = 160", "text": 'language = "en"'},
    )


# ---------------------------------------------------------------- what is TOML, but not legal


class _Checker:
    def __init__(
        self, keys: Sequence[Key], lines: Mapping[KeyPath, int], repeated: Sequence[Key] = ()
    ) -> None:
        self._keys = {(*key.section, key.name): key for key in keys}
        self._headed = tuple(dict.fromkeys(key.section for key in (*keys, *repeated) if key.section))
        self._repeated = {
            key.section: [one for one in repeated if one.section == key.section] for key in repeated
        }
        self._lines = lines
        self.tables: list[tuple[Section, int, Mapping[str, int | str]]] = []

    def mistakes(self, data: Mapping[str, Any], section: Section) -> Iterator[Mistake]:
        """All that is wrong in a table and in the tables in it."""
        for name, value in data.items():
            path = (*section, name)
            if path in self._keys:
                key = self._keys[path]
                if not key.domain.contains(value):
                    yield Mistake(self._lines[path], _wrong_value(key, value))
            elif path in self._repeated:
                yield from self._each(path, value)
            elif not (headed := self._from(path)):
                yield Mistake(self._lines[path], self._unknown(path, _is_table(value)))
            elif isinstance(value, dict):
                yield from self.mistakes(value, path)
            else:
                once = [section for section in headed if not isinstance(section[-1], Repeated)]
                tables = _either(map(header, once))
                told = _(
                    "{name} is a table. Write {tables} once, its keys below it",
                    **{"name": _named(path), "tables": tables},
                )
                yield Mistake(self._lines[path], told)

    def _each(self, path: Section, tables: object) -> Iterator[Mistake]:
        """All that is wrong in tables of one name."""
        keys = self._repeated[path]
        section = keys[0].section
        if not isinstance(tables, list) or not _is_table(tables):
            told = _(
                "{name} is a table that may stand several times. Write {table} above each",
                name=_named(path),
                table=header(section),
            )
            yield Mistake(self._lines[path], told)
            return
        for number, table in enumerate(tables):
            here: KeyPath = (*path, number)
            inside: dict[KeyPath, int] = {
                (*path, *one[len(here) :]): line
                for one, line in self._lines.items()
                if one[: len(here)] == here
            }
            mistakes = list(_Checker(keys, inside).mistakes(table, section))
            yield from mistakes
            if not mistakes:
                self.tables.append((section, self._lines[here], table))

    def _from(self, path: Section) -> list[Section]:
        """The table of that name, where it has keys of its own, and those in it."""
        return [section for section in self._headed if section[: len(path)] == path]

    def _unknown(self, path: Section, is_table: bool) -> str:
        """That there is no such key or table here, and what may be meant."""
        shown = header(path) if is_table else _named(path)
        told = _("{setting} is not known here.", setting=shown)
        return f"{told} {self._meant(path, is_table)}"

    def _meant(self, path: Section, is_table: bool) -> str:
        *above, name = path
        others = self._headed if is_table else tuple(self._keys)
        if elsewhere := [one for one in others if one[-1] == name]:
            if is_table:
                return _("Did you mean {name}?", name=_either(map(header, elsewhere)))
            return _("It belongs {where}", where=_either(_below(one[:-1]) for one in elsewhere))
        known = [
            one[: len(path)] for one in (*self._keys, *self._headed) if one[: len(above)] == tuple(above)
        ]
        here = {one[-1]: one for one in known if len(one) == len(path)}
        near = _near(name, [*here, *(one[-1] for one in others)])
        if near in here:
            name = repr(near) if here[near] in self._keys else header(here[near])
            return _("Did you mean {name}?", name=name)
        if near:
            first = next(one for one in others if one[-1] == near)
            if is_table:
                return _("Did you mean {name}?", name=header(first))
            return _("Did you mean {name!r} {where}?", name=near, where=_below(first[:-1]))
        return _("Known here: {names}", names=", ".join(here))


def _is_table(value: object) -> bool:
    """One, or several of one name."""
    several = isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)
    return isinstance(value, dict) or several


def _near(name: str, known: Iterable[str]) -> str:
    """The known name most like it; empty where none is."""
    known = tuple(known)
    near = get_close_matches(name, known, 1) or get_close_matches(name.lower(), known, 1)
    return near[0] if near else ""


def _wrong_value(key: Key, value: object) -> str:
    near = _nearest(key, value)
    given = f"{_prefix(key.section)}{key.name} = {key.written(value)}"
    told = _("{setting} is not possible. It takes {legal}", setting=given, legal=key.legal)
    if near is None:
        return told
    meant = _("Did you mean {name}?", name=key.written(near))
    return f"{told}. {meant}"


def _nearest(key: Key, value: object) -> int | str | None:
    """The legal value that is most likely meant; None where none is."""
    match key.domain:
        case Number(lo, hi):
            value = _as_number(value)
            if value is None:
                return None
            if isinstance(key.domain, HardwareNumber) and value in key.domain.aliases:
                return key.domain.aliases[round(value)]
            return round(min(hi, max(lo, value)))
        case OneOf(options):
            if isinstance(value, bool) and set(options) == {"yes", "no"}:
                return "yes" if value else "no"
            return _near(value, map(str, options)) or None if isinstance(value, str) else None
        case Text() | CommandLine() | PersonName():
            return None
        case _:
            homely = f"~/{value}"
            relative = isinstance(value, str) and not value.startswith("~")
            return homely if relative and key.domain.contains(homely) else None


def _as_number(value: object) -> int | float | None:
    """What a value may be meant as, if it is a number, or one in quotes."""
    if isinstance(value, str):
        try:
            value = int(value, 16) if value.lower().startswith("0x") else float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return value


# ---------------------------------------------------------------- how it is written


def _toml(value: object) -> str:
    """A value as it stands in a file, if it is short; else what kind it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _short(json.dumps(value, ensure_ascii=not value.isprintable()))
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, int) and value.bit_length() > 64:
        return _("a huge number")
    return str(value)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


def header(section: Section) -> str:
    """How a table is headed in a file."""
    one = f"[{'.'.join(part if _BARE.fullmatch(part) else _toml(part) for part in section)}]"
    return f"[{one}]" if isinstance(section[-1], Repeated) else one


def _prefix(section: Section) -> str:
    return f"{header(section)} " if section else ""


def _named(path: Section) -> str:
    return f"{_prefix(path[:-1])}{_short(path[-1])!r}"


def _below(section: Section) -> str:
    return _("under {table}", table=header(section)) if section else _("at the top, before the first [table]")


def _either(choices: Iterable[str]) -> str:
    *others, last = choices
    return _("{others} or {last}", others=", ".join(others), last=last) if others else last
