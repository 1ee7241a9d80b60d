"""Turns the events of one input device into moves of thumbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gm_appliance.core.values import Redacted, Value
from gm_appliance.devices.pads.input.layouts import CROSS_DOWN, CROSS_UP, KeyLayout

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_DROPPED = 3
RELEASED, PRESSED = 0, 1  # and 2, the kernel's repetition of a held key

END = 0.25  # the fraction of an axis at either end that counts as pressed


class DeviceEvent(Redacted):
    """An event of the kernel, `t` on the monotonic clock. It may be a secret vote, so the repr hides it."""

    redacted = ("type", "code", "value")

    type: int
    code: int
    value: int
    t: float


class ThumbMoved(Redacted):
    """A thumb at one of the device's places went down or up at `t`; None if its end was not seen."""

    redacted = ("place", "thumb", "down")

    place: int
    thumb: str
    down: bool
    t: float | None


class EventsMissed(Value):
    """The kernel dropped events: presses may be missing."""


def cross_at(value: int, low: int, high: int) -> frozenset[int]:
    """The key of the cross that is pressed when its axis, from `low` to `high`, is at `value`."""
    if value <= low + END * (high - low):
        return frozenset((CROSS_UP,))
    return frozenset((CROSS_DOWN,) if value >= high - END * (high - low) else ())


class DeviceThumbs:
    """The thumbs at one device.

    held:   the keys that are down at the start. They are ignored until they have been up.
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
        """The moves in these events. held: asks the device for the keys that are down. If events are missing,
        all that were fetched with them are ignored, and every press ends unseen."""
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
                # Releases come first.
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
        """The thumbs that are down, by place; a thumb with several keys is down while one of them is."""
        return frozenset(self._layout.thumbs[key] for key in self._down)
