"""Valda's score told: what is asked, what happened, the display and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Handling, Props, Remark, Say, Show
from gm_appliance.core.cues.screens import MenuScreen, NumberScreen, Screen, TrackScreen
from gm_appliance.core.game import Decision, Face, MenuFace, Number, NumberFace
from gm_appliance.core.language import Language, Message, Name
from gm_appliance.core.narration import BaseNarration, Unspoken, words_under_cursor
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import some_names
from gm_appliance.games.valda import score_events
from gm_appliance.games.valda.companion import events
from gm_appliance.games.valda.companion.ending import WON_RACE
from gm_appliance.games.valda.companion.model import StartRolling
from gm_appliance.games.valda.narration.score_prompts import ENTER, OLDEST, prompt
from gm_appliance.games.valda.narration.shared import round_begins, start_rolled, zone_reached
from gm_appliance.games.valda.narration.standing import leader, standings, win
from gm_appliance.games.valda.narration.topics import explained, illustrated
from gm_appliance.games.valda.narration.tree import drakkar, mooring, pawns, plates, tree
from gm_appliance.games.valda.score import Choosing, Counting, Final, ScoreView, Setting

TELLS_ITSELF = frozenset(("first.who", "game.over"))
"""Prompts that say what to press in their own sentence."""


def whose(view: ScoreView) -> int:
    """The seat whose number is entered; 0 where none is."""
    phase = view.phase
    if isinstance(phase, Setting):
        return phase.seat
    return phase.seats[len(phase.numbers)] if isinstance(phase, Counting) else view.turn


class ScoreNarration(BaseNarration):
    """The part of the narration that tells the score; see `narration.Narration` for each method."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: ScoreView) -> tuple[Cue, ...]:
        phase = view.phase
        before = (
            standings(self._, self._people, view.followers, phase.winners) if isinstance(phase, Final) else ()
        )
        asked = OLDEST if decision.name == "first.who" and not view.turnaround else prompt(decision.name).ask
        return (*before, self._said(asked, view), *self._how(decision))

    def again(self, decision: Decision, view: ScoreView) -> tuple[Cue, ...]:
        return (self._said(prompt(decision.name).again, view), *self._how(decision))

    def _said(self, text: Message, view: ScoreView) -> Say:
        return Say(self._(text, player=self._player(whose(view) or 1)))

    def _how(self, decision: Decision) -> tuple[Cue, ...]:
        return () if decision.name in TELLS_ITSELF else (Handling(self._(ENTER)),)

    def lights(self, decision: Decision, view: ScoreView) -> frozenset[int]:
        """Whose turn it is, or whose number is entered; nobody's while it is asked whose."""
        return frozenset((whose(view),)) if isinstance(decision.domain, Number) else frozenset()

    def marked_seat(self, decision: Decision, view: ScoreView, face: Face) -> int:
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) else 0

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: ScoreView, face: Face, minutes: int) -> Screen:
        title = self._(prompt(decision.name).title, player=self._player(whose(view) or 1))
        hint = self._.pgettext("line", "↑↓ OK")
        if isinstance(face, NumberFace):
            return self._number(view, face.value, title, hint)
        assert isinstance(face, MenuFace)
        at = max(face.at, 0)
        if isinstance(view.phase, Final) and face.items[at].value == "done":
            return self._tree(title, view, hint=self._.pgettext("line", "OK: done  ↓: correct"))
        items = tuple(self._item(decision, one.value) for one in face.items)
        return MenuScreen(title, items, at, hint)

    def _number(self, view: ScoreView, number: int, title: str, hint: str) -> Screen:
        """Followers as they move up the tree; what breaks a tie as a number."""
        if isinstance(view.phase, Counting):
            return NumberScreen(title, number, hint, self._player(whose(view)))
        seat = whose(view)
        followers = [number if one == seat else now for one, now in enumerate(view.followers, 1)]
        return tree(self._, self._people, title, followers, seat, hint)

    def _item(self, decision: Decision, value: object) -> str:
        if isinstance(value, int):
            return self._player(value)
        items = prompt(decision.name).items
        if not isinstance(value, str) or value not in items:
            raise Unspoken(f"{value!r} at {decision.name!r}")
        return self._(items[value])

    def _tree(self, title: str, view: ScoreView, hint: str = "") -> TrackScreen:
        return tree(self._, self._people, title, view.followers, hint=hint)

    def under_cursor(self, decision: Decision, view: ScoreView, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self._item(decision, face.current.value)),)
        return words_under_cursor(self, decision, view, face)

    # ------------------------------------------------------------ what happened

    def tell(self, event: Any, view: ScoreView) -> tuple[Cue, ...]:
        told = TOLD.get(type(event))
        if told is None:
            raise Unspoken(f"tell {type(event).__name__}")
        return (self.props(view), *told(self, event, view))

    def start_rolled(self, event: events.StartRolled, view: ScoreView) -> tuple[Cue, ...]:
        return start_rolled(self._, self._people, event)

    def round_begins(self, event: events.RoundBegins, view: ScoreView) -> tuple[Cue, ...]:
        shown = self._tree(self._.pgettext("title", "Round {n}", n=event.round), view)
        return round_begins(self._, self._people, event, shown, race=view.race)

    def moved(self, event: score_events.Moved, view: ScoreView) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (
            Remark(
                self._.ngettext(
                    "{player}: {n} follower.", "{player}: {n} followers.", event.after, player=player
                )
            ),
        )

    def zone_reached(self, event: events.ZoneReached, view: ScoreView) -> tuple[Cue, ...]:
        return zone_reached(self._, self._people, event)

    def corrected(self, event: events.Corrected, view: ScoreView) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (
            Say(self._("Corrected.")),
            Say(
                self._.ngettext(
                    "{player}: {n} follower.", "{player}: {n} followers.", event.after, player=player
                )
            ),
        )

    def tied(self, event: score_events.Tied, view: ScoreView) -> tuple[Cue, ...]:
        players, *others = some_names(self._, self._people, event.seats)
        more = [Say(self._("As well: {players}.", players=names)) for names in others]
        if event.what == "followers":
            first = self._("Tied with {n} followers: {players}.", n=max(view.followers), players=players)
            return (Say(first), *more, Say(self._("Most buildings win.")))
        first = self._("Still tied: {players}.", players=players)
        return (Say(first), *more, Say(self._("Most resources win.")))

    def counted(self, event: score_events.Counted, view: ScoreView) -> tuple[Cue, ...]:
        return (Remark(self._("{player}: {n}.", player=self._player(event.seat), n=event.number)),)

    def ended(self, event: events.Ended, view: ScoreView) -> tuple[Cue, ...]:
        shown = Show(self._tree(self._(prompt("game.over").title), view))
        race = event.why == WON_RACE
        return (shown, *win(self._, self._people, event.winners, view.followers, race=race))

    def back(self, before: ScoreView, view: ScoreView) -> tuple[Cue, ...]:
        return (*self._taken_back(before, view),)

    def _taken_back(self, before: ScoreView, view: ScoreView) -> Iterator[Say]:
        if view.round != before.round:
            yield Say(self._("The drakkar goes back to round {n}.", n=view.round))
        for seat, had, has in zip(view.seats, before.followers, view.followers, strict=True):
            if had != has:
                player = self._player(seat)
                yield Say(
                    self._.ngettext("{player}: {n} follower.", "{player}: {n} followers.", has, player=player)
                )

    # ------------------------------------------------------------ where the game stands

    def props(self, view: ScoreView) -> Props:
        items = [*plates(self._, self._people, view.followers), *pawns(self._, self._people, view.followers)]
        return Props((*items, drakkar(self._, view.round, mooring(view.round))))

    def recap(self, decision: Decision, view: ScoreView) -> tuple[Cue, ...]:
        if isinstance(view.phase, StartRolling | Choosing | Final):
            return ()
        title = self._.pgettext("title", "Round {n}", n=view.round)
        where = Say(self._("Round {round}.", round=view.round))
        return (Show(self._tree(title, view)), where, leader(self._, self._people, view.followers))

    def interrupted(self, decision: Decision, view: ScoreView) -> str:
        if isinstance(view.phase, Final):
            return self._("A game of Valda was interrupted at its end.")
        return self._("A game of Valda was interrupted in round {round}.", round=view.round)

    # ------------------------------------------------------------ what can be asked for

    def topics(self, view: ScoreView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return ("standings", *on_request, "mistake", "rules", "rulings", "picture")

    def explain(self, topic: str, view: ScoreView) -> tuple[Cue, ...]:
        if topic != "standings":
            return explained(self._, topic, race=view.race)
        shown = self._tree(self._.pgettext("title", "Where we stand"), view)
        return (*illustrated(shown, standings(self._, self._people, view.followers)),)


TOLD: Mapping[type, Callable[[ScoreNarration, Any, ScoreView], tuple[Cue, ...]]] = {
    events.StartRolled: ScoreNarration.start_rolled,
    events.RoundBegins: ScoreNarration.round_begins,
    score_events.Moved: ScoreNarration.moved,
    events.ZoneReached: ScoreNarration.zone_reached,
    events.Corrected: ScoreNarration.corrected,
    score_events.Tied: ScoreNarration.tied,
    score_events.Counted: ScoreNarration.counted,
    events.Ended: ScoreNarration.ended,
}
"""What is told of each kind of event."""
