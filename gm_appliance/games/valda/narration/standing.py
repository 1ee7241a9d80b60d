"""Valda told: who leads, who stands where, who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_appliance.core import standings_told
from gm_appliance.core.cues import Say
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.core.standings import Standing
from gm_appliance.core.standings import standings as by_points
from gm_appliance.core.standings_told import all_places, some_names
from gm_appliance.games.valda.track import GOAL


def _places(followers: Sequence[int], winners: Sequence[int] = ()) -> tuple[Standing, ...]:
    """From best to worst. winners: who won, where that is decided; who ties with them in followers alone
    comes after them."""
    return by_points(dict(enumerate(followers, 1)), winners=winners)


def leader(_: Language, people: Party, followers: Sequence[int]) -> Say:
    """Who leads, in a sentence."""
    places = _places(followers)
    if len(places) == 1:
        return Say(_.ngettext("All have {n} follower.", "All have {n} followers.", followers[0]))
    return standings_told.leader(_, people, places)


def standings(
    _: Language, people: Party, followers: Sequence[int], winners: Sequence[int] = ()
) -> Iterator[Say]:
    """From best to worst; who shares a place is told to. winners: as in `_places`."""
    return all_places(_, people, _places(followers, winners))


def win(
    _: Language, people: Party, winners: Sequence[int], followers: Sequence[int], *, race: bool
) -> Iterator[Say]:
    """Who has won. race: by being first at the goal."""
    number = max(followers)
    players, *others = some_names(_, people, winners)
    if len(winners) > 1:
        yield Say(_("Shared win with {n} followers: {players}.", n=number, players=players))
    elif race:
        yield Say(_("{players} has {goal} followers and wins the race.", players=players, goal=GOAL))
    else:
        yield Say(_("{players} wins with {n} followers.", players=players, n=number))
    for more in others:
        yield Say(_("These win as well: {players}.", players=more))
    if len(winners) == 1:
        yield Say(_("Midgard has a new god."))
