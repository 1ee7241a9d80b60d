"""Recovers intact rows from the bytes of a damaged journal, without SQLite.

SQLite stops reading the log at a damaged frame. Later frames mostly contain its rows, too: each is a whole
page.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal, TypeAlias

from gm_appliance.core.values import Value
from gm_appliance.storage.journal import rows as stored
from gm_appliance.storage.journal.files import beside
from gm_appliance.storage.journal.rows import NUMBER, Row, checksum

log = logging.getLogger(__name__)

PAGE, FRAME, LOG_HEAD = 4096, 24, 32
_MOST_LOCAL, _LEAST_LOCAL = (PAGE - 12) * 64 // 255 - 23, (PAGE - 12) * 32 // 255 - 23
_INTERIOR, _LEAF = 0x02, 0x0A  # of tables without a rowid
_THOROUGH = 64  # the maximum number of pages searched byte by byte, which limits the time for large rubbish
_HEAD = re.compile(rb"[\x06-\x1e](?=[\x01-\x7f])")
"""An SQLite record after its size in one to three bytes: its header's size and a type."""

_TABLE = {len(columns) + 2: table for table, columns in stored.COLUMNS.items()}

Loss: TypeAlias = Literal["", "gone", "set-aside", "games", "unsure", "short", "settings", "saved"]
"""The result of a recovery, also used as a fault: no damage; no file; nothing saved; games lost; unknown
losses; a game without its last choices; all games, but not all settings; everything saved."""


class Salvaged(Value):
    """rows: with their commits. journal: its id. gone: the session to be written again; 0 for none."""

    rows: tuple[tuple[str, Row], ...]
    journal: int
    gone: int
    loss: Loss


def salvaged(path: Path, marks: Sequence[stored.Mark], *, in_use: bool = False) -> Salvaged:
    """Recover intact rows. Raises OSError if the files cannot be read.

    in_use: the running session is known in memory; if it lost its end, it is kept aside.
    """
    pages, frames = _pages(path), _frames(path)
    mark = stored.Mark.of(marks, _id_in(pages, frames))
    journal = mark.journal if mark else _id_in(pages, frames)
    found = stored.newest(_sound_rows(journal, pages, frames))
    last = max((row[-1] for kept in found.values() for row in kept.values()), default=0)
    sessions = [found["session"][key] for key in sorted(found["session"])]
    running = max(
        (row for row in sessions if stored.status_of(row) == "running"), key=lambda row: row[-1], default=None
    )
    orphans = {key[0] for key in found["record"]} - {row[0] for row in sessions}
    games = max(len(orphans), mark.sessions - len(sessions) if mark else 0)
    # Whether the files go back to an earlier moment, losing unknown rows.
    another = mark is None or running is None or running[0] != mark.session
    back = (
        mark is None
        or mark.seq > last
        or (not games and mark.heads > sum(row[-1] for row in sessions))
        or (another and running is not None and running[-1] <= mark.seq)
    )
    kept: list[tuple[str, Row]] = [("setting", row) for row in found["setting"].values()]
    short: set[int] = set()
    gone = 0
    for row in sessions:
        records = _unbroken(found["record"], row[0])
        more = any(key[0] == row[0] and key[1] > len(records) for key in found["record"])
        open_end = row is running or (another and stored.status_of(row) == "waiting")
        if more or len(records) < (stored.expected(row, mark) or 0) or (back and open_end):
            short.add(row[0])
        gone = row[0] if row is running and row[0] in short and in_use else gone
        kept.append(("session", _as_it_is(row, records, row[0] in short, row is running, row[0] == gone)))
        kept += (("record", one) for one in records)
    settings = mark is not None and mark.settings > sum(row[-1] for row in found["setting"].values())
    loss: Loss = "settings" if settings or back else "saved"
    loss = "short" if short - {gone} else loss
    loss = "games" if games else "unsure" if mark is None else loss
    log.error("The journal was damaged: %d games saved, %d lost, %d short.", len(sessions), games, len(short))
    return Salvaged(tuple(kept), journal, gone, loss if kept else "set-aside")


def _unbroken(records: dict[Row, Row], session: int) -> list[Row]:
    """A session's records up to the first missing one."""
    found: list[Row] = []
    while record := records.get((session, len(found) + 1)):
        found.append(record)
    return found


def _as_it_is(row: Row, records: list[Row], short: bool, running: bool, gone: bool) -> Row:
    """The session's row after losses."""
    changed = list(row[:-1])
    if short:
        changed[NUMBER["cut"]] = len(records)
    if short or (records and records[-1][-1] > row[-1]):  # the draft was discarded since
        changed[NUMBER["drafting"]] = changed[NUMBER["draft"]] = None
    if stored.status_of(row) == "running" and not running:
        changed[NUMBER["status"]] = "waiting"
    if gone:
        changed[NUMBER["status"]], changed[NUMBER["reason"]] = "aside", "it lost its last choices"
    if changed[NUMBER["status"]] != "running":
        changed[NUMBER["records"]] = len(records)
    return (*changed, row[-1])


