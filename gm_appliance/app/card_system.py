"""Which of the card's two systems runs, as announced at the table. docs/image.md has the whole of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm_appliance.core.ports import Fault


def told(line: str, version: str) -> Fault | None:
    """The announcement for the kernel's command line; None if there is nothing to tell.

    version: of this program, so of the system that really runs.

    >>> told("ro rauc.slot=A gm.wanted=B gm.new=B", "1.2").what
    'back'
    """
    words: Mapping[str, str] = dict(re.findall(r"(\S+?)=(\S*)", line))
    slot = words.get("rauc.slot")
    if slot is None:
        return None
    if words.get("gm.wanted", slot) != slot:
        return Fault("system", "back", meant=version)
    return Fault("system", "new", meant=version) if words.get("gm.new") == slot else None
