"""The vocabulary every game is written in.

A game is four pure functions over a state. At each moment it names *one decision*: what must be
decided next, by whom, and from what. A choice answers it and yields a step. Nothing here asks,
waits, speaks or remembers; see `gm_appliance.host.loop` for that.

What a choice may be is in `domains`, who decides in `deciders`, what no picker can serve in
`contracts`; whoever writes a game finds all of it here.

Secrets live in the state and never in the view: `decision` is given the view alone, so what is
asked, of whom and for how long cannot depend on a secret. No `repr` in this module shows a
choice's value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

from gm_appliance.core.contracts import conflict, conflict_on_request
from gm_appliance.core.deciders import (
    PADS,
    AnyButton,
    Beat,
    Chance,
    Clock,
    Every,
    First,
    Opponent,
    Pad,
    Seat,
    Table,
    Who,
    button_named,
)
from gm_appliance.core.domains import Domain, Each, Number, OneOf, Plain
from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _
from gm_appliance.core.minds import Mind
from gm_appliance.core.values import frozen, immutable

__all__ = [
    "PADS",
    "AnyButton",
    "BadOption",
    "Beat",
    "BlankFace",
    "Chance",
    "Choice",
    "Clock",
    "Decision",
    "Domain",
    "Each",
    "Every",
    "Face",
    "First",
    "Game",
    "GameError",
    "IllegalChoice",
    "MenuFace",
    "Mind",
    "Number",
    "NumberFace",
    "OneOf",
    "Opponent",
    "Option",
    "Outcome",
    "Pad",
    "Plain",
    "Preset",
    "Seat",
    "Step",
    "Table",
    "Unservable",
    "Who",
    "button_named",
]

S = TypeVar("S")
V = TypeVar("V")


class GameError(ValueError):
    """The general kind of every error a game raises."""


class IllegalChoice(GameError):
    """A choice that is not legal here. Nothing changed; the message says what was legal."""


class BadOption(GameError):
    """An option a game cannot begin with. The message names the option and what it takes."""


class Unservable(GameError):
    """A decision no picker can serve. The message names it, what does not go together, and what does."""


# ---------------------------------------------------------------- decisions and choices


@immutable
class Decision:
    """What must be decided next.

    name:   ``"council.vote"``; unique within a game, stable for scripts and journals.
    secret: the choice is never told by the box itself, only what the rules publish of it. Where one
            seat decides in secret it is alone with the panel.
    closed: eyes are closed in it, from the beat ``"close"`` to the beat ``"open"``.
    beats:  the whole timetable, made of public facts. The last beat ends the decision.
    lead:   seconds of lead-in, eyes open, in which undo and pause still work.
    limit:  seconds after which the clock chooses, or an opponent's answer comes; for these two alone.
    remind: seconds after which, again and again, an open prompt says how long it has been open;
            nothing ends by it. None: never.
    talk:   people talk while it is open, so the box is silent until it is asked, or has news.
    also:   decisions open at the same time; a choice may answer one of them instead.
    on_request: the same, but offered only when somebody asks what else there is.

    Raises Unservable for a combination in which some value could not be entered or something given
    here would count for nothing.

    >>> decision = Decision("thor.target", Seat(3), OneOf((1, 4, "pass")))
    >>> decision.demand(Choice("thor.target", 4)) is decision
    True
    >>> decision.demand(Choice("thor.target", 2))
    Traceback (most recent call last):
    gm_appliance.core.game.IllegalChoice: ...
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
    also: tuple[Decision, ...] = ()
    on_request: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        if broken := conflict(self):
            raise Unservable(f"Decision {self.name!r}: {broken}")

    def offering(self, on_request: tuple[Decision, ...]) -> Decision:
        """The same, with these for who asks what else there is. Only they are held to the contracts."""
        offer = object.__new__(Decision)
        offer.__dict__.update(self.__dict__, on_request=on_request)
        if broken := conflict_on_request(offer):
            raise Unservable(f"Decision {self.name!r}: {broken}")
        return offer

    def open(self) -> tuple[Decision, ...]:
        """This decision and those open beside it."""
        return (self, *self.also)

    def named(self, name: str) -> Decision | None:
        """The open decision of that name, the main one first."""
        return next((one for one in (*self.open(), *self.on_request) if one.name == name), None)

    def demand(self, choice: Choice) -> Decision:
        """The open decision this choice answers.

        Raises IllegalChoice, with what was legal, if it answers none.
        """
        if self.name == choice.name and self.domain.contains(choice.value):
            return self  # nearly always, so at once
        for one in chain(self.also, self.on_request):
            if one.name == choice.name and one.domain.contains(choice.value):
                return one
        legal = "; ".join(f"{one.name}: {one.domain}" for one in (*self.open(), *self.on_request))
        raise IllegalChoice(f"{choice!r} does not answer {self.name!r}. Legal here: {legal}")


