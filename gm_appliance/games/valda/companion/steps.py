"""A step in the making."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gm_appliance.core.game import Step
from gm_appliance.games.valda.companion.events import AreaLocked, ZoneReached
from gm_appliance.games.valda.companion.ledger import entries, written
from gm_appliance.games.valda.companion.model import FOLLOWERS, Done, Phase, View
from gm_appliance.games.valda.track import safe_below


class CompanionStepBuilder:
    """A step in the making: the view so far and what has been told of it."""

    __slots__ = ("events", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.events: list[tuple[Any, View]] = []

    def change(self, **changes: Any) -> None:
        """Change the view without a word; never what somebody has."""
        self.view = replace(self.view, **changes)

    def tell(self, event: object, **changes: Any) -> None:
        """Tell an event and write down what it does to balances; so dice and a site of before are settled."""
        before, found = self.view, entries(event)
        if found:
            changes = {"lying": None, "site": None, **changes}
        if found or isinstance(event, AreaLocked):
            changes["holdings"] = written(before.holdings, event, found)
        self.view = replace(before, **changes) if changes else before
        self.events.append((event, self.view))
        for seat in dict.fromkeys(one.seat for one in found if one.what == FOLLOWERS):
            zone = safe_below(self.view.has(seat).followers)
            if zone > safe_below(before.has(seat).followers):
                self.events.append((ZoneReached(seat, zone), self.view))

    def go(self, phase: Phase) -> None:
        """Go on there."""
        self.change(phase=phase)

    def leave(self, phase: str) -> None:
        """This phase of the turn is over."""
        self.change(phase=Done(phase))

    def step(self) -> Step[View, View]:
        """The step, made."""
        return Step(self.view, tuple(self.events))
