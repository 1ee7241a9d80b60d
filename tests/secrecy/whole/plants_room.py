"""Leaks planted where the broker's messages come from: at the box, and in the process that sends them.

All heed how many presses there were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gm_appliance.core.values import replace
from gm_appliance.room.messages import Post
from gm_appliance.room.moments import DAY, STATE, TICK, Moments
from tests.secrecy.whole.box import Plant, Table
from tests.secrecy.whole.planting import pads_pressed


def _day_at_once(table: Table) -> None:
    """A night that ends is not held back until the tick."""
    pressed, moments = pads_pressed(table), table.lights.teller._moments
    be = moments._be

    def begins(moment: str, now: float) -> None:
        be(moment, now)
        if moment == DAY and len(pressed) % 2:
            moments._new_at = now - TICK

    moments._be = begins


def in_the_packets(take: Callable[[Any, float], Post | None]) -> Plant:
    """Packets of the box are taken otherwise after an odd number of presses."""

    def plant(table: Table) -> None:
        pressed, moments = pads_pressed(table), table.lights.teller._moments
        right = moments.take
        moments.take = lambda now: take(moments, now) if len(pressed) % 2 else right(now)

    return plant


def _picture_first(moments: Any, now: float) -> Post | None:
    first = Moments.take(moments, now)
    second = Moments.take(moments, now + TICK) if first and first.topic == STATE else None
    if second:
        del moments._sent[STATE]
        moments._new_at = now
    return second or first


def _a_tick_later(moments: Any, now: float) -> Post | None:
    moments._last += 1
    return Moments.take(moments, now)


def in_the_process(change: Callable[[Post, int], Post]) -> Plant:
    """Changes each post; `change` is told it and the number of presses so far."""

    def plant(table: Table) -> None:
        pressed, process = pads_pressed(table), table.lights.process
        heed = process._heed

        def heeded(message: Any) -> None:
            heed(change(message, len(pressed)) if isinstance(message, Post) else message)

        process._heed = heeded

    return plant


def _longer(post: Post, presses: int) -> Post:
    return replace(post, payload=post.payload + " " * presses)


def _elsewhere(post: Post, presses: int) -> Post:
    return replace(post, topic=post.topic.upper()) if presses % 2 else post


PLANTS: dict[str, dict[str, Plant]] = {
    "what a broker is sent, and when": {
        "a day that begins before its tick": _day_at_once,
        "a picture before its event": in_the_packets(_picture_first),
        "a packet a tick later": in_the_packets(_a_tick_later),
        "a retained topic that grows": in_the_process(_longer),
        "a message of another topic": in_the_process(_elsewhere),
    },
}
