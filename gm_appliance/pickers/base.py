"""What all pickers have in common."""

from __future__ import annotations

from gm_appliance.core.game import JSON, BlankFace, Choice, Face
from gm_appliance.core.values import Redacted
from gm_appliance.pickers.gestures import Gesture


class Picker(Redacted):
    """Turns gestures into a choice. Its `face` is public."""

    def on(self, gesture: Gesture) -> Picker:
        """The picker after a gesture; the same one if the gesture has no effect."""
        raise NotImplementedError

    @property
    def choice(self) -> Choice | None:
        """The choice; None before it is made."""
        return None

    def at_end(self) -> Choice | None:
        """The choice at the end of the decision's timetable; None without one."""
        return None

    @property
    def draft(self) -> JSON:
        """The progress to keep in case of a power cut; None for nothing, as in every secret window."""
        return None

    @property
    def face(self) -> Face:
        return BlankFace()
