"""Who is known at this table: the names of those who played, and where they sat."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from gm_appliance.core.game import Plain
from gm_appliance.core.people import is_name, same_name
from gm_appliance.storage.journal import Journal, JournalError

log = logging.getLogger(__name__)

_PEOPLE = "people"
"""The journal's setting: who was entered at the table, who played last, and who sat where."""

MOST = 60
"""The names that are kept: more than this nobody wants to step through."""

Seats: TypeAlias = "tuple[str, ...]"
"""The names of the seats from 1 on; empty for a seat without one."""


class Regulars:
    """Kept in the journal; where that fails, for this evening. Nothing here ever raises.

    roster: the names in the configuration.
    """

    def __init__(self, journal: Journal | None, roster: Iterable[str] = ()) -> None:
        self._journal = journal
        self._roster = tuple(roster)
        self._read = False
        # The names entered at the table; the names of who played, the last ones first; and who sat where,
        # once for each number of players, the last ones first.
        self._entered: Seats = ()
        self._played: Seats = ()
        self._tables: tuple[Seats, ...] = ()

    def known(self) -> Seats:
        """Everybody, each once: those who played last, then the roster, then those who were entered here."""
        self._load()
        names: list[str] = []
        for name in (*self._roster, *self._entered):
            if not any(same_name(name, other) for other in names):
                names.append(name)
        last = self._played
        return tuple(sorted(names, key=lambda name: last.index(name) if name in last else len(last)))

    def typed(self) -> frozenset[str]:
        """Those who are known only because they were entered at the table."""
        return frozenset(self.known()) - set(self._roster)

    def tables(self) -> dict[int, Seats]:
        """By how many played, who sat where then; that of the last game first.

        A seat has no name where its player is not known any more.
        """
        known = self.known()
        return {len(one): tuple(name if name in known else "" for name in one) for one in self._tables}

    def keep(self, seats: Sequence[str]) -> None:
        """Remember who sits where now."""
        known, named = self.known(), tuple(name for name in seats if name)
        self._entered = (*(name for name in named if name not in known), *self._entered)[:MOST]
        self._played = (*named, *(name for name in self._played if name not in named))[:MOST]
        self._tables = (tuple(seats), *(one for one in self._tables if len(one) != len(seats)))
        self._write()

    def forget(self, names: Collection[str]) -> None:
        """Know these no more, unless they are in the roster. What they played stays in the results."""
        self._load()
        self._entered = tuple(one for one in self._entered if not any(same_name(one, name) for name in names))
        self._played = tuple(one for one in self._played if one not in names)
        self._write()

    def _write(self) -> None:
        tables: list[Plain] = [[*one] for one in self._tables]
        kept: Plain = {"entered": [*self._entered], "played": [*self._played], "seats": tables}
        try:
            if self._journal and self._read:
                self._journal.set_setting(_PEOPLE, kept)
        except JournalError as error:
            log.error("The journal cannot be written: %s", error)

    def _load(self) -> None:
        """Read what was kept, unless that was done; what cannot be read now is tried again."""
        if self._read or self._journal is None:
            return
        try:
            kept = self._journal.setting(_PEOPLE, None)
        except JournalError as error:
            log.error("The journal cannot be read: %s", error)
            return
        self._read = True
        if isinstance(kept, dict):
            tables = kept.get("seats")
            self._entered = tuple(filter(is_name, _texts(kept.get("entered"))))
            self._played = _texts(kept.get("played"))
            self._tables = tuple(map(_texts, tables)) if isinstance(tables, list) else ()


def _texts(value: Plain) -> Seats:
    """A list of texts as it was kept; empty for anything else."""
    texts = tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
    return texts if isinstance(value, list) and len(texts) == len(value) else ()
