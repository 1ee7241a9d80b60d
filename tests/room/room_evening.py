"""Whole games on virtual time, as a room hears them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from gm_appliance.app import headless
from gm_appliance.app import room as box_end
from gm_appliance.app.room import RoomTeller, with_room
from gm_appliance.core.observer import Observers
from gm_appliance.core.people import Party
from gm_appliance.core.ports import Ports
from gm_appliance.devices.worker import Worker
from gm_appliance.host.loop import Host
from gm_appliance.room.messages import Post
from gm_appliance.room.moments import Moments

Packets = list[tuple[float, Post]]


class Still(Worker):
    """A worker that others call."""

    woken = 0

    def start(self) -> None: ...

    def wake(self) -> None:
        self.woken += 1


class Ticking(RoomTeller):
    """Takes what is due as time goes by. calls: everything else that happened, by its time."""

    def __init__(self, now: Callable[[], float], *, names: bool) -> None:
        super().__init__(now, Moments(names))
        self.packets: Packets = []
        self.calls: list[tuple[float, str, Any]] = []

    def _hear(self, hears: Callable[..., None], *given: Any) -> None:
        self.pass_until(self._now())
        self.calls.append((self._now(), hears.__name__, given))
        super()._hear(hears, *given)

    def pass_until(self, now: float) -> None:
        while (due := self._moments.due()) <= now:
            if post := self._moments.take(due):
                self.packets.append((due, post))


@contextmanager
def heard(*, names: bool) -> Iterator[list[Ticking]]:
    rooms: list[Ticking] = []

    class Heard(Host):
        def __init__(self, ports: Ports, *more: Any) -> None:
            announcements, prompt_ids, own, observer = more
            rooms.append(room := Ticking(ports.inbox.now, names=names))
            super().__init__(
                with_room(ports, room), announcements, prompt_ids, own, Observers(observer, room)
            )

    with patch.object(headless, "Host", Heard), patch.object(box_end, "Worker", Still):
        yield rooms


def play(game: str, seed: int, people: tuple[str, ...] = (), *, names: bool = False, **given: Any) -> Ticking:
    with heard(names=names) as rooms:
        headless.rehearse(game, given, "en", lambda line: None, seed=seed, party=Party(people))
    (room,) = rooms
    room.pass_until(room._now() + 10)
    return room
