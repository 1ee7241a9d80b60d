"""The journal: sessions, their choices and drafts, and settings, in one SQLite file.

Every call that writes has synced its commit when it returns. `begin`, `choose`, `undo` and `draft` change
nothing if they raise: anything a failing medium kept of them is removed before the next write. Others can be
repeated. Values are plain data.

Each row has a checksum that includes the journal's id. Rows altered or lost on the medium are noticed at the
next opening; the file is then set aside and replaced by one with all intact rows, and `Journal.loss` says
what is missing.

Beside ``journal.sqlite`` are SQLite's ``-wal`` and ``-shm``; ``.lock``, held by the process that writes, with
the journal's id and last position; and ``.mark``, a copy of these. All are private: they contain secrets.
"""

from gm_appliance.storage.journal.errors import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalFull,
    JournalLost,
    UnknownSession,
)
from gm_appliance.storage.journal.reading import JournalEntry, JournalReader, SessionRecord, SessionStatus
from gm_appliance.storage.journal.writing import Journal

__all__ = ["Journal", "JournalEntry", "JournalReader", "SessionRecord", "SessionStatus"]
__all__ += ["JournalBusy", "JournalDamaged", "JournalError", "JournalFull", "JournalLost", "UnknownSession"]
