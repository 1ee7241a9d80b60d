"""Results of this box's league at a broker: one topic for each record, so a box that comes late has all."""

from __future__ import annotations

import logging
from pathlib import Path

from gm_appliance.app.league import NAME, Book
from gm_appliance.room.messages import LEAGUE, Post
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import read

log = logging.getLogger(__name__)


class RoomLeague:
    """state: the folder of results and league. came: the file with what other boxes say at the broker."""

    def __init__(self, state: Path, came: Path) -> None:
        self._state, self._came = state, came
        self._seen: object = None

    def news(self) -> list[Post]:
        """Take in the other boxes' records; returns this box's own, if there may be new ones. Never raises.

        A record that was deleted is deleted at the broker too.
        """
        files = self._state / RESULTS, self._state / NAME, self._came
        seen = [(one.stat().st_mtime_ns, one.stat().st_size) if one.exists() else None for one in files]
        if seen == self._seen:
            return []
        self._seen = seen
        try:
            book = Book(self._state)
            results, _damaged = read(self._state / RESULTS) if seen[0] else ((), ())
            book.tell(results)
            if seen[2]:
                book.take(self._came.read_bytes())
        except (OSError, ImportError) as error:
            log.warning("The league cannot be shared: %s", error)
            return []
        own = {sequence: line.decode() for (box, sequence), line in book.lines.items() if box == book.box}
        return [
            Post(f"{LEAGUE}/{book.box}/{one}", own.get(one, ""), anywhere=True)
            for one in range(1, max(own, default=0) + 1)
        ]
