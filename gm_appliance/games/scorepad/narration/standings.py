"""Who stands where: told from best to worst, and shown; who shares a place is told to."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import GridScreen, Say
from gm_appliance.core.language import NP_, Language, Name, Names
from gm_appliance.core.people import Party
from gm_appliance.games.scorepad.model import View

NAMES = 3
"""Names in one sentence: with three it keeps to twelve words."""

MOST_ROWS = 5
"""Standings of more rows have short names on the display."""

_PLACES = (
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


class Standings:
    """In one language, of these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def _some(self, seats: tuple[int, ...]) -> Iterator[tuple[int, Names]]:
        """A few seats at a time: how many, and their names as a spoken list."""
        for first in range(0, len(seats), NAMES):
            some = seats[first : first + NAMES]
            yield len(some), self._.names(self._player(seat) for seat in some)

    def lead(self, view: View) -> Say:
        first = view.standings[0]
        points, count = first.points, len(first.seats)
        if count == len(view.playing):
            return Say(self._("All are tied with {points}.", points=points))
        if count > NAMES:
            return Say(
                self._.ngettext(
                    "{n} player leads with {points}.",
                    "{n} players lead, tied with {points}.",
                    count,
                    points=points,
                )
            )
        names = self._.names(self._player(seat) for seat in first.seats)
        return Say(
            self._.ngettext(
                "{players} leads with {points}.",
                "{players} lead, tied with {points}.",
                count,
                players=names,
                points=points,
            )
        )

    def told(self, view: View) -> Iterator[Say]:
        """From best to worst; who shares a place is told to."""
        for standing in view.standings:
            place, points = self._(_PLACES[standing.place - 1]), standing.points
            (_count, names), *others = self._some(standing.seats)
            if len(standing.seats) == 1:
                said = self._("{place}: {players} with {points}.", place=place, players=names, points=points)
            else:
                said = self._(
                    "{place}, tied with {points}: {players}.", place=place, players=names, points=points
                )
            yield Say(said)
            for _count, names in others:
                yield Say(self._("{place} as well: {players}.", place=place, players=names))
        for seat in sorted(view.left):
            yield self.left(seat, view.totals[seat])

    def left(self, seat: int, points: int) -> Say:
        return Say(self._("{player} left with {points}.", player=self._player(seat), points=points))

    def won(self, view: View) -> Iterator[Say]:
        if not view.winners:
            yield Say(self._("Nothing was entered. Nobody wins."))
            return
        first = view.standings[0]
        (_count, names), *others = self._some(first.seats)
        if len(first.seats) == 1:
            yield Say(self._("{players} wins with {points}.", players=names, points=first.points))
        else:
            yield Say(self._("Shared win with {points}: {players}.", players=names, points=first.points))
        for count, names in others:
            yield Say(
                self._.ngettext(
                    "{players} wins as well.", "They win as well: {players}.", count, players=names
                )
            )

    def grid(self, title: str, view: View, hint: str = "") -> GridScreen:
        rows = tuple(
            (self._row(standing.place, seat, len(view.seats)), str(standing.points))
            for standing in view.standings
            for seat in standing.seats
        )
        left = ((self._row_left(seat, len(view.seats)), str(view.totals[seat])) for seat in sorted(view.left))
        return GridScreen(title, (*rows, *left), hint)

    def _row(self, place: int, seat: int, rows: int) -> str:
        if rows > MOST_ROWS:
            short = self._people.short(self._, seat)
            return self._.pgettext("line", "{place}. {short}", place=place, short=short)
        return self._.pgettext("line", "{place}. {player}", place=place, player=self._player(seat))

    def _row_left(self, seat: int, rows: int) -> str:
        """Who plays no more has no place."""
        if rows > MOST_ROWS:
            return self._.pgettext("line", "{short} left", short=self._people.short(self._, seat))
        return self._.pgettext("line", "{player} left", player=self._player(seat))
