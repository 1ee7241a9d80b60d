"""The picker for a number: tap for one step, hold to go faster, OK to enter."""

from __future__ import annotations

from gm_appliance.core.game import JSON, Choice, Number, NumberFace
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.gestures import Gesture

# Steps by the number of repeats so far: after a second a hold counts in fives, later in twenty-fives.
_PACE = ((24, 25), (8, 5), (0, 1))

_WIDE = 1000  # the size of a range above which holding leaps from one round number to the next
_LEAST, _MOST = 10, 100_000  # the shortest and the longest leap
_SECOND = 4  # the repeat at which a hold leaps a second time: late enough to let go after the first
_EVERY = 2  # repeats per leap after that: slow enough to follow

_GROWS = 5
"""The fewest leaps of one length before longer ones; otherwise adding a few tens would overshoot."""


class NumberPicker(Picker):
    """UP and DOWN change the value within the range, and faster when held, if the step is 1; BACK resets it.

    In a wide range a tap is one step and a hold leaps to the next round number: from 40 to 50, from 300 to
    310, from 1000 to 1100. Held longer, it goes by tens to a hundred and by hundreds to a thousand. So people
    enter a number as they say it, largest part first, with one hold for each part.

    If nothing has been entered, BACK has no effect here, which leaves it free to open the questions.

    leap: of the button being held; 0 before the first. leaps: of that length so far.
    """

    name: str
    domain: Number
    value: int
    choice: Choice | None = None
    leap: int = 0
    leaps: int = 0

    def resumed(self, draft: JSON) -> NumberPicker:
        """With the digits entered before; a draft that no longer fits is dropped."""
        if self.domain.contains(draft) and isinstance(draft, int):
            return replace(self, value=draft)
        return self

    @property
    def draft(self) -> JSON:
        return self.value

    @property
    def wide(self) -> bool:
        """Whether a hold leaps."""
        return self.domain.hi - self.domain.lo > _WIDE

    @property
    def face(self) -> NumberFace:
        return NumberFace(self.value, _leap_from(self.value) if self.wide else 0)

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
        pace = next(step for start, step in _PACE if gesture.nth >= start)
        return self._stepped(sign, pace if self.domain.step == 1 else self.domain.step)

    def _leaping(self, sign: int, gesture: Gesture) -> NumberPicker:
        if gesture.kind == "press":
            return replace(self._stepped(sign, 1), leap=_leap_from(self.value), leaps=0)
        again = gesture.kind == "repeat" and gesture.nth >= _SECOND and gesture.nth % _EVERY == 0
        return self._leapt(sign) if gesture.kind == "hold" or again else self

    def _leapt(self, sign: int) -> NumberPicker:
        leap, leaps = self.leap or _LEAST, self.leaps
        if self.value == 0:
            leap, leaps = _LEAST, 0  # numbers near zero are small
        elif leaps >= _GROWS and leap < _MOST and self.value % (10 * leap) == 0:
            leap, leaps = 10 * leap, 0
        return replace(self._stepped(sign, leap), leap=leap, leaps=leaps + 1)

    def _stepped(self, sign: int, step: int) -> NumberPicker:
        # Values stay multiples of the step, so that people can stop at a round number.
        value = (self.value // step + 1) * step if sign > 0 else -((-self.value) // step + 1) * step
        return replace(self, value=min(self.domain.hi, max(self.domain.lo, value)))


def _leap_from(value: int) -> int:
    """The length of a leap from a value: from 300 by 10, from 1000 by 100."""
    leap = _LEAST
    while value and leap < _MOST and value % (100 * leap) == 0:
        leap *= 10
    return leap