@frozen
class Choice:
    """An answer to the decision `name`. The value is plain data and stays out of the repr.

    >>> vote = Choice("council.vote", "up")
    >>> vote
    Choice(name='council.vote')
    >>> vote.value
    'up'
    """

    name: str
    value: Plain = field(repr=False)


# ---------------------------------------------------------------- faces: what a picker shows


@immutable
class MenuFace:
    """The choices offered and the one under the cursor; -1 while none is."""

    items: tuple[Choice, ...]
    at: int

    @property
    def current(self) -> Choice | None:
        return self.items[self.at] if self.at >= 0 else None


@immutable
class NumberFace:
    """The number as entered so far.

    leap: from here a button that is held goes to the next multiple of this; 0 where it runs.
    """

    value: int
    leap: int = 0


@immutable
class BlankFace:
    """The face of a picker that shows nothing: every secret one."""


Face: TypeAlias = "MenuFace | NumberFace | BlankFace"
"""The public side of whatever is turning edges into a choice."""


# ---------------------------------------------------------------- how it ends, and what a game is


@immutable
class Outcome:
    """How a game ended. Guaranteed public.

    winners: the winning sides or seats; several when they share it; empty for a draw.
    reason:  why, as a word the narration knows.
    facts:   anything else worth recording, as plain data.
    """

    winners: tuple[int | str, ...]
    reason: str
    facts: Mapping[str, Plain] = field(default_factory=dict)


@frozen
class Step(Generic[S, V]):
    """What followed from a choice.

    events: every event in order, with the view right after it.
    final: a secret was consulted here, whatever came of it; undo stops at such a step.

    A point for seat 2, where the state is the points of two seats, and so is the view:

    >>> step = Step((0, 1), (("seat 2 scored", (0, 1)),))
    >>> step.state, step.final
    ((0, 1), False)
    """

    state: S
    events: tuple[tuple[Any, V], ...] = ()
    final: bool = False


@immutable
class Option:
    """A setting a game begins with.

    asked: at the table; else it is given by command line and config alone.
    when:  whether the option counts, given the options before it that do; None: it always does.
           One that does not is neither asked nor given to `Game.begin`.
    most:  the highest number it takes, given the options before it; None: its domain's.
    among: those of its values it takes, given the options before it; None: all. One alone is not asked,
           and stands where nothing is given.

    >>> gods = Option("gods", Number(2, 10), 6, most=lambda chosen: int(chosen["players"]))
    >>> gods.takes({"players": 7}).contains(8)
    False
    >>> seconds = Option("seconds", Number(5, 60), 8, when=lambda chosen: chosen["ballot"] == "timed")
    >>> seconds.counts({"ballot": "open"})
    False
    >>> sides = lambda chosen: (2,) if chosen["players"] == 2 else (2, 3)
    >>> teams = Option("teams", OneOf((2, 3)), 3, among=sides)
    >>> teams.asks({"players": 2}), teams.asks({"players": 6})
    (False, True)
    >>> teams.stands({"players": 2}), teams.stands({"players": 6})
    (2, 3)
    """

    name: str
    domain: OneOf | Number
    default: int | str
    asked: bool = False
    when: Callable[[Mapping[str, int | str]], bool] | None = field(default=None, compare=False, repr=False)
    most: Callable[[Mapping[str, int | str]], int] | None = field(default=None, compare=False, repr=False)
    among: Callable[[Mapping[str, int | str]], tuple[int | str, ...]] | None = field(
        default=None, compare=False, repr=False
    )

    def counts(self, chosen: Mapping[str, int | str]) -> bool:
        """Whether it counts with these options, chosen before it."""
        return self.when is None or self.when(chosen)

    def takes(self, chosen: Mapping[str, int | str]) -> OneOf | Number:
        """What it takes with these options, chosen before it."""
        if self.among is not None:
            return OneOf(self.among(chosen))
        if self.most is None or not isinstance(self.domain, Number):
            return self.domain
        hi = min(self.domain.hi, self.most(chosen))
        return replace(self.domain, hi=hi, start=min(self.domain.start, hi))

    def asks(self, chosen: Mapping[str, int | str]) -> bool:
        """Whether there is a choice with these options, chosen before it."""
        return self.counts(chosen) and (self.among is None or len(self.among(chosen)) > 1)

    def stands(self, chosen: Mapping[str, int | str]) -> int | str:
        """What stands where nothing is given: its default, or the only value there is."""
        among = self.among(chosen) if self.among else ()
        return among[0] if len(among) == 1 else self.default


