"""Which picker a decision has."""

from __future__ import annotations

from gm_appliance.core import game
from gm_appliance.pickers.ballot import Ballot, RollCall, is_roll_call
from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.menu import Menu
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.thumb import Booth, Buttons, Thumb, is_thumb


def open_picker(decision: game.Decision, draft: game.JSON = None) -> Picker | None:
    """The picker for a decision, with a draft; None if the decision takes no presses."""
    if isinstance(decision.who, game.AllSeats) and isinstance(decision.domain, game.PerSeat):
        return RollCall(decision) if is_roll_call(decision) else Ballot(decision)
    if isinstance(decision.who, game.Opponent):
        return None
    if isinstance(decision.domain, game.Number) and not isinstance(decision.who, game.Chance):
        picker = NumberPicker(decision.name, decision.domain, decision.domain.start)
        return picker.resumed(draft)
    if decision.secret and isinstance(decision.who, game.Seat) and isinstance(decision.domain, game.OneOf):
        return Booth(decision.name, decision.domain.options)
    if isinstance(decision.who, game.AnyButton) and isinstance(decision.domain, game.OneOf):
        return Buttons(decision.name, decision.domain.options)
    if is_thumb(decision):
        return Thumb(decision.name)
    pressed = [one for one in decision.open() if not isinstance(one.who, game.Chance | game.Clock)]
    return Menu.opened(decision).resumed(draft) if pressed else None


def face_of(picker: Picker | None) -> game.Face:
    return picker.face if picker else game.BlankFace()
