"""A number with five buttons: tap for one, hold to run, OK to enter."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm_appliance.core.game import Choice, Number, NumberFace, Plain
from gm_appliance.core.ports import PANEL
from gm_appliance.pickers.gestures import Gesture

# Repeats so far: the step from there on. After a second a hold runs in fives, then in twenty-fives.
_PACE = ((24, 25), (8, 5), (0, 1))


@dataclass(frozen=True)
class NumberPicker:
    """UP and DOWN change the value within the range, held they accelerate; BACK starts anew.

    Where nothing is entered BACK means nothing here, so that it can open the questions.
    """

    name: str
    domain: Number
    value: int
    choice: Choice | None = None

    def resumed(self, draft: Plain) -> NumberPicker:
        """With the digits that were entered; a draft that no longer fits is forgotten."""
        if self.domain.contains(draft) and isinstance(draft, int):
            return replace(self, value=draft)
        return self

    @property
    def draft(self) -> Plain:
        return self.value

    @property
    def face(self) -> NumberFace:
        return NumberFace(self.value)

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> NumberPicker:
        if gesture.source != PANEL:
            return self
        if gesture.button in ("up", "down") and gesture.kind in ("press", "repeat"):
            return self._stepped(1 if gesture.button == "up" else -1, gesture.nth)
        if gesture.button == "back" and gesture.kind == "tap" and self.value != self.domain.start:
            return replace(self, value=self.domain.start)
        if gesture.button == "ok" and gesture.kind == "press":
            return replace(self, choice=Choice(self.name, self.value))
        return self

    def _stepped(self, sign: int, nth: int) -> NumberPicker:
        step = next(step for start, step in _PACE if nth >= start)
        # A running value keeps to multiples of its step, so that it can be stopped on a round number.
        value = (self.value // step + 1) * step if sign > 0 else -((-self.value) // step + 1) * step
        return replace(self, value=min(self.domain.hi, max(self.domain.lo, value)))
