"""The score pad's standings, from best to worst; players who left come last."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Say
from gm_appliance.core.cues.screens import GridScreen
from gm_appliance.core.language import N_
from gm_appliance.core.standings_told import MOST_ROWS, all_places, in_points, leader, row, wins
from gm_appliance.core.table_narration import Words
from gm_appliance.games.scorepad.model import ScoreView


class ScoreStandings(Words):
    def lead(self, view: ScoreView) -> Say:
        return leader(self._, self._people, view.standings, in_points)

    def told(self, view: ScoreView) -> Iterator[Say]:
        yield from all_places(self._, self._people, view.standings, in_points)
        for seat in sorted(view.left):
            yield self.left(seat, view.totals[seat])

    def left(self, seat: int, points: int) -> Say:
        points_left = in_points(self._, points)
        return Say(self._("{player} left with {points}.", player=self.player(seat), points=points_left))

    def won(self, view: ScoreView) -> Iterator[Say]:
        if not view.winners:
            yield Say(self._("No points were entered. Nobody wins."))
            return
        points = in_points(self._, view.standings[0].points)
        yield from wins(self._, self._people, view.winners, points, N_("{players} wins with {points}."))

    def grid(self, title: str, view: ScoreView) -> GridScreen:
        count = len(view.seats)
        rows = [
            (row(self._, self._people, standing.place, seat, count), str(standing.points))
            for standing in view.standings
            for seat in standing.seats
        ]
        rows += [(self._row_left(seat, count), str(view.totals[seat])) for seat in sorted(view.left)]
        return GridScreen(title, tuple(rows))

    def _row_left(self, seat: int, rows: int) -> str:
        if rows > MOST_ROWS:
            return self._.pgettext("line", "{short} left", short=self._people.short(self._, seat))
        return self._.pgettext("line", "{player} left", player=self.player(seat))
