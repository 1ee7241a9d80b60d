"""The score pad told: what is asked, who stands where, and what lies at each place.

What was entered is said once, with the next prompt, not before it: whoever enters the points of a
whole round never waits for the voice. REPEAT tells what it adds up to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Handling, Props, Say, Show
from gm_appliance.core.cues.props import Plate, Tally, Token
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import NP_, Language, Name
from gm_appliance.core.narration import BaseNarration, OptionText, Unspoken
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.scorepad import events
from gm_appliance.games.scorepad.corrections import entry_of
from gm_appliance.games.scorepad.model import (
    Between,
    Correcting,
    Entry,
    Final,
    Joining,
    Points,
    Reached,
    Reading,
    View,
    Whose,
)
from gm_appliance.games.scorepad.narration import options, prompts
from gm_appliance.games.scorepad.narration.options import setup_line
from gm_appliance.games.scorepad.narration.standings import Standings

_NAMES_PLAYERS = frozenset(
    (
        "dealer.first",
        "free.who",
        "dealer.who",
        "correct.who",
        "correct.to",
        "somebody.leaves",
        "somebody.comes",
    )
)
"""The decisions whose numbers are players."""

_TOPICS = {
    "standings": NP_("line", "The standings"),
    "entering": NP_("line", "How to enter points"),
}
_ON_THE_SIDE = {
    "somebody.leaves": NP_("line", "Somebody leaves"),
    "somebody.comes": NP_("line", "Somebody joins"),
}


class Scorepad(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people
        self._standings = Standings(_, people)

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Score pad")

    def option(self, name: str) -> OptionText:
        return options.option(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        return setup_line(self._, options)

    # ------------------------------------------------------------ who

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        before = () if decision.name in _ON_THE_SIDE else self._before(view)
        return (*before, *self._question(decision, view))

    def _question(self, decision: Decision, view: View) -> Iterator[Say]:
        yield Say(self._(prompts.prompt(decision.name).ask, **self._named(view)))
        if decision.name == "entry.points":
            yield Handling(self._(prompts.HOLDING))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        sentence = prompts.prompt(decision.name).again
        return (Say(self._(sentence, **self._named(view))),)

    def on_repeat(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        """The totals, where there are any to ask for; else all of the prompt."""
        entering = isinstance(view.phase, Points | Whose | Between | Reached)
        if not view.entries or not entering or decision.name in _ON_THE_SIDE:
            return self.ask(decision, view)
        return (*self._standings.told(view), *self._question(decision, view))

    def _before(self, view: View) -> Iterator[Say]:
        """What a prompt begins with: the standings, the round that begins, or what was entered just now."""
        by_rounds = view.setup.mode == "round"
        if isinstance(view.phase, Reading | Final):
            yield from self._standings.told(view)
        elif isinstance(view.phase, Whose) or (isinstance(view.phase, Points) and by_rounds):
            if view.last:
                yield self._scored(view.last)
            elif not view.entered:
                yield self._round(view)
        elif isinstance(view.phase, Reached) and view.last and not by_rounds:
            yield self._scored(view.last)
            yield self._standings.lead(view)

    def _round(self, view: View) -> Say:
        dealer = self._player(view.dealer)
        return Say(self._("Round {number}. {dealer} deals.", number=view.round, dealer=dealer))

    def _scored(self, entry: Entry) -> Say:
        player = self._player(entry.seat)
        return Say(self._("{player}: {points}.", player=player, points=entry.points))

    def _named(self, view: View) -> dict[str, object]:
        """What a prompt may name."""
        seat, number = _about(view)
        short = self._people.short(self._, seat)
        return {"player": self._player(seat), "short": short, "number": number}

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self._(prompts.prompt(decision.name).title, **self._named(view))
        if isinstance(face, NumberFace):
            hint = self._.pgettext("line", "↑↓ 1  hold {leap}  OK", leap=face.leap)
            return NumberScreen(title, face.value, hint, self._below(view))
        if isinstance(view.phase, Reading | Final):
            return self._standings.grid(title, view, self._.pgettext("line", "OK: go on"))
        if not isinstance(face, MenuFace):
            return Lines(title)
        items = tuple(self._item(item, view) for item in face.items)
        return MenuScreen(title, items, max(face.at, 0), self._.pgettext("line", "↑↓ OK"))

    def _below(self, view: View) -> str:
        """What stands below the number being entered: the player's total, or the entry that is wrong."""
        phase = view.phase
        if isinstance(phase, Joining):
            return self._.pgettext("line", "Points to begin with")
        if isinstance(phase, Correcting):
            entry = entry_of(view, phase)
            if entry is None:
                return self._.pgettext("line", "Nothing entered")
            return self._.pgettext("line", "Entered: {points}", points=entry.points)
        return self._.pgettext("line", "Total: {points}", points=view.totals[_about(view)[0]])

    def _item(self, choice: Choice, view: View) -> str:
        value = choice.value
        if not isinstance(value, int):
            return self._(prompts.item(value))
        phase = view.phase
        if choice.name == "free.who":
            return self._player_item(value, view.totals[value])
        if not isinstance(phase, Correcting) or phase.how:
            return self._player(value)
        if not phase.round:
            return self._.pgettext("line", "Round {number}", number=value)
        if phase.seat:
            points = view.entries[view.places_of(phase.round, phase.seat)[value - 1]].points
            return self._.pgettext("line", "Entry {number}: {points}", number=value, points=points)
        entries = view.places_of(phase.round, value)
        if not entries:
            return self._.pgettext("line", "{player}: nothing", player=self._player(value))
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
        return value if decision.name in _NAMES_PLAYERS and isinstance(value, int) else 0

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
        shown = Show(self._standings.grid(self._(prompts.ROUND_OVER, number=event.round), view))
        last = (self._scored(view.last),) if view.last else ()
        return (shown, *last, over, self._standings.lead(view))

    def deals(self, event: events.Deals, view: View) -> tuple[Cue, ...]:
        if not view.entered:  # the prompt says who deals
            return ()
        return (Say(self._("{dealer} deals.", dealer=self._player(event.dealer))),)

    def corrected(self, event: events.Corrected, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        said = Say(self._("Corrected. {player} now has {points}.", player=player, points=event.total))
        return (said, self._standings.lead(view))

    def moved(self, event: events.EntryMoved, view: View) -> tuple[Cue, ...]:
        to, player = self._player(event.to), self._player(event.seat)
        return (
            Say(self._("Corrected. {player} now has {points}.", player=to, points=event.total_to)),
            Say(self._("{player} has {points}.", player=player, points=event.total)),
            self._standings.lead(view),
        )

    def deleted(self, event: events.EntryDeleted, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        said = Say(self._("Deleted. {player} now has {points}.", player=player, points=event.total))
        return (said, self._standings.lead(view)) if view.entries else (said,)

    def joins(self, event: events.PlayerJoins, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (Say(self._("{player} joins with {points}.", player=player, points=event.total)),)

    def leaves(self, event: events.PlayerLeaves, view: View) -> tuple[Cue, ...]:
        return (self._standings.left(event.seat, event.total),)

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        return (Show(self._standings.grid(self._(prompts.FINAL_STANDINGS), view)), *self._standings.won(view))

    def left(self, view: View) -> tuple[Cue, ...]:
        if not view.entries:
            return ()
        shown = Show(self._standings.grid(self._(prompts.FINAL_STANDINGS), view))
        return (shown, self._standings.lead(view))

    # ------------------------------------------------------------ the rest

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, Final):
            return ()
        said = (*self._before(view),)
        return () if self._round(view) in said else (self._round(view),)

    def props(self, view: View) -> Props:
        """Each player's name and points, and the dealer."""
        named, note = self._people.named, self._.pgettext("card", "left")
        names = [
            Plate(seat, self._player(seat), note, numbered=not named(seat), turned=True)
            if seat in view.left
            else Plate(seat, self._player(seat), numbered=not named(seat))
            for seat in view.seats
        ]
        points = [Tally(seat, total) for seat, total in view.totals.items()]
        dealer = Token(view.dealer, self._.pgettext("card", "Dealer"), "grey", "dealer", name="dealer")
        return Props((*names, *points, dealer))

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return (*_TOPICS, *on_request)

    def topic(self, topic: str) -> str:
        known = {**_TOPICS, **_ON_THE_SIDE}
        if topic not in known:
            raise Unspoken(f"the topic {topic!r}")
        return self._(known[topic])

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        if topic == "standings":
            return (
                Show(self._standings.grid(self._.pgettext("title", "The standings"), view)),
                *self._standings.told(view),
            )
        if topic == "entering":
            return (
                Say(self._("Tap for one. Hold for ten, longer for more.")),
                Say(self._("From a thousand, a hold goes by hundreds.")),
                Say(self._("Below zero: go down. Back begins anew. OK enters.")),
            )
        raise Unspoken(f"explain {topic!r}")

    def interrupted(self, decision: Decision, view: View) -> str:
        if isinstance(view.phase, Final):
            return self._("A game on the score pad was interrupted at its end.")
        return self._("A game on the score pad was interrupted in round {number}.", number=view.round)


TOLD: Mapping[type, Callable[[Scorepad, Any, View], tuple[Cue, ...]]] = {
    events.RoundOver: Scorepad.round_over,
    events.Deals: Scorepad.deals,
    events.Corrected: Scorepad.corrected,
    events.EntryMoved: Scorepad.moved,
    events.EntryDeleted: Scorepad.deleted,
    events.PlayerJoins: Scorepad.joins,
    events.PlayerLeaves: Scorepad.leaves,
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
    if isinstance(phase, Joining):
        return len(view.seats) + 1, view.round
    if isinstance(phase, Correcting):
        return phase.seat or view.dealer, phase.round or view.round
    return view.dealer, view.round