# ---------------------------------------------------------------- rows in bytes


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def _pages(path: Path) -> dict[int, bytes]:
    """The database's pages by number."""
    data = _bytes(path)
    return {at // PAGE + 1: data[at : at + PAGE] for at in range(0, len(data), PAGE)}


def _frames(path: Path) -> list[tuple[int, bytes]]:
    """The log's pages with their numbers, oldest first."""
    wal = _bytes(beside(path, "-wal"))
    return [
        (int.from_bytes(wal[at : at + 4], "big"), wal[at + FRAME : at + FRAME + PAGE])
        for at in range(LOG_HEAD, len(wal), FRAME + PAGE)
    ]


def _id_in(pages: dict[int, bytes], frames: list[tuple[int, bytes]]) -> int:
    """The journal's id in the first page that is the head of a database; 0 for none."""
    found = chain(pages.values(), dict(frames).values())
    heads = (page[60:64] for page in found if page.startswith(b"SQLite format"))
    return next((int.from_bytes(head, "big", signed=True) for head in heads), 0)


def _sound_rows(
    journal: int, pages: dict[int, bytes], frames: list[tuple[int, bytes]]
) -> Iterator[tuple[str, Row]]:
    """Every row with a valid checksum, with its commit, possibly several times."""
    overflow = ({**pages, **dict(frames)}, pages)
    thorough, seen = _THOROUGH, set[bytes]()
    for page in chain(pages.values(), (page for _number, page in frames)):
        if page in seen or not any(page):
            continue
        seen.add(page)
        found, whole = [], True
        for at in _cells(page):
            row = _first_sound(journal, page, at, overflow)
            whole = whole and row is not None
            found += [row] if row else []
        yield from found
        if (not found or not whole) and thorough:
            thorough -= 1
            places = {head.start() - size for head in _HEAD.finditer(page) for size in (1, 2, 3)}
            there = (_first_sound(journal, page, at, overflow) for at in sorted(places) if at >= 0)
            yield from filter(None, there)


def _cells(page: bytes) -> Iterator[int]:
    """The positions of rows, according to a page's header."""
    kind, count = page[0], int.from_bytes(page[3:5], "big")
    if kind in (_INTERIOR, _LEAF):
        head, child = (12, 4) if kind == _INTERIOR else (8, 0)
        for at in range(head, min(head + 2 * count, len(page) - 1), 2):
            yield int.from_bytes(page[at : at + 2], "big") + child


def _first_sound(
    journal: int, page: bytes, at: int, overflow: Sequence[dict[int, bytes]]
) -> tuple[str, Row] | None:
    try:
        size, begin = _varint(page, at)
        if not len(stored.COLUMNS["setting"]) + 2 < size <= 1 << 24:
            return None
        for pages in overflow if size > _MOST_LOCAL else overflow[:1]:
            row = _decoded(_payload(page, begin, size, pages))
            table = _TABLE.get(len(row), "")
            if table and checksum(journal, table, row[:-1]) == row[-1]:
                return table, row[:-1]
    except (IndexError, KeyError, ValueError, struct.error):
        pass
    return None


def _payload(page: bytes, begin: int, size: int, pages: dict[int, bytes]) -> bytes:
    """The row's bytes, including overflow pages."""
    if size <= _MOST_LOCAL:
        return page[begin : begin + size]
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE - 4)
    local = local if local <= _MOST_LOCAL else _LEAST_LOCAL
    found, following = page[begin : begin + local], page[begin + local : begin + local + 4]
    while len(found) < size:
        another = pages[int.from_bytes(following, "big")]
        if len(another) < PAGE:
            raise ValueError
        found, following = found + another[4 : 4 + size - len(found)], another[:4]
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """An SQLite varint, and the position after it."""
    number = 0
    for place in range(at, at + 8):
        number = number << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return number, place + 1
    return number << 8 | data[at + 8], at + 9


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _decoded(payload: bytes) -> Row:
    head, at = _varint(payload, 0)
    if head - 1 > 2 * max(_TABLE) + 16:
        raise ValueError
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    row: list[object] = []
    for kind in kinds:
        size = _INTEGERS.get(kind, 8 if kind == 7 else (kind - 12) // 2 if kind >= 12 else 0)
        piece = payload[at : at + size]
        if len(piece) < size or kind in (10, 11):
            raise ValueError
        row.append(_value(kind, piece))
        at += size
    return tuple(row)


def _value(kind: int, piece: bytes) -> object:
    if kind in _INTEGERS:
        return int.from_bytes(piece, "big", signed=True)
    if kind == 7:
        return struct.unpack(">d", piece)[0]
    if kind >= 12:
        return piece.decode() if kind % 2 else piece
    return {0: None, 8: 0, 9: 1}[kind]
