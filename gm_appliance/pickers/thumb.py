"""Pickers for one press: of a thumb, shown to all or given in secret at the panel, or of any button."""

from __future__ import annotations

from gm_appliance.core.game import Choice, Decision, MenuFace, OneOf
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.gestures import Gesture

THUMBS = ("down", "up")


def is_thumb(decision: Decision) -> bool:
    """Whether the choice is only thumb down or up."""
    return isinstance(decision.domain, OneOf) and decision.domain.options == THUMBS and not decision.also


class Thumb(Picker):
    """One press: UP is thumb up, DOWN is thumb down. A wrong press can be undone."""

    name: str
    choice: Choice | None = None

    @property
    def face(self) -> MenuFace:
        return MenuFace(tuple(Choice(self.name, thumb) for thumb in THUMBS), -1)

    def on(self, gesture: Gesture) -> Thumb:
        if gesture.source == PANEL and gesture.kind == "press" and gesture.button in THUMBS:
            return replace(self, choice=Choice(self.name, gesture.button))
        return self


class Booth(Picker):
    """One seat in private at the panel, then OK.

    Of two values DOWN is the first and UP the second, and the last press counts. Of more, each DOWN is the
    next one, and UP starts again. It is secret: no face, no draft. Every UP and DOWN makes a new picker,
    which makes all presses look alike.
    """

    redacted = ("at",)

    name: str
    values: tuple[int | str, ...]
    at: int = -1
    choice: Choice | None = None

    def on(self, gesture: Gesture) -> Booth:
        if gesture.source != PANEL:
            return self
        if gesture.button in THUMBS:
            return replace(self, at=self._moved(gesture.button) if gesture.kind == "press" else self.at)
        if gesture.button == "ok" and gesture.kind == "press" and 0 <= self.at < len(self.values):
            return replace(self, choice=Choice(self.name, self.values[self.at]))
        return self

    def _moved(self, button: str) -> int:
        if len(self.values) == len(THUMBS):
            return THUMBS.index(button)
        return self.at + 1 if button == "down" else -1


class Buttons(Picker):
    """Chooses the first of these buttons that goes down. It has no cursor, so its face is blank.

    >>> Buttons("check.button", ("ok", "back")).on(Gesture(PANEL, "back", "press", t=1.0)).choice.value
    'back'
    """

    name: str
    values: tuple[int | str, ...]
    choice: Choice | None = None

    def on(self, gesture: Gesture) -> Buttons:
        pressed = gesture.button if gesture.source == PANEL else f"{gesture.source}.{gesture.button}"
        if gesture.kind != "press" or pressed not in self.values:
            return self
        return replace(self, choice=Choice(self.name, pressed))
