"""Turns edges and time into gestures: press, tap, hold, repeat.

Holds and repeats at the panel are timed here, because its buttons are wired to the box. Those at a pad are
not: if its cable comes out, the release is never heard. A pad's hold needs evidence: the pad reports that the
button is still down, or when it was released.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Redacted, field

HOLD = 0.7  # seconds after which a press is a hold

ROUNDING = 0.001
"""Because of rounding, a pad's report that a button is still down may come early by this many seconds."""

REPORTED = 0.1  # seconds after the time of a hold within which the pad reports it
REPEAT = 0.12  # seconds between the repeats of a hold


class Gesture(Redacted):
    """Something done with one button.

    source: PANEL or a seat. button: not in the repr, because it may be a vote.
    kind:   ``"press"`` (it went down), ``"tap"`` (it came up before the time of a hold), ``"hold"``, and at
            the panel ``"repeat"`` while it stays down after that, with `nth` from 1.
    beat:   the beat in which the press began.
    """

    redacted = ("button",)

    source: int
    button: str
    kind: str
    t: float
    beat: int = 0
    nth: int = 0


class _Held(Redacted):
    redacted = ("since", "beat", "count")  # in a roll call, the time reveals who was meant

    since: float
    beat: int
    count: int = 0  # holds and repeats so far

    @property
    def due(self) -> float:
        """When the next hold or repeat is due, counted from the press: a late call loses none."""
        return self.since + HOLD + self.count * REPEAT


class Hands(Redacted):
    """The buttons that are down, for one prompt. Presses that began earlier are ignored.

    >>> hands, gestures = Hands().edge(PANEL, "ok", True, t=1.0, beat=0)
    >>> [gesture.kind for gesture in gestures]
    ['press']
    >>> hands, gestures = hands.edge(PANEL, "ok", False, t=1.2, beat=0)
    >>> [gesture.kind for gesture in gestures]
    ['tap']
    """

    redacted = ("down",)

    down: Mapping[tuple[int, str], _Held] = field(default_factory=dict)

    @property
    def deadline(self) -> float | None:
        """When to call `wake` if no edge comes first; None if no panel button is down."""
        return min((held.due for key, held in self.down.items() if key[0] == PANEL), default=None)

    @property
    def known_at(self) -> float | None:
        """The time at which every button now down is known to be held or not; None if none is down."""
        pads = [held.due + REPORTED for key, held in self.down.items() if key[0] != PANEL and not held.count]
        panel = [held.due for key, held in self.down.items() if key[0] == PANEL]
        return max((*pads, *panel), default=None)

    def edge(
        self, source: int, button: str, down: bool, t: float, beat: int, cancelled: bool = False
    ) -> tuple[Hands, tuple[Gesture, ...]]:
        """A button went down or up at `t`, or its pad reports that it is still down.

        cancelled: the release was not seen, so the press is neither a tap nor a hold.
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
        """A report that a button is still down: a hold, if it is a pad's and was down long enough."""
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
