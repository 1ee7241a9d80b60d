"""Thor's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace
from gm_appliance.core.language import Language
from gm_appliance.core.narration import ButtonLabels, PromptText
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.standings_told import all_places, in_points, leader
from gm_appliance.core.table_narration import TABLE_MATCHES, TableNarration, untold
from gm_appliance.core.values import replace
from gm_appliance.games.thor import events, model
from gm_appliance.games.thor.amending import offer_of
from gm_appliance.games.thor.model import ThorView
from gm_appliance.games.thor.narration import TITLE, epilogue, prompts, props, topics
from gm_appliance.games.thor.narration.count import Count
from gm_appliance.games.thor.narration.events import ThorEvents
from gm_appliance.games.thor.narration.names import card_name, god_name
from gm_appliance.games.thor.narration.options import OPTIONS
from gm_appliance.games.thor.narration.screens import ThorScreens
from gm_appliance.games.thor.narration.taken_back import taken_back
from gm_appliance.games.thor.narration.teaching import ThorTeaching
from gm_appliance.games.thor.sheets import any_gifts, so_far, worths


class Thor(TableNarration):
    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = prompts.PROMPTS
    SUGGESTIONS = frozenset(("round.next", "end.confirm", "match.over"))
    OF_PLAYERS = frozenset(("first.who", "oath.from", "gifts.who", "correct.fact"))
    TOPICS = topics.TOPICS
    EPILOGUE = epilogue.SENTENCES
    facts = epilogue.facts
    TEACHING = ThorTeaching
    STORY: ClassVar = {
        **untold(events.RoundBegins, events.Entered, events.FollowsTurns, events.RoundScored),
        events.RoundOver: lambda self, event, view: Count(self._, self._people, view, event.round).gods(),
    }

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._events = ThorEvents(_, people)
        self._screens = ThorScreens(_, people)

    def setup(self, options: Mapping[str, int | str]) -> str:
        players = self.players(int(options["players"]))
        if options.get("mode") == "final":
            return self._.pgettext("line", "{players}, at the end", players=players)
        return self._.pgettext("line", "{players}, every turn", players=players)

    def prompt(self, decision: Decision, view: ThorView) -> PromptText:
        """Worded differently if an action card can be played, and in a turn that ends the round."""
        words, phase = super().prompt(decision, view), view.phase
        if isinstance(phase, model.Offering) and view.board.will is not None:
            offers = view.board.cards[phase.seat - 1]
            return replace(words, ask=prompts.YOUR_TURN if offers else prompts.PLAY_A_CARD)
        if isinstance(phase, model.Taking) and phase.closing:
            return replace(words, ask=prompts.LAST_CARD)
        if decision.name == "gifts.who" and any_gifts(view):
            return replace(words, ask=prompts.WHO_ELSE)
        if decision.name == "final.begin" and view.followed:
            return replace(words, ask=prompts.PLAY_ON)
        return words

    def values(self, decision: Decision, view: ThorView) -> Mapping[str, object]:
        phase = view.phase
        fact = self._screens.fact(view) or model.Fact("")
        god = fact.god or getattr(phase, "god", "")
        if isinstance(phase, model.Amending) and phase.group in model.PLACE:
            god = phase.group
        card = getattr(phase, "card", "")
        if not card and god and view.board.will:
            card = view.board.will.above[view.gods.index(god)]
        round = phase.round if isinstance(phase, model.Correcting | model.Entering) else view.round
        return {
            "player": self.player(fact.seat or view.turn or view.first or 1),
            "god": god_name(self._, god) if god else "",
            "card": card_name(self._, card) if card else "",
            "n": offer_of(phase.what) if isinstance(phase, model.Amending) else 0,
            "round": round,
        }

    def before(self, decision: Decision, view: ThorView) -> Iterator[Say]:
        if isinstance(view.phase, model.Between):
            yield leader(self._, self._people, view.standings, in_points)
        elif isinstance(view.phase, model.Final):
            yield from all_places(self._, self._people, view.standings, in_points)

    def labels(self, decision: Decision, view: ThorView, face: Face) -> ButtonLabels | None:
        if decision.name == "final.begin":
            return ButtonLabels(ok=self._.pgettext("button", "the round is over"))
        if decision.name != "match.over" or not isinstance(face, MenuFace) or face.at:
            return None
        return ButtonLabels(
            ok=self._.pgettext("button", "finish"), steps=self._.pgettext("button", "correct an entry")
        )

    def picture(self, decision: Decision, view: ThorView, face: Face, title: str) -> Screen:
        return self._screens.screen(decision, view, face, title)

    def item(self, choice: Choice, view: ThorView) -> str:
        return self._screens.item(choice, view)

    def lights(self, decision: Decision, view: ThorView) -> frozenset[int]:
        fact = self._screens.fact(view)
        return frozenset((fact.seat,)) if fact and fact.seat else super().lights(decision, view)

    def happened(self, event: Any, view: ThorView) -> Iterable[Cue]:
        return self._events.tell(event, view)

    def back(self, before: ThorView, view: ThorView) -> tuple[Cue, ...]:
        return (*taken_back(self._, self._people, before, view),)

    def props(self, view: ThorView) -> Props:
        return props.props(self._, self._people, view)

    def recap(self, decision: Decision, view: ThorView) -> tuple[Cue, ...]:
        if not view.first or isinstance(view.phase, model.Between | model.Sure | model.Final):
            return ()
        said = [Say(self._("Round {round}.", round=view.round))]
        if view.points:
            said.append(leader(self._, self._people, view.standings, in_points))
        if type(view.phase) not in model.TURN:
            return tuple(said)
        return (*said, self._show_stacks(view), Say(self._(TABLE_MATCHES)))

    def interrupted(self, decision: Decision, view: ThorView) -> str:
        if isinstance(view.phase, model.Final):
            return self._("A match of Thor was interrupted at its end.")
        return self._("A match of Thor was interrupted in round {round}.", round=view.round)

    def topics(self, view: ThorView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics.topics_at(view, on_request)

    def explain(self, topic: str, view: ThorView) -> tuple[Cue, ...]:
        if topic == "stacks":
            return (*self._stacks(view), *(self._standings(view) if view.points else ()))
        if topic == "standings":
            return (*self._standings(view),)
        if topic == "count":
            count = Count(self._, self._people, view, len(view.points))
            return tuple(cue for seat in view.seats for cue in count.whole(seat))
        told = super().explain(topic, view)
        if topic == "rulings":
            return (*told, *(Say(self._(rule)) for rule in topics.house_rules(view)))
        return told

    def _standings(self, view: ThorView) -> Iterator[Cue]:
        yield Show(self._screens.standings(self._.pgettext("title", "Where we stand"), view))
        yield from all_places(self._, self._people, view.standings, in_points)

    def _show_stacks(self, view: ThorView) -> Show:
        return Show(self._screens.stacks(self._.pgettext("title", "The stacks now"), view))

    def _stacks(self, view: ThorView) -> Iterator[Cue]:
        yield self._show_stacks(view)
        values = worths(view.setup, view.board)
        for god, value, left in zip(view.gods, values, view.board.stacks, strict=True):
            yield Say(
                self._.ngettext(
                    "{god}: worth {value}, {n} card left.",
                    "{god}: worth {value}, {n} cards left.",
                    left,
                    god=god_name(self._, god),
                    value=value,
                )
            )
        for seat, total in zip(view.seats, so_far(view.setup, view.board), strict=True):
            player, points = self.player(seat), in_points(self._, total)
            yield Say(self._("{player} would have {points} now.", player=player, points=points))
