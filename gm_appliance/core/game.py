"""The vocabulary every game is written in.

A game is four pure functions over a state. At each moment it names *one decision*: what must be
decided next, by whom, and from what. A choice answers it and yields a step. Nothing here asks,
waits, speaks or remembers; see `gm_appliance.host.loop` for that.

Secrets live in the state and never in the view: `decision` is given the view alone, so what is
asked, of whom and for how long cannot depend on a secret. No `repr` in this module shows a
choice's value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

# Plain data: what JSON can carry. A tuple stands for a JSON list.
Plain: TypeAlias = "bool | int | str | list[Plain] | tuple[Plain, ...] | dict[str, Plain] | None"

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


# ---------------------------------------------------------------- domains: what a choice may be


@dataclass(frozen=True)
class OneOf:
    """One of the given values, e.g. the seats Thor may wound, or ``"pass"``.

    On a pad the value ``"pass"`` is thumb down, held. In a ballot of two values the first is
    thumb down and the second thumb up.
    """

    options: tuple[int | str, ...]

    def contains(self, value: Plain) -> bool:
        # True and 1.0 equal 1 in Python; neither must pass for seat 1.
        return type(value) in (int, str) and value in self.options

    def sample(self, rng: Random) -> Plain:
        return rng.choice(self.options)

    def __str__(self) -> str:
        return " | ".join(str(option) for option in self.options)


@dataclass(frozen=True)
class Number:
    """A whole number from `lo` to `hi`, both included; a picker starts at `start`."""

    lo: int
    hi: int
    start: int = 0

    def contains(self, value: Plain) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi

    def sample(self, rng: Random) -> Plain:
        return rng.randint(self.lo, self.hi)

    def __str__(self) -> str:
        return f"{self.lo} to {self.hi}"


@dataclass(frozen=True)
class Each:
    """One value of `each` for every key: ``{"1": "up", "2": "down"}``.

    With `partial`, keys may be missing: a ballot in which somebody did not press.
    """

    keys: tuple[str, ...]
    each: Domain
    partial: bool = False

    def contains(self, value: Plain) -> bool:
        if not isinstance(value, dict) or not set(value) <= set(self.keys):
            return False
        complete = self.partial or len(value) == len(self.keys)
        return complete and all(self.each.contains(one) for one in value.values())

    def sample(self, rng: Random) -> Plain:
        kept = [key for key in self.keys if not self.partial or rng.random() < 0.8]
        return {key: self.each.sample(rng) for key in kept}

    def __str__(self) -> str:
        some = "any of" if self.partial else "each of"
        return f"{some} {', '.join(self.keys)}: {self.each}"


Domain: TypeAlias = "OneOf | Number | Each"


# ---------------------------------------------------------------- who decides


@dataclass(frozen=True)
class Table:
    """Anybody at the table, at the panel."""


@dataclass(frozen=True)
class Seat:
    """One seat, by number from 1; its pad, or the panel on its behalf."""

    seat: int


@dataclass(frozen=True)
class First:
    """The first of these seats to make the gesture on its pad: ``"press-up"``, ``"hold-down"``.

    The decision's domain is OneOf(seats).
    """

    seats: tuple[int, ...]
    gesture: str


@dataclass(frozen=True)
class Every:
    """All of these seats, each on its own pad, within one window."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class Chance:
    """A die. Chance is a player, so a replay needs no generator."""


@dataclass(frozen=True)
class Clock:
    """The clock decides when the decision's timetable or its limit has run out."""


@dataclass(frozen=True)
class Pad:
    """Whoever presses next sits here: which pad is this seat's?

    The decision's domain is OneOf(pads), by number from 1; 0 says that the seat has none and
    decides at the panel.
    """

    seat: int


Who: TypeAlias = "Table | Seat | First | Every | Chance | Clock | Pad"


# ---------------------------------------------------------------- decisions and choices


@dataclass(frozen=True)
class Beat:
    """A moment in a timetable.

    mark:    what happens then, for the narration: ``"close"``, ``"name"``, ``"open"``.
    at:      seconds from the decision's onset.
    about:   the seat or number the mark is about; 0 where it is about none.
    listens: presses from here to the next beat count.
    """

    mark: str
    at: float
    about: int = 0
    listens: bool = False


