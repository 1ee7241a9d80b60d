"""The vocabulary of all games.

A game is a set of pure functions of a state. At each moment there is one decision: what must be decided
next, by whom, and from which values. A choice answers it and leads to a step. `gm_appliance.host.loop` does
the asking, waiting, speaking and saving.

Decisions and choices are in `decisions`, the legal values in `domains`, the deciders in `deciders`, and the
checks in `contracts`; this module exports everything that a game needs.

Secrets are in the state and never in the view. `decision` only gets the view, so what is asked, of whom
and for how long cannot depend on a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from gm_appliance.core.deciders import (
    PADS,
    AllSeats,
    AnyButton,
    Beat,
    ByHand,
    Chance,
    Clock,
    First,
    Opponent,
    Pad,
    Seat,
    Table,
    Who,
    button_named,
)
from gm_appliance.core.decisions import (
    CALL_AGAIN,
    BlankFace,
    Choice,
    Decision,
    Face,
    GameError,
    IllegalChoice,
    MenuFace,
    NumberFace,
    Unservable,
    demanded,
)
from gm_appliance.core.domains import JSON, Domain, Grouped, Number, OneOf, PerSeat, PersonName, Ready, pages
from gm_appliance.core.legal import legal
from gm_appliance.core.messages import _
from gm_appliance.core.minds import Mind
from gm_appliance.core.values import Redacted, Value, field, replace

__all__ = ["BadOption", "Game", "Mind", "Option", "Outcome", "Preset", "Step"]
__all__ += ["PADS", "AllSeats", "AnyButton", "Beat", "ByHand", "Chance", "Clock", "First", "Opponent", "Pad"]
__all__ += ["Seat", "Table", "Who", "button_named"]
__all__ += ["CALL_AGAIN", "Choice", "Decision", "GameError", "IllegalChoice", "Unservable", "demanded"]
__all__ += ["BlankFace", "Face", "MenuFace", "NumberFace"]
__all__ += ["JSON", "Domain", "Grouped", "Number", "OneOf", "PerSeat", "PersonName", "Ready", "pages"]

S = TypeVar("S")
V = TypeVar("V")


class BadOption(GameError):
    """A game cannot begin with these options. The message names the option and its legal values."""


class Outcome(Value):
    """How a game ended. It is public.

    winners: the winning sides or seats; empty for a draw.
    reason:  a word that the narration knows.
    facts:   other facts to keep, as plain data.
    counted: facts for statistics only, which transcripts leave out. They win over `facts`.
    """

    winners: tuple[int | str, ...]
    reason: str
    facts: Mapping[str, JSON] = field(default_factory=dict)
    counted: Mapping[str, JSON] = field(default_factory=dict)


class Step(Value, Generic[S, V]):
    """The consequence of a choice.

    events: in order, each with the view right after it.
    final:  whether a secret was consulted, whatever the result; undo stops there.

    Seat 2 gets a point; state and view are the points of two seats:

    >>> step = Step((0, 1), (("seat 2 scored", (0, 1)),))
    >>> step.state, step.final
    ((0, 1), False)
    """

    state: S
    events: tuple[tuple[Any, V], ...] = ()
    final: bool = False


class Option(Redacted):
    """A setting with which a game begins.

    asked: whether the menu asks it; otherwise only the command line and the configuration set it.
    when:  whether the option has an effect, given the options before it; None for always. An option without
           effect is neither asked nor given to `Game.begin`.
    most:  the highest legal number, given the options before it; None for the domain's.
    among: the legal values, given the options before it; None for all. A single one is not asked, and is the
           default.
    at_seats: only asked where seats can enter numbers by themselves.

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

    redacted = ("when", "most", "among")

    name: str
    domain: OneOf | Number
    default: int | str
    asked: bool = False
    when: Callable[[Mapping[str, int | str]], bool] | None = None
    most: Callable[[Mapping[str, int | str]], int] | None = None
    among: Callable[[Mapping[str, int | str]], tuple[int | str, ...]] | None = None
    at_seats: bool = False

    def counts(self, chosen: Mapping[str, int | str]) -> bool:
        """Whether it has an effect after these options."""
        return self.when is None or self.when(chosen)

    def takes(self, chosen: Mapping[str, int | str]) -> OneOf | Number:
        """Its domain after these options."""
        if self.among is not None:
            return OneOf(self.among(chosen))
        if self.most is None or not isinstance(self.domain, Number):
            return self.domain
        hi = min(self.domain.hi, self.most(chosen))
        return replace(self.domain, hi=hi, start=min(self.domain.start, hi))

    def asks(self, chosen: Mapping[str, int | str]) -> bool:
        """Whether there is something to choose after these options."""
        return self.counts(chosen) and (self.among is None or len(self.among(chosen)) > 1)

    def stands(self, chosen: Mapping[str, int | str]) -> int | str:
        """Its value if none is given: the default, or the only legal value."""
        among = self.among(chosen) if self.among else ()
        return among[0] if len(among) == 1 else self.default


