"""The score pad's narration: its tables and parts come together here. An entry is announced once, with the
next prompt: entering a round's points never waits for the voice. REPEAT adds the totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.cues.props import Plate, Tally, Token
from gm_appliance.core.cues.screens import NumberScreen, Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import N_, NP_, Language
from gm_appliance.core.narration import ButtonLabels
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TableNarration, Topic, untold
from gm_appliance.games.scorepad import events, model
from gm_appliance.games.scorepad.corrections import entry_of
from gm_appliance.games.scorepad.model import ScoreView
from gm_appliance.games.scorepad.narration import TITLE
from gm_appliance.games.scorepad.narration.events import ScoreEvents
from gm_appliance.games.scorepad.narration.options import OPTIONS
from gm_appliance.games.scorepad.narration.prompts import PROMPTS
from gm_appliance.games.scorepad.narration.standings import ScoreStandings

_ON_REQUEST = ("somebody.", "follow.")


class Scorepad(TableNarration):
    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = PROMPTS
    SUGGESTIONS = frozenset(("round.next", "reached.target", "end.confirm"))
    OF_PLAYERS = frozenset(
        (
            *("dealer.first", "free.who", "dealer.who", "correct.who", "correct.to"),
            *("somebody.leaves", "somebody.comes"),
        )
    )
    STORY: ClassVar = {
        **untold(events.Deals, events.AsksEverybody),
        events.RoundOver: lambda self, event, view: (self._standings.lead(view),) if view.entries else (),
    }
    TOPICS: ClassVar[Mapping[str, Topic]] = {
        "standings": Topic(NP_("line", "The standings")),
        "entering": Topic(
            NP_("line", "How to enter points"),
            (
                N_("Tap for one point. Hold for ten, and longer for more."),
                N_("From a thousand up, holding goes by hundreds."),
                N_("Go down for less than zero. Back starts again. OK enters."),
            ),
        ),
        "somebody.leaves": Topic(NP_("line", "Somebody is leaving")),
        "somebody.comes": Topic(NP_("line", "Somebody is joining")),
        "follow.stop": Topic(NP_("line", "Stop asking in turn")),
        "follow.again": Topic(NP_("line", "Ask everybody")),
    }

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._events = ScoreEvents(_, people)
        self._standings = ScoreStandings(_, people)

    def setup(self, options: Mapping[str, int | str]) -> str:
        _, said, rounds = self._, {"number": options["players"]}, int(options.get("rounds", 0))
        target, lowest = options.get("target", 0), options["wins"] == "lowest"
        match options["until"]:
            case "target" if lowest:
                return _.pgettext("line", "{number}: fewest to {target}", **said, target=target)
            case "target":
                return _.pgettext("line", "{number}: most to {target}", **said, target=target)
            case "rounds" if lowest:
                return _.npgettext(
                    "line", "{number}: fewest, {n} round", "{number}: fewest, {n} rounds", rounds, **said
                )
            case "rounds":
                return _.npgettext(
                    "line", "{number}: most, {n} round", "{number}: most, {n} rounds", rounds, **said
                )
        if lowest:
            return _.pgettext("line", "{number}: fewest points", **said)
        return _.pgettext("line", "{number}: most points", **said)

    def values(self, decision: Decision, view: ScoreView) -> Mapping[str, object]:
        seat, number = _about(view)
        return {"player": self.player(seat), "short": self._people.short(self._, seat), "number": number}

    def before(self, decision: Decision, view: ScoreView) -> Iterable[Say]:
        return () if decision.name.startswith(_ON_REQUEST) else self._reminder(view)

    def _reminder(self, view: ScoreView) -> Iterator[Say]:
        by_rounds = view.setup.mode == "round"
        if isinstance(view.phase, model.Reading | model.Final):
            yield from self._standings.told(view)
        elif isinstance(view.phase, model.Whose) or (isinstance(view.phase, model.Points) and by_rounds):
            if view.last:
                yield self._events.announced(view.last)
            elif not view.entered:
                yield self._round(view)
        elif isinstance(view.phase, model.Reached) and view.last and not by_rounds:
            yield self._events.announced(view.last)
            yield self._standings.lead(view)

    def _round(self, view: ScoreView) -> Say:
        dealer = self.player(view.dealer)
        return Say(self._("Round {number}. {dealer} deals.", number=view.round, dealer=dealer))

    def on_repeat(self, decision: Decision, view: ScoreView) -> tuple[Cue, ...]:
        entering = isinstance(view.phase, model.Points | model.Whose | model.Between | model.Reached)
        if not view.entries or not entering or decision.name.startswith(_ON_REQUEST):
            return self.ask(decision, view)
        return (*self._standings.told(view), self.question(decision, view))

    def labels(self, decision: Decision, view: ScoreView, face: Face) -> ButtonLabels | None:
        if isinstance(view.phase, model.Reading):
            return ButtonLabels(ok=self._.pgettext("button", "go on"))
        return (
            ButtonLabels(ok=self._.pgettext("button", "finish"))
            if isinstance(view.phase, model.Final)
            else None
        )

    def lights(self, decision: Decision, view: ScoreView) -> frozenset[int]:
        phase = view.phase
        if isinstance(phase, model.Points) or (isinstance(phase, model.Correcting) and phase.seat):
            return frozenset((_about(view)[0],))
        return frozenset()

    def picture(self, decision: Decision, view: ScoreView, face: Face, title: str) -> Screen:
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value, line=self._below(view))
        if isinstance(view.phase, model.Reading | model.Final):
            return self._standings.grid(title, view)
        return super().picture(decision, view, face, title)

    def _below(self, view: ScoreView) -> str:
        phase = view.phase
        if isinstance(phase, model.Joining):
            return self._.pgettext("line", "Points to begin with")
        if isinstance(phase, model.Correcting):
            entry = entry_of(view, phase)
            if entry is None:
                return self._.pgettext("line", "Nothing entered")
            return self._.pgettext("line", "Entered: {points}", points=entry.points)
        return self._.pgettext("line", "Total: {points}", points=view.totals[_about(view)[0]])

    def item(self, choice: Choice, view: ScoreView) -> str:
        value, phase = choice.value, view.phase
        if isinstance(value, int):
            if choice.name == "free.who":
                return self._with_points(value, view.totals[value])
            if choice.name == "correct.round":
                return self._.pgettext("line", "Round {number}", number=value)
            if isinstance(phase, model.Correcting) and choice.name == "correct.entry":
                points = view.entries[view.places_of(phase.round, phase.seat)[value - 1]].points
                return self._.pgettext("line", "Entry {number}: {points}", number=value, points=points)
            if isinstance(phase, model.Correcting) and choice.name == "correct.who":
                entries = view.places_of(phase.round, value)
                if not entries:
                    return self._.pgettext("line", "{player}: nothing", player=self.player(value))
                return self._with_points(value, sum(view.entries[at].points for at in entries))
        return super().item(choice, view)

    def under_cursor(self, decision: Decision, view: ScoreView, face: Face) -> tuple[Cue, ...]:
        """Without the player's total, which the last entry or REPEAT may just have announced."""
        here = face.current if isinstance(face, MenuFace) else None
        if here and here.name == "free.who" and isinstance(here.value, int):
            return (Say(super().item(here, view)),)
        return super().under_cursor(decision, view, face)

    def _with_points(self, seat: int, points: int) -> str:
        return self._.pgettext("line", "{player}: {points}", player=self.player(seat), points=points)

    def happened(self, event: Any, view: ScoreView) -> Iterable[Cue]:
        return self._events.tell(event, view)

    def farewell(self, view: ScoreView) -> tuple[Cue, ...]:
        return (self._events.final_standings(view), self._standings.lead(view)) if view.entries else ()

    def recap(self, decision: Decision, view: ScoreView) -> tuple[Cue, ...]:
        """The round, unless the prompt names it."""
        if isinstance(view.phase, model.Final) or self._round(view) in self._reminder(view):
            return ()
        return (self._round(view),)

    def props(self, view: ScoreView) -> Props:
        named, note = self._people.named, self._.pgettext("card", "has left")
        names = [
            Plate(
                seat,
                self.player(seat),
                note if seat in view.left else "",
                numbered=not named(seat),
                turned=seat in view.left,
            )
            for seat in view.seats
        ]
        points = [Tally(seat, total) for seat, total in view.totals.items()]
        dealer = Token(view.dealer, self._.pgettext("card", "Dealer"), "grey", "dealer", name="dealer")
        return Props((*names, *points, dealer))

    def topics(self, view: ScoreView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return ("standings", "entering", *on_request)

    def explain(self, topic: str, view: ScoreView) -> tuple[Cue, ...]:
        if topic != "standings":
            return super().explain(topic, view)
        title = self._.pgettext("title", "The standings")
        return (Show(self._standings.grid(title, view)), *self._standings.told(view))

    def interrupted(self, decision: Decision, view: ScoreView) -> str:
        if isinstance(view.phase, model.Final):
            return self._("A game on the score pad was interrupted at its end.")
        return self._("A game on the score pad was interrupted in round {number}.", number=view.round)


def _about(view: ScoreView) -> tuple[int, int]:
    """The seat and the round a prompt is about; the dealer if it is about nobody."""
    phase = view.phase
    if isinstance(phase, model.Points):
        return phase.seats[0], view.round
    if isinstance(phase, model.Naming | model.Joining):
        return len(view.seats) + 1, view.round
    if isinstance(phase, model.Correcting):
        return phase.seat or view.dealer, phase.round or view.round
    return view.dealer, view.round
