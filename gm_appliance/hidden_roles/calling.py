"""Each seat is called to its pad, which the box learns by a press."""

from __future__ import annotations

from typing import Any, TypeVar

from gm_appliance.core.game import PADS, Decision, OneOf, Pad
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import model
from gm_appliance.hidden_roles.events import PadCalled
from gm_appliance.hidden_roles.hooks import Builder, Hooks
from gm_appliance.hidden_roles.model import HiddenRolesView

V = TypeVar("V", bound=HiddenRolesView)


def call_all(view: Any) -> model.Calling:
    """Call every seat with a player, in order. The phase of `view` follows."""
    first, *rest = view.present
    return model.Calling(first, tuple(rest), view.phase)


def with_pads(view: V) -> V:
    """A view in which the pads are known or about to be called, before its phase."""
    if not view.with_pads:
        return view
    if view.setup.roll_call == "no":
        return replace(view, pads={seat: seat for seat in view.seats})
    return replace(view, phase=call_all(view))


class CallingRules(Hooks):
    def _call(self, view: Any, phase: model.Calling) -> Decision:
        """Any pad not known to belong to another seat, or 0 for none."""
        waiting = {phase.seat, *phase.rest}
        taken = {pad for seat, pad in view.pads.items() if seat not in waiting}
        free = tuple(pad for pad in range(1, PADS + 1) if pad not in taken)
        return Decision("setup.pad", Pad(phase.seat), OneOf((0, *free)))

    def _pad_called(self, builder: Builder, phase: model.Calling, pad: int) -> None:
        pads = {seat: at for seat, at in builder.view.pads.items() if seat != phase.seat and at != pad}
        if pad:
            pads[phase.seat] = pad
        after = phase.back
        if phase.rest:
            after = model.Calling(phase.rest[0], phase.rest[1:], phase.back, phase.swap)
        builder.tell(PadCalled(phase.seat, not pad, phase.swap), pads=pads, phase=after)
        if not phase.rest and isinstance(after, model.Learning):
            # Players who have a pad now enter their card there; those who lost theirs, at the panel.
            builder.change(phase=learning(builder.view, builder.factions, after.wrong))


def learning(view: Any, known: dict[int, str] | Any, wrong: int = 0) -> model.Learning:
    """Ask all seats with pads at once, or, once those are known, the others one by one at the panel.

    known: the known cards, by seat. wrong: how often the presses did not fit since the deal.
    """
    unknown = tuple(seat for seat in view.seats if seat not in known)
    at_pads = tuple(seat for seat in unknown if seat in view.pads)
    if at_pads:
        return model.Learning(at_pads, wrong=wrong)
    return model.Learning(unknown, booth=True, wrong=wrong)
