"""Thor told: who leads, who stands where, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.language import NP_, Language, Message, Names
from gm_appliance.core.people import Party
from gm_appliance.games.thor.model import View

NAMES = 3
"""Names in one sentence: with three it keeps to twelve words."""

_PLACES: tuple[Message, ...] = (
    NP_("place", "First"),
    NP_("place", "Second"),
    NP_("place", "Third"),
    NP_("place", "Fourth"),
    NP_("place", "Fifth"),
    NP_("place", "Sixth"),
)


def _some(_: Language, people: Party, seats: tuple[int, ...]) -> Iterator[Names]:
    """A few names at a time, as spoken lists."""
    for first in range(0, len(seats), NAMES):
        yield _.names(people.name(_, seat) for seat in seats[first : first + NAMES])


def leader(_: Language, people: Party, view: View) -> Say:
    """Who leads, in a sentence; for a match in which a round was scored."""
    first = view.standings[0]
    if len(first.seats) == len(view.seats):
        return Say(_("All are tied with {points}.", points=first.points))
    if len(first.seats) > NAMES:
        count = len(first.seats)
        return Say(
            _.ngettext(
                "{n} player leads with {points}.",
                "{n} players lead, tied with {points}.",
                count,
                points=first.points,
            )
        )
    names = _.names(people.name(_, seat) for seat in first.seats)
    return Say(
        _.ngettext(
            "{players} leads with {points}.",
            "{players} lead, tied with {points}.",
            len(first.seats),
            players=names,
            points=first.points,
        )
    )


def standings(_: Language, people: Party, view: View) -> Iterator[Say]:
    """From best to worst; who shares a place is told to."""
    for one in view.standings:
        place, points = _(_PLACES[one.place - 1]), one.points
        names, *others = _some(_, people, one.seats)
        if len(one.seats) == 1:
            yield Say(_("{place}: {players} with {points}.", place=place, players=names, points=points))
        else:
            yield Say(_("{place}, tied with {points}: {players}.", place=place, players=names, points=points))
        for more in others:
            yield Say(_("{place} as well: {players}.", place=place, players=more))


def win(_: Language, people: Party, view: View) -> Iterator[Say]:
    """Who has won a match in which a round was scored; a shared first place is a shared win."""
    points = view.standings[0].points
    names, *others = _some(_, people, view.winners)
    if len(view.winners) == 1:
        yield Say(_("{players} wins the match with {points}.", players=names, points=points))
    else:
        yield Say(_("Shared win with {points}: {players}.", players=names, points=points))
    for more in others:
        yield Say(_("These win as well: {players}.", players=more))
