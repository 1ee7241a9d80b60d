"""What the score pad is made of: entries, standings, phases and the view.

Nothing here is secret, so the view is the state.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import TypeAlias, overload

from gm_appliance.core.standings import Standing, standings
from gm_appliance.core.values import frozen, immutable
from gm_appliance.core.views import BaseStepBuilder, BaseView

POINTS = 999_999
"""The most points of one entry, up or down."""

MOST_TARGET = POINTS
"""The farthest target, above zero or below it."""

MOST_ROUNDS = 99
PLAYERS = (2, 15)
"""How many play, at least and at most."""


@immutable
class Setup:
    """The options of one game; see OPTIONS in the package for their ranges.

    players: how many begin. target, rounds: 0 where it does not end the game; a target below zero is
    reached by falling to it.
    """

    players: int
    mode: str
    wins: str
    until: str
    target: int
    rounds: int


@immutable
class Entry:
    """Points written down for a seat in a round; both count from 1."""

    round: int
    seat: int
    points: int


CHUNK = 100
"""The entries of a chunk. Ten thousand entries, more than an evening has, are a hundred of them."""

_ROUND = attrgetter("round")


@immutable
class Entries(Sequence[Entry]):
    """Entries in the order in which they were written down, so rounds never go down; and their totals.

    They are kept in chunks, of which only the last may have room. An entry that is written or
    corrected makes one chunk new; all the others are shared with the entries before it, which stay
    as they were. So undo costs little, in time and in memory, however long the game.

    totals: of each seat, beginning with seat 1.
    """

    totals: tuple[int, ...]
    chunks: tuple[tuple[Entry, ...], ...] = ()

    def seated(self) -> Entries:
        """With a further seat, the last one, that has no entry yet."""
        return Entries((*self.totals, 0), self.chunks)

    def written(self, entry: Entry) -> Entries:
        """With a further entry, the last one. Its round is none before that of the last."""
        *full, last = self.chunks or ((),)
        chunks = (*full, (*last, entry)) if len(last) < CHUNK else (*self.chunks, (entry,))
        return Entries(self._added(entry.seat, entry.points), chunks)

    def corrected(self, at: int, points: int) -> Entries:
        """With other points in the entry at that place, from 0. Raises IndexError where there is none."""
        old = self[at]
        chunks = self._replaced(at, replace(old, points=points))
        return Entries(self._added(old.seat, points - old.points), chunks)

    def moved(self, at: int, seat: int) -> Entries:
        """With the entry at that place given to another seat. Raises IndexError where there is none."""
        old = self[at]
        without = Entries(self._added(old.seat, -old.points), self._replaced(at, replace(old, seat=seat)))
        return Entries(without._added(seat, old.points), without.chunks)

    def deleted(self, at: int) -> Entries:
        """Without the entry at that place. Raises IndexError where there is none."""
        old = self[at]
        return Entries(self._added(old.seat, -old.points), self._spliced(range(len(self))[at], 1))

    def inserted(self, entry: Entry) -> Entries:
        """With a further entry, the last one of its round, whichever that is."""
        at = bisect_right(self, entry.round, key=_ROUND)
        return Entries(self._added(entry.seat, entry.points), self._spliced(at, 0, entry))

    def _added(self, seat: int, points: int) -> tuple[int, ...]:
        return (*self.totals[: seat - 1], self.totals[seat - 1] + points, *self.totals[seat:])

    def _replaced(self, at: int, new: Entry) -> tuple[tuple[Entry, ...], ...]:
        number, line = divmod(range(len(self))[at], CHUNK)
        chunk = self.chunks[number]
        changed = (*chunk[:line], new, *chunk[line + 1 :])
        return (*self.chunks[:number], changed, *self.chunks[number + 1 :])

    def _spliced(self, at: int, gone: int, *new: Entry) -> tuple[tuple[Entry, ...], ...]:
        """So many entries gone from a place, and others there instead: every chunk from it on is new."""
        number, line = divmod(at, CHUNK)
        tail = list(chain.from_iterable(self.chunks[number:]))
        tail[line : line + gone] = new
        anew = (tuple(tail[first : first + CHUNK]) for first in range(0, len(tail), CHUNK))
        return (*self.chunks[:number], *anew)

    @property
    def last_round(self) -> int:
        """The round of the last entry; 0 where there is none."""
        return self.chunks[-1][-1].round if self.chunks else 0

    def places_of(self, round: int) -> range:
        """Where the entries of that round are; empty where it has none."""
        first = bisect_left(self, round, key=_ROUND)
        return range(first, bisect_right(self, round, first, key=_ROUND))

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds with an entry, the last one first."""
        return tuple(sorted(set(map(_ROUND, self)), reverse=True))

    def __len__(self) -> int:
        return (len(self.chunks) - 1) * CHUNK + len(self.chunks[-1]) if self.chunks else 0

    def __iter__(self) -> Iterator[Entry]:
        return chain.from_iterable(self.chunks)

    @overload
    def __getitem__(self, at: int) -> Entry: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Entry, ...]: ...

    def __getitem__(self, at: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(len(self))[at])
        number, line = divmod(range(len(self))[at], CHUNK)
        return self.chunks[number][line]