@immutable
class Preset:
    """A setup by the name people know it by, such as that of a card game. What it leaves out is asked."""

    name: str
    options: Mapping[str, int | str]


def _nothing(view: Any) -> tuple[Any, ...]:
    return ()


@immutable
class Game(Generic[S, V]):
    """The rules of one game, as functions.

    name:     as on the command line.
    rules:    raised whenever old choices might fold differently.
    begin:    options (as `complete` returns them) to a state. Raises BadOption.
    public:   the view: everything all players may know, and nothing else.
    decision: what is open now; None when the game is over.
    apply:    the step that follows. Raises IllegalChoice, having changed nothing.
    outcome:  how it ended; None while it goes on.
    opening:  the events that are told before the first choice; none, if not given.
    kept:     whether it is remembered: gone on with after a power cut, and one of the games played. Not
              so what has no end and no winner, such as dice: BACK leads from there to the menu.
    presets:  setups that are offered by name.
    mind:     how the box plays a seat itself; None where no decision is an opponent's.

    A whole game: the table counts to three. The state is the number, and no secret.

    >>> more = Decision("more", Table(), OneOf(("yes",)))
    >>> begin, public, apply = lambda options: 0, lambda state: state, lambda state, choice: Step(state + 1)
    >>> decision = lambda view: more if view < 3 else None
    >>> outcome = lambda view: None if view < 3 else Outcome((), "counted")
    >>> Game("counting", 1, (), begin, public, decision, apply, outcome).apply(2, Choice("more", "yes"))
    Step(state=3, events=(), final=False)
    """

    name: str
    rules: int
    options: tuple[Option, ...]
    begin: Callable[[Mapping[str, int | str]], S]
    public: Callable[[S], V]
    decision: Callable[[V], Decision | None]
    apply: Callable[[S, Choice], Step[S, V]]
    outcome: Callable[[V], Outcome | None]
    opening: Callable[[V], tuple[Any, ...]] = _nothing
    kept: bool = True
    presets: tuple[Preset, ...] = ()
    mind: Mind[S, Any] | None = None

    def complete(self, given: Mapping[str, Plain]) -> dict[str, int | str]:
        """The given options with defaults filled in; those that do not count are left out.

        Raises BadOption for an unknown name, a value outside the option's domain, or one for an
        option that does not count.
        """
        known = {option.name: option for option in self.options}
        takes: dict[str, object]
        for name, value in given.items():
            if name not in known:
                has = {"game": self.name, "name": name, "known": ", ".join(known)}
                raise BadOption(_("{game} has no option {name!r}. It has: {known}", **has))
            if not known[name].domain.contains(value):
                takes = {"name": name, "value": value, "legal": legal(known[name].domain)}
                raise BadOption(_("{name} = {value!r} cannot be. {name} takes {legal}", **takes))
        chosen: dict[str, int | str] = {}
        for name, option in known.items():
            value = given.get(name, option.stands(chosen))
            if option.counts(chosen):
                assert isinstance(value, int | str)
                if not option.takes(chosen).contains(value):
                    takes = {**_beside(chosen, name, value), "legal": legal(option.takes(chosen))}
                    raise BadOption(
                        _("{name} = {value!r} cannot be with {others}. {name} takes {legal}", **takes)
                    )
                chosen[name] = value
            elif name in given:
                beside = _beside(chosen, name, value)
                raise BadOption(_("{name} = {value!r} has no effect with {others}", **beside))
        return chosen


def _beside(chosen: Mapping[str, Plain], name: str, value: Plain) -> dict[str, object]:
    """What a message says of an option beside others."""
    others = ", ".join(f"{other} = {one!r}" for other, one in chosen.items())
    return {"name": name, "value": value, "others": others}
