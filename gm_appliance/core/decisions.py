"""Decisions, the choices that answer them, and what a picker shows meanwhile.

No `repr` in this module shows the value of a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import force_setattr

from gm_appliance.core.contracts import conflict, conflict_on_request
from gm_appliance.core.deciders import Beat, Seat, Table, Who
from gm_appliance.core.domains import JSON, Domain, Number, OneOf, Ready
from gm_appliance.core.values import Redacted, Value


class GameError(ValueError):
    """The base class of all errors that games raise."""


class IllegalChoice(GameError):
    """The choice is not legal here, and nothing has changed. The message says what is legal."""


class Unservable(GameError):
    """No picker can serve the decision. The message names it, the conflict, and a way out."""


# ---------------------------------------------------------------- decisions and choices


# Many attributes: one for each property of a question; most keep their default.
class Decision(Value):
    """What must be decided next.

    name:   such as ``"council.vote"``; unique in the game, and stable, because scripts and journals use it.
    who:    who decides. domain: the legal values.
    secret: the box never reveals the choice, only what the rules publish of it. A single seat decides in
            secret at the panel, with nobody else near.
    closed: eyes are closed from the beat ``"close"`` to the beat ``"open"``; the host makes the storm, and
            keeps display and lamps dark.
    beats:  the whole timetable, made from public facts. The last beat ends the decision.
    lead:   seconds at the beginning of the timetable with eyes open, in which undo and pause work.
    limit:  seconds after which the clock chooses or an opponent answers; only for these two.
    remind: the interval in seconds at which the box says how long the prompt has been open; None for never.
    talk:   people talk while it is open, so the box is silent until it is asked or has news.
    at:     the option under the cursor at first; with -1 there is none, so a stray OK chooses nothing.
    said_first: an option can only be chosen after it was spoken.
    also:   decisions that are open at the same time; a choice may answer one of them instead.
    on_request: decisions that are only offered behind BACK; for a step with closed eyes, before it begins.
    ends:   values of a decision on request that end the game, and therefore need confirmation.
    by_card: for bots, the values that whoever holds a card gives, by the card's name: in a roll call one of
            these; elsewhere the one of all cards still in play, or if they differ, the first option.

    Raises Unservable if some value could not be entered, or if a field would have no effect.

    >>> decision = Decision("thor.target", Seat(3), OneOf((1, 4, "pass")))
    >>> decision.demand(Choice("thor.target", 4)) is decision
    True
    >>> decision.demand(Choice("thor.target", 2))
    Traceback (most recent call last):
    gm_appliance.core.decisions.IllegalChoice: ...
    """

    name: str
    who: Who
    domain: Domain
    secret: bool = False
    closed: bool = False
    beats: tuple[Beat, ...] = ()
    lead: float = 0.0
    limit: float | None = None
    remind: float | None = None
    talk: bool = False
    at: int = 0
    said_first: bool = False
    also: tuple[Decision, ...] = ()
    on_request: tuple[Decision, ...] = ()
    ends: tuple[str, ...] = ()
    by_card: Mapping[str, tuple[int | str, ...]] = MappingProxyType({})

    def __hash__(self) -> int:
        return hash((self.name, self.who, self.domain))  # mappings have none

    def __post_init__(self) -> None:
        if broken := conflict(self):
            raise Unservable(f"Decision {self.name!r}: {broken}")

    def offering(self, on_request: tuple[Decision, ...]) -> Decision:
        """The same decision with other decisions on request. Only these are checked."""
        # It does not run __post_init__, and msgspec's stubs lack it.
        offer: Decision = self.__copy__()  # type: ignore[attr-defined]
        force_setattr(offer, "on_request", on_request)
        if broken := conflict_on_request(offer):
            raise Unservable(f"Decision {self.name!r}: {broken}")
        return offer

    def open(self) -> tuple[Decision, ...]:
        """This decision and those open beside it."""
        return (self, *self.also)

    def forced(self) -> Choice | None:
        """The choice that the host makes without asking: the only one of the table or a seat, with nothing
        open beside it. None if somebody is asked, as with every `Ready`.

        >>> Decision("thor.target", Seat(3), OneOf((4,))).forced().value
        4
        >>> Decision("setup.deal", Table(), Ready(("dealt",))).forced()
        """
        if not isinstance(self.who, Table | Seat) or self.also or self.secret:
            return None
        match self.domain:
            case Ready():
                return None
            case OneOf(options=(value,)):
                return Choice(self.name, value)
            case Number(lo=lo, hi=hi) if lo == hi:
                return Choice(self.name, lo)
        return None

    def named(self, name: str) -> Decision | None:
        """The decision of that name among the open ones and those on request; None if there is none."""
        return next((one for one in (*self.open(), *self.on_request) if one.name == name), None)

    def demand(self, choice: Choice) -> Decision:
        """The decision that this choice answers. Raises IllegalChoice if there is none."""
        if self.name == choice.name and self.domain.contains(choice.value):
            return self  # the usual case
        for one in chain(self.also, self.on_request):
            if one.name == choice.name and one.domain.contains(choice.value):
                return one
        legal = "; ".join(f"{one.name}: {one.domain}" for one in (*self.open(), *self.on_request))
        raise IllegalChoice(f"{choice!r} does not answer {self.name!r}. Legal here: {legal}")


class Choice(Redacted):
    """An answer to the decision `name`. The value is plain data, and not in the repr.

    >>> vote = Choice("council.vote", "up")
    >>> vote
    Choice(name='council.vote')
    >>> vote.value
    'up'
    """

    redacted = ("value",)

    name: str
    value: JSON


def demanded(decision: Decision | None, choice: Choice) -> Decision:
    """The decision that this choice answers. Raises IllegalChoice if there is none, or the game is over."""
    if decision is None:
        raise IllegalChoice(f"{choice!r}: the game is over, so nothing can be chosen")
    return decision.demand(choice)


CALL_AGAIN = Choice("pad.broken", "everybody")
"""Call all pads again, because it is unknown whose they are. Games with pads offer it on request."""


# ---------------------------------------------------------------- faces of pickers


class MenuFace(Value):
    """The choices, and the index of the one under the cursor; -1 for none."""

    items: tuple[Choice, ...]
    at: int

    @property
    def current(self) -> Choice | None:
        return self.items[self.at] if self.at >= 0 else None


class NumberFace(Value):
    """The number entered so far.

    leap: holding a button goes to the next multiple of this; 0 if holding counts up or down instead.
    """

    value: int
    leap: int = 0


class BlankFace(Value):
    """The face of a picker that shows nothing, such as every secret one."""


Face: TypeAlias = "MenuFace | NumberFace | BlankFace"  # the public side of a picker
