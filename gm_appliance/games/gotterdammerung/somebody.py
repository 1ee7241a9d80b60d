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
    Phase,
    Picking,
    Seating,
    StepBuilder,
    View,
)

EVERYBODY = "everybody"
NOBODY = "nobody"
END = "end"
ANEW = "anew"

_INTERRUPTED = (Calling, Leaving)
_UNSEATED = (Picking, Seating)
_BEFORE = (Picking, Seating, Deal, Learning)


def on_request(view: View) -> tuple[Decision, ...]:
    """What can be decided meanwhile, if somebody asks for it."""
    phase = view.phase
    if isinstance(phase, _INTERRUPTED):
        return ()
    began = not isinstance(phase, _BEFORE)
    at_pads = view.with_pads and not isinstance(phase, _UNSEATED)
    return _open(night.can_be_void(phase), began, at_pads, view.present, view.gone)


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


def apply_on_request(builder: StepBuilder, choice: Choice) -> None:
    view, value = builder.view, choice.value
    if choice.name == "night.void":
        night.void(builder)
    elif value in (END, ANEW):
        end(builder)
    elif choice.name == "somebody.leaves":
        builder.change(phase=Leaving(int(str(value)), view.phase))
    elif choice.name == "somebody.comes":
        builder.tell(Joins(int(str(value))), gone=view.gone - {int(str(value))})
    elif value == EVERYBODY:
        builder.change(phase=setup.call_all(view))
    else:
        builder.change(phase=Calling(int(str(value)), (), view.phase, swap=True))


def leaving_decision(view: View, phase: Leaving) -> Decision:
    return Decision("somebody.left", Table(), OneOf((NOBODY, END)))


def leave(builder: StepBuilder, choice: Choice) -> Phase | None:
    """Where the game goes on without the player who left; None if the table ends it."""
    phase = builder.view.phase
    assert isinstance(phase, Leaving)
    if choice.value == END:
        end(builder)
        return None
    gone = builder.view.gone | {phase.seat}
    builder.tell(Leaves(phase.seat), gone=gone, phase=phase.back)
    builder.thumbs = {s: one for s, one in builder.thumbs.items() if s != phase.seat}
    return phase.back