# ---------------------------------------------------------------- phases: where the game stands


@immutable
class FirstDeal:
    """Nothing is played yet: who deals first?"""


@immutable
class Points:
    """Points for the first of these seats; the others follow. In free mode it is only one."""

    seats: tuple[int, ...]


@immutable
class Whose:
    """Free mode: whose points are entered next, or something else."""


@immutable
class Between:
    """Round mode: a round is complete."""


@immutable
class Dealing:
    """The deal does not go to whose turn it is; to whom?"""


@immutable
class Reached:
    """``"target"`` or ``"rounds"`` is reached; the table agrees, corrects, or plays on."""

    why: str


@immutable
class Sure:
    """The table wants to end the game; is it sure?"""


@immutable
class Reading:
    """The standings, until everybody has seen them."""


@immutable
class Correcting:
    """An earlier entry is to be corrected: which, and how? 0 stands for not chosen yet.

    number: of the seat's entries in that round, from 1. how: ``"points"``, ``"move"``, or not chosen yet;
    where the seat has no entry there, ``"points"`` writes one.
    """

    round: int = 0
    seat: int = 0
    number: int = 0
    how: str = ""


@immutable
class Joining:
    """Somebody new joins: with how many points? then: what goes on after that."""

    then: Phase


@immutable
class Final:
    """It is decided; the standings, until everybody has seen them."""

    why: str


@immutable
class Over:
    """The game is over: ``"target"``, ``"rounds"`` or ``"ended"``."""

    why: str


Phase: TypeAlias = (
    "FirstDeal | Points | Whose | Between | Dealing | Reached | Sure | Reading | Correcting"
    " | Joining | Final | Over"
)


# ---------------------------------------------------------------- the view


@frozen
class View(BaseView):
    """Everything there is.

    entries: in the order in which they were written down. closed: the round is complete.
    left: the seats that play no more; their points stay. last: what was entered by the last choice.
    """

    setup: Setup
    phase: Phase
    entries: Entries
    round: int = 1
    closed: bool = False
    dealer: int = 1
    left: frozenset[int] = frozenset()
    last: Entry | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """All that ever played."""
        return tuple(range(1, len(self.entries.totals) + 1))

    @property
    def playing(self) -> tuple[int, ...]:
        """Those that play now."""
        return tuple(seat for seat in self.seats if seat not in self.left) if self.left else self.seats

    @property
    def after_dealer(self) -> tuple[int, ...]:
        """Those that play, the dealer last: in this order a round is entered, and the deal goes round."""
        seats = (*self.seats[self.dealer :], *self.seats[: self.dealer])
        return tuple(seat for seat in seats if seat not in self.left) if self.left else seats

    @property
    def totals(self) -> Mapping[int, int]:
        return dict(zip(self.seats, self.entries.totals, strict=True))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Of those that play, from best to worst; equal totals share a place."""
        points = {seat: self.entries.totals[seat - 1] for seat in self.playing}
        return standings(points, lowest=self.setup.wins == "lowest")

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; nobody before the first entry."""
        return self.standings[0].seats if self.entries else ()

    @property
    def rounds(self) -> int:
        """Rounds that were played, the open one only if something was entered in it."""
        return self.round if self.closed or self.entered else self.round - 1

    @property
    def entered(self) -> bool:
        """Whether anything was entered in this round."""
        return self.entries.last_round == self.round

    def places_of(self, round: int, seat: int) -> tuple[int, ...]:
        """Where in `entries` this seat's entries of that round are."""
        return tuple(at for at in self.entries.places_of(round) if self.entries[at].seat == seat)


# ---------------------------------------------------------------- a step in the making


class ScoreStepBuilder(BaseStepBuilder[View]):
    """A step on the score pad in the making."""

    __slots__ = ()
