"""What each event does to balances. Nothing else changes one: `steps` applies every event that is told."""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.games.valda import events as told
from gm_appliance.games.valda.model import FOLLOWERS, MINE, RESOURCES, Holding


class LedgerEntry(NamedTuple):
    """A change of one of `BALANCES` of a seat, by `number`, which may be negative."""

    seat: int
    what: str
    number: int


def entries(event: object) -> tuple[LedgerEntry, ...]:
    """What an event changes; nothing for most."""
    match event:
        case told.Endowed(seat=seat, mines=mines):
            found = (*_three(seat, event), LedgerEntry(seat, MINE, mines))
        case told.DiceRolled(seat=seat) | told.Traded(seat=seat):
            found = _rolled_or_traded(seat, event)
        case told.Gained(seat=seat, what=what, number=number):
            found = (LedgerEntry(seat, what, number),)
        case told.Lost(seat=seat, what=what, number=number):
            found = (LedgerEntry(seat, what, -number),)
        case told.Stolen(seat=seat, what=what, number=number, by=by):
            found = (LedgerEntry(seat, what, -number), LedgerEntry(by, what, number))
        case told.Given(seat=seat, to=to, what=what, number=number):
            found = (LedgerEntry(seat, what, -number), LedgerEntry(to, what, number))
        case told.Converted(seat=seat, what=what, paid=paid, followers=followers):
            found = (LedgerEntry(seat, what, -paid), LedgerEntry(seat, FOLLOWERS, followers))
        case (
            told.LokiRolled(seat=seat, followers=followers) | told.AreaLocked(seat=seat, followers=followers)
        ):
            found = (LedgerEntry(seat, FOLLOWERS, followers),)
        case told.DieTurned(seat=seat, followers=followers):
            found = (*_three(seat, event), LedgerEntry(seat, FOLLOWERS, followers))
        case told.Moved(seat=seat, before=before, after=after):
            found = (LedgerEntry(seat, FOLLOWERS, after - before),)
        case told.Corrected(seat=seat, what=what, before=before, after=after):
            found = (LedgerEntry(seat, what, after - before),)
        case _:
            found = _of_buildings(event)
    return tuple(entry for entry in found if entry.number)


def _rolled_or_traded(seat: int, event: told.DiceRolled | told.Traded) -> tuple[LedgerEntry, ...]:
    if isinstance(event, told.DiceRolled):
        return _three(seat, event)
    return (*_three(seat, event, -1), LedgerEntry(seat, event.took, 1))


def _of_buildings(event: object) -> tuple[LedgerEntry, ...]:
    match event:
        case told.Built(seat=seat, what=what, followers=followers):
            paid = _three(seat, event, -1)
            return (*paid, LedgerEntry(seat, what, 1), LedgerEntry(seat, FOLLOWERS, followers))
        case told.BuildingCancelled(seat=seat, what=what, followers=followers):
            back = _three(seat, event)
            return (*back, LedgerEntry(seat, what, -1), LedgerEntry(seat, FOLLOWERS, -followers))
        case told.Destroyed(seat=seat, what=what):
            return (LedgerEntry(seat, what, -1),)
        case told.TempleMoved(seat=seat, god=god, to=to):
            return (LedgerEntry(seat, god, -1), LedgerEntry(seat, to, 1))
    return ()


def _three(seat: int, event: object, sign: int = 1) -> tuple[LedgerEntry, ...]:
    """The three `RESOURCES` as the event has them, added or (sign -1) taken away."""
    return tuple(LedgerEntry(seat, what, sign * getattr(event, what)) for what in RESOURCES)


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
