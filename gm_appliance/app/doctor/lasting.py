"""Whether games survive power-off."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.app.doctor.diagnosis import UNKNOWN, WORKS, WRONG, Diagnosis
from gm_appliance.app.doctor.machine import Machine
from gm_appliance.core.messages import _, word
from gm_appliance.storage.lasting import MOUNTS, fleeting


def lasting(machine: Machine, state: Path) -> Diagnosis:
    part, mounts = word("Games"), machine.text(str(MOUNTS))
    if not mounts:
        return Diagnosis(part, UNKNOWN, _("There is no {device}.", device=MOUNTS))
    kind = fleeting(state.resolve(), mounts)
    if kind:
        found = _("{folder} is on {kind}: all games are lost at power-off.", folder=state, kind=kind)
        return Diagnosis(
            part, WRONG, found, _('Give it a partition: see "A read-only system" in docs/install.md.')
        )
    return Diagnosis(part, WORKS, _("{folder} survives power-off.", folder=state))
