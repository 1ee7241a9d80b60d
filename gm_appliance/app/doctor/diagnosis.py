"""What the doctor found of one part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm_appliance.core.language import N_, Message

WORKS, WRONG, ABSENT, UNKNOWN = "fine", "wrong", "absent", "unknown"

STATES: Mapping[str, Message] = {
    WORKS: N_("works"),
    WRONG: N_("WRONG"),
    ABSENT: N_("not here"),
    UNKNOWN: N_("not known"),
}
"""How each is called where people read it."""


@dataclass(frozen=True)
class Diagnosis:
    """One part. All texts are in the words of messages.

    part:  what it is called. state: WORKS, WRONG, ABSENT or UNKNOWN, where this user may not look.
    found: what is there, or what is wrong with it. help: what to do; empty where nothing is.
    """

    part: str
    state: str
    found: str
    help: str = ""
