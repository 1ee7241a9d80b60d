"""The score pad told: what is asked, who stands where, and what lies at each place.

What was entered last is said with the next prompt, not before it: whoever enters the points of a
whole round never waits for the voice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import (
    Cue,
    GridScreen,
    Lines,
    MenuScreen,
    NumberScreen,
    Plate,
    Props,
    Say,
    Screen,
    Show,
    Tally,
    Token,
)
from gm_appliance.core.game import Beat, Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.games.scorepad.model import (
    Corrected,
    Correcting,
    Deals,
    Ended,
    Entry,
    Final,
    Points,
    Reached,
    Reading,
    RoundOver,
    View,
    Who,
)

NAMES = 3
"""Names in one sentence: with three it keeps to twelve words."""

ROWS = 5
"""Standings of more rows have short names on the display."""


class Scorepad:
    """The narration of one language; see `narration.Narration` for what each method promises."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # ------------------------------------------------------------ words

    def _player(self, seat: int) -> str:
        """As said: "Player three"."""
        return self.words.part("name.player", number=self.words.number(seat))

    def _say(self, key: str, points: int, **values: object) -> Say:
        """A sentence with points in it."""
        return Say(self.words(key, points=self.words.number(points), **values))

    def _some(self, seats: tuple[int, ...]) -> Iterator[str]:
        """Names of a few seats at a time, as a spoken list."""
        for first in range(0, len(seats), NAMES):
            yield self.words.names(self._player(seat) for seat in seats[first : first + NAMES])

    def _round(self, view: View) -> Say:
        number, dealer = self.words.number(view.round), self._player(view.dealer)
        return Say(self.words("tell.round", number=number, dealer=dealer))

    def _lead(self, view: View) -> Say:
        first = view.standings[0]
        if len(first.seats) == 1:
            return self._say("lead.one", first.points, players=self._player(first.seats[0]))
        if len(first.seats) == len(view.seats):
            return self._say("lead.all", first.points)
        if len(first.seats) > NAMES:
            return self._say("lead.many", first.points, count=self.words.number(len(first.seats)))
        return self._say("lead.tied", first.points, players=next(self._some(first.seats)))

    def _standings(self, view: View) -> Iterator[Say]:
        """From best to worst; who shares a place is told to."""
        for standing in view.standings:
            place = self.words.part(f"place.{standing.place}")
            key = "stand.tied" if len(standing.seats) > 1 else "stand.one"
            some = self._some(standing.seats)
            yield self._say(key, standing.points, place=place, players=next(some))
            yield from (Say(self.words("stand.also", place=place, players=names)) for names in some)

    def _win(self, view: View) -> Iterator[Say]:
        if not view.winners:
            yield Say(self.words("win.nobody"))
            return
        first = view.standings[0]
        some = self._some(first.seats)
        key = "win.tied" if len(first.seats) > 1 else "win.one"
        yield self._say(key, first.points, players=next(some))
        for at, names in enumerate(some, 1):
            alone = len(first.seats) - at * NAMES == 1
            yield Say(self.words("win.also-one" if alone else "win.also", players=names))

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        prompt = Say(self.words(f"ask.{decision.name}", **self._who(view)))
        return (*self._before(view), prompt)

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say(self.words(f"again.{decision.name}", **self._who(view))),)

    def _before(self, view: View) -> Iterator[Say]:
        """What a prompt reminds of: the round that begins, or what was entered last."""
        entered = view.entries[-1:] if view.entered else ()
        if isinstance(view.stage, Reading | Final):
            yield from self._standings(view)
        elif isinstance(view.stage, Points) and view.setup.mode == "round":
            yield self._scored(entered[0]) if entered else self._round(view)
        elif isinstance(view.stage, Who):
            yield self._total(view, entered[0].seat) if entered else self._round(view)
        elif isinstance(view.stage, Reached) and view.setup.mode == "free" and view.entries:
            yield self._lead(view)

    def _scored(self, entry: Entry) -> Say:
        return self._say("tell.scored", entry.points, player=self._player(entry.seat))

    def _total(self, view: View, seat: int) -> Say:
        return self._say("tell.total", view.totals[seat], player=self._player(seat))

    def _who(self, view: View) -> dict[str, str]:
        """What a prompt may name."""
        seat, number = _about(view)
        return {"player": self._player(seat), "number": self.words.number(number)}

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        seat, number = _about(view)
        if isinstance(view.stage, Points):
            title = self.words("short.player", number=seat)
        else:
            title = self.words(f"title.{decision.name}", number=number, seat=seat)
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, self.words("hint.number"), self._below(view))
        if isinstance(view.stage, Reading | Final):
            return self._grid(title, view, self.words("hint.ok"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(item, view) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self.words("hint.menu"))

    def _below(self, view: View) -> str:
        """What stands below the number being entered: the player's total, or the entry that is wrong."""
        stage = view.stage
        if isinstance(stage, Correcting):
            at = view.places_of(stage.round, stage.seat)[stage.number - 1]
            return self.words("line.entered", points=view.entries[at].points)
        return self.words("line.total", points=view.totals[_about(view)[0]])

    def _grid(self, title: str, view: View, hint: str = "") -> GridScreen:
        key = "short.row-many" if len(view.seats) > ROWS else "short.row"
        rows = tuple(
            (self.words(key, place=standing.place, number=seat), str(standing.points))
            for standing in view.standings
            for seat in standing.seats
        )
        return GridScreen(title, rows, hint)

    def _item(self, choice: Choice, view: View) -> str:
        value = choice.value
        if not isinstance(value, int):
            return self.words(f"item.{value}")
        stage = view.stage
        if isinstance(stage, Who):
            return self.words("item.scored", number=value, points=view.totals[value])
        if not isinstance(stage, Correcting):
            return self.words("item.seat", number=value)
        if not stage.round:
            return self.words("item.round-number", number=value)
        if stage.seat:
            at = view.places_of(stage.round, stage.seat)[value - 1]
            return self.words("item.entry", number=value, points=view.entries[at].points)
        points = sum(view.entries[at].points for at in view.places_of(stage.round, value))
        return self.words("item.scored", number=value, points=points)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        """The seat whose points are entered."""
        stage = view.stage
        if isinstance(stage, Points) or (isinstance(stage, Correcting) and stage.seat):
            return frozenset((_about(view)[0],))
        return frozenset()

    # ------------------------------------------------------------ the rest

    def beat(self, decision: Decision, view: View, beat: Beat) -> tuple[Cue, ...]:
        """Nothing here has a timetable."""
        return ()

    def outlook(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return ()

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        """What came of the last choice. Points are told by the prompt that follows, a round's by its end."""
        lying = self.props(view)
        if isinstance(event, RoundOver):
            over = Say(self.words("tell.round-over", number=self.words.number(event.round)))
            if not view.entries:
                return (lying, over)
            shown = Show(self._grid(self.words("title.round.next", number=event.round), view))
            last = (self._scored(view.entries[-1]),) if view.setup.mode == "round" else ()
            return (lying, shown, *last, over, self._lead(view))
        if isinstance(event, Deals) and view.entered:
            # In a round without an entry the prompt says who deals.
            return (lying, Say(self.words("tell.deals", dealer=self._player(event.dealer))))
        if isinstance(event, Corrected):
            return (lying, self._say("tell.corrected", event.total, player=self._player(event.seat)))
        if isinstance(event, Ended):
            shown = Show(self._grid(self.words("title.final.read"), view))
            return (lying, shown, *self._win(view))
        return (lying,)

    def remind(self, decision: Decision, view: View, times: int) -> tuple[Cue, ...]:
        return ()

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return ()

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.stage, Final):
            return ()
        said = (*self._before(view),)
        return () if self._round(view) in said else (self._round(view),)

    def props(self, view: View) -> Props:
        """Each player's name and points, and the dealer."""
        players = ((seat, self.words("short.player", number=seat)) for seat in view.seats)
        names = [Plate(seat, name, numbered=True) for seat, name in players]
        points = [Tally(seat, total) for seat, total in view.totals.items()]
        dealer = Token(view.dealer, self.words("card.dealer"), "grey", "dealer", name="dealer")
        return Props((*names, *points, dealer))

    def topics(self, view: View, asides: tuple[str, ...]) -> tuple[str, ...]:
        return ("standings", "entering")

    def topic(self, topic: str) -> str:
        return self.words(f"topic.{topic}")

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        if topic == "standings":
            return (Show(self._grid(self.words("topic.standings"), view)), *self._standings(view))
        return (Say(self.words("explain.entering")),)

    def interrupted(self, decision: Decision, view: View) -> str:
        if isinstance(view.stage, Final):
            return self.words("interrupted.over")
        return self.words("interrupted.round", number=self.words.number(view.round))


def _about(view: View) -> tuple[int, int]:
    """The seat and the round a prompt is about; the dealer where it is about nobody."""
    stage = view.stage
    if isinstance(stage, Points):
        return stage.seats[0], view.round
    if isinstance(stage, Correcting):
        return stage.seat or view.dealer, stage.round or view.round
    return view.dealer, view.round
