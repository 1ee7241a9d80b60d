"""Announcements of our own card (docs/developers/image.md): which system runs, and that games were mended."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm_appliance.core.ports import Fault


def told(line: str, version: str, *, mended: bool = False) -> tuple[Fault, ...]:
    """line: the kernel's command line. version: of this program. mended: whether the games' partition was.

    >>> told("ro rauc.slot=A gm.wanted=B gm.new=B", "1.2")[0].what
    'back'
    """
    words: Mapping[str, str] = dict(re.findall(r"(\S+?)=(\S*)", line))
    slot = words.get("rauc.slot")
    news = [Fault("journal", "mended")] if mended else []
    if slot and words.get("gm.wanted", slot) != slot:
        news.append(Fault("system", "back", meant=version))
    elif slot and words.get("gm.new") == slot:
        news.append(Fault("system", "new", meant=version))
    return tuple(news)
