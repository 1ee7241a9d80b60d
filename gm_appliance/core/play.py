"""A game in progress: the only place that holds a game's state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm_appliance.core.game import Chance, Choice, Decision, Game, IllegalChoice, OneOf, Outcome, Pad, Who


@dataclass(frozen=True)
class Taken:
    """One choice of a play and what undo must know of it."""

    choice: Choice
    by: Who
    final: bool

    @property
    def undoable(self) -> bool:
        return not self.final and not isinstance(self.by, Chance)


class Play:
    """A game in progress. Holds the state and never hands it out.

    `options` must be what `Game.complete` returned.
    pads: the pad of each seat that was called; empty where none was, for every pad is at its own
          place then.
    """

    def __init__(self, game: Game[Any, Any], options: Mapping[str, int | str]) -> None:
        self.game = game
        self.options = dict(options)
        self.taken: list[Taken] = []
        self.told: tuple[tuple[Any, Any], ...] = ()
        self.pads: dict[int, int] = {}
        self._state = game.begin(self.options)
        self.view: Any = game.public(self._state)
        self.decision: Decision | None = game.decision(self.view)

    def take(self, choice: Choice) -> tuple[tuple[Any, Any], ...]:
        """Apply a choice; returns the events told, each with the view right after it.

        Raises IllegalChoice when nothing is open or the choice is not legal; nothing changes then.
        """
        if self.decision is None:
            raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
        answered = self.decision.demand(choice)
        step = self.game.apply(self._state, choice)
        self._state = step.state
        self.taken.append(Taken(choice, answered.who, step.final))
        self.told = step.told
        if isinstance(answered.who, Pad) and isinstance(choice.value, int):
            self._call(answered.who.seat, choice.value)
        self.view = self.game.public(self._state)
        self.decision = self.game.decision(self.view)
        return step.told

    def _call(self, seat: int, pad: int) -> None:
        """A pad is at one seat only: at the one that pressed it last."""
        self.pads = {one: at for one, at in self.pads.items() if at != pad or not pad}
        self.pads[seat] = pad

    def prospects(self) -> Iterator[tuple[tuple[Any, Any], ...]]:
        """What would be told for each choice that could be made now, nothing being changed.

        Nothing that follows from a secret: a choice that is one, or that consults one, is left out.
        """
        for one in self.decision.open() if self.decision else ():
            if one.secret or not isinstance(one.domain, OneOf):
                continue
            for value in one.domain.options:
                step = self.game.apply(self._state, Choice(one.name, value))
                if not step.final:
                    yield step.told

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.view)

    def can_undo(self) -> bool:
        return bool(self.taken) and self.taken[-1].undoable

    def undone(self) -> Play:
        """This play without its last choice, folded anew from the beginning."""
        play = Play(self.game, self.options)
        for taken in self.taken[:-1]:
            play.take(taken.choice)
        return play

    def __repr__(self) -> str:
        return f"Play({self.game.name!r}, {len(self.taken)} choices)"
