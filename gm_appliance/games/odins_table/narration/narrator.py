"""The narration of Odin's Table: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face, Opponent, Seat
from gm_appliance.core.language import Language, Name
from gm_appliance.core.narration import PromptText
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TABLE_MATCHES, TableNarration, untold
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import board, events, model
from gm_appliance.games.odins_table.board import BLACK, NAMES, WHITE
from gm_appliance.games.odins_table.model import COLUMN_NAMES, JUDGE, SEATS, SOLO, OdinView
from gm_appliance.games.odins_table.narration import TITLE, epilogue, prompts, topics
from gm_appliance.games.odins_table.narration.events import OdinEvents
from gm_appliance.games.odins_table.narration.names import OdinWords, colour_name, god_name, square_name
from gm_appliance.games.odins_table.narration.options import OPTIONS
from gm_appliance.games.odins_table.narration.props import OdinProps
from gm_appliance.games.odins_table.narration.screens import OdinScreens
from gm_appliance.games.odins_table.narration.teaching import OdinTeaching


class OdinsTable(OdinWords, TableNarration):
    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = prompts.PROMPTS
    SUGGESTIONS = frozenset(("game.next", "end.confirm"))
    TOPICS = topics.TOPICS
    EPILOGUE = epilogue.SENTENCES
    facts = epilogue.facts
    TEACHING = OdinTeaching
    STORY: ClassVar = {
        **untold(events.Moved, events.Swapped, events.IdunnRevealed, events.IdunnDiscarded, events.TurnedUp),
        **untold(events.CardsShown, events.TooMany, events.BoxLaid, events.BoardKept, events.Shuffled),
        **untold(events.MaySwap, events.PlaysOn),
        events.GameBegins: lambda self, event, view: self._events.begins(event, view),
    }

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._events = OdinEvents(_, people)
        self._screens = OdinScreens(_, people)
        self._props = OdinProps(_, people)

    def setup(self, options: Mapping[str, int | str]) -> str:
        games = int(options.get("games", 1))
        if options.get("mode") == SOLO:
            return self._.pgettext("line", "Against the box")
        if options.get("mode") == JUDGE:
            if games == 1:
                return self._.pgettext("line", "Fights, one game")
            return self._.pgettext("line", "Fights, best of {n}", n=games)
        if games == 1:
            return self._.pgettext("line", "Board, one game")
        return self._.pgettext("line", "Board, best of {n}", n=games)

    def prompt(self, decision: Decision, view: OdinView) -> PromptText:
        phase = view.phase
        if isinstance(decision.who, Opponent):
            return prompts.OF_THE_BOX
        if decision.name == "turn.target" and isinstance(phase, model.Targeting) and phase.idunn:
            return prompts.WITH_IDUNN
        words = super().prompt(decision, view)
        if isinstance(phase, model.Showing) and phase.cards:
            return replace(words, ask=prompts.NEXT_CARD)
        return words

    def values(self, decision: Decision, view: OdinView) -> Mapping[str, object]:
        phase, seat = view.phase, _decides(decision, view)
        return {
            "player": self._player(view, seat),
            "other": self._player(view, 3 - seat),
            "god": god_name(self._, phase.attack) if isinstance(phase, model.Defending) else "",
            "square": square_name(_square(decision, view)),
            "column": square_name(_column(decision, view)),
            "number": len(phase.cards) + 1 if isinstance(phase, model.Showing) else view.game,
        }

    def before(self, decision: Decision, view: OdinView) -> Iterator[Cue]:
        """Update the props, because no event announces the chosen piece."""
        if isinstance(view.phase, model.Choosing | model.Targeting):
            yield self.props(view)

    def ask(self, decision: Decision, view: OdinView) -> tuple[Cue, ...]:
        return () if isinstance(decision.who, Opponent) else super().ask(decision, view)

    def picture(self, decision: Decision, view: OdinView, face: Face, title: str) -> Screen:
        return self._screens.screen(decision, view, face, title)

    def item(self, choice: Choice, view: OdinView) -> str:
        return self._screens.item(choice, view)

    def lights(self, decision: Decision, view: OdinView) -> frozenset[int]:
        if decision.name == "judge.defence":
            return frozenset((_decides(decision, view),))
        return super().lights(decision, view)

    def happened(self, event: Any, view: OdinView) -> Iterable[Cue]:
        return self._events.tell(event, view)

    def name(self, view: OdinView, seat: int) -> Name:
        return self._player(view, seat)

    def back(self, before: OdinView, view: OdinView) -> tuple[Cue, ...]:
        return (*self._events.taken_back(before, view),)

    def props(self, view: OdinView) -> Props:
        return self._props.props(view)

    def recap(self, decision: Decision, view: OdinView) -> tuple[Cue, ...]:
        if isinstance(view.phase, model.Between | model.Sure | model.Final):
            return ()
        white = Say(self._("{player} plays white.", player=self._player(view, view.white)))
        game = () if view.setup.games == 1 else (Say(self._("Game {number}.", number=view.game)),)
        if view.setup.mode == JUDGE:
            return (*game, white)
        return (*game, white, Show(self._screens.board(view)), Say(self._(TABLE_MATCHES)))

    def interrupted(self, decision: Decision, view: OdinView) -> str:
        if view.setup.games == 1:
            return self._("A game of Odin's Table was interrupted.")
        return self._("A match of Odin's Table was interrupted in game {number}.", number=view.game)

    def topics(self, view: OdinView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics.topics_at(view, on_request)

    def explain(self, topic: str, view: OdinView) -> tuple[Cue, ...]:
        if topic == "board":
            return (*self._board(view),)
        if topic == "score":
            return (*self._score(view),)
        if topic == "mistake" and view.setup.mode == SOLO:
            return tuple(Say(self._(sentence)) for sentence in topics.SOLO_MISTAKE)
        said = super().explain(topic, view)
        if topic == "idunn" and view.setup.mode != JUDGE:
            return (*said, *(Say(self._(sentence)) for sentence in topics.CHOOSING_IDUNN))
        return said

    def _board(self, view: OdinView) -> Iterator[Cue]:
        """Every piece and every face-up card, for people who cannot see them."""
        yield Show(self._screens.board(view))
        for colour in (WHITE, BLACK):
            name, squares = colour_name(self._, colour), board.bits(view.position[colour])
            if squares:
                where = self._.names(square_name(NAMES[one]) for one in squares)
                yield Say(self._("{colour}: {squares}.", colour=name, squares=where))
            else:
                yield Say(self._("{colour} has no piece on the board.", colour=name))
        for colour in (WHITE, BLACK):
            for column, card in zip(COLUMN_NAMES, view.known[colour], strict=True):
                if card is not None:
                    yield Say(self._events.lies_face_up(view, view.seat_of(colour), card, column))

    def _score(self, view: OdinView) -> Iterator[Cue]:
        yield Show(self._screens.spaces(self._.pgettext("title", "Spaces"), view))
        for seat in SEATS:
            spaces, player = view.conquests(view.colour_of(seat)), self._player(view, seat)
            yield Say(self._.ngettext("{player}: {n} space.", "{player}: {n} spaces.", spaces, player=player))
        if not view.results:
            return
        yield Show(self._screens.games_won(view))
        for seat, won in zip(SEATS, view.wins, strict=True):
            yield Say(
                self._.ngettext(
                    "{player} has won {n} game.",
                    "{player} has won {n} games.",
                    won,
                    player=self._player(view, seat),
                )
            )


def _decides(decision: Decision, view: OdinView) -> int:
    """The seat that decides; if the table does, the defender or otherwise White."""
    if isinstance(decision.who, Seat | Opponent):
        return decision.who.seat
    phase = view.phase
    return view.seat_of(1 - phase.colour) if isinstance(phase, model.Defending) else view.white


def _square(decision: Decision, view: OdinView) -> str:
    phase = view.phase
    if isinstance(phase, model.Fighting):
        return NAMES[phase.move.to if decision.name == "fight.defence" else phase.move.start]
    return NAMES[phase.square] if isinstance(phase, model.Targeting) else ""


def _column(decision: Decision, view: OdinView) -> str:
    phase = view.phase
    if isinstance(phase, model.Fighting):
        return _square(decision, view)[0]
    if isinstance(phase, model.Swapping) and phase.first is not None:
        return COLUMN_NAMES[phase.first]
    if isinstance(phase, model.Scouting) and phase.column is not None:
        return COLUMN_NAMES[phase.column]
    return ""
