"""What no picker can serve: every decision is held to these contracts when it is made.

Tens of thousands of decisions are made a second, so each pays for what it has alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from gm_appliance.core.deciders import Beat, Chance, Clock, Every, First, Opponent, Pad, Seat, Table, Who
from gm_appliance.core.domains import Domain, Each, Number, OneOf


class Terms(Protocol):
    """What the contracts read of a decision; `core.game.Decision` says what each means."""

    @property
    def name(self) -> str: ...
    @property
    def who(self) -> Who: ...
    @property
    def domain(self) -> Domain: ...
    @property
    def secret(self) -> bool: ...
    @property
    def closed(self) -> bool: ...
    @property
    def beats(self) -> tuple[Beat, ...]: ...
    @property
    def lead(self) -> float: ...
    @property
    def limit(self) -> float | None: ...
    @property
    def remind(self) -> float | None: ...
    @property
    def also(self) -> tuple[Terms, ...]: ...
    @property
    def on_request(self) -> tuple[Terms, ...]: ...


_TAKES: Mapping[type, tuple[type, ...]] = {
    Table: (OneOf, Number),
    Seat: (OneOf, Number),
    First: (OneOf,),
    Every: (Each,),
    Chance: (OneOf, Number, Each),
    Clock: (OneOf,),
    Opponent: (OneOf, Number, Each),
    Pad: (OneOf,),
}
_ASKING = (Table, Seat, First)
_GESTURES = frozenset(f"{kind}-{button}" for kind in ("press", "tap", "hold") for button in ("up", "down"))


def conflict(one: Terms) -> str:
    """What of a decision does not go together, and what does; empty where it can be served."""
    who, domain = one.who, one.domain
    kind = type(who)
    if type(domain) not in _TAKES[kind]:
        takes = " or ".join(taken.__name__ for taken in _TAKES[kind])
        return f"{kind.__name__} cannot choose from {type(domain).__name__}; give it {takes}"
    if kind is Every or kind is Clock:
        broken = _timed(one)
    elif kind is Opponent:
        broken = _played(one)
    elif one.beats or one.limit is not None:
        return f"{kind.__name__} has no timetable and no limit; those are for Every, Clock and Opponent"
    elif type(domain) is Number:
        broken = _ranged(one, domain)
    elif one.secret and kind is not Chance:
        broken = _hidden(one)
    else:
        broken = _offered(one)
    if broken:
        return broken
    if not one.beats and (one.closed or one.lead):
        return "closed and lead are for a timetable; give it beats"
    return (one.also and _beside(one)) or (one.on_request and conflict_on_request(one)) or ""


def _offered(one: Terms) -> str:
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
        if who.seat < 1 or any(type(pad) is not int or pad < 0 for pad in options):
            return "seats and pads count from 1; give it OneOf of pads, and 0 for none"
        options = (0,) if 0 in options else ()  # all that the panel can say
    if not options and not any(type(beside.who) is not Clock for beside in one.also):
        return f"{type(who).__name__} is offered nothing at the panel; give it an option"
    return ""


def _ranged(one: Terms, domain: Number) -> str:
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


def _hidden(one: Terms) -> str:
    if not isinstance(one.who, Seat):
        return f"what {type(one.who).__name__} chooses is shown; only Seat, Every, Chance or Opponent can be"
    if one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    if len(getattr(one.domain, "options", ())) != 2:
        return "alone at the panel a seat gives a thumb down or up; give it OneOf two values"
    return ""


def _played(one: Terms) -> str:
    """What the box chooses in a player's place."""
    assert isinstance(one.who, Opponent)
    if one.limit is None or one.beats:
        return "an opponent's answer comes after a time that all know; give it a limit, and no beats"
    if one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    if one.also or one.remind is not None:
        return "an opponent chooses alone; take also and remind away"
    if isinstance(one.domain, Number) and one.domain.lo > one.domain.hi:
        return f"no number is {one.domain}; give it lo up to hi"
    if isinstance(one.domain, OneOf) and not one.domain.options:
        return "Opponent is offered nothing; give it an option"
    return ""


def _timed(one: Terms) -> str:
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


def _beside(one: Terms) -> str:
    """What may be open beside another."""
    if type(one.who) is Chance:
        return "a die is thrown at once; take also away"
    alone = type(one.domain) is Number or one.secret
    calling = type(one.who) is Pad
    at_pads = [one] if isinstance(one.who, Seat | First) else []
    for beside in one.also:
        if beside.also or beside.on_request or beside.remind is not None or beside.beats or beside.secret:
            return (
                f"{beside.name!r} is open beside it; take its also, on_request, remind, beats and secret away"
            )
        if type(beside.who) is Clock:
            continue
        if alone or type(beside.domain) is Number or type(beside.who) in (Pad, Chance, Opponent):
            return f"{beside.name!r} cannot share its picker; open it on request, or one after the other"
        if calling and type(beside.who) is not Table:
            return f"while a pad is called {beside.name!r} has none; give it to Table"
        if type(beside.who) is not Table:
            at_pads.append(beside)
    if len({one.name, *(beside.name for beside in one.also)}) <= len(one.also):
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


def conflict_on_request(one: Terms) -> str:
    """What may be opened by somebody who asks."""
    names = {one.name}
    for asked in one.on_request:
        if type(asked.who) not in _ASKING:
            return f"{asked.name!r} is asked for by somebody; give it to Table, Seat or First"
        if asked.also or asked.on_request:
            return f"{asked.name!r} is opened by itself; take its also and on_request away"
        names.add(asked.name)
    if len(names) <= len(one.on_request):
        return "two of one name can be asked for; give each its own"
    return ""
