"""Who is known at this table: the names of those who played, and where they sat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from gm_appliance.core.game import Plain
from gm_appliance.core.people import is_name, same_name
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings

_PEOPLE = "people"
"""The journal's setting: who was entered at the table, who played last, and who sat where."""

MOST = 60
"""The names that are kept: more than this nobody wants to step through."""

Seats: TypeAlias = "tuple[str, ...]"
"""The names of the seats from 1 on; empty for a seat without one."""


@dataclass(frozen=True)
class _People:
    """The names entered at the table; the names of who played, the last ones first; and who sat where, once
    for each number of players, the last ones first."""

    entered: Seats = ()
    played: Seats = ()
    tables: tuple[Seats, ...] = ()

    def plain(self) -> Plain:
        tables: list[Plain] = [[*one] for one in self.tables]
        return {"entered": [*self.entered], "played": [*self.played], "seats": tables}


class Regulars:
    """Kept in the journal, as soon as that can be written. Nothing here ever raises.

    roster: the names in the configuration.
    """

    def __init__(self, journal: Journal | None, roster: Iterable[str] = ()) -> None:
        self._settings = KeptSettings(journal)
        self._roster = tuple(roster)

    def known(self) -> Seats:
        """Everybody, each once: those who played last, then the roster, then those who were entered here."""
        return self._known(self._people())

    def typed(self) -> frozenset[str]:
        """Those who are known only because they were entered at the table."""
        return frozenset(self.known()) - set(self._roster)

    def tables(self) -> dict[int, Seats]:
        """By how many played, who sat where then; that of the last game first.

        A seat has no name where its player is not known any more.
        """
        people = self._people()
        known = self._known(people)
        return {len(one): tuple(name if name in known else "" for name in one) for one in people.tables}

    def keep(self, seats: Sequence[str]) -> None:
        """Remember who sits where now."""
        named = tuple(name for name in seats if name)

        def change(people: _People) -> _People:
            known = self._known(people)
            others = (name for name in people.played if name not in named)
            return _People(
                (*(name for name in named if name not in known), *people.entered)[:MOST],
                (*named, *others)[:MOST],
                (tuple(seats), *(one for one in people.tables if len(one) != len(seats))),
            )

        self._change(change)

    def forget(self, names: Collection[str]) -> None:
        """Know these no more, unless they are in the roster. What they played stays in the results."""

        def change(people: _People) -> _People:
            entered = (one for one in people.entered if not any(same_name(one, name) for name in names))
            played = (one for one in people.played if one not in names)
            return replace(people, entered=tuple(entered), played=tuple(played))

        self._change(change)

    def retry(self) -> bool:
        """Try to write what could not be written; returns whether nothing waits any more."""
        return self._settings.retry()

    def _people(self) -> _People:
        return _of_plain(self._settings.value(_PEOPLE))

    def _change(self, change: Callable[[_People], _People]) -> None:
        self._settings.change(_PEOPLE, lambda kept: change(_of_plain(kept)).plain())

    def _known(self, people: _People) -> Seats:
        names: list[str] = []
        for name in (*self._roster, *people.entered):
            if not any(same_name(name, other) for other in names):
                names.append(name)
        last = people.played
        return tuple(sorted(names, key=lambda name: last.index(name) if name in last else len(last)))


def _of_plain(kept: Plain) -> _People:
    """The people as they are kept; nobody where somebody else wrote there."""
    if not isinstance(kept, dict):
        return _People()
    tables = kept.get("seats")
    return _People(
        tuple(filter(is_name, _texts(kept.get("entered")))),
        _texts(kept.get("played")),
        tuple(map(_texts, tables)) if isinstance(tables, list) else (),
    )


def _texts(value: Plain) -> Seats:
    """A list of texts as it was kept; empty for anything else."""
    texts = tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
    return texts if isinstance(value, list) and len(texts) == len(value) else ()
