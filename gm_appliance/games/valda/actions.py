"""Phase 2, the game phase: taking resources, and drawing and playing cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Decision
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.valda import cards, effects, phases
from gm_appliance.games.valda.events import CardsDrawn, Gained, HandLimited
from gm_appliance.games.valda.model import FREYA, HAND, RESOURCES, ValdaView
from gm_appliance.games.valda.steps import ValdaStepBuilder, ask

DONE = "done"
CARD = "card"
DRAW = "draw"


def enter_actions(view: ValdaView) -> phases.Phase | None:
    return phases.Acting()


def drawn(view: ValdaView) -> int:
    return 1 if view.has(view.turn).of(FREYA) else 2


def _decision(view: ValdaView, phase: phases.Acting) -> Decision:
    """A card can always be entered, because it may be free or give actions; everything else takes actions.
    Resources and less common cards come last, so they are reached by going up."""
    if not phase.actions:
        return ask("game.what", view.turn, (DONE, CARD))
    draw = (DRAW,) if phase.actions >= drawn(view) else ()
    lines = (line for line in cards.common(view) if effects.plays(view, line))
    return ask("game.what", view.turn, (*lines, DONE, *draw, *RESOURCES, CARD))


def _apply(builder: ValdaStepBuilder, phase: phases.Acting, value: Any) -> None:
    seat, left = builder.view.turn, phase.actions - 1
    if value == DONE:
        builder.tell(HandLimited(seat, HAND))
        builder.leave("cards")
    elif value == CARD:
        builder.go(phases.Effect(seat, None, phases.Acting(max(0, left), begun=True)))
    elif value == DRAW:
        number = drawn(builder.view)
        left = phase.actions - number
        builder.tell(CardsDrawn(seat, number, left), phase=phases.Acting(left, begun=True))
    elif value in RESOURCES:
        builder.tell(Gained(seat, value, 1, "action"), phase=phases.Acting(left, begun=True))
    else:
        effects.play(builder, phases.Effect(seat, None, phases.Acting(left, begun=True)), value)


PHASES: Mapping[type, PhaseRules] = {phases.Acting: PhaseRules(_decision, _apply)}
