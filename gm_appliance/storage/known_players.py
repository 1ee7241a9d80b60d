"""The players known at this table: their names, where they sat, and which games they were taught."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import ValidationError, convert, to_builtins

from gm_appliance.core.game import JSON
from gm_appliance.core.people import is_name, same_name
from gm_appliance.core.values import Value, field, replace
from gm_appliance.storage.kept_settings import KeptSettings

_PEOPLE = "people"
"""The journal's setting: the names entered at the table, who played last, and who sat where."""

MOST = 60
"""How many names are kept: nobody wants to step through more."""

Seats: TypeAlias = "tuple[str, ...]"
"""The names of the seats from 1 on; empty for a seat without one."""


class _People(Value):
    """entered: the names entered at the table. played: the names of those who played, most recent first.
    tables: the seats of the last game with each number of players, most recent first. taught: the names by
    game, most recent first; empty for people without names."""

    entered: Seats = ()
    played: Seats = ()
    tables: tuple[Seats, ...] = ()
    taught: Mapping[str, Seats] = field(default_factory=dict)


class KnownPlayers:
    """The known players. Never raises.

    roster: the names in the configuration.
    """

    def __init__(self, settings: KeptSettings, roster: Iterable[str] = ()) -> None:
        self._settings = settings
        self._roster = tuple(roster)

    def known(self) -> Seats:
        """All names, each once: recent players first, then the roster, then those entered at the table."""
        return self._known(self._people())

    def typed(self) -> frozenset[str]:
        """The names entered at the table that are not in the roster."""
        return frozenset(self.known()) - set(self._roster)

    def tables(self) -> dict[int, Seats]:
        """Who sat where in the last game with each number of players, most recent first.

        The seat of a player who is no longer known is empty.
        """
        people = self._people()
        known = self._known(people)
        return {len(one): tuple(name if name in known else "" for name in one) for one in people.tables}

    def keep(self, seats: Sequence[str]) -> None:
        """Keep who sits where now."""
        named = tuple(name for name in seats if name)

        def change(people: _People) -> _People:
            known = self._known(people)
            others = (name for name in people.played if name not in named)
            return replace(
                people,
                entered=(*(name for name in named if name not in known), *people.entered)[:MOST],
                played=(*named, *others)[:MOST],
                tables=(tuple(seats), *(one for one in people.tables if len(one) != len(seats))),
            )

        self._change(change)

    def taught(self, game: str) -> Seats:
        """Who was taught this game, or did not want it; empty for people without names."""
        return self._people().taught.get(game, ())

    def keep_taught(self, game: str, seats: Sequence[str]) -> None:
        """Keep that these people were taught this game."""
        named = tuple(name for name in seats if name) or ("",)

        def change(people: _People) -> _People:
            others = (name for name in people.taught.get(game, ()) if name not in named)
            return replace(people, taught={**people.taught, game: (*named, *others)[:MOST]})

        self._change(change)

    def forget(self, names: Collection[str]) -> None:
        """Forget these names, except those in the roster. Results keep them."""

        def change(people: _People) -> _People:
            entered = (one for one in people.entered if not any(same_name(one, name) for name in names))
            played = (one for one in people.played if one not in names)
            taught = {
                game: tuple(one for one in some if one not in names) for game, some in people.taught.items()
            }
            return replace(people, entered=tuple(entered), played=tuple(played), taught=taught)

        self._change(change)

    def _people(self) -> _People:
        return _read(self._settings.value(_PEOPLE))

    def _change(self, change: Callable[[_People], _People]) -> None:
        self._settings.change(_PEOPLE, lambda kept: to_builtins(change(_read(kept))))

    def _known(self, people: _People) -> Seats:
        names: list[str] = []
        for name in (*self._roster, *people.entered):
            if not any(same_name(name, other) for other in names):
                names.append(name)
        last = people.played
        return tuple(sorted(names, key=lambda name: last.index(name) if name in last else len(last)))


def _read(kept: JSON) -> _People:
    """The people as kept; nobody if the setting holds anything else."""
    try:
        people = convert(kept, _People)
    except ValidationError:
        return _People()
    return replace(people, entered=tuple(filter(is_name, people.entered)))
