"""Who leads and who stands where, told: the same in every game that counts points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gm_appliance.core.cues import Say
from gm_appliance.core.language import NP_, Language, Message, Names
from gm_appliance.core.people import Party
from gm_appliance.core.standings import Standing

NAMES = 3
"""Names in one sentence: with three it keeps to twelve words."""

MOST_ROWS = 5
"""Standings of more rows have short names on the display."""

_PLACES: tuple[Message, ...] = (
    NP_("place", "First"),
    NP_("place", "Second"),
    NP_("place", "Third"),
    NP_("place", "Fourth"),
    NP_("place", "Fifth"),
    NP_("place", "Sixth"),
    NP_("place", "Seventh"),
    NP_("place", "Eighth"),
    NP_("place", "Ninth"),
    NP_("place", "Tenth"),
    NP_("place", "Eleventh"),
    NP_("place", "Twelfth"),
    NP_("place", "Thirteenth"),
    NP_("place", "Fourteenth"),
    NP_("place", "Fifteenth"),
)


def some_names(_: Language, people: Party, seats: Sequence[int]) -> Iterator[Names]:
    """A few names at a time, as spoken lists."""
    for first in range(0, len(seats), NAMES):
        yield _.names(people.name(_, seat) for seat in seats[first : first + NAMES])


def leader(_: Language, people: Party, standings: Sequence[Standing]) -> Say:
    """Who leads, in a sentence. standings: of somebody at least."""
    seats, points = standings[0].seats, standings[0].points
    if len(standings) == 1:
        return Say(_("All are tied with {points}.", points=points))
    if len(seats) > NAMES:
        return Say(
            _.ngettext(
                "{n} player leads with {points}.",
                "{n} players lead, tied with {points}.",
                len(seats),
                points=points,
            )
        )
    names = _.names(people.name(_, seat) for seat in seats)
    return Say(
        _.ngettext(
            "{players} leads with {points}.",
            "{players} lead, tied with {points}.",
            len(seats),
            players=names,
            points=points,
        )
    )


def all_places(_: Language, people: Party, standings: Iterable[Standing]) -> Iterator[Say]:
    """From best to worst; who shares a place is told to."""
    for one in standings:
        place, points = _(_PLACES[one.place - 1]), one.points
        names, *others = some_names(_, people, one.seats)
        if len(one.seats) == 1:
            yield Say(_("{place}: {players} with {points}.", place=place, players=names, points=points))
        else:
            yield Say(_("{place}, tied with {points}: {players}.", place=place, players=names, points=points))
        for more in others:
            yield Say(_("{place} as well: {players}.", place=place, players=more))


def row(_: Language, people: Party, place: int, seat: int, rows: int) -> str:
    """Who stands at a place, in a line of the display. rows: how many stand there."""
    if rows > MOST_ROWS:
        return _.pgettext("line", "{place}. {short}", place=place, short=people.short(_, seat))
    return _.pgettext("line", "{place}. {player}", place=place, player=people.name(_, seat))
