"""Who stands where: told from best to worst, and shown; who plays no more comes last."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.core.language import Language, Name
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import MOST_ROWS, all_places, leader, row, some_names
from gm_appliance.games.scorepad.model import View


class Standings:
    """In one language, of these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def lead(self, view: View) -> Say:
        return leader(self._, self._people, view.standings)

    def told(self, view: View) -> Iterator[Say]:
        """From best to worst, then who left."""
        yield from all_places(self._, self._people, view.standings)
        for seat in sorted(view.left):
            yield self.left(seat, view.totals[seat])

    def left(self, seat: int, points: int) -> Say:
        return Say(self._("{player} left with {points}.", player=self._player(seat), points=points))

    def won(self, view: View) -> Iterator[Say]:
        if not view.winners:
            yield Say(self._("Nothing was entered. Nobody wins."))
            return
        first = view.standings[0]
        names, *others = some_names(self._, self._people, first.seats)
        if len(first.seats) == 1:
            yield Say(self._("{players} wins with {points}.", players=names, points=first.points))
        else:
            yield Say(self._("Shared win with {points}: {players}.", players=names, points=first.points))
        for more in others:
            yield Say(self._("These win as well: {players}.", players=more))

    def grid(self, title: str, view: View, hint: str = "") -> GridScreen:
        rows = tuple(
            (row(self._, self._people, standing.place, seat, len(view.seats)), str(standing.points))
            for standing in view.standings
            for seat in standing.seats
        )
        left = ((self._row_left(seat, len(view.seats)), str(view.totals[seat])) for seat in sorted(view.left))
        return GridScreen(title, (*rows, *left), hint)

    def _row_left(self, seat: int, rows: int) -> str:
        """Who plays no more has no place."""
        if rows > MOST_ROWS:
            return self._.pgettext("line", "{short} left", short=self._people.short(self._, seat))
        return self._.pgettext("line", "{player} left", player=self._player(seat))
