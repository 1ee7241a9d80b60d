"""Valda told: who leads, who stands where, who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_appliance.core.cues import Say
from gm_appliance.core.language import NP_, Language, Message, Names
from gm_appliance.core.people import Party
from gm_appliance.games.valda.track import GOAL

NAMES = 3
"""Names in one sentence: with three it keeps to twelve words."""

_PLACES: tuple[Message, ...] = (
    NP_("place", "First"),
    NP_("place", "Second"),
    NP_("place", "Third"),
    NP_("place", "Fourth"),
    NP_("place", "Fifth"),
)


def places(
    followers: Sequence[int], winners: Sequence[int] = ()
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """From best to worst: the place from 1, the followers, and the seats that share it.

    winners: who won, where that is decided; who ties with them in followers alone comes after them.
    """
    ranks = {seat: (seat in winners, number) for seat, number in enumerate(followers, 1)}
    place = 1
    for rank in sorted(set(ranks.values()), reverse=True):
        seats = tuple(seat for seat, one in ranks.items() if one == rank)
        yield place, rank[1], seats
        place += len(seats)


def some(_: Language, people: Party, seats: Sequence[int]) -> Iterator[Names]:
    """A few names at a time, as spoken lists."""
    for first in range(0, len(seats), NAMES):
        yield _.names(people.name(_, seat) for seat in seats[first : first + NAMES])


def leader(_: Language, people: Party, followers: Sequence[int]) -> Say:
    """Who leads, in a sentence."""
    _place, number, seats = next(places(followers))
    if len(seats) == len(followers):
        return Say(_.ngettext("All have {n} follower.", "All have {n} followers.", number))
    if len(seats) > NAMES:
        return Say(_("{count} players lead, tied with {n}.", count=len(seats), n=number))
    names = _.names(people.name(_, seat) for seat in seats)
    return Say(
        _.ngettext(
            "{players} leads with {followers}.",
            "{players} lead, tied with {followers}.",
            len(seats),
            players=names,
            followers=number,
        )
    )


def standings(
    _: Language, people: Party, followers: Sequence[int], winners: Sequence[int] = ()
) -> Iterator[Say]:
    """From best to worst; who shares a place is told to. winners: as in `places`."""
    for place, number, seats in places(followers, winners):
        name = _(_PLACES[place - 1])
        players, *others = some(_, people, seats)
        if len(seats) == 1:
            yield Say(_("{place}: {players} with {n}.", place=name, players=players, n=number))
        else:
            yield Say(_("{place}, tied with {n}: {players}.", place=name, players=players, n=number))
        for more in others:
            yield Say(_("{place} as well: {players}.", place=name, players=more))


def win(
    _: Language, people: Party, winners: Sequence[int], followers: Sequence[int], *, race: bool
) -> Iterator[Say]:
    """Who has won. race: by being first at the goal."""
    number = max(followers)
    players, *others = some(_, people, winners)
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
