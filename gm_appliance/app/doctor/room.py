"""The check of the owner's broker."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from gm_appliance.app.doctor.diagnosis import ABSENT, UNKNOWN, WORKS, Diagnosis
from gm_appliance.app.doctor.faults import Box
from gm_appliance.app.room import SOCKETS, STATE, link_to
from gm_appliance.core.messages import _, word
from gm_appliance.core.values import replace
from gm_appliance.install.places import Places
from gm_appliance.room.messages import own_topic

PATIENCE = 8.0  # seconds for a broker to answer


def broker(box: Box) -> Diagnosis:
    """What the room's process said last; without one, the broker is tried."""
    part, settings = word("Lights"), box.config.room
    if not settings.broker:
        return Diagnosis(part, ABSENT, _("No broker is set."))
    try:
        link = link_to(settings)
    except (OSError, ValueError) as error:
        return _wrong(box, part, "unread", error=error)
    state = box.machine.text(str(SOCKETS / STATE))
    if not state:
        try:
            from gm_appliance.room.broker import Broker
        except ImportError as error:
            return Diagnosis(part, UNKNOWN, str(error))
        told: SimpleQueue[str] = SimpleQueue()
        tried = Broker(replace(link, name=""), told.put)
        tried.start()
        try:
            state = told.get(timeout=PATIENCE)
        except Empty:
            state = "silent"
        tried.close()
    if state in ("waiting", "fine"):
        return Diagnosis(part, WORKS, settings.broker)
    topics = {"topic": f"{own_topic(link.name)}/#", "other": "homeassistant/#"}
    return _wrong(box, part, state, machine=link.host, port=link.port, name=link.name, **topics)


def _wrong(box: Box, part: str, fault: str, **values: object) -> Diagnosis:
    file = box.config.source or Places().settings
    return box.wrong(part, f"room-{fault}", table="[room]", file=file, page="docs/room.md", **values)
