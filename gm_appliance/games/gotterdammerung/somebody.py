"""What happens to people: they peek, leave, come late, or their pad breaks.

Decisions on the side, open at every moment somebody may ask for them.
"""

from __future__ import annotations

from functools import lru_cache

from gm_appliance.core.game import Choice, Decision, OneOf, Table
from gm_appliance.games.gotterdammerung import night, setup
from gm_appliance.games.gotterdammerung.ending import end
from gm_appliance.games.gotterdammerung.events import Joins, Leaves
from gm_appliance.games.gotterdammerung.model import (
    Calling,
    Deal,
    Learning,
    Leaving,
    Picking,
    Seating,
    Stage,
    Telling,
    View,
)

EVERYBODY = "everybody"
NOBODY = "nobody"
END = "end"
ANEW = "anew"

_INTERRUPTED = (Calling, Leaving)
_UNSEATED = (Picking, Seating)
_BEFORE = (Picking, Seating, Deal, Learning)


def asides(view: View) -> tuple[Decision, ...]:
    """What can be decided meanwhile, if somebody asks for it."""
    stage = view.stage
    if isinstance(stage, _INTERRUPTED):
        return ()
    began = not isinstance(stage, _BEFORE)
    at_pads = view.with_pads and not isinstance(stage, _UNSEATED)
    return _open(night.can_be_void(stage), began, at_pads, view.present, view.gone)


@lru_cache(maxsize=256)
def _open(
    void: bool, began: bool, at_pads: bool, present: tuple[int, ...], gone: frozenset[int]
) -> tuple[Decision, ...]:
    """The same at nearly every decision of a game, so it is made once."""
    open_now: list[Decision] = []
    if void:
        open_now.append(Decision("night.void", Table(), OneOf(("void",))))
    open_now.append(Decision("somebody.leaves", Table(), OneOf((*(present if began else ()), END))))
    if began:
        open_now.append(Decision("somebody.comes", Table(), OneOf((*sorted(gone), ANEW))))
    if at_pads and present:
        open_now.append(Decision("pad.broken", Table(), OneOf((*present, EVERYBODY))))
    return tuple(open_now)


def apply_aside(telling: Telling, choice: Choice) -> None:
    view, value = telling.view, choice.value
    if choice.name == "night.void":
        night.void(telling)
    elif value in (END, ANEW):
        end(telling)
    elif choice.name == "somebody.leaves":
        telling.change(stage=Leaving(int(str(value)), view.stage))
    elif choice.name == "somebody.comes":
        telling.tell(Joins(int(str(value))), gone=view.gone - {int(str(value))})
    elif value == EVERYBODY:
        telling.change(stage=setup.call_all(view))
    else:
        telling.change(stage=Calling(int(str(value)), (), view.stage, swap=True))


def leaving_decision(view: View, stage: Leaving) -> Decision:
    return Decision("somebody.left", Table(), OneOf((NOBODY, END)))


def leave(telling: Telling, choice: Choice) -> Stage | None:
    """Where the game goes on without the player who left; None if the table ends it."""
    stage = telling.view.stage
    assert isinstance(stage, Leaving)
    if choice.value == END:
        end(telling)
        return None
    gone = telling.view.gone | {stage.seat}
    telling.tell(Leaves(stage.seat), gone=gone, stage=stage.back)
    telling.thumbs = {s: one for s, one in telling.thumbs.items() if s != stage.seat}
    return stage.back
