"""What a box has promised by what it let people notice, and what is on its card: for `test_crash`.

Neither asks the product: promises are reckoned from announcements, the card is read by SQLite and by line.
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
    """A playing of a game: its choices that stand, and whether it was ended."""

    game: str
    stand: tuple[Made, ...] = ()
    ended: bool = False


@dataclass(frozen=True)
class Ledger:
    """Games, oldest first; the number of results; and the volume, None where it was never turned."""

    sessions: tuple[Session, ...] = ()
    results: int = 0
    volume: int | None = None


def promised(heard: Sequence[Heard], before: Ledger) -> list[Ledger]:
    """What must be on the card after so many announcements of a life; before: what was when it began."""
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
                now = replace(now, volume=98)
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
    """A state folder. games: of each result the game and the winners. settings: by key. files: by name."""

    ledger: Ledger
    games: tuple[tuple[str, str], ...]
    settings: Mapping[str, Any]
    files: tuple[str, ...]


def card(folder: Path) -> Card:
    """The folder as it is, which is left so."""
    sessions: tuple[Session, ...] = ()
    settings: Mapping[str, Any] = {}
    if (folder / "journal.sqlite").exists():
        sessions, settings = _journal(folder)
    games = tuple(_results(folder / "results.jsonl"))
    volume = settings.get("knobs", {}).get("volume")
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
            settings = {key: json.loads(value) for key, value in db.execute("SELECT * FROM setting")}
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
