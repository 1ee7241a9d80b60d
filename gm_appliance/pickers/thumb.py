"""A thumb taken at the panel: shown by somebody and entered by the table, or given alone and unseen."""

from __future__ import annotations

from dataclasses import field, replace

from gm_appliance.core.game import Choice, Decision, MenuFace, OneOf, Plain
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import immutable
from gm_appliance.pickers.gestures import Gesture

THUMBS = ("down", "up")


def is_thumb(decision: Decision) -> bool:
    """Whether the choice is a thumb down or up, and nothing else."""
    return isinstance(decision.domain, OneOf) and decision.domain.options == THUMBS and not decision.also


@immutable
class Thumb:
    """One press: UP is a thumb up, DOWN a thumb down. What was pressed wrongly is taken back."""

    name: str
    choice: Choice | None = None

    @property
    def draft(self) -> Plain:
        return None

    @property
    def face(self) -> MenuFace:
        return MenuFace(tuple(Choice(self.name, thumb) for thumb in THUMBS), -1)

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> Thumb:
        if gesture.source == PANEL and gesture.kind == "press" and gesture.button in THUMBS:
            return replace(self, choice=Choice(self.name, gesture.button))
        return self


@immutable
class Booth:
    """One seat alone with the panel: DOWN or UP, the last one counts, then OK.

    Secret: no face, no draft. Every UP and DOWN makes a new picker, so that nobody outside can tell
    one press from another, or the second from the first.
    """

    name: str
    values: tuple[int | str, ...]
    thumb: int = field(default=-1, repr=False)
    choice: Choice | None = None

    @property
    def draft(self) -> Plain:
        return None

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> Booth:
        if gesture.source != PANEL:
            return self
        if gesture.button in THUMBS:
            pressed = gesture.kind == "press"
            return replace(self, thumb=THUMBS.index(gesture.button) if pressed else self.thumb)
        if gesture.button == "ok" and gesture.kind == "press" and self.thumb >= 0:
            return replace(self, choice=Choice(self.name, self.values[self.thumb]))
        return self
