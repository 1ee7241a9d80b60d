"""A button, whichever: the press itself is the choice."""

from __future__ import annotations

from dataclasses import replace

from gm_appliance.core.game import Choice, Plain
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import immutable
from gm_appliance.pickers.gestures import Gesture


@immutable
class Buttons:
    """The first of these that goes down. It shows nothing: there is no cursor.

    >>> Buttons("check.button", ("ok", "back")).on(Gesture(PANEL, "back", "press", t=1.0)).choice.value
    'back'
    """

    name: str
    values: tuple[int | str, ...]
    choice: Choice | None = None

    @property
    def draft(self) -> Plain:
        return None

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> Buttons:
        pressed = gesture.button if gesture.source == PANEL else f"{gesture.source}.{gesture.button}"
        if gesture.kind != "press" or pressed not in self.values:
            return self
        return replace(self, choice=Choice(self.name, pressed))
