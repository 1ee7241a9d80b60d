"""Valda's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Props, Say, Show, Suggestion
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.epilogue import Fact, Told, race
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, Number, Seat
from gm_appliance.core.language import N_, Language
from gm_appliance.core.narration import PromptText, words_under_cursor
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import TABLE_MATCHES, TableNarration, untold
from gm_appliance.core.values import replace
from gm_appliance.games.valda import events, phases
from gm_appliance.games.valda.attack import power
from gm_appliance.games.valda.model import BUILDINGS, FOLLOWERS, GODS, ValdaView
from gm_appliance.games.valda.narration import TITLE, prompts, topics
from gm_appliance.games.valda.narration.events import ATTACKED_BY, ATTACKS_IN_ORDER, TIED, ValdaEvents, tied
from gm_appliance.games.valda.narration.names import SHIELDS, SWORDS, amount, cost, cost_of, god_name
from gm_appliance.games.valda.narration.options import OPTIONS
from gm_appliance.games.valda.narration.props import ValdaProps
from gm_appliance.games.valda.narration.screens import OF_PLAYERS, ValdaScreens, entered
from gm_appliance.games.valda.narration.standing import leader, standings
from gm_appliance.games.valda.narration.teaching import ValdaTeaching


class Valda(TableNarration):
    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = prompts.PROMPTS
    SUGGESTIONS = frozenset(("game.over",))
    OF_PLAYERS = OF_PLAYERS
    TOPICS = topics.TOPICS
    EPILOGUE: ClassVar = {
        "from behind": N_("{player} was last before the last round, and won."),
        "lead lost": N_("Before the last round, {player} still led."),
        "by one": N_("A single follower decided the game."),
    }
    TEACHING = ValdaTeaching
    STORY: ClassVar = {
        **untold(events.Endowed, events.RoundBegins, events.TurnBegins, events.ByHand, events.PartSwitched),
        **untold(events.DiceRolled, events.HandLimited, events.PlainAttack, events.Moved, events.Defended),
        events.Built: lambda self, event, view: self._events.builds(event),
    }

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        super().__init__(_, people)
        self._screens = ValdaScreens(_, people)
        self._events = ValdaEvents(_, people)
        self._props = ValdaProps(_, people)

    def facts(self, told: Told) -> Iterator[Fact]:
        over: ValdaView = told[-1][1]
        before = dict(enumerate(over.ended[-2], 1)) if len(over.ended) > 1 else {}
        won = next((event.winners for event, _view in reversed(told) if isinstance(event, events.Ended)), ())
        return race(dict(enumerate(over.followers, 1)), before, won)

    def setup(self, options: Mapping[str, int | str]) -> str:
        players = self.players(int(options["players"]))
        race = options.get("race") == "yes"
        if options.get("mode") == "score":
            if race:
                return self._.pgettext("line", "{players}: score, race", players=players)
            return self._.pgettext("line", "{players}, score", players=players)
        if race:
            return self._.pgettext("line", "{players}, a race", players=players)
        if options.get("mode") == "companion":
            return self._.pgettext("line", "{players}, everything", players=players)
        return self._.pgettext("line", "{players}, guided", players=players)

    def prompt(self, decision: Decision, view: ValdaView) -> PromptText:
        if decision.name == "effect.number" and isinstance(view.phase, phases.Effect):
            return prompts.printed(view.phase)
        words, asked = super().prompt(decision, view), prompts.asked(decision.name, view)
        return replace(words, ask=asked) if asked else words

    def values(self, decision: Decision, view: ValdaView) -> Mapping[str, object]:
        phase = view.phase
        turn = decision.who.seat if isinstance(decision.who, Seat) else view.turn or 1
        attack: phases.Attack | None = getattr(phase, "attack", None)
        attacker = attack.attacker if attack else getattr(phase, "attacker", 0)
        order = phase.left if isinstance(phase, phases.Attacking) else ()
        return {
            "player": self.player(entered(view) or turn),
            "attacker": self.player(attacker or (order[0] if order else turn)),
            "victim": self.player(attack.victim if attack else view.turn or 1),
            "players": self._.names(self._screens.attacker(seat, view) for seat in order),
            "n": _counted(phase),
            **dict(self._amounts(decision, view, attack)),
        }

    def _amounts(
        self, decision: Decision, view: ValdaView, attack: phases.Attack | None
    ) -> Iterator[tuple[str, str]]:
        if isinstance(decision.domain, Number):
            what = {"attack.power": SWORDS, "attack.defence": SHIELDS}.get(decision.name, FOLLOWERS)
            given = amount(self._, what, decision.domain.start)
            yield from (("given", given), ("shields", given), ("swords", given))
        if attack:
            yield "swords", amount(self._, SWORDS, power(view, attack))

    def question(self, decision: Decision, view: ValdaView) -> Say:
        brief = prompts.brief(decision.name, view)
        if brief is None:
            return super().question(decision, view)
        return Suggestion(self._(brief, **self.values(decision, view)))

    def on_repeat(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        """In full; if the table keeps its own resources, with the result of the dice and cards to draw."""
        if prompts.brief(decision.name, view) is None:
            return self.ask(decision, view)
        again = self._events.begun(view) if decision.name == "build.what" else self._order(decision, view)
        return (*again, super().question(decision, view))

    def before(self, decision: Decision, view: ValdaView) -> Iterator[Say]:
        """At the end the standings. For a table that keeps its own resources, the order of attacks."""
        if isinstance(view.phase, phases.Final) and decision.name == "game.over":
            yield from standings(self._, self._people, view)
        if prompts.unsettled(view):
            yield from self._tied(view) if view.practised else self._order(decision, view)
        if not view.practised and decision.also:
            yield Say(self._("One more building? It is at the end of the list."))

    def _order(self, decision: Decision, view: ValdaView) -> Iterator[Say]:
        phase = view.phase
        if decision.name == "attack.who" and isinstance(phase, phases.Attacking) and not view.setup.cubes:
            several, values = len(phase.left) > 1, self.values(decision, view)
            yield Say(self._(ATTACKS_IN_ORDER if several else ATTACKED_BY, **values))
            yield from self._tied(view)

    def _tied(self, view: ValdaView) -> Iterator[Say]:
        """The rule for ties, if the box does not know who goes first among equals in followers."""
        if not view.setup.cubes and isinstance(view.phase, phases.Attacking) and tied(view, view.phase.left):
            yield Say(self._(TIED))

    def ask(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        """At the start of the game phase, the cards to draw replace the question."""
        if decision.name == "game.what" and isinstance(view.phase, phases.Acting) and not view.phase.begun:
            return (*map(Say, self._events.draws(view)),)
        return super().ask(decision, view)

    def lights(self, decision: Decision, view: ValdaView) -> frozenset[int]:
        """The player whose number is being entered; or the victim, while the table enters the attacker."""
        if isinstance(decision.domain, Number) and (seat := entered(view)):
            return frozenset((seat,))
        return frozenset((view.turn,)) if decision.name == "attack.who" else super().lights(decision, view)

    def picture(self, decision: Decision, view: ValdaView, face: Face, title: str) -> Screen:
        return self._screens.screen(decision, view, face, title)

    def item(self, choice: Choice, view: ValdaView) -> str:
        return self._screens.item(choice, view)

    def under_cursor(self, decision: Decision, view: ValdaView, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self._screens.spoken(face.current, view)),)
        return words_under_cursor(self, decision, view, face)

    def happened(self, event: Any, view: ValdaView) -> Iterable[Cue]:
        return self._events.tell(event, view)

    def back(self, before: ValdaView, view: ValdaView) -> tuple[Cue, ...]:
        return (*self._taken_back(before, view),)

    def _taken_back(self, before: ValdaView, view: ValdaView) -> Iterator[Say]:
        if view.round and view.round != before.round:
            yield Say(self._("The drakkar goes back to round {n}.", n=view.round))
        for seat, had, has in zip(view.seats, before.holdings, view.holdings, strict=True):
            for what in view.setup.keeps:
                if had.of(what) != has.of(what):
                    player, given = self.player(seat), amount(self._, what, has.of(what))
                    yield Say(self._("{player}: {given}.", player=player, given=given))

    def props(self, view: ValdaView) -> Props:
        return self._props.props(view)

    def recap(self, decision: Decision, view: ValdaView) -> tuple[Cue, ...]:
        if isinstance(view.phase, phases.StartRolling | phases.Choosing | phases.Final):
            return ()
        said = (Say(self._("Round {round}.", round=view.round)), leader(self._, self._people, view))
        if view.setup.keeps == (FOLLOWERS,):
            title = self._.pgettext("title", "Round {n}", n=view.round)
            return (Show(self._screens.tree(title, view)), *said)
        return (*said, Show(self._screens.stash(view, view.turn)), Say(self._(TABLE_MATCHES)))

    def interrupted(self, decision: Decision, view: ValdaView) -> str:
        if isinstance(view.phase, phases.Final):
            return self._("A game of Valda was interrupted at its end.")
        return self._("A game of Valda was interrupted in round {round}.", round=max(1, view.round))

    def topics(self, view: ValdaView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics.topics_at(view, on_request)

    def explain(self, topic: str, view: ValdaView) -> tuple[Cue, ...]:
        if topic == "phase":
            return tuple(Say(self._(sentence)) for sentence in topics.phase_explained(view))
        if topic == "stashes":
            return (*self._stashes(view),)
        if topic == "standings":
            shown = Show(self._screens.tree(self._.pgettext("title", "Where we stand"), view))
            said = standings(self._, self._people, view)
            return tuple(cue for one in said for cue in (shown, one))
        if topic == "costs":
            return tuple(Say(cost_of(self._, what)) for what in BUILDINGS)
        told = super().explain(topic, view)
        return (*told, *self._area(topic, view)) if topic in GODS else told

    def _stashes(self, view: ValdaView) -> Iterator[Cue]:
        first = view.turn or 1
        for seat in (first, *view.others(first)):
            for said in self._screens.has(view, seat):
                yield Show(self._screens.stash(view, seat))
                yield said

    def _area(self, god: str, view: ValdaView) -> Iterator[Say]:
        yield Say(self._("A temple costs {cost}.", cost=cost(self._, god)))
        if owner := view.owner(god):
            player, name = self.player(owner), god_name(self._, god)
            yield Say(self._("{player} has locked the area of {god}.", player=player, god=name))
        else:
            yield Say(self._.ngettext("{n} site is left.", "{n} sites are left.", view.sites(god)))


def _counted(phase: phases.Phase) -> int:
    """The actions left; or the number of the resource given next, of four."""
    if isinstance(phase, phases.Acting):
        return phase.actions
    return len(phase.given) + 1 if isinstance(phase, phases.Mixing) else 0
