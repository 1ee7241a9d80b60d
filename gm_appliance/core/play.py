"""A game in progress: the only place that holds a game's state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import field
from typing import Any

from gm_appliance.core.game import (
    Chance,
    Choice,
    Decision,
    Game,
    IllegalChoice,
    OneOf,
    Opponent,
    Outcome,
    Pad,
    Who,
)
from gm_appliance.core.minds import Thought
from gm_appliance.core.values import immutable


@immutable
class Taken:
    """One choice of a play and what undo must know of it."""

    choice: Choice
    by: Who
    final: bool

    @property
    def undoable(self) -> bool:
        return not self.final and not isinstance(self.by, Chance)


@immutable
class Moment:
    """A play as it was right after one choice, or before the first. It never changes.

    taken: what led here; None before the first choice.
    events: the events it told, or the opening's, each with the view right after it.
    pads:  the pad of each seat that was called.
    """

    taken: Taken | None
    events: tuple[tuple[Any, Any], ...] = field(repr=False)
    pads: Mapping[int, int]
    state: Any = field(repr=False)
    view: Any = field(repr=False)
    decision: Decision | None = field(repr=False)


class Play:
    """A game in progress. Holds the state and never hands it out.

    Keeps every moment: states are values that share what did not change, so taking a choice back
    is going back to the moment before it.

    `options` must be what `Game.complete` returned. `pads` are those of seats called before, if any were.

    Of a game in which the chosen numbers are added up:

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
        self._moments = [self._moment(None, opening, dict(pads or {}), state)]

    def _moment(
        self, taken: Taken | None, events: tuple[tuple[Any, Any], ...], pads: Mapping[int, int], state: Any
    ) -> Moment:
        view = self.game.public(state)
        return Moment(taken, events, pads, state, view, self.game.decision(view))

    @property
    def _now(self) -> Moment:
        return self._moments[-1]

    @property
    def view(self) -> Any:
        return self._now.view

    @property
    def decision(self) -> Decision | None:
        """What must be decided next; None when the game is over."""
        return self._now.decision

    @property
    def events(self) -> tuple[tuple[Any, Any], ...]:
        """The events of the last choice, or before the first one the opening's, each with the view right
        after it."""
        return self._now.events

    @property
    def pads(self) -> Mapping[int, int]:
        """The pad of each seat that was called; empty where none was, for every pad is at its own
        place then."""
        return self._now.pads

    @property
    def taken(self) -> list[Taken]:
        """All choices so far, in a list made anew each time."""
        return [one.taken for one in self._moments if one.taken]

    def take(self, choice: Choice) -> tuple[tuple[Any, Any], ...]:
        """Apply a choice; returns the events told, each with the view right after it.

        Raises IllegalChoice when nothing is open or the choice is not legal; nothing changes then.
        """
        now = self._now
        if now.decision is None:
            raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
        answered = now.decision.demand(choice)
        step = self.game.apply(now.state, choice)
        pads = now.pads
        if isinstance(answered.who, Pad) and isinstance(choice.value, int):
            pads = _called(pads, answered.who.seat, choice.value)
        taken = Taken(choice, answered.who, step.final)
        self._moments.append(self._moment(taken, step.events, pads, step.state))
        return step.events

    def possible_events(self) -> Iterator[tuple[tuple[Any, Any], ...]]:
        """What would be told for each choice that could be made now, nothing being changed.

        Nothing that follows from a secret: a choice that is one, or that consults one, is left out.
        """
        now = self._now
        for one in now.decision.open() if now.decision else ():
            if one.secret or not isinstance(one.domain, OneOf):
                continue
            for value in one.domain.options:
                step = self.game.apply(now.state, Choice(one.name, value))
                if not step.final:
                    yield step.events

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.view)

    def thought(self) -> Thought:
        """What the box is to think where the open decision is an opponent's.

        It knows what a player in that seat knows. Raises LookupError where no opponent is to decide.
        """
        now, mind = self._now, self.game.mind
        if mind is None or now.decision is None or not isinstance(now.decision.who, Opponent):
            raise LookupError(f"{self!r}: no opponent decides here")
        return mind.thought(now.state, now.decision.who.seat)

    def can_undo(self) -> bool:
        return self.undo_depth() > 0

    def undo_depth(self) -> int:
        """How many choices an undo takes back: the last one somebody made at the table, and all that the
        box answered to it; 0 where these cannot be taken back, or there are none."""
        for back, moment in enumerate(reversed(self._moments), 1):
            if moment.taken is None or not moment.taken.undoable:
                return 0
            if not isinstance(moment.taken.by, Opponent):
                return back
        return 0

    def undone(self) -> Play:
        """Another play, without the last choice; this one stays as it is. At the beginning, it is alike."""
        play = copy(self)
        play.options = dict(self.options)
        play._moments = self._moments[:-1] or self._moments[:]
        return play

    def __repr__(self) -> str:
        return f"Play({self.game.name!r}, {len(self._moments) - 1} choices)"


def _called(pads: Mapping[int, int], seat: int, pad: int) -> Mapping[int, int]:
    """A pad is at one seat only: at the one that pressed it last."""
    others = {one: at for one, at in pads.items() if at != pad or not pad}
    return {**others, seat: pad}
