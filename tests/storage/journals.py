"""What the journal's tests share."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.game import Plain
from gm_appliance.storage.journal import Journal


def begin(journal: Journal) -> int:
    return journal.begin("thing", 3, {"players": 7, "seating": "choose"}, "de", 1000.5)


def written(path: Path, *values: Plain) -> None:
    """A journal with one running session and these choices, cleanly closed."""
    with Journal(path) as journal:
        session = begin(journal)
        for value in values:
            journal.choose(session, "step", value, False, 1.0)


def values(journal: Journal) -> list[Plain]:
    session = journal.running()
    return [] if session is None else [entry.value for entry in journal.entries(session.id)]


def leave_a_log(path: Path, *some: Plain) -> None:
    """As after a power cut: the choices lie in the log, not yet in the database."""
    written(path)
    with Journal(path) as journal:
        for value in some:
            journal.choose(1, "step", value, False, 1.0)
        kept = {one: one.read_bytes() for one in path.parent.iterdir() if not one.name.endswith("-shm")}
    for one, data in kept.items():
        one.write_bytes(data)
