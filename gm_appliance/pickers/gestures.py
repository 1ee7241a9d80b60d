"""Edges and time to gestures: press, tap, hold, repeat.

The panel's holds and repeats are timed here, for its buttons are wired to the box. A pad's are not: it
hangs on a cable that may come out, and then nothing is heard of a thumb that came up long ago. A pad's
hold wants evidence: its own clock says that the button is still down, or when it came up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import immutable

HOLD = 0.7
"""Seconds after which a press is a hold."""

ROUNDING = 0.001
"""Seconds by which a pad's own clock may seem to say too early that a button is still down."""

REPORTED = 0.1
"""Seconds after a pad's hold by which its pad has said so."""

REPEAT = 0.12
"""Seconds between the repeats of a hold."""


@immutable
class Gesture:
    """What a hand did with one button.

    source: PANEL, else a seat. The button stays out of the repr: it may be a vote.
    kind:   ``"press"`` (went down), ``"tap"`` (came up before it was a hold), ``"hold"``, and at the
            panel ``"repeat"`` while it stays down after that, counted by `nth` from 1.
    beat:   the beat in which the press began.
    """

    source: int
    button: str = field(repr=False)
    kind: str
    t: float
    beat: int = 0
    nth: int = 0


@immutable
class _Held:
    since: float
    beat: int
    count: int = 0  # holds and repeats given so far

    @property
    def due(self) -> float:
        """When the next hold or repeat is due; from the press on, so that a late look loses none."""
        return self.since + HOLD + self.count * REPEAT


@immutable
class Hands:
    """Which buttons are down since when, for one prompt. Begins with none: held ones fall away.

    >>> hands, gestures = Hands().edge(PANEL, "ok", True, t=1.0, beat=0)
    >>> [gesture.kind for gesture in gestures]
    ['press']
    >>> hands, gestures = hands.edge(PANEL, "ok", False, t=1.2, beat=0)
    >>> [gesture.kind for gesture in gestures]
    ['tap']
    """

    down: Mapping[tuple[int, str], _Held] = field(default_factory=dict, repr=False)

    @property
    def deadline(self) -> float | None:
        """When `wake` should be called if no edge comes first; None while nothing of the panel is down."""
        return min((held.due for key, held in self.down.items() if key[0] == PANEL), default=None)

    @property
    def known_at(self) -> float | None:
        """When it will be known of all that is down whether it is held, or held on; None while nothing is."""
        pads = [held.due + REPORTED for key, held in self.down.items() if key[0] != PANEL and not held.count]
        panel = [held.due for key, held in self.down.items() if key[0] == PANEL]
        return max((*pads, *panel), default=None)

    def edge(
        self, source: int, button: str, down: bool, t: float, beat: int, cancelled: bool = False
    ) -> tuple[Hands, tuple[Gesture, ...]]:
        """A button went down or up at `t`, or is still down, said a second time by its pad.

        cancelled: nobody saw it come up, so what it was is not known. What is neither a change nor
        evidence of a hold gives nothing.
        """
        key = (source, button)
        held = self.down.get(key)
        if held is None:
            if not down:
                return self, ()
            return Hands({**self.down, key: _Held(t, beat)}), (Gesture(source, button, "press", t, beat),)
        if down:
            return self._still_down(key, held, t, beat)
        rest = Hands({k: v for k, v in self.down.items() if k != key})
        if held.count or cancelled:
            return rest, ()
        kind = "tap" if t < held.due else "hold"
        return rest, (Gesture(source, button, kind, t, held.beat),)

    def _still_down(
        self, key: tuple[int, str], held: _Held, t: float, beat: int
    ) -> tuple[Hands, tuple[Gesture, ...]]:
        """A button that is down was said to be: of a pad, for long enough, this is its hold."""
        if key[0] == PANEL or held.count or beat != held.beat or t < held.due - ROUNDING:
            return self, ()
        after = Hands({**self.down, key: _Held(held.since, held.beat, 1)})
        return after, (Gesture(*key, "hold", t, held.beat),)

    def wake(self, now: float) -> tuple[Hands, tuple[Gesture, ...]]:
        """The panel's holds and repeats due by `now`, in order."""
        given: list[Gesture] = []
        hands = dict(self.down)
        for key, held in self.down.items():
            if key[0] != PANEL:
                continue
            while held.due <= now:
                kind = "repeat" if held.count else "hold"
                given.append(Gesture(*key, kind, held.due, held.beat, held.count))
                held = _Held(held.since, held.beat, held.count + 1)
            hands[key] = held
        given.sort(key=lambda gesture: gesture.t)
        return Hands(hands), tuple(given)
