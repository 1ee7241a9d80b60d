"""What the doctor found about one part."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.values import Value

WORKS, WRONG, ABSENT, UNKNOWN = "fine", "wrong", "absent", "unknown"

STATES: Mapping[str, Message] = {
    WORKS: NP_("word", "works"),
    WRONG: NP_("word", "WRONG"),
    ABSENT: N_("not present"),
    UNKNOWN: NP_("word", "unknown"),
}
"""The state as it is printed."""


class Diagnosis(Value):
    """One part, in the language of messages.

    part:  its name.
    state: WORKS, WRONG, ABSENT, or UNKNOWN, for example if this user may not look.
    found: what is there, or what is wrong with it.
    help:  what to do; empty for nothing.
    fault: its name in `faults.FAULTS`; empty for none.
    """

    part: str
    state: str
    found: str
    help: str = ""
    fault: str = ""
