"""Mistakes in the settings, as announced at the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm_appliance.config import Mistake
from gm_appliance.core.ports import Fault

SHOWN = 4  # lines of the display below the title


def told(mistakes: Sequence[Mistake]) -> Fault | None:
    """Announce these mistakes, if any, shortened; the log has them in full."""
    lines = sorted({one.line for one in mistakes})
    if not lines:
        return None
    if lines == [0]:
        return Fault("settings", "unread")
    shown = tuple(_line(one) for one in mistakes[:SHOWN])
    if len(lines) > 1:
        return Fault("settings", "several", lines[0], shown=shown)
    meant = " ".join(re.sub(r'[\[\]"._]', " ", mistakes[0].meant).split())  # to be spoken
    return Fault("settings", "meant" if meant else "wrong", lines[0], meant, shown)


def _line(mistake: Mistake) -> str:
    return f"{mistake.line}: {mistake.key or mistake.what}" + (f" → {mistake.meant}" if mistake.meant else "")
