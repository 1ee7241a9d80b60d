"""Phase 2, the game phase: resources that are taken, and cards that are played."""

from __future__ import annotations

from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.games.valda.companion.asking import ask
from gm_appliance.games.valda.companion.events import Gained
from gm_appliance.games.valda.companion.model import RESOURCES, Acting, Effect, Phase, View
from gm_appliance.games.valda.companion.steps import CompanionStepBuilder

DONE = "done"
CARD = "card"


def enter_actions(view: View) -> Phase | None:
    """None where cards are kept by hand."""
    return None if "cards" in view.setup.by_hand else Acting()


def acting_decision(view: View, phase: Acting) -> Decision:
    """A card can always be told: one may be free, or give actions. A resource needs one that is left."""
    kinds = RESOURCES if phase.actions else ()
    return ask("game.what", view.turn, (DONE, CARD, *kinds))


def apply_acting(builder: CompanionStepBuilder, phase: Acting, value: Any) -> None:
    seat = builder.view.turn
    if value == DONE:
        builder.leave("game")
    elif value == CARD:
        builder.go(Effect(seat, None, Acting(max(0, phase.actions - 1))))
    else:
        builder.tell(Gained(seat, value, 1, "action"), phase=Acting(phase.actions - 1))
