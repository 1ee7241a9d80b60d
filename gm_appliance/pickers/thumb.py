"""Pickers for a thumb at the panel: one shown to all and entered by the table, or one given in secret."""

from __future__ import annotations

from gm_appliance.core.game import JSON, Choice, Decision, MenuFace, OneOf
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Redacted, Value, replace
from gm_appliance.pickers.gestures import Gesture

THUMBS = ("down", "up")


def is_thumb(decision: Decision) -> bool:
    """Whether the choice is only thumb down or up."""
    return isinstance(decision.domain, OneOf) and decision.domain.options == THUMBS and not decision.also


class Thumb(Value):
    """One press: UP is thumb up, DOWN is thumb down. A wrong press can be undone."""

    name: str
    choice: Choice | None = None

    @property
    def draft(self) -> JSON:
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


class Booth(Redacted):
    """One seat in private at the panel: DOWN or UP, of which the last counts, then OK.

    It is secret: no face, no draft. Every UP and DOWN makes a new picker, which makes all presses look alike.
    """

    redacted = ("thumb",)

    name: str
    values: tuple[int | str, ...]
    thumb: int = -1
    choice: Choice | None = None

    @property
    def draft(self) -> JSON:
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
