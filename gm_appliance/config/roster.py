"""The roster: the people who usually play here, and how to pronounce their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.config.checking import ParsedSettings
from gm_appliance.config.mistakes import Mistake
from gm_appliance.config.schema import header
from gm_appliance.config.settings import ROSTER
from gm_appliance.core.messages import _
from gm_appliance.core.people import MOST_LETTERS, Person, by_ear, tidied


def built(data: Mapping[str, Any]) -> tuple[Person, ...]:
    """The people in the order of the file. data: has been checked."""
    people = filter(None, data.get("roster", ()))
    return tuple(Person(tidied(one["name"]), one.get("spoken", "").strip()) for one in people)


def one_person_a_name(settings: ParsedSettings) -> Iterator[Mistake]:
    """People without a name, or with the name of an earlier one."""
    named: dict[str, int] = {}
    for where, path, line, person in settings.tables:
        if where != ROSTER:
            continue
        name, table = str(person.get("name", "")), header(where)
        if not name:
            told = _("{table} has no name. Write {example} below it", table=table, example='name = "Anna"')
            yield Mistake(line, told, path, table)
            continue
        line = settings.lines[*path, "name"]
        if earlier := named.get(by_ear(name)):
            there = _("{table} {name!r} is already in line {line}.", table=table, name=name, line=earlier)
            apart = _(
                "Give this one another name, such as {name!r}", name=f"{name[: MOST_LETTERS - 2].rstrip()} B"
            )
            yield Mistake(line, f"{there} {apart}", path, name)
        named[by_ear(name)] = line
