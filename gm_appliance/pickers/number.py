"""A number with five buttons: tap for one, hold to run, OK to enter."""

from __future__ import annotations

from dataclasses import replace

from gm_appliance.core.game import Choice, Number, NumberFace, Plain
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import immutable
from gm_appliance.pickers.gestures import Gesture

# Repeats so far: the step from there on. After a second a hold runs in fives, then in twenty-fives.
_PACE = ((24, 25), (8, 5), (0, 1))

_WIDE = 1000
"""A range of more numbers than this is crossed in leaps from one round number to the next."""

_LEAST, _MOST = 10, 100_000
"""The shortest leap and the longest."""

_SECOND = 4
"""The repeat of a hold that leaps for the second time: late enough to let go after one leap alone."""

_EVERY = 2
"""From there on so many repeats make a leap: slow enough for eyes that wait for a number."""

_GROWS = 5
"""So many leaps of a length at least, before a longer one: nobody who adds some tens is carried away."""


@immutable
class NumberPicker:
    """UP and DOWN change the value within the range, held they accelerate; BACK starts anew.

    In a wide range a tap is one and a hold goes to the next round number, and on to others: from 40
    to 50, from 300 to 310, from 1000 to 1100. Held on, it goes by tens to a hundred, by hundreds to a
    thousand. So a number is entered as it is said, from its longest part on, a hold for each.

    Where nothing is entered BACK means nothing here, so that it can open the questions.

    leap:  of the button that is held; 0 before any was. leaps: of that length so far.
    """

    name: str
    domain: Number
    value: int
    choice: Choice | None = None
    leap: int = 0
    leaps: int = 0

    def resumed(self, draft: Plain) -> NumberPicker:
        """With the digits that were entered; a draft that no longer fits is forgotten."""
        if self.domain.contains(draft) and isinstance(draft, int):
            return replace(self, value=draft)
        return self

    @property
    def draft(self) -> Plain:
        return self.value

    @property
    def wide(self) -> bool:
        """Whether a hold goes in leaps here."""
        return self.domain.hi - self.domain.lo > _WIDE

    @property
    def face(self) -> NumberFace:
        return NumberFace(self.value, _leap_from(self.value) if self.wide else 0)

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> NumberPicker:
        if gesture.source != PANEL:
            return self
        if gesture.button in ("up", "down"):
            sign = 1 if gesture.button == "up" else -1
            return self._leaping(sign, gesture) if self.wide else self._running(sign, gesture)
        if gesture.button == "back" and gesture.kind == "tap" and self.value != self.domain.start:
            return replace(self, value=self.domain.start)
        if gesture.button == "ok" and gesture.kind == "press":
            return replace(self, choice=Choice(self.name, self.value))
        return self

    def _running(self, sign: int, gesture: Gesture) -> NumberPicker:
        if gesture.kind not in ("press", "repeat"):
            return self
        return self._stepped(sign, next(step for start, step in _PACE if gesture.nth >= start))

    def _leaping(self, sign: int, gesture: Gesture) -> NumberPicker:
        if gesture.kind == "press":
            return replace(self._stepped(sign, 1), leap=_leap_from(self.value), leaps=0)
        again = gesture.kind == "repeat" and gesture.nth >= _SECOND and gesture.nth % _EVERY == 0
        return self._leapt(sign) if gesture.kind == "hold" or again else self

    def _leapt(self, sign: int) -> NumberPicker:
        leap, leaps = self.leap or _LEAST, self.leaps
        if self.value == 0:
            leap, leaps = _LEAST, 0  # to either side of nothing numbers are small
        elif leaps >= _GROWS and leap < _MOST and self.value % (10 * leap) == 0:
            leap, leaps = 10 * leap, 0
        return replace(self._stepped(sign, leap), leap=leap, leaps=leaps + 1)

    def _stepped(self, sign: int, step: int) -> NumberPicker:
        # A running value keeps to multiples of its step, so that it can be stopped on a round number.
        value = (self.value // step + 1) * step if sign > 0 else -((-self.value) // step + 1) * step
        return replace(self, value=min(self.domain.hi, max(self.domain.lo, value)))


def _leap_from(value: int) -> int:
    """How far a hold leaps from there: a tenth of what makes it round."""
    leap = _LEAST
    while value and leap < _MOST and value % (100 * leap) == 0:
        leap *= 10
    return leap
