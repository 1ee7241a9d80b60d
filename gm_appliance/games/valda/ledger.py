"""The effect of each event on balances. Nothing else changes them: `steps` applies every event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from gm_appliance.games.valda import events as told
from gm_appliance.games.valda.model import FOLLOWERS, MINE, RESOURCES, Holding


class LedgerEntry(NamedTuple):
    """A change of one of `BALANCES` of a seat, by `number`, which may be negative."""

    seat: int
    what: str
    number: int


def entries(event: object) -> tuple[LedgerEntry, ...]:
    found = _CHANGES.get(type(event))
    return tuple(entry for entry in found(event) if entry.number) if found else ()


def _three(event: Any, sign: int = 1) -> list[LedgerEntry]:
    return [LedgerEntry(event.seat, what, sign * getattr(event, what)) for what in RESOURCES]


def _own(event: Any, *changes: tuple[str, int]) -> list[LedgerEntry]:
    return [LedgerEntry(event.seat, what, number) for what, number in changes]


_CHANGES: Mapping[type, Callable[[Any], Iterable[LedgerEntry]]] = {
    told.Endowed: lambda one: (*_three(one), *_own(one, (MINE, one.mines))),
    told.DiceRolled: _three,
    told.Traded: lambda one: (*_three(one, -1), *_own(one, (one.took, 1))),
    told.Gained: lambda one: _own(one, (one.what, one.number)),
    told.Lost: lambda one: _own(one, (one.what, -one.number)),
    told.Stolen: lambda one: (*_own(one, (one.what, -one.number)), LedgerEntry(one.by, one.what, one.number)),
    told.Given: lambda one: (*_own(one, (one.what, -one.number)), LedgerEntry(one.to, one.what, one.number)),
    told.Converted: lambda one: _own(one, (one.what, -one.paid), (FOLLOWERS, one.followers)),
    told.LokiRolled: lambda one: _own(one, (FOLLOWERS, one.followers)),
    told.AreaLocked: lambda one: _own(one, (FOLLOWERS, one.followers)),
    told.DieTurned: lambda one: (*_three(one), *_own(one, (FOLLOWERS, one.followers))),
    told.Moved: lambda one: _own(one, (FOLLOWERS, one.after - one.before)),
    told.Corrected: lambda one: _own(one, (one.what, one.after - one.before)),
    told.Built: lambda one: (*_three(one, -1), *_own(one, (one.what, 1), (FOLLOWERS, one.followers))),
    told.BuildingCancelled: lambda one: (
        *_three(one),
        *_own(one, (one.what, -1), (FOLLOWERS, -one.followers)),
    ),
    told.Destroyed: lambda one: _own(one, (one.what, -1)),
    told.TempleMoved: lambda one: _own(one, (one.god, -1), (one.to, 1)),
}


def written(
    holdings: tuple[Holding, ...], event: object, found: tuple[LedgerEntry, ...]
) -> tuple[Holding, ...]:
    """Everybody's holdings after an event with these entries. Raises ValueError for a balance below zero."""
    after = list(holdings)
    for seat, what, number in found:
        after[seat - 1] = after[seat - 1].with_more(what, number)
    match event:
        case told.AreaLocked(seat=seat, god=god):
            after[seat - 1] = after[seat - 1].claiming(god)
        case told.BuildingCancelled(seat=seat, what=god, claimed=True):
            after[seat - 1] = after[seat - 1].claiming(god, False)
    return tuple(after)
