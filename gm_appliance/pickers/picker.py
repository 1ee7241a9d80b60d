"""The interface of pickers, and the choice of picker for a decision."""

from __future__ import annotations

from typing import Protocol

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    AnyButton,
    BlankFace,
    Chance,
    Choice,
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
from gm_appliance.pickers.buttons import Buttons
from gm_appliance.pickers.gestures import Gesture
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Booth, Thumb, is_thumb


class Picker(Protocol):
    """Turns gestures into a choice. Its `face` is public."""

    def on(self, gesture: Gesture) -> Picker:
        """The picker after a gesture; the same one if the gesture has no effect."""
        ...

    def at_end(self) -> Choice | None:
        """The choice at the end of the decision's timetable; None without one."""
        ...

    @property
    def choice(self) -> Choice | None:
        """The choice; None before it is made."""
        ...

    @property
    def draft(self) -> JSON:
        """The progress to keep in case of a power cut; None for nothing, as in every secret window."""
        ...


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
    return picker.face if isinstance(picker, Menu | NumberPicker | Thumb) else BlankFace()
