"""The words and pictures for the score pad's events."""

from __future__ import annotations

from collections.abc import Iterable

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.language import Language
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import in_points
from gm_appliance.core.table_narration import EventWords, silent, told_by
from gm_appliance.games.scorepad import events
from gm_appliance.games.scorepad.model import Entry, ScoreView
from gm_appliance.games.scorepad.narration.prompts import PROMPTS
from gm_appliance.games.scorepad.narration.standings import ScoreStandings


class ScoreEvents(EventWords):
    def __init__(self, _: Language, people: Party) -> None:
        super().__init__(_, people)
        self._standings = ScoreStandings(_, people)

    def announced(self, entry: Entry) -> Say:
        """An entry, announced by the prompt or the end of the round that follows it."""
        return Say(self._("{player}: {points}.", player=self.player(entry.seat), points=entry.points))

    def final_standings(self, view: ScoreView) -> Show:
        return Show(self._standings.grid(self._(PROMPTS["final.read"].title), view))

    def round_over(self, event: events.RoundOver, view: ScoreView) -> Iterable[Cue]:
        over = Say(self._("Round {number} is over.", number=event.round))
        if not view.entries:
            return (over,)
        title = self._(PROMPTS["round.next"].title, number=event.round)
        last = (self.announced(view.last),) if view.last else ()
        return (Show(self._standings.grid(title, view)), *last, over, self._standings.lead(view))

    def deals(self, event: events.Deals, view: ScoreView) -> Iterable[Cue]:
        if not view.entered:  # the prompt says who deals
            return ()
        return (Say(self._("{dealer} deals.", dealer=self.player(event.dealer))),)

    def corrected(self, event: events.Corrected, view: ScoreView) -> Iterable[Cue]:
        return (self._now_has(event.seat, event.total), self._standings.lead(view))

    def _now_has(self, seat: int, total: int) -> Say:
        player, points = self.player(seat), in_points(self._, total)
        return Say(self._("Corrected. {player} now has {points}.", player=player, points=points))

    def entry_moved(self, event: events.EntryMoved, view: ScoreView) -> Iterable[Cue]:
        player, points = self.player(event.seat), in_points(self._, event.total)
        has = Say(self._("{player} has {points}.", player=player, points=points))
        return (self._now_has(event.to, event.total_to), has, self._standings.lead(view))

    def entry_deleted(self, event: events.EntryDeleted, view: ScoreView) -> Iterable[Cue]:
        player, points = self.player(event.seat), in_points(self._, event.total)
        said = Say(self._("Deleted. {player} now has {points}.", player=player, points=points))
        return (said, self._standings.lead(view)) if view.entries else (said,)

    def asks_everybody(self, event: events.AsksEverybody, view: ScoreView) -> Iterable[Cue]:
        if event.on:
            return (Say(self._("I'll ask everybody, once a round.")),)
        return (Say(self._("Enter points whenever somebody scores.")),)

    def player_joins(self, event: events.PlayerJoins, view: ScoreView) -> Iterable[Cue]:
        player, points = self.player(event.seat), in_points(self._, event.total)
        return (Say(self._("{player} joins with {points}.", player=player, points=points)),)

    def player_leaves(self, event: events.PlayerLeaves, view: ScoreView) -> Iterable[Cue]:
        return (self._standings.left(event.seat, event.total),)

    def ended(self, event: events.Ended, view: ScoreView) -> Iterable[Cue]:
        return (self.final_standings(view), *self._standings.won(view))

    TOLD = told_by(vars(), events) | dict.fromkeys((events.Scored, events.RoundBegins), silent)
    """The prompts announce entries and rounds."""
