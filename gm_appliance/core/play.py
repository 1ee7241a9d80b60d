"""A game in progress: the only place that holds a game's state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from gm_appliance.core.game import (
    Chance,
    Choice,
    Decision,
    Game,
    OneOf,
    Opponent,
    Outcome,
    Pad,
    PersonName,
    Who,
    demanded,
)
from gm_appliance.core.minds import Thought
from gm_appliance.core.values import Redacted, Value


class Taken(Value):
    """One choice of a play, with the information undo needs.

    forced: nobody was asked, because there was no alternative, or only for a name.
    """

    choice: Choice
    by: Who
    final: bool
    forced: bool = False

    @property
    def undoable(self) -> bool:
        """Whether it can be taken back: not if it was chance, or consulted a secret."""
        return not self.final and not isinstance(self.by, Chance)


class Ahead(Value):
    """The consequences of a possible choice.

    events: each with the view right after it.
    timed:  the step with a timetable that would begin then, if any. view: of the table then.
    """

    events: tuple[tuple[Any, Any], ...]
    timed: Decision | None
    view: Any


class Moment(Redacted):
    """A play right after one choice, or before the first. It never changes.

    taken:  the choice; None before the first one.
    events: its events, or those of the opening, each with the view right after it.
    pads:   the pad of each seat that was called.
    names:  of people who joined, by seat.
    """

    redacted = ("events", "state", "view", "decision")

    taken: Taken | None
    events: tuple[tuple[Any, Any], ...]
    pads: Mapping[int, int]
    names: Mapping[int, str]
    state: Any
    view: Any
    decision: Decision | None


class Play:
    """A game in progress. It holds the state and never hands it out.

    It keeps every moment, because states share what did not change; undo returns to the previous one.

    options: as returned by `Game.complete`. pads: of seats that were called before the game; None for none.

    A game that adds up the chosen numbers:

    >>> decision = Decision("add", Chance(), OneOf((1, 2)))
    >>> game = Game("sum", 1, (), lambda options: 0, lambda state: state, lambda view: decision,
    ...             lambda state, choice: Step(state + choice.value), lambda view: None)
    >>> play = Play(game, {})
    >>> _ = play.take(Choice("add", 2)), play.take(Choice("add", 1))
    >>> play.view, play.undone().view
    (3, 2)
    """

    def __init__(
        self, game: Game[Any, Any], options: Mapping[str, int | str], pads: Mapping[int, int] | None = None
    ) -> None:
        self.game = game
        self.options = dict(options)
        state = game.begin(self.options)
        view = game.public(state)
        opening = tuple((event, view) for event in game.opening(view))
        self._moments = [self._moment(None, opening, dict(pads or {}), {}, state)]

    def _moment(
        self,
        taken: Taken | None,
        events: tuple[tuple[Any, Any], ...],
        pads: Mapping[int, int],
        names: Mapping[int, str],
        state: Any,
    ) -> Moment:
        view = self.game.public(state)
        return Moment(taken, events, pads, names, state, view, self.game.decision(view))

    @property
    def _now(self) -> Moment:
        return self._moments[-1]

    @property
    def view(self) -> Any:
        """Everything that all players may know now."""
        return self._now.view

    @property
    def decision(self) -> Decision | None:
        """What must be decided next; None when the game is over."""
        return self._now.decision

    @property
    def events(self) -> tuple[tuple[Any, Any], ...]:
        """The events of the last choice, or of the opening, each with the view right after it."""
        return self._now.events

    @property
    def latest(self) -> tuple[tuple[Any, Any], ...]:
        """The events of the last choice that somebody was asked for, and of forced ones since."""
        return next(self.told)

    @property
    def told(self) -> Iterator[tuple[tuple[Any, Any], ...]]:
        """All events, each with the view right after it: those of each choice that somebody was asked for,
        with forced ones since; the newest first, and the opening last."""
        told: tuple[tuple[Any, Any], ...] = ()
        for moment in reversed(self._moments):
            told = moment.events + told
            if moment.taken is None or not moment.taken.forced:
                yield told
                told = ()

    @property
    def pads(self) -> Mapping[int, int]:
        """The pad of each seat that was called. If none was, each pad is at the seat of its number."""
        return self._now.pads

    @property
    def names(self) -> Mapping[int, str]:
        """The name of each person who joined and has one, by seat."""
        return self._now.names

    @property
    def taken(self) -> list[Taken]:
        """All choices so far, in a new list."""
        return [one.taken for one in self._moments if one.taken]

    def take(self, choice: Choice) -> tuple[tuple[Any, Any], ...]:
        """Apply a choice and return its events, each with the view right after it.

        Raises IllegalChoice, and changes nothing, if nothing is open or the choice is not legal.
        """
        now = self._now
        answered = demanded(now.decision, choice)
        step = self.game.apply(now.state, choice)
        pads, names = now.pads, now.names
        if isinstance(answered.who, Pad) and isinstance(choice.value, int):
            pads = _called(pads, answered.who.seat, choice.value)
        forced = answered is now.decision and answered.forced() is not None
        if isinstance(answered.domain, PersonName) and choice.value:
            names = {**names, answered.domain.seat: str(choice.value)}
        taken = Taken(choice, answered.who, step.final, forced)
        self._moments.append(self._moment(taken, step.events, pads, names, step.state))
        return step.events

    def possible_steps(self) -> Iterator[Ahead]:
        """The consequences of each choice that could be made now, including forced ones after it.

        Nothing changes, and nothing depends on a secret: secret choices and steps that consult a secret are
        left out. Equal consequences of several choices are given once.
        """
        now = self._now
        found = list[tuple[Any, ...]]()
        for one in now.decision.open() if now.decision else ():
            if (one.secret and not isinstance(one.who, Opponent)) or not isinstance(one.domain, OneOf):
                continue
            for value in one.domain.options:
                ahead = self._ahead(now.state, Choice(one.name, value))
                if ahead is None:
                    continue
                heard = (*(event for event, _view in ahead.events), ahead.timed)
                if heard not in found:
                    found.append(heard)
                    yield ahead

    def at_its_end(self) -> bool:
        """Whether the first value of the open decision ends the game without consulting a secret."""
        decision, state = self._now.decision, self._now.state
        if not decision or decision.secret or not isinstance(decision.domain, OneOf):
            return False
        if not decision.domain.options:
            return False
        step = self.game.apply(state, Choice(decision.name, decision.domain.options[0]))
        return not step.final and self.game.decision(self.game.public(step.state)) is None

    def _ahead(self, state: Any, choice: Choice | None) -> Ahead | None:
        """The consequences of a choice and the forced ones after it; None if one consults a secret."""
        ahead: Ahead | None = None
        while choice and not (step := self.game.apply(state, choice)).final:
            state, view = step.state, self.game.public(step.state)
            decision = self.game.decision(view)
            timed = decision if decision and decision.beats else None
            ahead = Ahead((*(ahead.events if ahead else ()), *step.events), timed, view)
            choice = decision.forced() if decision else None
        return ahead

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.game.outcome(self.view)

    def thought(self) -> Thought:
        """The box's thought about the open decision, which is an opponent's.

        It has the knowledge of a player in that seat. Raises LookupError if no opponent decides.
        """
        now, mind = self._now, self.game.mind
        if mind is None or now.decision is None or not isinstance(now.decision.who, Opponent):
            raise LookupError(f"{self!r}: no opponent decides here")
        return mind.thought(now.state, now.decision.who.seat)

    def can_undo(self) -> bool:
        return self.undo_depth() > 0

    def undo_depth(self) -> int:
        """The number of choices an undo takes back: the last one that somebody at the table was asked for,
        and all since, which are forced or the box's as an opponent. 0 if one of these cannot be taken back,
        or nobody was asked yet."""
        for back, moment in enumerate(reversed(self._moments), 1):
            if moment.taken is None or not moment.taken.undoable:
                return 0
            if not (moment.taken.forced or isinstance(moment.taken.by, Opponent)):
                return back
        return 0

    def undone(self) -> Play:
        """A new play without the last choice, if there is one; this one does not change."""
        play = copy(self)
        play.options = dict(self.options)
        play._moments = self._moments[:-1] or self._moments[:]
        return play

    def __repr__(self) -> str:
        return f"Play({self.game.name!r}, {len(self._moments) - 1} choices)"


def _called(pads: Mapping[int, int], seat: int, pad: int) -> Mapping[int, int]:
    """The pads after a call. A pad is only at the seat that pressed it last."""
    others = {one: at for one, at in pads.items() if at != pad or not pad}
    return {**others, seat: pad}
