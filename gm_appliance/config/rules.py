"""Rules about several settings, and one about who may name a program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gm_appliance.config.checking import ParsedSettings
from gm_appliance.config.mistakes import Mistake
from gm_appliance.config.schema import header
from gm_appliance.config.settings import ROSTER
from gm_appliance.core.messages import _
from gm_appliance.core.people import MOST_LETTERS, by_ear

RISING = (("voice", "quietest"), ("voice", "volume"), ("voice", "loudest"))
"""None of these may be above a later one."""

COMMAND = ("voice", "command")


def quiet_to_loud(settings: ParsedSettings) -> Iterator[Mistake]:
    """Pairs of volumes in the file that are in the wrong order, reported at the later line.

    The defaults conflict with nothing: a volume that is not in the file is moved to the nearest limit.
    """
    values, lines = settings.values, settings.lines
    for low, high in combinations(RISING, 2):
        if not {low, high} <= values.keys() & lines.keys() or int(values[low]) <= int(values[high]):
            continue
        first, second = sorted((low, high), key=lines.__getitem__)
        said = {"setting": f"[voice] {second[1]}", "value": values[second], "line": lines[first]}
        said["other"] = f"{first[1]} = {values[first]}"
        if second == low:
            told = _("{setting} cannot be {value}. It is louder than {other}, line {line}", **said)
        else:
            told = _("{setting} cannot be {value}. It is quieter than {other}, line {line}", **said)
        yield Mistake(lines[second], told, second, second[1])


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
            another = f"{name[: MOST_LETTERS - 2].rstrip()} B"
            apart = _("Give this one another name, such as {name!r}", name=another)
            yield Mistake(line, f"{there} {apart}", path, name)
        named[by_ear(name)] = line


def no_program(settings: ParsedSettings, allowed_in: object) -> Iterator[Mistake]:
    """No speech command: the program would run as the game master and could read the journal's secrets."""
    if settings.values.get(COMMAND):
        told = _(
            "{setting} is only valid in {file}. Move all settings there",
            setting="[voice] command",
            file=allowed_in,
        )
        yield Mistake(settings.lines[COMMAND], told, COMMAND, COMMAND[-1])
