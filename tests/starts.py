"""Boxes that have been started many times."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.app.life import Box

STARTS = (1, 63, 64, 255, 70_000, 2**32)
"""Numbers of starts. The pads once went deaf at the 64th, because the wire carried 30 bits."""


def started_before(box: Box, times: int) -> None:
    """Count the box as having been switched on this many times."""
    box.read().close()
    with closing(sqlite3.connect(box.path)) as db:
        db.execute("UPDATE boot SET boots = ?", (times,))
        db.commit()
    box.path.with_name(box.path.name + ".lock").unlink()
