"""The check of the owner's broker."""

from __future__ import annotations

from contextlib import closing
from queue import Empty, SimpleQueue

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.app.room import link_to
from gm_appliance.core.messages import _, word
from gm_appliance.core.values import replace
from gm_appliance.install.places import Places
from gm_appliance.room.messages import CONNECTION, ROOT, SOCKETS, Link

PATIENCE = 8.0  # seconds for a broker to answer


def broker(box: Box) -> Diagnosis:
    """The last state that the room's process reported; if it does not run, the broker is tried."""
    part, settings = word("Lights"), box.config.room
    values = {"table": "[room]", "file": box.config.source or Places().settings, "page": "docs/room.md"}
    if not settings.broker:
        return Diagnosis(part, ABSENT, _("No broker is set."))
    try:
        link = link_to(settings)
        state = box.machine.text(f"{SOCKETS}/{CONNECTION}") or _tried(link)
    except ImportError as error:
        return Diagnosis(part, UNKNOWN, str(error))
    except (OSError, ValueError) as error:
        return box.wrong(part, "room-unread", error=error, **values)
    if state == "fine":
        return Diagnosis(part, WORKS, settings.broker)
    values |= {"machine": link.host, "port": str(link.port), "name": link.name}
    values |= {"topic": f"{ROOT}/{link.name}/#", "other": "homeassistant/#"}
    return box.wrong(part, f"room-{state}", **values)


def _tried(link: Link) -> str:
    """Raises ImportError without the library."""
    from gm_appliance.room.broker import Broker

    told: SimpleQueue[str] = SimpleQueue()
    with closing(Broker(replace(link, name=""), told.put)):
        try:
            return told.get(timeout=PATIENCE)
        except Empty:
            return "silent"
