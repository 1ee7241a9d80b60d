"""Deciders, and the beats of a timetable."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gm_appliance.core.values import Kind, Value

PADS = 15  # the number of pads, numbered from 1, as in the seat hub's protocol


class _Decider(Kind, tag=str.lower):
    """Who decides; encoded with its kind in lower case."""


class Table(_Decider):
    """Anybody at the table, at the panel."""


class Seat(_Decider):
    """One seat, by its number from 1, at its pad or at the panel."""

    seat: int


class First(_Decider):
    """The first of these seats to make the gesture on its pad.

    gesture: ``"press-up"``, ``"hold-down"`` and so on. The decision's domain is OneOf(seats).
    """

    seats: tuple[int, ...]
    gesture: str


class AllSeats(_Decider):
    """All of these seats, each at its own pad, in one window."""

    seats: tuple[int, ...]


class Chance(_Decider):
    """A die. Chance is treated as a player, so a replay needs no generator."""


class Clock(_Decider):
    """The clock, which decides at the end of the timetable or the limit."""


class Opponent(_Decider):
    """The box, playing this seat with the knowledge of a player there; see `minds`.

    Its choices are in the journal like everybody's, so a replay does no thinking. Its answer comes exactly at
    the decision's limit, however long it thought.
    """

    seat: int


class Pad(_Decider):
    """The player who presses next sits at this seat, which gets the pressed pad.

    The decision's domain is OneOf(pads), by number from 1; with 0 the seat has no pad and decides at the
    panel.
    """

    seat: int


class AnyButton(_Decider):
    """Anybody who presses a button of the panel or a pad; the choice is the button.

    The decision's domain is OneOf(buttons): ``"back"`` is the panel's, ``"3.up"`` that of pad 3. No button
    has its usual effect.
    """


Who: TypeAlias = "Table | Seat | First | AllSeats | Chance | Clock | Opponent | Pad | AnyButton"


def button_named(name: str) -> tuple[int, str]:
    """The pad's number, or 0 for the panel, and the button.

    >>> button_named("3.up"), button_named("back")
    ((3, 'up'), (0, 'back'))
    """
    pad, dot, button = name.rpartition(".")
    return (int(pad), button) if dot else (0, button)


ByHand: TypeAlias = Literal["", "look", "thumbs", "die"]


class Beat(Value):
    """A moment in a timetable.

    mark:    for the narration, what happens then: ``"close"``, ``"name"``, ``"open"``.
    at:      seconds from the decision's onset; in the rules, the minimum.
    about:   the seat, number or word that the mark is about; 0 for none.
    listens: whether presses from here to the next beat count.
    rest:    seconds of quiet between its words and the next beat. The host delays the following beats as the
             voice requires, see `gm_appliance.host.window.timed`.
    awake:   whose eyes are open until the next beat, while all others' are closed: a seat's, or by its name
             those of everybody with that card; 0 for nobody's.
    by_hand: what people do that the box does not notice: ``"thumbs"``, all hold one out; ``"die"``, those
             awake may lay it on a card; ``"look"``, they may look at a viewable card.

    >>> beats = (Beat("close", 0.0), Beat("name", 4.0, about=2, listens=True), Beat("open", 7.0))
    >>> [beat.mark for beat in beats if beat.listens]
    ['name']
    """

    mark: str
    at: float
    about: int | str = 0
    listens: bool = False
    rest: float = 0.0
    awake: int | str = 0
    by_hand: ByHand = ""
