"""Whether games survive power-off."""

from __future__ import annotations

from gm_appliance.app.doctor.diagnosis import UNKNOWN, WORKS, Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.core.messages import _, word
from gm_appliance.storage.lasting import MOUNTS, fleeting


def lasting(box: Box) -> Diagnosis:
    part, state, mounts = word("Games"), box.state, box.machine.text(str(MOUNTS))
    if not mounts:
        return Diagnosis(part, UNKNOWN, _("There is no {device}.", device=MOUNTS))
    if kind := fleeting(state.resolve(), mounts):
        return box.wrong(part, "games-fleeting", folder=state, kind=kind, option="--state")
    return Diagnosis(part, WORKS, _("{folder} survives power-off.", folder=state))
