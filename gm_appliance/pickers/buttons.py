"""The picker of `AnyButton`: the pressed button is the choice."""

from __future__ import annotations

from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Value, replace
from gm_appliance.pickers.gestures import Gesture


class Buttons(Value):
    """Chooses the first of these buttons that goes down. It has no cursor, so its face is blank.

    >>> Buttons("check.button", ("ok", "back")).on(Gesture(PANEL, "back", "press", t=1.0)).choice.value
    'back'
    """

    name: str
    values: tuple[int | str, ...]
    choice: Choice | None = None

    @property
    def draft(self) -> JSON:
        return None

    def at_end(self) -> Choice | None:
        return None

    def on(self, gesture: Gesture) -> Buttons:
        pressed = gesture.button if gesture.source == PANEL else f"{gesture.source}.{gesture.button}"
        if gesture.kind != "press" or pressed not in self.values:
            return self
        return replace(self, choice=Choice(self.name, pressed))
