"""The roster: who usually plays here, and how their names are said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.config.checking import Key, Mistake, ParsedSettings, PersonName, Text
from gm_appliance.core.language import N_
from gm_appliance.core.messages import _
from gm_appliance.core.people import MOST_LETTERS, Person, same_name, tidied

_ROSTER = "roster"

_SPOKEN = N_('how the voice spells it, such as "Shivawn" for Siobhán; or ""')

KEYS = (
    Key((_ROSTER,), "name", PersonName(), "", repeated=True),
    Key((_ROSTER,), "spoken", Text(r"[^\x00-\x1f\x7f]{0,60}", _SPOKEN), "", repeated=True),
)
"""What may be set of each person."""


def built(data: Mapping[str, Any]) -> tuple[Person, ...]:
    """The people, from data that is legal throughout, in the order of the file."""
    return tuple(Person(tidied(one["name"]), one.get("spoken", "").strip()) for one in data.get(_ROSTER, ()))


def one_person_a_name(settings: ParsedSettings) -> Iterator[Mistake]:
    """Where two people have the same name; told at the later line, with the earlier."""
    names = [(path, str(name)) for path, name in settings.values.items() if path[::2] == (_ROSTER, "name")]
    for number, (path, name) in enumerate(names):
        for earlier, other in names[:number]:
            if same_name(name, other):
                said = {"name": name, "line": settings.lines[earlier], "table": f"[[{_ROSTER}]]"}
                there = _("{table} {name!r} stands in line {line} already.", **said)
                meant = _("Tell them apart, as {name!r}", name=f"{name[: MOST_LETTERS - 2].rstrip()} B")
                yield Mistake(settings.lines[path], f"{there} {meant}")
                break
