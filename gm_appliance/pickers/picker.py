"""What all pickers have in common, and which one a decision gets."""

from __future__ import annotations

from typing import Protocol

from gm_appliance.core.game import (
    BlankFace,
    Chance,
    Choice,
    Clock,
    Decision,
    Each,
    Every,
    Face,
    Number,
    OneOf,
    Opponent,
    Plain,
    Seat,
)
from gm_appliance.pickers.ballot import Ballot, RollCall, is_roll_call
from gm_appliance.pickers.gestures import Gesture
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Booth, Thumb, is_thumb


class Picker(Protocol):
    """Turns gestures into a choice. Equal pickers look alike in their `face`, which is public."""

    def on(self, gesture: Gesture) -> Picker:
        """The picker after a gesture; itself when the gesture means nothing here."""
        ...

    def at_end(self) -> Choice | None:
        """The choice when the decision's timetable has run out."""
        ...

    @property
    def choice(self) -> Choice | None:
        """The choice, once made."""
        ...

    @property
    def draft(self) -> Plain:
        """What to remember over a power cut; None for nothing, as in every secret window."""
        ...


def open_picker(decision: Decision, draft: Plain = None) -> Picker | None:
    """The picker for a decision, with a remembered draft; None where nobody presses anything."""
    if isinstance(decision.who, Every) and isinstance(decision.domain, Each):
        return RollCall(decision) if is_roll_call(decision) else Ballot(decision)
    if isinstance(decision.who, Opponent):
        return None
    if isinstance(decision.domain, Number) and not isinstance(decision.who, Chance):
        picker = NumberPicker(decision.name, decision.domain, decision.domain.start)
        return picker.resumed(draft)
    if decision.secret and isinstance(decision.who, Seat) and isinstance(decision.domain, OneOf):
        return Booth(decision.name, decision.domain.options)
    if is_thumb(decision):
        return Thumb(decision.name)
    pressed = [one for one in decision.open() if not isinstance(one.who, Chance | Clock)]
    return Menu.opened(decision).resumed(draft) if pressed else None


def face_of(picker: Picker | None) -> Face:
    """The public side of a picker."""
    return picker.face if isinstance(picker, Menu | NumberPicker | Thumb) else BlankFace()
