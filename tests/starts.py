"""Boxes that were started often before."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from gm_appliance.testing.life import Box

STARTS = (1, 63, 64, 255, 70_000, 2**32)
"""Which start it is. The pads once went deaf at the 64th, for the wire carried 30 bits."""


def started_before(box: Box, times: int) -> None:
    """As if the box had been switched on this many times."""
    box.read().close()
    with closing(sqlite3.connect(box.path)) as db:
        db.execute("UPDATE boot SET boots = ?", (times,))
        db.commit()
    box.path.with_name(box.path.name + ".lock").unlink()
