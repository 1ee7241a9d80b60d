"""The wording of standings, for every game that counts points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from gm_appliance.core.cues import Say
from gm_appliance.core.language import N_, NP_, Language, Message, Name, Names
from gm_appliance.core.people import Party
from gm_appliance.core.standings import Standing

NAMES = 3  # the most names in one sentence, which keeps it within twelve words
MOST_ROWS = 5  # the most rows with full names on the display; with more rows, names are short

_RANKS: tuple[Message, ...] = (
    *(NP_("amount", "first place"), NP_("amount", "second place"), NP_("amount", "third place")),
    *(NP_("amount", "fourth place"), NP_("amount", "fifth place"), NP_("amount", "sixth place")),
    *(NP_("amount", "seventh place"), NP_("amount", "eighth place"), NP_("amount", "ninth place")),
    *(NP_("amount", "tenth place"), NP_("amount", "eleventh place"), NP_("amount", "twelfth place")),
    *(NP_("amount", "thirteenth place"), NP_("amount", "fourteenth place"), NP_("amount", "fifteenth place")),
)

Amount: TypeAlias = Callable[[Language, int], str]
"""Words for a number of points, or of whatever else decides."""


def in_points(_: Language, points: int) -> Name:
    """A number of points, for a placeholder."""
    return Name(_.npgettext("amount", "{n} point", "{n} points", points))


def some_names(_: Language, people: Party, seats: Sequence[int]) -> Iterator[Names]:
    """The names of seats as spoken lists of at most NAMES."""
    for first in range(0, len(seats), NAMES):
        yield _.names(people.name(_, seat) for seat in seats[first : first + NAMES])


def leader(_: Language, people: Party, standings: Sequence[Standing], amount: Amount) -> Say:
    """The leader. standings: not empty."""
    seats, points = standings[0].seats, amount(_, standings[0].points)
    if len(standings) == 1:
        return Say(_("All are tied at {points}.", points=points))
    if len(seats) > NAMES:
        return Say(
            _.ngettext(
                "{n} player leads with {points}.",
                "{n} players lead, tied at {points}.",
                len(seats),
                points=points,
            )
        )
    names = _.names(people.name(_, seat) for seat in seats)
    return Say(
        _.ngettext(
            "{players} leads with {points}.",
            "{players} lead, tied at {points}.",
            len(seats),
            players=names,
            points=points,
        )
    )


def all_places(_: Language, people: Party, standings: Iterable[Standing], amount: Amount) -> Iterator[Say]:
    """All places from best to worst, each with all who share it."""
    for one in standings:
        names, *others = some_names(_, people, one.seats)
        points, rank = amount(_, one.points), Name(_(_RANKS[one.place - 1]))
        yield Say(_("{rank}: {players} with {points}.", rank=rank, players=names, points=points))
        for more in others:
            yield Say(_("Also {rank}: {players}.", rank=rank, players=more))


def wins(_: Language, people: Party, seats: Sequence[int], points: Name, alone: Message) -> Iterator[Say]:
    """The winners; a shared first place is a shared win.

    points: of each winner, from `in_points`. alone: the sentence for a single winner, with {players}.
    """
    names, *others = some_names(_, people, seats)
    shared = N_("Shared win with {points}: {players}.")
    yield Say(_(alone if len(seats) == 1 else shared, players=names, points=points))
    for more in others:
        yield Say(_("These win as well: {players}.", players=more))


def row(_: Language, people: Party, place: int, seat: int, rows: int) -> str:
    """A line of the display: a place and a player. rows: the number of lines."""
    if rows > MOST_ROWS:
        return _.pgettext("line", "{place}. {short}", place=place, short=people.short(_, seat))
    return _.pgettext("line", "{place}. {player}", place=place, player=people.name(_, seat))
