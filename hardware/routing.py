"""Tracks for the hub's board: all nets at once, on two layers, by negotiated congestion (PathFinder).

Each net is routed as if it were the only one, but a place that several nets want becomes more expensive from
round to round, until none is shared. Places form a grid of half a hole's pitch: anything on it keeps its
distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush

Place = tuple[int, int, int]
"""Column, row and layer; layer 0 is on top."""

ACROSS, VIA = 1.6, 4.0
"""The cost of a step against a layer's direction, and of a change of layers; a step along it costs 1."""
ROUNDS = 60


class Congested(RuntimeError):
    """There is no way for all nets."""


@dataclass
class Router:
    """Finds the tracks.

    columns, rows: the size of the grid. pins: columns and rows of legs, by net; they are on both layers.
    blocked: places, on both layers, that only this net may use.
    """

    columns: int
    rows: int
    pins: Mapping[str, list[tuple[int, int]]]
    blocked: Mapping[tuple[int, int], str]
    _users: dict[Place, set[str]] = field(default_factory=dict)
    _history: dict[Place, float] = field(default_factory=dict)

    def routed(self) -> dict[str, list[tuple[Place, Place]]]:
        """The steps of each net, from place to place. Raises Congested if there is no way for all."""
        ways: dict[str, list[tuple[Place, Place]]] = {}
        order = sorted(self.pins, key=lambda net: (self._spread(net), net))
        again = set(order)
        for attempt in range(ROUNDS):
            for net in order:
                if net in again:
                    self._forget(net, ways.pop(net, []))
                    ways[net] = self._tree(net, 0.5 * 1.5**attempt)
            shared = {place for place, users in self._users.items() if len(users) > 1}
            if not shared:
                return ways
            for place in shared:
                self._history[place] = self._history.get(place, 0.0) + 1.0
            again = {net for place in shared for net in self._users[place]}
        raise Congested(f"{len(shared)} places are wanted by several nets, such as {min(shared)}")

    def _spread(self, net: str) -> int:
        return sum(max(axis) - min(axis) for axis in zip(*self.pins[net], strict=True))

    def _forget(self, net: str, way: Iterable[tuple[Place, Place]]) -> None:
        for step in way:
            for place in step:
                self._users.get(place, set()).discard(net)

    def _tree(self, net: str, pressure: float) -> list[tuple[Place, Place]]:
        """Connect all pins of a net one after the other, the nearest first."""
        (first, *left) = self.pins[net]
        reached: set[Place] = {(*first, 0), (*first, 1)}
        steps: list[tuple[Place, Place]] = []
        while left:
            way = self._way(net, reached, set(left), pressure)
            steps += way
            reached.update(place for step in way for place in step)
            found = {place[:2] for place in reached}
            reached.update((*pin, layer) for pin in left if pin in found for layer in (0, 1))
            left = [pin for pin in left if pin not in found]
        for step in steps:
            for place in step:
                self._users.setdefault(place, set()).add(net)
        return steps

    def _way(
        self, net: str, start: Iterable[Place], goals: set[tuple[int, int]], pressure: float
    ) -> list[tuple[Place, Place]]:
        """The cheapest way from the places reached to one more pin, by A*."""
        queue: list[tuple[float, float, Place]] = []
        cost: dict[Place, float] = {}
        before: dict[Place, Place] = {}
        for place in start:
            cost[place] = 0.0
            heappush(queue, (_apart(place, goals), 0.0, place))
        while queue:
            _, spent, place = heappop(queue)
            if spent > cost[place]:
                continue
            if place[:2] in goals:
                return list(_back(place, before))
            for beside, price in self._steps(net, place):
                users = self._users.get(beside, ())
                others = len(users) - (net in users)
                dear = (price + self._history.get(beside, 0.0)) * (1 + pressure * others)
                if spent + dear < cost.get(beside, 1e9):
                    cost[beside] = spent + dear
                    before[beside] = place
                    heappush(queue, (spent + dear + _apart(beside, goals), spent + dear, beside))
        raise Congested(f"there is no way at all for {net}")

    def _steps(self, net: str, place: Place) -> Iterator[tuple[Place, float]]:
        column, row, layer = place
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside = (column + right, row + down)
            within = 0 <= beside[0] < self.columns and 0 <= beside[1] < self.rows
            if within and self.blocked.get(beside, net) == net:
                yield (*beside, layer), 1.0 if (right != 0) == (layer == 0) else ACROSS
        if (column, row) not in self.blocked:
            yield (column, row, 1 - layer), VIA
        elif (column, row) in self.pins[net]:
            yield (column, row, 1 - layer), 0.0


def _apart(place: Place, goals: Iterable[tuple[int, int]]) -> float:
    return min(abs(place[0] - column) + abs(place[1] - row) for column, row in goals)


def _back(place: Place, before: Mapping[Place, Place]) -> Iterator[tuple[Place, Place]]:
    while place in before:
        yield before[place], place
        place = before[place]
