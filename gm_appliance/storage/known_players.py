"""The players known at this table: their names, where they sat, and which games they were taught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import ValidationError, convert, to_builtins

from gm_appliance.core.game import JSON
from gm_appliance.core.people import is_name, renamed, same_name
from gm_appliance.core.values import Value, field, replace
from gm_appliance.storage.kept_settings import KeptSettings

_PEOPLE = "people"
"""The journal's setting: the names entered at the table, who played last, and who sat where."""

MOST = 60  # the maximum number of names, since people step through them
Seats: TypeAlias = "tuple[str, ...]"  # the names by seat from 1; empty for a seat without one


class _People(Value):
    """Most recent first. entered: at the table. played: in a game. tables: the seats of the last game with
    each number of players. off: names of the roster that the table removed. taught: by game; an empty name
    for people without names."""

    entered: Seats = ()
    played: Seats = ()
    tables: tuple[Seats, ...] = ()
    off: Seats = ()
    taught: Mapping[str, Seats] = field(default_factory=dict)


class KnownPlayers:
    """Never raises. roster: the names in the configuration."""

    def __init__(self, settings: KeptSettings, roster: Iterable[str] = ()) -> None:
        self._settings = settings
        self._roster = tuple(roster)

    def known(self) -> Seats:
        """All names, each once: recent players first, then the roster, then those entered at the table."""
        return self._known(self._people())

    def tables(self) -> dict[int, Seats]:
        """The seats of the last game with each number of players, most recent first. The seat of a player who
        is no longer known is empty."""
        people = self._people()
        known = self._known(people)
        return {len(one): tuple(name if name in known else "" for name in one) for one in people.tables}

    def keep(self, seats: Sequence[str]) -> None:
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

    def change(self, old: str, new: str = "") -> None:
        """Change a name wherever it is kept; an empty new name removes the person. Results keep the old name.
        In the roster it is no longer used."""

        def change(people: _People) -> _People:
            off = [one for one in people.off if not same_name(one, new)]
            if any(same_name(one, old) for one in self._roster):
                off.append(old)
            entered = [one for one in people.entered if not same_name(one, old)]
            left = self._known(replace(people, entered=tuple(entered), off=tuple(off)))
            if new and not any(same_name(one, new) for one in left):
                entered.insert(0, new)
            played, *tables = (renamed(one, old, new) for one in (people.played, *people.tables))
            # A removed name must not become "", which means people without names.
            taught = {
                game: tuple(
                    new if same_name(one, old) else one for one in some if new or not same_name(one, old)
                )
                for game, some in people.taught.items()
            }
            return _People(
                *(tuple(entered)[:MOST], tuple(filter(None, played)), tuple(tables), tuple(off), taught)
            )

        self._change(change)

    def forget(self) -> None:
        """Forget everybody but the roster."""
        self._change(lambda people: _People(off=people.off))

    def taught(self, game: str) -> Seats:
        """The people who were taught this game or declined; an empty name for people without names."""
        return self._people().taught.get(game, ())

    def keep_taught(self, game: str, seats: Sequence[str]) -> None:
        named = tuple(name for name in seats if name) or ("",)

        def change(people: _People) -> _People:
            others = (name for name in people.taught.get(game, ()) if name not in named)
            return replace(people, taught={**people.taught, game: (*named, *others)[:MOST]})

        self._change(change)

    def change_all(self, changed: JSON) -> None:
        """changed: pairs of an old and a new name."""
        for old, new in convert(changed, list[tuple[str, str]]):
            self.change(old, new)

    def _people(self) -> _People:
        return _read(self._settings.value(_PEOPLE))

    def _change(self, change: Callable[[_People], _People]) -> None:
        self._settings.change(_PEOPLE, lambda kept: to_builtins(change(_read(kept))))

    def _known(self, people: _People) -> Seats:
        names: list[str] = []
        roster = (one for one in self._roster if not any(same_name(one, name) for name in people.off))
        for name in (*roster, *people.entered):
            if not any(same_name(name, other) for other in names):
                names.append(name)
        last = people.played
        return tuple(sorted(names, key=lambda name: last.index(name) if name in last else len(last)))


def _read(kept: JSON) -> _People:
    try:
        people = convert(kept, _People)
    except ValidationError:
        return _People()
    return replace(people, entered=tuple(filter(is_name, people.entered)))
