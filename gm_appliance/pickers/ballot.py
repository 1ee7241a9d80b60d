"""Pickers for windows in which every seat presses. They are secret: no face, no draft, a bare repr."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.game import Choice, Decision, OneOf, PerSeat
from gm_appliance.core.values import field, replace
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.gestures import Gesture


def values_of(decision: Decision) -> tuple[int | str, ...]:
    """The values between which every seat chooses."""
    assert isinstance(decision.domain, PerSeat)
    assert isinstance(decision.domain.each, OneOf)
    return decision.domain.each.options


def is_roll_call(decision: Decision) -> bool:
    """Whether each listening beat names one of the values."""
    listening = [beat for beat in decision.beats if beat.listens]
    return bool(listening) and all(beat.about in values_of(decision) for beat in listening)


class _Window(Picker):
    """Collects presses of the seats asked, in listening beats."""

    redacted = ("pressed",)

    decision: Decision
    pressed: Mapping[str, int | str] = field(default_factory=dict)

    def at_end(self) -> Choice | None:
        return Choice(self.decision.name, dict(self.pressed))

    def _counts(self, gesture: Gesture) -> bool:
        beats = self.decision.beats
        assert isinstance(self.decision.domain, PerSeat)
        asked = str(gesture.source) in self.decision.domain.keys
        return asked and gesture.kind == "press" and gesture.beat < len(beats) and beats[gesture.beat].listens


class Ballot(_Window):
    """Thumb down or up for one of two values; the last press counts.

    >>> beats = (Beat("vote", 0.0, listens=True), Beat("end", 8.0))
    >>> values = PerSeat(("1", "2"), OneOf(("no", "yes")), partial=True)
    >>> ballot = Ballot(Decision("vote", AllSeats((1, 2)), values, secret=True, beats=beats))
    >>> for t, thumb in ((1.0, "down"), (2.5, "up")):
    ...     ballot = ballot.on(Gesture(2, thumb, "press", t))
    >>> ballot.at_end().value
    {'2': 'yes'}
    """

    def on(self, gesture: Gesture) -> Ballot:
        if not self._counts(gesture):
            return self
        down, up = values_of(self.decision)
        value = down if gesture.button == "down" else up
        return replace(self, pressed={**self.pressed, str(gesture.source): value})


class RollCall(_Window):
    """A seat's first thumb down marks the name called in that beat."""

    def on(self, gesture: Gesture) -> RollCall:
        seat = str(gesture.source)
        if not self._counts(gesture) or gesture.button != "down" or seat in self.pressed:
            return self
        name = self.decision.beats[gesture.beat].about
        return replace(self, pressed={**self.pressed, seat: name})
