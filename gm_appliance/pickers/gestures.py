"""Edges and time to gestures: press, tap, hold, repeat. Held buttons are timed here, not by drivers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

HOLD = 0.7
"""Seconds after which a press is a hold."""

REPEAT = 0.12
"""Seconds between the repeats of a hold."""


@dataclass(frozen=True)
class Gesture:
    """What a hand did with one button.

    source: 0 for the panel, else a seat. The button stays out of the repr: it may be a vote.
    kind:   ``"press"`` (went down), ``"tap"`` (came up before it was a hold), ``"hold"``, and
            ``"repeat"`` while it stays down after that, counted by `nth` from 1.
    beat:   the beat in which the press began.
    """

    source: int
    button: str = field(repr=False)
    kind: str
    t: float
    beat: int = 0
    nth: int = 0


@dataclass(frozen=True)
class _Held:
    since: float
    beat: int
    count: int = 0  # holds and repeats given so far

    @property
    def due(self) -> float:
        """When the next hold or repeat is due; from the press on, so that a late look loses none."""
        return self.since + HOLD + self.count * REPEAT


@dataclass(frozen=True)
class Hands:
    """Which buttons are down since when, for one asking. Begins with none: held ones fall away."""

    down: Mapping[tuple[int, str], _Held] = field(default_factory=dict, repr=False)

    @property
    def deadline(self) -> float | None:
        """When `wake` should be called if no edge comes first; None while nothing is down."""
        return min((held.due for held in self.down.values()), default=None)

    def edge(
        self, source: int, button: str, down: bool, t: float, beat: int
    ) -> tuple[Hands, tuple[Gesture, ...]]:
        """A button went down or up at `t`. What is not a change gives nothing."""
        key = (source, button)
        if down == (key in self.down):
            return self, ()
        if down:
            return Hands({**self.down, key: _Held(t, beat)}), (Gesture(source, button, "press", t, beat),)
        held = self.down[key]
        rest = Hands({k: v for k, v in self.down.items() if k != key})
        if held.count:
            return rest, ()
        kind = "tap" if t < held.due else "hold"
        return rest, (Gesture(source, button, kind, t, held.beat),)

    def wake(self, now: float) -> tuple[Hands, tuple[Gesture, ...]]:
        """The holds and repeats due by `now`, in order."""
        given: list[Gesture] = []
        hands = dict(self.down)
        for key, held in self.down.items():
            while held.due <= now:
                kind = "repeat" if held.count else "hold"
                given.append(Gesture(*key, kind, held.due, held.beat, held.count))
                held = _Held(held.since, held.beat, held.count + 1)
            hands[key] = held
        given.sort(key=lambda gesture: gesture.t)
        return Hands(hands), tuple(given)
