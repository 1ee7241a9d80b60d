"""Steps under construction, and a cache for frequent decisions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Seat, Step
from gm_appliance.core.views import BaseStepBuilder
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.events import AreaLocked, Corrected, ZoneReached
from gm_appliance.games.valda.ledger import entries, written
from gm_appliance.games.valda.model import FOLLOWERS, ValdaView
from gm_appliance.games.valda.track import safe_below


@lru_cache(maxsize=1 << 13)
def ask(name: str, seat: int, options: tuple[int | str, ...], *, talk: bool = False) -> Decision:
    """One of these options, chosen by a seat. Raises Unservable."""
    return Decision(name, Seat(seat), OneOf(options), talk=talk)


class ValdaStepBuilder(BaseStepBuilder[ValdaView]):
    """A step under construction. `change` must not change anybody's balances; only `tell` does."""

    __slots__ = ()

    def tell(self, event: object, **changes: Any) -> None:
        """Announce an event and apply it to the balances the box keeps. Once a balance has changed, earlier
        dice and buildings are final."""
        before = self.view
        found = entries(event)
        if found:
            keeps = before.setup.keeps
            found = tuple([one for one in found if one.what in keeps])
            changes = {"lying": None, "site": None, **changes}
        if found or isinstance(event, AreaLocked):
            changes["holdings"] = written(before.holdings, event, found)
        super().tell(event, **changes)
        if isinstance(event, Corrected) and FOLLOWERS in before.setup.parts:
            return  # the table moves the pawns itself, and simply puts a wrong one right
        for seat in dict.fromkeys(one.seat for one in found if one.what == FOLLOWERS):
            zone = safe_below(self.view.has(seat).followers)
            if zone > safe_below(before.has(seat).followers):
                self.events.append((ZoneReached(seat, zone), self.view))

    def go(self, phase: phases.Phase) -> None:
        self.change(phase=phase)

    def leave(self, part: str) -> None:
        self.change(phase=phases.Done(part))

    def step(self) -> Step[ValdaView, ValdaView]:
        return Step(self.view, tuple(self.events))
