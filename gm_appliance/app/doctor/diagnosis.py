"""The doctor's result for one part."""

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


class Diagnosis(Value):
    """state: a key of STATES. fault: a key of `faults.FAULTS`, or empty."""

    part: str
    state: str
    found: str
    help: str = ""
    fault: str = ""
