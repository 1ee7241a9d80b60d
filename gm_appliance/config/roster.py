"""The roster: who usually plays here, and how their names are said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.config.checking import Key, Mistake, ParsedSettings, PersonName, Repeated, Text, header
from gm_appliance.config.lines import KeyPath
from gm_appliance.core.language import N_
from gm_appliance.core.messages import _
from gm_appliance.core.people import MOST_LETTERS, Person, same_name, tidied

_ROSTER = (Repeated("roster"),)

_SPOKEN = N_('how the voice spells it, such as "Shivawn" for Siobhán; or ""')

KEYS = (
    Key(_ROSTER, "name", PersonName(), ""),
    Key(_ROSTER, "spoken", Text(r"[^\x00-\x1f\x7f]{0,60}", _SPOKEN), ""),
)
"""What may be set of each person."""


def built(data: Mapping[str, Any]) -> tuple[Person, ...]:
    """The people, from data that is legal throughout, in the order of the file."""
    people = data.get("roster", ())
    return tuple(Person(tidied(one["name"]), one.get("spoken", "").strip()) for one in people)


def one_person_a_name(settings: ParsedSettings) -> Iterator[Mistake]:
    """Where somebody has no name, or that of another; told at the later one, with the earlier one's line."""
    named: list[tuple[str, int]] = []
    for where, line, person in settings.tables:
        if where != _ROSTER:
            continue
        name, table = str(person.get("name", "")), header(where)
        if not name:
            told = _("{table} has no name. Write {example} below it", table=table, example='name = "Anna"')
            yield Mistake(line, told)
            continue
        line = _line_of_name(settings.lines, line)
        if earlier := next((at for other, at in named if same_name(name, other)), 0):
            there = _("{table} {name!r} stands in line {line} already.", table=table, name=name, line=earlier)
            apart = _("Tell them apart, as {name!r}", name=f"{name[: MOST_LETTERS - 2].rstrip()} B")
            yield Mistake(line, f"{there} {apart}")
        named.append((name, line))


def _line_of_name(lines: Mapping[KeyPath, int], table: int) -> int:
    """Where the name stands in the table that begins in that line."""
    ours = (path for path, line in lines.items() if path[:1] == _ROSTER and len(path) == 2 and line == table)
    return next((lines[*path, "name"] for path in ours), table)
