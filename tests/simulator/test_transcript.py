"""The house's own announcements are in the transcript by name, before their words."""

from __future__ import annotations

import json
from itertools import count

from gm_appliance.core.language import load
from gm_appliance.core.ports import Ports
from gm_appliance.devices.inbox import TableInbox, VirtualClock
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.stage import Stage
from gm_appliance.simulator.transcript import Transcript


def test_an_announcement_is_a_line_before_its_sentence_and_everybody_may_know_it() -> None:
    written: list[str] = []
    clock = VirtualClock()
    transcript = Transcript(written.append, clock.now)
    inbox = TableInbox(clock)
    stage = Stage(
        Ports(inbox, transcript, transcript, transcript, transcript, transcript), count(1), transcript
    )
    stage.perform(Announcements(load("en")).taken_back(""))
    lines = [json.loads(one) for one in written]
    assert [line["kind"] for line in lines] == ["light", "show", "announcement", "say"]
    assert lines[2] == {"t": 0.0, "kind": "announcement", "audience": "all", "name": "taken-back"}
