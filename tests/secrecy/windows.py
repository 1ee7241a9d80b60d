"""Secret windows, and presses planned in them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from gm_appliance.core.game import Decision
from gm_appliance.core.values import Value, replace
from tests.secrecy.hands import Key
from tests.secrecy.whole.hands import Diary

CROSSING = 0.2
"""Seconds into a window in which what was pressed openly before it may still be held."""


class Press(NamedTuple):
    """A pad's button went down, `at` seconds from the window's onset."""

    at: float
    seat: int
    button: str


class Listening(NamedTuple):
    """A stretch of a timetable in which presses count; `about` is the seat it names, or 0."""

    begins: float
    ends: float
    about: int


class Window(Value):
    """A secret window and what was planned to be pressed in it."""

    prompt_id: int
    onset: float
    decision: Decision
    presses: tuple[Press, ...]

    def until(self, now: float) -> Window:
        """With what was really pressed: alone at the panel, nothing after it was handed on."""
        if self.decision.beats:
            return self
        return replace(self, presses=tuple(one for one in self.presses if self.onset + one.at <= now))

    def listening(self) -> list[Listening]:
        if not self.decision.beats:
            return [Listening(0.0, math.inf, 0)]
        return [Listening(a.at, b.at, int(a.about)) for a, b in pairwise(self.decision.beats) if a.listens]


class Plan:
    """Plans presses in one secret window, none on a button that is down already."""

    def __init__(
        self,
        rng: Random,
        decision: Decision,
        onset: float,
        sticky: frozenset[Key],
        diary: Diary,
        pads: Mapping[int, int],
    ) -> None:
        self._rng = rng
        self._onset = onset
        self._first = secret_from(decision) + 0.01
        self._end = decision.beats[-1].at
        self._sticky = sticky
        self._diary = diary
        self._pads = pads
        self._zeal = rng.choice((0.0, 0.2, 0.5, 0.8))
        self.listening = Window(0, onset, decision, ()).listening()
        self.planned: list[tuple[Press, float]] = []

    def press(self, seat: int, button: str, at: float) -> float:
        """Press at `at`, which is returned, unless the button is down then or the window closed."""
        key, held = (self._pads[seat], button), self._rng.choice((0.05, 0.1, 0.4, 0.9, 2.5))
        if not self._first + CROSSING * (key not in self._sticky) < at < self._end:
            return at
        if key in self._sticky:
            late = self._rng.random() < (0.7 if self._end - at < 8.0 else 0.1)
            held = self._end - at + self._rng.uniform(0.0, 15.0) if late else held
        else:
            held = min(held, self._end - at - 0.001)
        if self._diary.enter(key, self._onset + at, self._onset + at + held):
            self.planned.append((Press(at, seat, button), held))
        return at

    def mash(self, seat: int, buttons: Sequence[str], between: tuple[float, float]) -> None:
        while buttons and self._rng.random() < self._zeal:
            self.press(seat, self._rng.choice(buttons), self._rng.uniform(*between))


def secret_from(decision: Decision) -> float:
    """Seconds into a window from which its presses are secret: its lead-in is over, or they count already."""
    return min(decision.lead, next(beat.at for beat in decision.beats if beat.listens))
