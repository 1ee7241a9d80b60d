"""From the events of one input device to its thumbs. Needs no device to be tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from gm_appliance.core.values import immutable
from gm_appliance.devices.pads.input.layouts import CROSS_DOWN, CROSS_UP, KeyLayout

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_DROPPED = 3
RELEASED, PRESSED = 0, 1  # and 2, with which the kernel repeats a key that is held

END = 0.25
"""So much of an axis at either end counts as the cross pressed there."""


@immutable
class DeviceEvent:
    """As the kernel tells it; `t` is on the machine's monotonic clock. It may be a vote: so no repr."""

    type: int = field(repr=False)
    code: int = field(repr=False)
    value: int = field(repr=False)
    t: float


@immutable
class ThumbMoved:
    """A thumb at one of the device's places went down or up at `t`; without a time, nobody saw it end."""

    place: int = field(repr=False)
    thumb: str = field(repr=False)
    down: bool = field(repr=False)
    t: float | None


@immutable
class EventsMissed:
    """The kernel had no room for all events: presses may be missing."""


def cross_at(value: int, low: int, high: int) -> frozenset[int]:
    """What of the cross is pressed where its axis, from `low` to `high`, stands at `value`."""
    if value <= low + END * (high - low):
        return frozenset((CROSS_UP,))
    return frozenset((CROSS_DOWN,) if value >= high - END * (high - low) else ())


class DeviceThumbs:
    """What the thumbs at one device do.

    held:   the keys that are down already. Nobody saw them pressed, so they count for nothing until they
            have been up.
    travel: the ends of the layout's axis.
    """

    def __init__(self, layout: KeyLayout, held: Iterable[int] = (), travel: tuple[int, int] = (0, 0)) -> None:
        self._layout = layout
        self._travel = travel
        self._ignored = frozenset(held)
        self._down: frozenset[int] = frozenset()

    def take(
        self, events: Iterable[DeviceEvent], held: Callable[[], Iterable[int]]
    ) -> Iterator[ThumbMoved | EventsMissed]:
        """What follows of these events. held: asks the device, which has no older events left by then.

        Where events are missing, all that were fetched with them are passed over, and every press ends
        without anybody having seen it.
        """
        for event in events:
            if event.type == EV_SYN and event.code == SYN_DROPPED:
                yield from self._ended()
                self._ignored = frozenset(held())
                yield EventsMissed()
                return
            if event.type == EV_KEY and event.value in (RELEASED, PRESSED):
                yield from self._changed(event.code, event.value == PRESSED, event.t)
            elif event.type == EV_ABS and event.code == self._layout.axis:
                pressed = cross_at(event.value, *self._travel)
                # What is let go comes first.
                for key in sorted((CROSS_UP, CROSS_DOWN), key=lambda one: one in pressed):
                    yield from self._changed(key, key in pressed, event.t)

    def _changed(self, key: int, down: bool, t: float) -> Iterator[ThumbMoved]:
        if key not in self._layout.thumbs:
            return
        if key in self._ignored:
            self._ignored -= frozenset(() if down else (key,))
            return
        was = self._thumbs()
        self._down = self._down | {key} if down else self._down - {key}
        for place, thumb in was ^ self._thumbs():
            yield ThumbMoved(place, thumb, down, t)

    def _ended(self) -> Iterator[ThumbMoved]:
        ended, self._down = self._thumbs(), frozenset()
        for place, thumb in sorted(ended):
            yield ThumbMoved(place, thumb, False, None)

    def _thumbs(self) -> frozenset[tuple[int, str]]:
        """By place, the thumbs that are down: of several keys, as long as one of them is."""
        return frozenset(self._layout.thumbs[key] for key in self._down)
