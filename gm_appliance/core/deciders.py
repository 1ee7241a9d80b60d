"""Who decides, and when: the deciders, and the beats of a timetable."""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import frozen

PADS = 15
"""As many pads as the seat hub has, numbered from 1; the hub's own word for it is in its protocol."""


@frozen
class Table:
    """Anybody at the table, at the panel."""


@frozen
class Seat:
    """One seat, by number from 1; its pad, or the panel on its behalf."""

    seat: int


@frozen
class First:
    """The first of these seats to make the gesture on its pad: ``"press-up"``, ``"hold-down"``.

    The decision's domain is OneOf(seats).
    """

    seats: tuple[int, ...]
    gesture: str


@frozen
class Every:
    """All of these seats, each on its own pad, within one window."""

    seats: tuple[int, ...]


@frozen
class Chance:
    """A die. Chance is a player, so a replay needs no generator."""


@frozen
class Clock:
    """The clock decides when the decision's timetable or its limit has run out."""


@frozen
class Opponent:
    """The box itself, which plays this seat. It knows what a player there would know; see `minds`.

    It is a player too, so a replay takes what it chose and thinks nothing. The decision's limit says
    when its answer comes: always then, however long it thought.
    """

    seat: int


@frozen
class Pad:
    """Whoever presses next sits here: which pad is this seat's?

    The decision's domain is OneOf(pads), by number from 1; 0 says that the seat has none and
    decides at the panel.
    """

    seat: int


Who: TypeAlias = "Table | Seat | First | Every | Chance | Clock | Opponent | Pad"


@frozen
class Beat:
    """A moment in a timetable.

    mark:    what happens then, for the narration: ``"close"``, ``"name"``, ``"open"``.
    at:      seconds from the decision's onset.
    about:   the seat or number the mark is about; 0 where it is about none.
    listens: presses from here to the next beat count.

    >>> beats = (Beat("close", 0.0), Beat("name", 4.0, about=2, listens=True), Beat("open", 7.0))
    >>> [beat.mark for beat in beats if beat.listens]
    ['name']
    """

    mark: str
    at: float
    about: int = 0
    listens: bool = False
