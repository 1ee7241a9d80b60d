"""Parts of a turn that the table takes over from the box during a game, and hands back. This changes no
balance. Balances that the box missed meanwhile are corrected like any wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.core.values import replace
from gm_appliance.games.valda import model, phases
from gm_appliance.games.valda.corrections import BACK, between
from gm_appliance.games.valda.events import PartSwitched
from gm_appliance.games.valda.model import Setup, ValdaView
from gm_appliance.games.valda.options import PARTS
from gm_appliance.games.valda.setup import by_hand
from gm_appliance.games.valda.steps import ValdaStepBuilder

DICE = "dice"

_OPEN: Mapping[type, str] = {
    **{phases.Rolling: DICE, phases.Reading: DICE, phases.Trading: "trades", phases.Acting: "cards"},
    **{phases.Building: "buildings", phases.Attacking: "attacks", phases.Converting: "conversions"},
}


@lru_cache(maxsize=1 << 10)
def switchable(setup: Setup) -> tuple[str, ...]:
    can = (setup.parts | setup.by_hand) - setup.announced
    return tuple(part for part in (DICE, *PARTS) if part in can)


def followed(setup: Setup, part: str) -> bool:
    """Whether the box takes care of a part; for "dice", whether it rolls them."""
    return not setup.own if part == DICE else part in setup.parts


def switch_decision(view: ValdaView) -> Decision | None:
    """Who takes care of which part? None in the middle of an entry, and if there is nothing to switch."""
    can = switchable(view.setup)
    return _which(can) if can and between(view) else None


@lru_cache(maxsize=64)
def _which(parts: tuple[str, ...]) -> Decision:
    return Decision("follow.part", Table(), OneOf((*parts, BACK)))


def switch(builder: ValdaStepBuilder, value: Any) -> None:
    """Hand a part over. If it is the current one, leave it, or restart it in the case of dice."""
    if value == BACK:
        return
    setup, phase = builder.view.setup, builder.view.phase
    dice = replace(setup, own=not setup.own)
    after = dice if value == DICE else by_hand(setup, setup.by_hand ^ {value})
    builder.change(setup=after)
    builder.tell(PartSwitched(value, followed(after, value)))
    if _OPEN.get(type(phase)) == value:
        builder.leave("" if value == DICE else value)
    elif value == DICE and isinstance(phase, phases.Converting) and "conversions" not in after.parts:
        builder.leave(model.LOKI)
