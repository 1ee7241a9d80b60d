"""Thor told: here the parts meet.

What is asked stands in `prompts`, what happened in `telling`, the display in `screens`, the table in
`props`, what can be asked for in `explanations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Handling, Props, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, Number, OneOf, Seat
from gm_appliance.core.language import Language, Message, Name
from gm_appliance.core.narration import BaseNarration, OptionText, words_under_cursor
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.standings_told import all_places, leader
from gm_appliance.games.thor.model import (
    TURN,
    Between,
    Correcting,
    Entering,
    Fact,
    Final,
    Offering,
    Taking,
    View,
)
from gm_appliance.games.thor.narration.explanations import explanation, topic_line, topics_at
from gm_appliance.games.thor.narration.names import card_name, god_name
from gm_appliance.games.thor.narration.options import option
from gm_appliance.games.thor.narration.prompts import (
    ENTER,
    LAST_CARD,
    PLAY_A_CARD,
    PRESS,
    YOUR_TURN,
    prompt,
)
from gm_appliance.games.thor.narration.props import props
from gm_appliance.games.thor.narration.screens import Pictures
from gm_appliance.games.thor.narration.taken_back import taken_back
from gm_appliance.games.thor.narration.telling import Telling
from gm_appliance.games.thor.sheets import asked

TELLS_ITSELF = frozenset(("first.who", "final.begin", "round.next", "match.over"))
"""Prompts that say what to press in their own sentence."""

SUGGESTED = frozenset(("turn.offer", "turn.value", "turn.take", "final.count"))
"""The likely choice stands first, and one press takes it."""


class Thor(BaseNarration):
    """The narration of one language; see `narration.GameNarration` for what each method promises."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people
        self._telling = Telling(_, people)
        self._pictures = Pictures(_, people)

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._.pgettext("line", "Thor")

    def option(self, name: str) -> OptionText:
        return option(self._, name)

    def setup(self, options: Mapping[str, int | str]) -> str:
        players = self._.npgettext("line", "{n} plays", "{n} play", int(options["players"]))
        if options.get("mode") == "final":
            return self._.pgettext("line", "{players}, the count", players=players)
        return self._.pgettext("line", "{players}, live", players=players)

    # ------------------------------------------------------------ who, and what is filled in

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def _values(self, view: View) -> dict[str, object]:
        """What a prompt may name."""
        phase = view.phase
        fact = asked(view) or Fact("")
        god = fact.god or getattr(phase, "god", "")
        card = getattr(phase, "card", "")
        if not card and god and view.board.will:
            card = view.board.will.above[view.gods.index(god)]
        round = phase.round if isinstance(phase, Correcting | Entering) else view.round
        return {
            "player": self._player(fact.seat or view.turn or view.first or 1),
            "god": god_name(self._, god) if god else "",
            "card": card_name(self._, card) if card else "",
            "round": round,
        }

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        asking = Say(self._(_asked(decision, view), **self._values(view)))
        return (*self._before(view), asking, *self._first(decision, view), *self._how(decision))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        return (Say(self._(prompt(decision.name).again, **self._values(view))), *self._how(decision))

    def _first(self, decision: Decision, view: View) -> Iterator[Say]:
        """What OK would choose at once, for those who do not see it."""
        if decision.name not in SUGGESTED:
            return
        if isinstance(decision.domain, Number):
            yield Say(self._("{name}?", name=decision.domain.start))
        elif isinstance(decision.domain, OneOf):
            likely = Choice(decision.name, decision.domain.options[0])
            yield Say(self._("{name}?", name=self._pictures.item(likely, view)))

    def _how(self, decision: Decision) -> tuple[Cue, ...]:
        if decision.name in TELLS_ITSELF:
            return ()
        return (Handling(self._(PRESS if isinstance(decision.who, Seat) else ENTER)),)

    def _before(self, view: View) -> Iterator[Say]:
        """What a prompt reminds of: who leads, who stands where."""
        if isinstance(view.phase, Between):
            yield leader(self._, self._people, view.standings)
        elif isinstance(view.phase, Final):
            yield from all_places(self._, self._people, view.standings)

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self._(prompt(decision.name).title, **self._values(view))
        return self._pictures.screen(decision, view, face, title)

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self._pictures.item(face.current, view)),)
        return words_under_cursor(self, decision, view, face)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        """Whose turn it is; whose cards are entered."""
        fact = asked(view)
        if fact is not None and fact.seat:
            return frozenset((fact.seat,))
        return super().lights(decision, view)

    def marked_seat(self, decision: Decision, view: View, face: Face) -> int:
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        names_players = decision.name in ("first.who", "oath.from", "correct.fact")
        return value if names_players and isinstance(value, int) else 0

    # ------------------------------------------------------------ what happened

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        return (self.props(view), *self._telling.tell(event, view))

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return (*taken_back(self._, self._people, before, view),)

    def props(self, view: View) -> Props:
        return props(self._, self._people, view)

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if not view.first or isinstance(view.phase, Between | Final):
            return ()
        said = [Say(self._("Round {round}.", round=view.round))]
        if view.points:
            said.append(leader(self._, self._people, view.standings))
        if type(view.phase) not in TURN:
            return tuple(said)
        shown = Show(self._pictures.stacks(self._.pgettext("title", "The stacks now"), view))
        return (*said, shown, Say(self._("Does your table match? If not, set it right.")))

    def interrupted(self, decision: Decision, view: View) -> str:
        if isinstance(view.phase, Final):
            return self._("A match of Thor was interrupted at its end.")
        return self._("A match of Thor was interrupted in round {round}.", round=view.round)

    # ------------------------------------------------------------ what can be asked for

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics_at(view, on_request)

    def topic(self, topic: str) -> str:
        return topic_line(self._, topic)

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        return explanation(self._, self._people, topic, view)


def _asked(decision: Decision, view: View) -> Message:
    """What is asked, as the turn is."""
    will, phase = view.board.will, view.phase
    if isinstance(phase, Offering) and will is not None:
        return YOUR_TURN if view.board.cards[phase.seat - 1] else PLAY_A_CARD
    if isinstance(phase, Taking) and phase.closing:
        return LAST_CARD
    return prompt(decision.name).ask
