"""Which picker a decision has."""

from __future__ import annotations

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    AnyButton,
    BlankFace,
    Chance,
    Clock,
    Decision,
    Face,
    Number,
    OneOf,
    Opponent,
    PerSeat,
    Seat,
)
from gm_appliance.pickers.ballot import Ballot, RollCall, is_roll_call
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Booth, Buttons, Thumb, is_thumb


def open_picker(decision: Decision, draft: JSON = None) -> Picker | None:
    """The picker for a decision, with a draft; None if the decision takes no presses."""
    if isinstance(decision.who, AllSeats) and isinstance(decision.domain, PerSeat):
        return RollCall(decision) if is_roll_call(decision) else Ballot(decision)
    if isinstance(decision.who, Opponent):
        return None
    if isinstance(decision.domain, Number) and not isinstance(decision.who, Chance):
        picker = NumberPicker(decision.name, decision.domain, decision.domain.start)
        return picker.resumed(draft)
    if decision.secret and isinstance(decision.who, Seat) and isinstance(decision.domain, OneOf):
        return Booth(decision.name, decision.domain.options)
    if isinstance(decision.who, AnyButton) and isinstance(decision.domain, OneOf):
        return Buttons(decision.name, decision.domain.options)
    if is_thumb(decision):
        return Thumb(decision.name)
    pressed = [one for one in decision.open() if not isinstance(one.who, Chance | Clock)]
    return Menu.opened(decision).resumed(draft) if pressed else None


def face_of(picker: Picker | None) -> Face:
    return picker.face if picker else BlankFace()
