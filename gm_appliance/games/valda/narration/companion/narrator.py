"""The companion told: here its parts meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gm_appliance.core.cues import Cue, Handling, Props, Say, Show
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, OneOf, Seat
from gm_appliance.core.language import Language, Name
from gm_appliance.core.narration import BaseNarration, Unspoken, words_under_cursor
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion.ending import decided
from gm_appliance.games.valda.companion.model import (
    BALANCES,
    Acting,
    Attack,
    Attacking,
    Choosing,
    Final,
    Mixing,
    Phase,
    Powering,
    StartRolling,
    View,
)
from gm_appliance.games.valda.narration.companion.attacks import ATTACKS_TOLD, AttackTelling
from gm_appliance.games.valda.narration.companion.pictures import Pictures
from gm_appliance.games.valda.narration.companion.prompts import (
    ENTER,
    ENTER_NOBODY,
    ENTER_NOTHING,
    NOTHING,
    PRESS,
    PRESS_ROLL,
    asked,
    correcting,
    prompt,
)
from gm_appliance.games.valda.narration.companion.props import props
from gm_appliance.games.valda.narration.companion.telling import TOLD, Telling
from gm_appliance.games.valda.narration.companion.topics import answer, topics_at
from gm_appliance.games.valda.narration.names import amount
from gm_appliance.games.valda.narration.standing import leader, standings

TELLS_ITSELF = frozenset(("first.who", "game.over"))
"""Prompts that say what to press in their own sentence."""

OF_NOTHING = frozenset(("done", "none", "on"))
"""Choices to do nothing; where one stands first, OK alone takes it."""

_OF_PLAYERS = frozenset(("first.who", "effect.whom", "attack.who", "attack.redirect", "correct.who"))


class CompanionNarration(BaseNarration):
    """The part of the narration that tells the companion; see `narration.Narration` for each method."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people
        self._pictures = Pictures(_, people)
        self._telling = Telling(_, people)
        self._attacks = AttackTelling(_, people)

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    def _values(self, decision: Decision, view: View) -> dict[str, object]:
        """What a prompt may name."""
        phase = view.phase
        seat = decision.who.seat if isinstance(decision.who, Seat) else view.turn or 1
        attack: Attack | None = getattr(phase, "attack", None)
        attacker = phase.attacker if isinstance(phase, Powering) else attack.attacker if attack else 0
        order = phase.left if isinstance(phase, Attacking) else ()
        return {
            "player": self._player(seat),
            "attacker": self._player(attacker or (order[0] if order else seat)),
            "victim": self._player(attack.victim if attack else view.turn or 1),
            "players": self._.names(self._player(one) for one in order),
            "n": _counted(phase),
        }

    # ------------------------------------------------------------ prompts

    def ask(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        over = isinstance(view.phase, Final) and decision.name == "game.over"
        before = standings(self._, self._people, view.followers, decided(view)[0]) if over else ()
        asking = Say(self._(asked(decision.name, view), **self._values(decision, view)))
        return (*before, asking, *self._first(decision, view), *self._how(decision))

    def again(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        again = Say(self._(prompt(decision.name).again, **self._values(decision, view)))
        return (again, *self._how(decision))

    def _first(self, decision: Decision, view: View) -> Iterator[Say]:
        """What OK would take at once, where gods bring followers and nobody saves any more."""
        if decision.name == "followers.what" and not _nothing_first(decision):
            assert isinstance(decision.domain, OneOf)
            first = Choice(decision.name, decision.domain.options[0])
            yield Say(self._("{name}?", name=self._pictures.spoken(first, view).removesuffix(".")))

    def _how(self, decision: Decision) -> tuple[Cue, ...]:
        if decision.name in TELLS_ITSELF:
            return ()
        if decision.name == "resource.roll":
            return (Handling(self._(PRESS_ROLL)),)
        at_pad = isinstance(decision.who, Seat) and isinstance(decision.domain, OneOf)
        if decision.name == "attack.who":
            return (Handling(self._(ENTER_NOBODY)),)
        if _nothing_first(decision):
            return (Handling(self._(NOTHING if at_pad else ENTER_NOTHING)),)
        return (Handling(self._(PRESS if at_pad else ENTER)),)

    def lights(self, decision: Decision, view: View) -> frozenset[int]:
        """Who decides; whose things are put right; and who is attacked, while the table says by whom."""
        seat, what = correcting(view)
        if what:
            return frozenset((seat,))
        if decision.name == "attack.who":
            return frozenset((view.turn,))
        return super().lights(decision, view)

    def marked_seat(self, decision: Decision, view: View, face: Face) -> int:
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) and decision.name in _OF_PLAYERS else 0

    # ------------------------------------------------------------ the display

    def screen(self, decision: Decision, view: View, face: Face, minutes: int) -> Screen:
        title = self._(prompt(decision.name).title, **self._values(decision, view))
        return self._pictures.screen(decision, view, face, title)

    def under_cursor(self, decision: Decision, view: View, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self._pictures.spoken(face.current, view)),)
        return words_under_cursor(self, decision, view, face)

    # ------------------------------------------------------------ what happened

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        if told := TOLD.get(type(event)):
            return (self.props(view), *told(self._telling, event, view))
        if attack := ATTACKS_TOLD.get(type(event)):
            return (self.props(view), *attack(self._attacks, event, view))
        raise Unspoken(f"tell {type(event).__name__}")

    def back(self, before: View, view: View) -> tuple[Cue, ...]:
        return (*self._taken_back(before, view),)

    def _taken_back(self, before: View, view: View) -> Iterator[Say]:
        """Every balance that is another one now."""
        if view.round and view.round != before.round:
            yield Say(self._("The drakkar goes back to round {n}.", n=view.round))
        for seat, had, has in zip(view.seats, before.holdings, view.holdings, strict=True):
            for what in BALANCES:
                if had.of(what) != has.of(what):
                    player, given = self._player(seat), amount(self._, what, has.of(what))
                    yield Say(self._("{player}: {given}.", player=player, given=given))

    # ------------------------------------------------------------ where the game stands

    def props(self, view: View) -> Props:
        return props(self._, self._people, view)

    def recap(self, decision: Decision, view: View) -> tuple[Cue, ...]:
        if isinstance(view.phase, StartRolling | Choosing | Final):
            return ()
        where = Say(self._("Round {round}.", round=view.round))
        leads = leader(self._, self._people, view.followers)
        shown = Show(self._pictures.stash(view, view.turn, self._player(view.turn)))
        return (where, leads, shown, Say(self._("Does your table match? If not, set it right.")))

    def interrupted(self, decision: Decision, view: View) -> str:
        if isinstance(view.phase, Final):
            return self._("A game of Valda was interrupted at its end.")
        return self._("A game of Valda was interrupted in round {round}.", round=max(1, view.round))

    # ------------------------------------------------------------ what can be asked for

    def topics(self, view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
        return topics_at(view, on_request)

    def explain(self, topic: str, view: View) -> tuple[Cue, ...]:
        return (*answer(self._, self._people, topic, view),)


def _counted(phase: Phase) -> int:
    """The actions that are left; which of four resources is given next."""
    if isinstance(phase, Acting):
        return phase.actions
    return len(phase.given) + 1 if isinstance(phase, Mixing) else 0


def _nothing_first(decision: Decision) -> bool:
    """Whether OK alone chooses to do nothing, among other things."""
    domain = decision.domain
    return isinstance(domain, OneOf) and len(domain.options) > 1 and domain.options[0] in OF_NOTHING