@dataclass(frozen=True)
class Decision:
    """What must be decided next.

    name:   ``"council.vote"``; unique within a game, stable for scripts and journals.
    secret: the choice is never told by the box itself, only what the rules publish of it. Where one
            seat decides in secret it is alone with the panel.
    closed: eyes are closed in it, from the beat ``"close"`` to the beat ``"open"``.
    beats:  the whole timetable, made of public facts. The last beat ends the decision.
    lead:   seconds of lead-in, eyes open, in which undo and pause still work.
    limit:  seconds after which the clock chooses; only where `who` is the clock.
    remind: seconds after which, again and again, an open prompt says how long it has been open;
            nothing ends by it. None: never.
    also:   decisions open at the same time; a choice may answer one of them instead.
    on_request: the same, but offered only when somebody asks what else there is.

    Raises Unservable for a combination in which some value could not be entered or something given
    here would count for nothing.
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
    also: tuple[Decision, ...] = ()
    on_request: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        conflict = _conflict(self)
        if conflict:
            raise Unservable(f"Decision {self.name!r}: {conflict}")

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
        legal_now = (*self.open(), *self.on_request)
        for one in legal_now:
            if one.name == choice.name and one.domain.contains(choice.value):
                return one
        legal = "; ".join(f"{one.name}: {one.domain}" for one in legal_now)
        raise IllegalChoice(f"{choice!r} does not answer {self.name!r}. Legal here: {legal}")


# What can be served. Tens of thousands of decisions are made a second, so each pays for what it has alone.

_TAKES: Mapping[type, tuple[type, ...]] = {
    Table: (OneOf, Number),
    Seat: (OneOf, Number),
    First: (OneOf,),
    Every: (Each,),
    Chance: (OneOf, Number, Each),
    Clock: (OneOf,),
    Pad: (OneOf,),
}
_GESTURES = frozenset(f"{kind}-{button}" for kind in ("press", "tap", "hold") for button in ("up", "down"))


def _conflict(one: Decision) -> str:
    """What of a decision does not go together, and what does; empty where it can be served."""
    who, domain = one.who, one.domain
    kind = type(who)
    if type(domain) not in _TAKES[kind]:
        takes = " or ".join(taken.__name__ for taken in _TAKES[kind])
        return f"{kind.__name__} cannot choose from {type(domain).__name__}; give it {takes}"
    if kind is Every or kind is Clock:
        conflict = _timed(one)
    elif one.beats or one.limit is not None:
        return f"{kind.__name__} has no timetable and no limit; those are for Every and Clock"
    elif type(domain) is Number:
        conflict = _ranged(one, domain)
    elif one.secret and kind is not Chance:
        conflict = _hidden(one)
    else:
        conflict = _offered(one)
    if conflict:
        return conflict
    if not one.beats and (one.closed or one.lead):
        return "closed and lead are for a timetable; give it beats"
    return (one.also and _beside(one)) or (one.on_request and _asked_for(one)) or ""


def _offered(one: Decision) -> str:
    """What is chosen by a cursor, a gesture or a call."""
    who, domain = one.who, one.domain
    options = domain.options if isinstance(domain, OneOf) else ("each",)
    if isinstance(who, Seat):
        if who.seat < 1:
            return f"there is no seat {who.seat}; seats count from 1"
    elif isinstance(who, First):
        if who.gesture not in _GESTURES:
            return f"nobody can {who.gesture!r}; the gestures are {', '.join(sorted(_GESTURES))}"
        if options != who.seats:
            return "First chooses who was first; give it OneOf of the same seats"
        if min(who.seats, default=1) < 1:
            return "seats count from 1"
    elif isinstance(who, Pad):
        if who.seat < 1 or not all(type(pad) is int and pad >= 0 for pad in options):
            return "seats and pads count from 1; give it OneOf of pads, and 0 for none"
        options = tuple(pad for pad in options if not pad)  # all that the panel can say
    if not options and not any(type(beside.who) is not Clock for beside in one.also):
        return f"{type(who).__name__} is offered nothing at the panel; give it an option"
    return ""


def _ranged(one: Decision, domain: Number) -> str:
    if domain.lo > domain.hi:
        return f"no number is {domain}; give it lo up to hi"
    if type(one.who) is Chance:
        return ""
    if not domain.lo <= domain.start <= domain.hi:
        return f"a number picker starts at {domain.start}, which is not {domain}; give it a start that is"
    if one.secret:
        return "a number is shown while it is entered; take secret away"
    if isinstance(one.who, Seat) and one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    return ""


def _hidden(one: Decision) -> str:
    if not isinstance(one.who, Seat):
        return f"what {type(one.who).__name__} chooses is shown; only Seat, Every or Chance can be secret"
    if one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    if len(getattr(one.domain, "options", ())) != 2:
        return "alone at the panel a seat gives a thumb down or up; give it OneOf two values"
    return ""


def _timed(one: Decision) -> str:
    """What a timetable or a limit ends."""
    beats, who, domain = one.beats, one.who, one.domain
    if beats and (one.also or one.limit is not None or one.remind is not None):
        return "a timetable ends by itself and nothing is open beside it; take also, limit and remind away"
    if isinstance(domain, OneOf):
        if len(domain.options) != 1:
            return "Clock can choose one thing only; give it OneOf one value"
        if not beats and one.limit is None:
            return "Clock never chooses; give it beats or a limit"
        return ""
    assert isinstance(who, Every)
    assert isinstance(domain, Each)
    if not beats or one.limit is not None:
        return "Every presses in a timetable; give it beats, and no limit"
    return _window(who, domain, beats)


def _window(who: Every, domain: Each, beats: tuple[Beat, ...]) -> str:
    """A ballot of two values, or a roll call in which a beat names each of them."""
    if not isinstance(domain.each, OneOf) or not domain.partial:
        return "somebody may not press, and a press is one of few; give it Each of OneOf, partial"
    if domain.keys != tuple(map(str, who.seats)) or min(who.seats, default=1) < 1:
        return "Every chooses for itself; give Each the same seats as keys, from 1"
    values, named = domain.each.options, {beat.about for beat in beats[:-1] if beat.listens}
    if beats[-1].listens:
        return "the last beat ends the window; let an earlier one listen"
    if named and named <= set(values):
        if len(named) != len(set(values)):
            return "a roll call names every value; give each a beat that listens"
    elif named and len(values) != 2:
        return "a ballot is a thumb down or up; give it OneOf two values, or beats that name each"
    elif not named and values and who.seats:
        return "no beat listens; let one"
    return ""


def _beside(one: Decision) -> str:
    """What may be open beside another."""
    if type(one.who) is Chance:
        return "a die is thrown at once; take also away"
    alone = type(one.domain) is Number or one.secret
    calling = type(one.who) is Pad
    pressed = [] if type(one.who) is Clock else [one]
    at_pads = [one] if isinstance(one.who, Seat | First) else []
    for beside in one.also:
        if beside.also or beside.on_request or beside.remind is not None or beside.beats or beside.secret:
            return (
                f"{beside.name!r} is open beside it; take its also, on_request, remind, beats and secret away"
            )
        if type(beside.who) is Clock:
            continue
        if alone or type(beside.domain) is Number or type(beside.who) in (Pad, Chance):
            return f"{beside.name!r} cannot share its picker; open it on request, or one after the other"
        if calling and type(beside.who) is not Table:
            return f"while a pad is called {beside.name!r} has none; give it to Table"
        pressed.append(beside)
        if type(beside.who) is not Table:
            at_pads.append(beside)
    if len({two.name for two in pressed}) != len(pressed):
        return "two of one name are open; give each its own"
    if len(at_pads) < 2:
        return ""
    buttons = [button for two in at_pads for button in _buttons(two.who)]
    if len(set(buttons)) != len(buttons):
        return "two are open at one button of a pad; open them one after the other"
    return ""


def _buttons(who: Who) -> tuple[tuple[int, str], ...]:
    """The buttons of pads by which this is decided."""
    if isinstance(who, First):
        return tuple((seat, who.gesture.partition("-")[2]) for seat in dict.fromkeys(who.seats))
    return ((who.seat, "up"), (who.seat, "down")) if isinstance(who, Seat) else ()


def _asked_for(one: Decision) -> str:
    """What may be opened by somebody who asks."""
    names = {one.name}
    for asked in one.on_request:
        if type(asked.who) is not Table and not isinstance(asked.who, Seat | First):
            return f"{asked.name!r} is asked for by somebody; give it to Table, Seat or First"
        if asked.also or asked.on_request:
            return f"{asked.name!r} is opened by itself; take its also and on_request away"
        names.add(asked.name)
    if len(names) <= len(one.on_request):
        return "two of one name can be asked for; give each its own"
    return ""


@dataclass(frozen=True)
class Choice:
    """An answer to the decision `name`. The value is plain data and stays out of the repr."""

    name: str
    value: Plain = field(repr=False)


# ---------------------------------------------------------------- faces: what a picker shows


@dataclass(frozen=True)
class MenuFace:
    """The choices offered and the one under the cursor; -1 while none is."""

    items: tuple[Choice, ...]
    at: int

    @property
    def current(self) -> Choice | None:
        return self.items[self.at] if self.at >= 0 else None


@dataclass(frozen=True)
class NumberFace:
    """The number as entered so far."""

    value: int


@dataclass(frozen=True)
class BlankFace:
    """The face of a picker that shows nothing: every secret one."""


Face: TypeAlias = "MenuFace | NumberFace | BlankFace"
"""The public side of whatever is turning edges into a choice."""


# ---------------------------------------------------------------- how it ends, and what a game is


@dataclass(frozen=True)
class Outcome:
    """How a game ended. Guaranteed public.

    winners: the winning sides or seats; several when they share it; empty for a draw.
    reason:  why, as a word the narration knows.
    facts:   anything else worth recording, as plain data.
    """

    winners: tuple[int | str, ...]
    reason: str
    facts: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True)
class Step(Generic[S, V]):
    """What followed from a choice.

    events: every event in order, with the view right after it.
    final: a secret was consulted here, whatever came of it; undo stops at such a step.
    """

    state: S
    events: tuple[tuple[Any, V], ...] = ()
    final: bool = False


@dataclass(frozen=True)
class Option:
    """A setting a game begins with.

    asked: at the table; else it is given by command line and config alone.
    when:  whether the option counts, given the options before it that do; None: it always does.
           One that does not is neither asked nor given to `Game.begin`.
    most:  the highest number it takes, given the options before it; None: its domain's.
    """

    name: str
    domain: OneOf | Number
    default: int | str
    asked: bool = False
    when: Callable[[Mapping[str, int | str]], bool] | None = field(default=None, compare=False, repr=False)
    most: Callable[[Mapping[str, int | str]], int] | None = field(default=None, compare=False, repr=False)

    def counts(self, chosen: Mapping[str, int | str]) -> bool:
        """Whether it counts with these options, chosen before it."""
        return self.when is None or self.when(chosen)

    def takes(self, chosen: Mapping[str, int | str]) -> OneOf | Number:
        """What it takes with these options, chosen before it."""
        if self.most is None or not isinstance(self.domain, Number):
            return self.domain
        hi = min(self.domain.hi, self.most(chosen))
        return replace(self.domain, hi=hi, start=min(self.domain.start, hi))


@dataclass(frozen=True)
class Game(Generic[S, V]):
    """The rules of one game, as functions.

    name:     as on the command line.
    rules:    raised whenever old choices might fold differently.
    begin:    options (as `complete` returns them) to a state. Raises BadOption.
    public:   the view: everything all players may know, and nothing else.
    decision: what is open now; None when the game is over.
    apply:    the step that follows. Raises IllegalChoice, having changed nothing.
    outcome:  how it ended; None while it goes on.
    """

    name: str
    rules: int
    options: tuple[Option, ...]
    begin: Callable[[Mapping[str, int | str]], S]
    public: Callable[[S], V]
    decision: Callable[[V], Decision | None]
    apply: Callable[[S, Choice], Step[S, V]]
    outcome: Callable[[V], Outcome | None]

    def complete(self, given: Mapping[str, Plain]) -> dict[str, int | str]:
        """The given options with defaults filled in; those that do not count are left out.

        Raises BadOption for an unknown name, a value outside the option's domain, or one for an
        option that does not count.
        """
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise BadOption(f"{self.name} has no option {name!r}. It has: {', '.join(known)}")
            if not known[name].domain.contains(value):
                raise BadOption(f"{name} = {value!r} cannot be. {name} takes {known[name].domain}")
        chosen: dict[str, int | str] = {}
        for name, option in known.items():
            value = given.get(name, option.default)
            if option.counts(chosen):
                assert isinstance(value, int | str)
                if not option.takes(chosen).contains(value):
                    others = ", ".join(f"{other} = {one!r}" for other, one in chosen.items())
                    legal = option.takes(chosen)
                    raise BadOption(f"{name} = {value!r} cannot be with {others}. {name} takes {legal}")
                chosen[name] = value
            elif name in given:
                others = ", ".join(f"{other} = {one!r}" for other, one in chosen.items())
                raise BadOption(f"{name} = {value!r} has no effect with {others}")
        return chosen
