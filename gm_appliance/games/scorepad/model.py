"""The score pad's values: entries, phases and the view. Nothing is secret, so the view is the state."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from itertools import chain
from operator import attrgetter
from typing import TypeAlias, overload

from gm_appliance.core.game import Seat, Table
from gm_appliance.core.standings import Standing, standings
from gm_appliance.core.values import Value, replace
from gm_appliance.core.views import BaseStepBuilder, BaseView

POINTS = 999_999  # the limit for the points of an entry or a target, above and below zero

PLAYERS = (2, 15)


class Setup(Value):
    """The options of one game; see OPTIONS in the package. players: at the start. mode: as the table wants it
    now. target, rounds: 0 if it does not end the game. A target below zero is reached by falling to it.
    keeper: the seat that enters for all; 0 for none."""

    players: int
    mode: str
    wins: str
    until: str
    target: int
    rounds: int
    enters: str = "all"
    keeper: int = 0


class Entry(Value):
    """Points entered for a seat in a round; both count from 1."""

    round: int
    seat: int
    points: int


CHUNK = 100
"""Entries per chunk. An evening has fewer than 10,000 entries, or 100 chunks."""

_ROUND = attrgetter("round")


class Entries(Value):
    """All entries in order, and the seats' totals. Rounds never decrease from one entry to the next.

    Immutable: each change returns another `Entries`. Entries are kept in chunks, all full but the last:
    writing or correcting one copies one chunk and shares the others, which keeps undo cheap in a long game.

    totals: of each seat, from seat 1.
    """

    totals: tuple[int, ...]
    chunks: tuple[tuple[Entry, ...], ...] = ()

    def seated(self) -> Entries:
        return Entries((*self.totals, 0), self.chunks)

    def written(self, entry: Entry) -> Entries:
        """With another entry at the end. Its round must not be below that of the last entry."""
        *full, last = self.chunks or ((),)
        chunks = (*full, (*last, entry)) if len(last) < CHUNK else (*self.chunks, (entry,))
        return Entries(self._added(entry.seat, entry.points), chunks)

    def corrected(self, at: int, points: int) -> Entries:
        """With other points in the entry at index `at`. Raises IndexError."""
        old = self[at]
        chunks = self._replaced(at, replace(old, points=points))
        return Entries(self._added(old.seat, points - old.points), chunks)

    def moved(self, at: int, seat: int) -> Entries:
        """With the entry at index `at` given to that seat. Raises IndexError."""
        old = self[at]
        without = Entries(self._added(old.seat, -old.points), self._replaced(at, replace(old, seat=seat)))
        return Entries(without._added(seat, old.points), without.chunks)

    def deleted(self, at: int) -> Entries:
        """Without the entry at index `at`. Raises IndexError."""
        old = self[at]
        return Entries(self._added(old.seat, -old.points), self._spliced(range(len(self))[at], 1))

    def inserted(self, entry: Entry) -> Entries:
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
        """The chunks with `gone` entries at index `at` replaced by `new`; the chunks before are shared."""
        number, line = divmod(at, CHUNK)
        tail = list(chain.from_iterable(self.chunks[number:]))
        tail[line : line + gone] = new
        rebuilt = (tuple(tail[first : first + CHUNK]) for first in range(0, len(tail), CHUNK))
        return (*self.chunks[:number], *rebuilt)

    @property
    def last_round(self) -> int:
        """The round of the last entry; 0 if there is none."""
        return self.chunks[-1][-1].round if self.chunks else 0

    def places_of(self, round: int) -> range:
        first = bisect_left(self, round, key=_ROUND)
        return range(first, bisect_right(self, round, first, key=_ROUND))

    @property
    def rounds(self) -> tuple[int, ...]:
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


class FirstDeal(Value):
    """Who deals first?"""


class Points(Value):
    """How many points for the first of these seats? The others follow; with `mode=free` there is one."""

    seats: tuple[int, ...]


class Whose(Value):
    """With `mode=free`: for whom are points entered? Or something else."""


class Between(Value):
    """With `mode=round`: a round is complete."""


class Dealing(Value):
    """Who deals instead?"""


class Reached(Value):
    """The target or the last round is reached: the table ends the game, corrects an entry or plays on. why:
    ``"target"`` or ``"rounds"``."""

    why: str


class Sure(Value):
    """The table wants to end the game and is asked to confirm."""


class Reading(Value):
    """The standings are shown."""


class Correcting(Value):
    """Correcting an entry. Fields with default values are yet to be chosen.

    number: among the seat's entries in that round, from 1. how: ``"points"`` or ``"move"``; with ``"points"``
    and number 0, the seat has no entry in that round and gets one.
    """

    round: int = 0
    seat: int = 0
    number: int = 0
    how: str = ""


class Naming(Value):
    """Somebody new joins and may enter a name. then: the phase to return to."""

    then: Phase


class Joining(Value):
    """Somebody new joins; with how many points? then: the phase to return to."""

    then: Phase


class Final(Value):
    """The game is decided and the final standings are shown. why: as in `Over`."""

    why: str


class Over(Value):
    """The game is over. why: ``"target"``, ``"rounds"`` or ``"ended"`` (by the table)."""

    why: str


Phase: TypeAlias = (
    "FirstDeal | Points | Whose | Between | Dealing | Reached | Sure | Reading | Correcting"
    " | Naming | Joining | Final | Over"
)


class ScoreView(BaseView):
    """The whole state of a game.

    closed: the current round is complete. left: the seats that have left; their points stay.
    last: the entry made by the last choice, if any.
    beyond: the chunks of `entries` when the table chose to play on; None before that.
    """

    setup: Setup
    phase: Phase
    entries: Entries
    round: int = 1
    closed: bool = False
    dealer: int = 1
    left: frozenset[int] = frozenset()
    last: Entry | None = None
    beyond: tuple[tuple[Entry, ...], ...] | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(1, len(self.entries.totals) + 1))

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat not in self.left) if self.left else self.seats

    def who(self, seat: int = 0) -> Table | Seat:
        """Who answers a question about this seat, or about nobody: whoever keeps the score; or, if each
        enters for oneself, the seat, and for nobody the dealer."""
        keeper = {"keeper": self.setup.keeper, "each": seat or self.dealer}.get(self.setup.enters, 0)
        return Seat(keeper) if keeper in self.playing else Table()

    @property
    def after_dealer(self) -> tuple[int, ...]:
        """The playing seats from the dealer's left to the dealer: the order of entry and of dealing."""
        seats = (*self.seats[self.dealer :], *self.seats[: self.dealer])
        return tuple(seat for seat in seats if seat not in self.left) if self.left else seats

    @property
    def totals(self) -> Mapping[int, int]:
        return dict(zip(self.seats, self.entries.totals, strict=True))

    @property
    def standings(self) -> tuple[Standing, ...]:
        points = {seat: self.entries.totals[seat - 1] for seat in self.playing}
        return standings(points, lowest=self.setup.wins == "lowest")

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none before the first entry."""
        return self.standings[0].seats if self.entries else ()

    @property
    def rounds(self) -> int:
        return self.round if self.closed or self.entered else self.round - 1

    @property
    def entered(self) -> bool:
        return self.entries.last_round == self.round

    def places_of(self, round: int, seat: int) -> tuple[int, ...]:
        return tuple(at for at in self.entries.places_of(round) if self.entries[at].seat == seat)


class ScoreStepBuilder(BaseStepBuilder[ScoreView]):
    __slots__ = ()
