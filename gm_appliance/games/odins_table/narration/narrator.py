"""Odin's Table told: here the parts meet.

What is asked stands in `prompts`, what happened in `telling`, the display in `screens`, the table in
`props`, what can be asked for in `explanations`, what everything is called in `names`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Handling, Props, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, OneOf, Opponent, Seat
from gm_appliance.core.language import Language, Name
from gm_appliance.core.narration import BaseNarration, OptionText, words_under_cursor
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.games.odins_table.board import BLACK, NAMES, WHITE, column
from gm_appliance.games.odins_table.model import (
    COLUMN_NAMES,
    JUDGE,
    SOLO,
    Between,
    Choosing,
    Defending,
    Fighting,
    Final,
    Scouting,
    Showing,
    Swapping,
    Targeting,
    View,
)
from gm_appliance.games.odins_table.narration.explanations import explanation, topic_line, topics_at
from gm_appliance.games.odins_table.narration.names import god_name, square_name, with_the_box
from gm_appliance.games.odins_table.narration.options import option
from gm_appliance.games.odins_table.narration.prompts import (
    ENTER,
    HOLD,
    NEXT_CARD,
    PRESS,
    THINKING,
    WAIT,
    prompt,
)
from gm_appliance.games.odins_table.narration.props import props
from gm_appliance.games.odins_table.narration.screens import Pictures
from gm_appliance.games.odins_table.narration.taken_back import taken_back
from gm_appliance.games.odins_table.narration.telling import Telling

TELLS_ITSELF = frozenset(("game.next", "match.over"))
"""Prompts that say what to press in their own sentence."""

SUGGESTED = frozenset(("turn.piece", "turn.target"))
"""The likely choice stands first, and one press takes it."""


class _Told:
    """To whom it is told, and the parts that tell it."""

    def __init__(self, _: Language, people: Party) -> None:
        self.people = people
        self.telling = Telling(_, people)
        self.pictures = Pictures(_, people)


class OdinsTable(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._two = _Told(_, people)
        self._alone = _Told(_, with_the_box(_, people))

    def _at(self, view: View) -> _Told:
        """Told to those who play."""
        return self._alone if view.setup.mode == SOLO else self._two

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Odin's Table")

    def option(self, name: str) -> OptionText:
        return option(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        games = int(options.get("games", 1))
        if options.get("mode") == SOLO:
            return self._.pgettext("line", "Against the box")
        if options.get("mode") == JUDGE:
            return self._.npgettext("line", "Fights, {n} game", "Fights, best of {n}", games)
        return self._.npgettext("line", "Board, {n} game", "Board, best of {n}", games)

    # ------------------------------------------------------------ who, and what is filled in

    def _player(self, view: View, seat: int) -> Name:
        return self._at(view).people.name(self._, seat)

    def _values(self, decision: Decision, view: View) -> dict[str, object]:
        """What a prompt may name."""
        phase, seat = view.phase, _decides(decision, view)
        return {
            "player": self._player(view, seat),
            "other": self._player(view, 3 - seat),
            "god": god_name(self._, phase.attack) if isinstance(phase, Defending) else "",
            "square": square_name(NAMES[phase.square]) if isinstance(phase, Targeting) else "",
            "column": square_name(_column(view)),
            "number": len(phase.cards) + 1 if isinstance(phase, Showing) else view.game,
        }

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(decision.who, Opponent):
            return ()
        further = isinstance(view.phase, Showing) and bool(view.phase.cards)
        message = NEXT_CARD if further else prompt(decision.name).ask
        asking = Say(self._(message, **self._values(decision, view)))
        # A piece is chosen, or is not any more, without an event.
        laid = (self.props(view),) if isinstance(view.phase, Choosing | Targeting) else ()
        return (*laid, asking, *self._first(decision, view), *self._how(decision, view))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        """Who presses while the box thinks hears that it does."""
        if isinstance(decision.who, Opponent):
            return (Say(self._(WAIT)),)
        asking = Say(self._(prompt(decision.name).again, **self._values(decision, view)))
        return (asking, *self._how(decision, view))

    def _first(self, decision: Decision, view: View) -> Iterator[Say]:
        """What OK would choose at once, for those who do not see it."""
        if decision.name in SUGGESTED and isinstance(decision.domain, OneOf):
            likely = Choice(decision.name, decision.domain.options[0])
            yield Say(self._("{name}?", name=self._at(view).pictures.item(likely, view)))

    def _how(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if decision.name in TELLS_ITSELF or isinstance(decision.who, Opponent):
            return ()
        if decision.name == "judge.next":
            white, black = (self._player(view, view.seat_of(colour)) for colour in (WHITE, BLACK))
            return (Handling(self._(HOLD, player=white, other=black)),)
        return (Handling(self._(PRESS if isinstance(decision.who, Seat) else ENTER)),)

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        if isinstance(decision.who, Opponent):
            return self._at(view).pictures.board(self._(THINKING), view)
        title = self._(prompt(decision.name).title, **self._values(decision, view))
        return self._at(view).pictures.screen(decision, view, face, title)

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self._at(view).pictures.item(face.current, view)),)
        return words_under_cursor(self, decision, view, face)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        """Whoever decides; in the judge's list of attacks nobody yet."""
        if decision.name == "judge.defence":
            return frozenset((_decides(decision, view),))
        return super().lights(decision, view)

    # ------------------------------------------------------------ what happened

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return (self.props(view), *self._at(view).telling.tell(event, view))

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return (*taken_back(self._, self._at(view).people, before, view),)

    def props(self, view: View) -> Props:
        return props(self._, self._at(view).people, view)

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, Between | Final):
            return ()
        white = Say(self._("{player} plays white.", player=self._player(view, view.white)))
        game = () if view.setup.games == 1 else (Say(self._("Game {number}.", number=view.game)),)
        if view.setup.mode == JUDGE:
            return (*game, white)
        shown = Show(self._at(view).pictures.board(self._.pgettext("title", "The board"), view))
        return (*game, white, shown, Say(self._("Does your table match? If not, set it right.")))

    def interrupted(self, decision: Decision, view: View) -> str:
        if view.setup.games == 1:
            return self._("A game of Odin's Table was interrupted.")
        return self._("A match of Odin's Table was interrupted in game {number}.", number=view.game)

    # ------------------------------------------------------------ what can be asked for

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics_at(view, on_request)

    def topic(self, topic: str) -> str:
        return topic_line(self._, topic)

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        return explanation(self._, self._at(view).people, topic, view)


def _decides(decision: Decision, view: View) -> int:
    """The seat that is asked: of the whole table, whoever defends, or white."""
    if isinstance(decision.who, Seat | Opponent):
        return decision.who.seat
    phase = view.phase
    return view.seat_of(1 - phase.colour) if isinstance(phase, Defending) else view.white


def _column(view: View) -> str:
    """The column whose card is asked for; empty where none is."""
    phase = view.phase
    if isinstance(phase, Fighting):
        return COLUMN_NAMES[column(phase.move.start if phase.attack is None else phase.move.to)]
    if isinstance(phase, Swapping) and phase.first is not None:
        return COLUMN_NAMES[phase.first]
    if isinstance(phase, Scouting) and phase.column is not None:
        return COLUMN_NAMES[phase.column]
    return ""
