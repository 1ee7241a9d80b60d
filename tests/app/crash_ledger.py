"""What a box has promised, and what is on its card: for `test_crash`.

Neither uses the product: promises follow from announcements; the card is read with SQLite and line by line.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

Heard: TypeAlias = "Mapping[str, Any]"
Made: TypeAlias = "tuple[str, str]"
"""A choice: its name and, as JSON, its value."""


@dataclass(frozen=True)
class Session:
    """A session: its game, the choices that were not undone, and whether it ended."""

    game: str
    stand: tuple[Made, ...] = ()
    ended: bool = False


@dataclass(frozen=True)
class Ledger:
    """Sessions, oldest first; the number of results; the volume, or None if it was never changed."""

    sessions: tuple[Session, ...] = ()
    results: int = 0
    volume: int | None = None


def promised(heard: Sequence[Heard], before: Ledger) -> list[Ledger]:
    """What must be on the card after 0, 1, 2 … announcements of a life that began with `before`."""
    ledgers = [before]
    playing, over, resumed, turning = "", False, False, False
    for one in heard:
        now = ledgers[-1]
        if "playing" in one:
            over = playing != "" and one["playing"] == ""
            playing = one["playing"]
            if playing and not resumed:
                now = replace(now, sessions=(*now.sessions, Session(playing)))
            resumed = False
        elif "asked" in one:
            if over:  # what comes after a game comes once it is kept
                now = replace(_last(now, ended=True), results=now.results + 1)
            if turning and one["asked"] == "questions":
                now = replace(now, volume=90)
            over, turning = False, one["asked"] == "volume"
        elif "chose" in one:
            resumed |= (one["chose"], one["value"]) == ("menu.resume", "resume")
            if playing:
                made = (one["chose"], json.dumps(one["value"], separators=(",", ":")))
                now = _last(now, stand=(*now.sessions[-1].stand, made))
        elif one.get("announced") == "taken-back":
            now = _last(now, stand=now.sessions[-1].stand[:-1])
        ledgers.append(now)
    return ledgers


def _last(ledger: Ledger, **changes: Any) -> Ledger:
    return replace(ledger, sessions=(*ledger.sessions[:-1], replace(ledger.sessions[-1], **changes)))


# ---------------------------------------------------------------- the card


@dataclass(frozen=True)
class Card:
    """A state folder. games: game and winners of each result. settings: by key. files: their names."""

    ledger: Ledger
    games: tuple[tuple[str, str], ...]
    settings: Mapping[str, Any]
    files: tuple[str, ...]


def card(folder: Path) -> Card:
    """Read a state folder without changing it."""
    sessions: tuple[Session, ...] = ()
    settings: Mapping[str, Any] = {}
    if (folder / "journal.sqlite").exists():
        sessions, settings = _journal(folder)
    games = tuple(_results(folder / "results.jsonl"))
    volume = settings.get("levels", {}).get("volume")
    files = tuple(sorted(one.name for one in folder.iterdir())) if folder.exists() else ()
    return Card(Ledger(sessions, len(games), volume), games, settings, files)


def _journal(folder: Path) -> tuple[tuple[Session, ...], Mapping[str, Any]]:
    with TemporaryDirectory(dir=folder.parent) as copy:
        for one in folder.glob("journal.sqlite*"):
            shutil.copy(one, copy)
        with closing(sqlite3.connect(Path(copy, "journal.sqlite"))) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = db.execute("SELECT id, game, status FROM session ORDER BY id").fetchall()
            sessions = [Session(game, _stand(db, number), status == "ended") for number, game, status in rows]
            settings = {key: json.loads(value) for key, value in db.execute("SELECT key, value FROM setting")}
    return tuple(sessions), settings


def _stand(db: sqlite3.Connection, session: int) -> tuple[Made, ...]:
    stand: list[Made] = []
    records = "SELECT name, value, takes_back FROM record WHERE session = ? ORDER BY n"
    for name, value, takes_back in db.execute(records, (session,)):
        if takes_back is None:
            stand.append((name, value))
        else:
            stand.pop()
    return tuple(stand)


def _results(path: Path) -> Iterable[tuple[str, str]]:
    for line in path.read_text().splitlines() if path.exists() else ():
        if line.endswith("}]"):  # else its end is missing: it counts for nothing
            result = json.loads(line)[1]
            yield result["game"], json.dumps(result["winners"])
