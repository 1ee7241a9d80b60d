"""Standings by points."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gm_appliance.core.values import Value


class Standing(Value):
    """A place from 1 and the seats that share it. After two firsts comes a third."""

    place: int
    points: int
    seats: tuple[int, ...]


def standings(
    points: Mapping[int, int], *, lowest: bool = False, winners: Collection[int] = ()
) -> tuple[Standing, ...]:
    """Standings from best to worst.

    points:  by seat. lowest: whether the fewest points are best.
    winners: the seats that won, if more than points decided; they come first.

    >>> [(one.place, one.seats) for one in standings({1: 5, 2: 7, 3: 7, 4: 0})]
    [(1, (2, 3)), (3, (1,)), (4, (4,))]
    >>> [(one.place, one.seats) for one in standings({1: 5, 2: 7, 3: 7}, winners=(3,))]
    [(1, (3,)), (2, (2,)), (3, (1,))]
    """
    sharing: dict[tuple[bool, int], list[int]] = {}
    for seat, own in points.items():
        sharing.setdefault((seat in winners, -own if lowest else own), []).append(seat)
    found: list[Standing] = []
    place = 1
    for rank in sorted(sharing, reverse=True):
        seats = tuple(sharing[rank])
        found.append(Standing(place, points[seats[0]], seats))
        place += len(seats)
    return tuple(found)


def alone_ahead(points: Mapping[int, int]) -> int:
    """The seat with more points than all others; 0 if there is none."""
    ahead = standings(points)[0].seats
    return ahead[0] if len(ahead) == 1 else 0