class Preset(Value):
    """A named setup, such as the name of a card game. The menu asks for the options that it leaves out."""

    name: str
    options: Mapping[str, int | str]


def _nothing(view: Any) -> tuple[Any, ...]:
    return ()


# Many attributes: the functions and facts that make up a game's rules.
class Game(Value, Generic[S, V]):
    """The rules of one game, as functions.

    name:     as on the command line.
    rules:    the number of the rules; raise it whenever the same choices may lead to something else.
    options:  in the order in which the menu asks them.
    begin:    makes a state from options, as returned by `complete`. Raises BadOption.
    public:   the view: everything that all players may know, and nothing else.
    decision: the open decision; None when the game is over.
    apply:    the step after a choice. Raises IllegalChoice, and changes nothing.
    outcome:  how it ended; None while it goes on.
    opening:  the events before the first choice; none by default.
    seats_told: whether the game says who sits where; else the menu says how seats are counted.
    kept:     whether it is kept: resumed after a power cut, and listed among the games played. False for
              games without an end or a winner, such as dice; BACK leads from them to the menu.
    presets:  named setups.
    mind:     how the box plays a seat; None if no decision is an opponent's.

    A whole game, in which the table counts to three; the state is the number:

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
    seats_told: bool = False
    kept: bool = True
    presets: tuple[Preset, ...] = ()
    mind: Mind[S, Any] | None = None

    def complete(self, given: Mapping[str, JSON]) -> dict[str, int | str]:
        """The given options and the defaults of all others, without options that have no effect.

        Raises BadOption for an unknown name, an illegal value, or an option without effect.
        """
        known = {option.name: option for option in self.options}
        takes: dict[str, object]
        for name, value in given.items():
            if name not in known:
                has = {"game": self.name, "name": name, "known": ", ".join(known)}
                raise BadOption(_("{game} has no option {name!r}. It has: {known}", **has))
            if not known[name].domain.contains(value):
                takes = {"name": name, "value": value, "legal": legal(known[name].domain)}
                raise BadOption(_("{name} cannot be {value!r}. Possible: {legal}", **takes))
        chosen: dict[str, int | str] = {}
        for name, option in known.items():
            value = given.get(name, option.stands(chosen))
            if option.counts(chosen):
                assert isinstance(value, int | str)
                if not option.takes(chosen).contains(value):
                    takes = {**_beside(chosen, name, value), "legal": legal(option.takes(chosen))}
                    raise BadOption(_("{name} cannot be {value!r} with {others}. Possible: {legal}", **takes))
                chosen[name] = value
            elif name in given:
                beside = _beside(chosen, name, value)
                raise BadOption(_("{name} = {value!r} has no effect with {others}", **beside))
        return chosen


def _beside(chosen: Mapping[str, JSON], name: str, value: JSON) -> dict[str, object]:
    """The values for a message about an option and others."""
    others = ", ".join(f"{other} = {one!r}" for other, one in chosen.items())
    return {"name": name, "value": value, "others": others}
