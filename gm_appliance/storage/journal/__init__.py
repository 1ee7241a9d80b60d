"""What the box remembers: sessions, their choices and drafts, and settings, in one SQLite file.

Every call that writes has synced its commit to the medium before it returns. A session begun, a choice,
an undo or a draft that raises has changed nothing: what a failing medium may have kept of it is taken
back before anything else is done. The other calls may simply be made again. Values are plain data; the
journal knows no game.

Next to ``journal.sqlite`` lie ``-wal`` and ``-shm``, which are SQLite's own, and ``.lock``, which the
one process that writes holds. All are for the service's user alone, for they hold the secrets.
"""

from gm_appliance.storage.journal.files import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLost,
    UnknownSession,
)
from gm_appliance.storage.journal.reading import JournalEntry, JournalReader, SessionRecord, SessionStatus
from gm_appliance.storage.journal.writing import Journal

__all__ = [
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalEntry",
    "JournalError",
    "JournalFull",
    "JournalLost",
    "JournalReader",
    "SessionRecord",
    "SessionStatus",
    "UnknownSession",
]
