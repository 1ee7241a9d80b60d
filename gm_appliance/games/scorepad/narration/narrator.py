"""The score pad told: what is asked, who stands where, and what lies at each place.

What was entered last is said with the next prompt, not before it: whoever enters the points of a
whole round never waits for the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

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
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import NP_, Language, Name, Names
from gm_appliance.core.narration import BaseNarration, OptionText, Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.scorepad import events
from gm_appliance.games.scorepad.model import (
    Correcting,
    Entry,
    Final,
    Points,
    Reached,
    Reading,
    View,
    Whose,
)
from gm_appliance.games.scorepad.narration import options, prompts

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

_TOPICS = {
    "standings": NP_("line", "The standings"),
    "entering": NP_("line", "How to enter points"),
}


class Scorepad(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Score pad")

    def option(self, name: str) -> OptionText:
        return options.option(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.npgettext("line", "{n} plays", "{n} play", int(options["players"]))

    # ------------------------------------------------------------ who, and who stands where

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def _some(self, seats: tuple[int, ...]) -> Iterator[tuple[int, Names]]:
        """A few seats at a time: how many, and their names as a spoken list."""
        for first in range(0, len(seats), NAMES):
            some = seats[first : first + NAMES]
            yield len(some), self._.names(self._player(seat) for seat in some)

    def _lead(self, view: View) -> Say:
        first = view.standings[0]
        points, count = first.points, len(first.seats)
        if count == len(view.seats):
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

    def _standings(self, view: View) -> Iterator[Say]:
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

    def _win(self, view: View) -> Iterator[Say]:
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

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        sentence = prompts.prompt(decision.name).ask
        return (*self._before(view), Say(self._(sentence, **self._named(view))))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        sentence = prompts.prompt(decision.name).again
        return (Say(self._(sentence, **self._named(view))),)

    def _before(self, view: View) -> Iterator[Say]:
        """What a prompt reminds of: the round that begins, or what was entered last."""
        entered = view.entries[-1:] if view.entered else ()
        if isinstance(view.phase, Reading | Final):
            yield from self._standings(view)
        elif isinstance(view.phase, Points) and view.setup.mode == "round":
            yield self._scored(entered[0]) if entered else self._round(view)
        elif isinstance(view.phase, Whose):
            yield self._total(view, entered[0].seat) if entered else self._round(view)
        elif isinstance(view.phase, Reached) and view.setup.mode == "free" and view.entries:
            yield self._lead(view)

    def _round(self, view: View) -> Say:
        dealer = self._player(view.dealer)
        return Say(self._("Round {number}. {dealer} deals.", number=view.round, dealer=dealer))

    def _scored(self, entry: Entry) -> Say:
        player = self._player(entry.seat)
        return Say(self._("{player}: {points}.", player=player, points=entry.points))

    def _total(self, view: View, seat: int) -> Say:
        player = self._player(seat)
        return Say(self._("{player} has {points}.", player=player, points=view.totals[seat]))

    def _named(self, view: View) -> dict[str, object]:
        """What a prompt may name."""
        seat, number = _about(view)
        short = self._people.short(self._, seat)
        return {"player": self._player(seat), "short": short, "number": number}

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self._(prompts.prompt(decision.name).title, **self._named(view))
        if isinstance(face, NumberFace):
            hint = self._.pgettext("line", "↑↓ hold: fast  OK")
            return NumberScreen(title, face.value, hint, self._below(view))
        if isinstance(view.phase, Reading | Final):
            return self._grid(title, view, self._.pgettext("line", "OK: go on"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(item, view) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self._.pgettext("line", "↑↓ OK"))

    def _below(self, view: View) -> str:
        """What stands below the number being entered: the player's total, or the entry that is wrong."""
        phase = view.phase
        if isinstance(phase, Correcting):
            at = view.places_of(phase.round, phase.seat)[phase.number - 1]
            return self._.pgettext("line", "Entered: {points}", points=view.entries[at].points)
        return self._.pgettext("line", "Total: {points}", points=view.totals[_about(view)[0]])

    def _grid(self, title: str, view: View, hint: str = "") -> GridScreen:
        rows = tuple(
            (self._row(standing.place, seat, len(view.seats)), str(standing.points))
            for standing in view.standings
            for seat in standing.seats
        )
        return GridScreen(title, rows, hint)

    def _row(self, place: int, seat: int, rows: int) -> str:
        if rows > MOST_ROWS:
            short = self._people.short(self._, seat)
            return self._.pgettext("line", "{place}. {short}", place=place, short=short)
        return self._.pgettext("line", "{place}. {player}", place=place, player=self._player(seat))

    def _item(self, choice: Choice, view: View) -> str:
        value = choice.value
        if not isinstance(value, int):
            return self._(prompts.item(value))
        phase = view.phase
        if isinstance(phase, Whose):
            return self._player_item(value, view.totals[value])
        if not isinstance(phase, Correcting):
            return self._player(value)
        if not phase.round:
            return self._.pgettext("line", "Round {number}", number=value)
        if phase.seat:
            points = view.entries[view.places_of(phase.round, phase.seat)[value - 1]].points
            return self._.pgettext("line", "Entry {number}: {points}", number=value, points=points)
        entries = view.places_of(phase.round, value)
        return self._player_item(value, sum(view.entries[at].points for at in entries))

    def _player_item(self, seat: int, points: int) -> str:
        return self._.pgettext("line", "{player}: {points}", player=self._player(seat), points=points)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        """The seat whose points are entered."""
        phase = view.phase
        if isinstance(phase, Points) or (isinstance(phase, Correcting) and phase.seat):
            return frozenset((_about(view)[0],))
        return frozenset()

    def marked_seat(self, decision: Decision, view: View, face: Face) -> int:
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        names_players = decision.name in ("free.who", "dealer.who", "correct.who")
        return value if names_players and isinstance(value, int) else 0

    # ------------------------------------------------------------ what happened

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        """What came of the last choice; what lies on the table changes with all of it."""
        told = TOLD.get(type(event))
        if told is None and type(event) not in SILENT:
            raise Unspoken(f"tell {type(event).__name__}")
        return (self.props(view), *(told(self, event, view) if told else ()))

    def round_over(self, event: events.RoundOver, view: View) -> tuple[Cue, ...]:
        over = Say(self._("Round {number} is over.", number=event.round))
        if not view.entries:
            return (over,)
        shown = Show(self._grid(self._(prompts.ROUND_OVER, number=event.round), view))
        last = (self._scored(view.entries[-1]),) if view.setup.mode == "round" else ()
        return (shown, *last, over, self._lead(view))

    def deals(self, event: events.Deals, view: View) -> tuple[Cue, ...]:
        if not view.entered:  # the prompt says who deals
            return ()
        return (Say(self._("{dealer} deals.", dealer=self._player(event.dealer))),)

    def corrected(self, event: events.Corrected, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (Say(self._("Corrected. {player} now has {points}.", player=player, points=event.total)),)

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        return (Show(self._grid(self._(prompts.FINAL_STANDINGS), view)), *self._win(view))

    # ------------------------------------------------------------ the rest

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, Final):
            return ()
        said = (*self._before(view),)
        return () if self._round(view) in said else (self._round(view),)

    def props(self, view: View) -> Props:
        """Each player's name and points, and the dealer."""
        named = self._people.named
        names = [Plate(seat, self._player(seat), numbered=not named(seat)) for seat in view.seats]
        points = [Tally(seat, total) for seat, total in view.totals.items()]
        dealer = Token(view.dealer, self._.pgettext("card", "Dealer"), "grey", "dealer", name="dealer")
        return Props((*names, *points, dealer))

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return (*_TOPICS, *on_request)

    def topic(self, topic: str) -> str:
        if topic not in _TOPICS:
            raise Unspoken(f"the topic {topic!r}")
        return self._(_TOPICS[topic])

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        if topic == "standings":
            return (Show(self._grid(self._.pgettext("title", "The standings"), view)), *self._standings(view))
        if topic == "entering":
            return (Say(self._("Up and down change the points. Hold to run. OK enters them.")),)
        raise Unspoken(f"explain {topic!r}")

    def interrupted(self, decision: Decision, view: View) -> str:
        if isinstance(view.phase, Final):
            return self._("A game on the score pad was interrupted at its end.")
        return self._("A game on the score pad was interrupted in round {number}.", number=view.round)


TOLD: Mapping[type, Callable[[Scorepad, Any, View], tuple[Cue, ...]]] = {
    events.RoundOver: Scorepad.round_over,
    events.Deals: Scorepad.deals,
    events.Corrected: Scorepad.corrected,
    events.Ended: Scorepad.ended,
}
"""What is told of each kind of event."""

SILENT = frozenset((events.Scored, events.RoundBegins))
"""What is entered, and the round that begins, are said with the prompt that follows."""


def _about(view: View) -> tuple[int, int]:
    """The seat and the round a prompt is about; the dealer where it is about nobody."""
    phase = view.phase
    if isinstance(phase, Points):
        return phase.seats[0], view.round
    if isinstance(phase, Correcting):
        return phase.seat or view.dealer, phase.round or view.round
    return view.dealer, view.round
