"""Finds decisions that no picker can serve; every decision is checked when it is made.

Random play makes tens of thousands of decisions a second, so only the fields in use are checked, and classes
are compared with `is` and `in`: `isinstance` takes several times as long for a msgspec class.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from gm_appliance.core.deciders import (
    AllSeats,
    AnyButton,
    Beat,
    Chance,
    Clock,
    First,
    Opponent,
    Pad,
    Seat,
    Table,
    Who,
)
from gm_appliance.core.domains import Domain, Grouped, Number, OneOf, PerSeat, PersonName, Ready
from gm_appliance.core.ports import PAD_BUTTONS, PANEL_BUTTONS


class Terms(Protocol):
    """The fields of a decision that are checked, documented in `core.game.Decision`."""

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
    def at(self) -> int: ...
    @property
    def said_first(self) -> bool: ...
    @property
    def also(self) -> tuple[Terms, ...]: ...
    @property
    def on_request(self) -> tuple[Terms, ...]: ...
    @property
    def by_card(self) -> Mapping[str, tuple[int | str, ...]]: ...


_TAKES: Mapping[type, tuple[type, ...]] = {
    Table: (OneOf, Ready, Grouped, Number, PersonName),
    Seat: (OneOf, Ready, Grouped, Number),
    First: (OneOf, Ready),
    AllSeats: (PerSeat,),
    Chance: (OneOf, Ready, Number, PerSeat),
    Clock: (OneOf, Ready),
    Opponent: (OneOf, Ready, Number, PerSeat),
    Pad: (OneOf, Ready),
    AnyButton: (OneOf, Ready),
}
_ASKING = (Table, Seat, First)
_GESTURES = frozenset(f"{kind}-{button}" for kind in ("press", "tap", "hold") for button in ("up", "down"))


def conflict(one: Terms) -> str:
    """The conflict in a decision, and how to resolve it; empty if a picker can serve it."""
    who, domain = one.who, one.domain
    kind = type(who)
    if type(domain) not in _TAKES[kind]:
        takes = " or ".join(taken.__name__ for taken in _TAKES[kind] if taken not in (Ready, Grouped))
        return f"{kind.__name__} cannot choose from {type(domain).__name__}; give it {takes}"
    if kind is AllSeats or kind is Clock:
        broken = _timed(one)
    elif kind is Opponent:
        broken = _played(one)
    elif one.beats or one.limit is not None:
        return f"{kind.__name__} has no timetable and no limit; those are for AllSeats, Clock and Opponent"
    elif type(domain) is Number:
        broken = _ranged(one, domain)
    elif one.secret and kind is not Chance:
        broken = _hidden(one)
    else:
        broken = _offered(one)
    if broken:
        return broken
    if (one.at < 0 or one.said_first) and (
        kind not in (Table, Seat) or type(domain) is not OneOf or one.secret
    ):
        return "only a list has a cursor that can begin at none, or be said first; remove at and said_first"
    if not one.beats and (one.closed or one.lead):
        return "closed and lead are for a timetable; give it beats"
    if one.beats and (broken := _eyes(one)):
        return broken
    if one.by_card and (strange := _strange(one)):
        return f"by_card has {strange[0]!r}, which is not legal; give it values of the domain"
    return (one.also and _beside(one)) or (one.on_request and conflict_on_request(one)) or ""


def _strange(one: Terms) -> list[int | str]:
    """The values of `by_card` that are not legal."""
    each = one.domain.each if type(one.domain) is PerSeat else one.domain
    legal = getattr(each, "options", None)
    doubtful = [values for values in one.by_card.values() if values is not legal]
    return [value for values in doubtful for value in values if not each.contains(value)]


def _eyes(one: Terms) -> str:
    """Checks that closed eyes are opened again, and that only in between somebody is awake."""
    turns, stage, broken = ("close", "open", ""), 0 if one.closed else 2, ""
    for beat in one.beats:
        if beat.mark == turns[stage]:
            stage += 1
        if beat.awake and stage != 1:
            broken = broken or f"all eyes are open at {beat.mark!r}; remove awake"
    if stage < 2:
        return "eyes are closed and opened; give it the beats 'close' and, after it, 'open'"
    return broken


def _offered(one: Terms) -> str:
    """Checks a choice by cursor, gesture or pad call."""
    who, domain = one.who, one.domain
    options = domain.options if isinstance(domain, OneOf) else ("each",)
    if type(domain) is Ready and len(options) != 1:
        return "Ready says when, not what; give it one option"
    if type(domain) is Grouped and (broken := _grouped(one, domain)):
        return broken
    if type(who) is Seat:
        if who.seat < 1:
            return f"there is no seat {who.seat}; seats count from 1"
    elif type(who) is First:
        if who.gesture not in _GESTURES:
            return f"nobody can {who.gesture!r}; the gestures are {', '.join(sorted(_GESTURES))}"
        if options != who.seats:
            return "First chooses who was first; give it OneOf of the same seats"
        if min(who.seats, default=1) < 1:
            return "seats count from 1"
    elif type(who) is Pad:
        if who.seat < 1 or any(type(pad) is not int or pad < 0 for pad in options):
            return "seats and pads count from 1; give it OneOf of pads, and 0 for none"
        options = (0,) if 0 in options else ()  # the panel can say nothing else
    elif type(who) is AnyButton and not all(map(_is_button, options)):
        return (
            "a button is one of the panel's, such as 'back', or a pad's, such as '3.up'; give it OneOf those"
        )
    if not options and not any(type(beside.who) is not Clock for beside in one.also):
        return f"{type(who).__name__} is offered nothing at the panel; give it an option"
    return ""


def _grouped(one: Terms, domain: Grouped) -> str:
    if one.also or "pass" in domain.options:
        return "a hold goes from group to group; remove also, and call the option pass otherwise"
    return _parted(len(domain.options), domain.sizes, domain.starts)


@lru_cache(maxsize=1 << 12)
def _parted(options: int, sizes: tuple[int, ...], starts: tuple[int, ...]) -> str:
    """Checks groups of these sizes. Cached, because the same ones recur."""
    if sum(sizes) != options or min(sizes, default=0) < 1:
        return f"there are groups of {sizes} for {options} options; give each a group"
    if len(starts) != len(sizes) or not all(
        0 <= start < size for start, size in zip(starts, sizes, strict=True)
    ):
        return f"a hold comes to {starts} in groups of {sizes}; give each group a start in it"
    return ""


def _is_button(option: object) -> bool:
    pad, dot, button = str(option).rpartition(".")
    return button in PAD_BUTTONS and pad.isdecimal() and int(pad) > 0 if dot else button in PANEL_BUTTONS


def _ranged(one: Terms, domain: Number) -> str:
    if domain.lo > domain.hi:
        return f"no number is {domain}; give it lo up to hi"
    if type(one.who) is Chance:
        return ""
    if not domain.lo <= domain.start <= domain.hi:
        return f"a number picker starts at {domain.start}, which is not {domain}; give it a start that is"
    if one.secret:
        return "a number is shown while it is entered; remove secret"
    if isinstance(one.who, Seat) and one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    return ""


def _hidden(one: Terms) -> str:
    if not isinstance(one.who, Seat):
        return f"what {type(one.who).__name__} chooses is shown; secret are Seat, AllSeats, Chance, Opponent"
    if one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    if len(getattr(one.domain, "options", ())) < 2:
        return "alone at the panel a seat chooses unseen; give it OneOf two values or more"
    return ""


def _played(one: Terms) -> str:
    """Checks a choice of the box as a player."""
    assert isinstance(one.who, Opponent)
    if one.limit is None or one.beats:
        return "an opponent answers after a public time limit; give it a limit, and no beats"
    if one.who.seat < 1:
        return f"there is no seat {one.who.seat}; seats count from 1"
    if one.also or one.remind is not None:
        return "an opponent chooses alone; remove also and remind"
    if isinstance(one.domain, Number) and one.domain.lo > one.domain.hi:
        return f"no number is {one.domain}; give it lo up to hi"
    if isinstance(one.domain, OneOf) and not one.domain.options:
        return "Opponent is offered nothing; give it an option"
    return ""


def _timed(one: Terms) -> str:
    """Checks a decision that a timetable or a limit ends."""
    beats, who, domain = one.beats, one.who, one.domain
    if beats and (one.also or one.limit is not None or one.remind is not None):
        return "a timetable ends by itself and nothing is open beside it; remove also, limit and remind"
    if isinstance(domain, OneOf):
        if len(domain.options) != 1:
            return "Clock has one choice; give it OneOf one value"
        if not beats and one.limit is None:
            return "Clock never chooses; give it beats or a limit"
        return ""
    assert isinstance(who, AllSeats)
    assert isinstance(domain, PerSeat)
    if not beats or one.limit is not None:
        return "AllSeats press in a timetable; give it beats, and no limit"
    return _window(who, domain, beats)


def _window(who: AllSeats, domain: PerSeat, beats: tuple[Beat, ...]) -> str:
    """Checks a ballot of two values, or a roll call in which a beat names each value."""
    if not isinstance(domain.each, OneOf) or not domain.partial:
        return "a seat may fail to press; give it PerSeat of OneOf, partial"
    if domain.keys != tuple(map(str, who.seats)) or min(who.seats, default=1) < 1:
        return "AllSeats choose for themselves; give PerSeat the same seats as keys, from 1"
    values, named = domain.each.options, {beat.about for beat in beats if beat.listens}
    legal = set(values)
    if beats[-1].listens:
        return "the last beat ends the window; let an earlier one listen"
    if named and named <= legal:
        if named != legal:
            return "a roll call names every value; give each a beat that listens"
    elif named and len(values) != 2:
        return "a ballot is a thumb down or up; give it OneOf two values, or beats that name each"
    elif not named and values and who.seats:
        return "no beat listens; let one"
    return ""


def _beside(one: Terms) -> str:
    """Checks the decisions that are open at the same time."""
    if type(one.who) is Chance:
        return "a die is thrown at once; remove also"
    alone = type(one.domain) is Number or one.secret or type(one.who) is AnyButton
    calling = type(one.who) is Pad
    at_pads = [one] if isinstance(one.who, Seat | First) else []
    for beside in one.also:
        if beside.also or beside.on_request or beside.remind is not None or beside.beats or beside.secret:
            return f"{beside.name!r} is open beside it; remove its also, on_request, remind, beats and secret"
        if type(beside.who) is Clock:
            continue
        if alone or type(beside.domain) is Number or type(beside.who) in (Pad, Chance, Opponent, AnyButton):
            return f"{beside.name!r} cannot share its picker; open it on request, or one after the other"
        if calling and type(beside.who) is not Table:
            return f"while a pad is called {beside.name!r} has none; give it to Table"
        if type(beside.who) is not Table:
            at_pads.append(beside)
    if len({one.name, *(beside.name for beside in one.also)}) <= len(one.also):
        return "two open decisions have the same name; give each its own"
    if len(at_pads) < 2:
        return ""
    buttons = [button for two in at_pads for button in _buttons(two.who)]
    if len(set(buttons)) != len(buttons):
        return "one pad button would answer two decisions; open them one after the other"
    return ""


def _buttons(who: Who) -> tuple[tuple[int, str], ...]:
    """The pad buttons that decide this."""
    if isinstance(who, First):
        return tuple((seat, who.gesture.partition("-")[2]) for seat in dict.fromkeys(who.seats))
    return ((who.seat, "up"), (who.seat, "down")) if isinstance(who, Seat) else ()


def conflict_on_request(one: Terms) -> str:
    """As `conflict`, for the decisions that a decision offers on request."""
    names = {one.name}
    for asked in one.on_request:
        names.add(asked.name)
        if type(asked.who) not in _ASKING:
            return f"{asked.name!r} is requested by somebody; give it to Table, Seat or First"
        if asked.also or asked.on_request:
            return f"{asked.name!r} is opened by itself; remove its also and on_request"
    if len(names) <= len(one.on_request):
        return "two requests have the same name; give each its own"
    return ""
