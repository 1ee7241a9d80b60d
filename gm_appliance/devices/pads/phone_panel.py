"""The box's panel as a sheet on one phone: of whoever was first to join. All of it is public."""

from __future__ import annotations

from collections.abc import Sequence

from gm_appliance.core.cues.screens import ClosedScreen, MenuScreen, Screen
from gm_appliance.core.cues.words import parts
from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, Edge
from gm_appliance.core.values import replace
from gm_appliance.phones.messages import PanelSheet, Pressed
from gm_appliance.pickers.gestures import HOLD

TAP = 0.002  # seconds a tap lasts; a hold lasts so much longer than it has to


class PhonePanel:
    """stamp: the prompt and beat that presses belong to. screen: the display's."""

    def __init__(self) -> None:
        self.stamp = (0, 0)
        self.screen: Screen = ClosedScreen()
        self.is_open = False
        self._came: list[int] = []  # the pads in the order in which they first had phones
        self._there: Sequence[int] = ()

    @property
    def pad(self) -> int:
        """The pad whose phone may have it: the first to join of those present; 0 for none."""
        return next((one for one in self._came if one in self._there), 0)

    def seated(self, there: Sequence[int]) -> None:
        before, self._there = self.pad, there
        self._came += [one for one in there if one not in self._came]
        self.is_open &= self.pad == before

    def told(self, may_be_open: bool) -> PanelSheet:
        """For phones. It closes when it may not be open."""
        self.is_open &= may_be_open
        if not self.is_open:
            return PanelSheet(self.pad)
        title, lines, at, hint = _read(self.screen)
        return PanelSheet(self.pad, True, self.stamp[0], title, lines, at, hint)

    def edges(self, message: Pressed, now: float, since: float) -> list[Edge]:
        """The edges of a press that ends now. None of a button that went down before `since`, or in another
        prompt, as at the box; and none of what opens or closes it."""
        if message.pad != self.pad:
            return []
        if message.button in ("open", "close"):
            self.is_open = message.button == "open"
        began = now - TAP - HOLD * message.held
        known = self.is_open and message.button in PANEL_BUTTONS
        if not known or message.prompt != self.stamp[0] or began < since:
            return []
        down = Edge(PANEL, message.button, True, began, *self.stamp)
        return [down, replace(down, down=False, t=now)]


def _read(screen: Screen) -> tuple[str, tuple[str, ...], int, str]:
    """The title of a screen, its lines, the place of the cursor among them, and the hint."""
    if isinstance(screen, MenuScreen):
        return screen.title, screen.items, screen.at, screen.hint
    title, hint = getattr(screen, "title", ""), getattr(screen, "hint", "")
    lines = [one for one in parts(screen) if one and one not in (title, hint)]
    at = next((nth for nth, one in enumerate(lines) if one.startswith("▸")), -1)
    return title, tuple(one.removeprefix("▸") for one in lines), at, hint
