"""`gm-appliance replay`: a finished session, retold from the journal: as a story, or choice by choice."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from gm_appliance.app.clock import minute_of
from gm_appliance.app.story import Story, story
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Say
from gm_appliance.core.game import Choice
from gm_appliance.core.language import N_, NP_, Language, load
from gm_appliance.core.messages import _, ngettext, spoken, word
from gm_appliance.core.people import Party, seated
from gm_appliance.games.registry import registered
from gm_appliance.storage.journal import JournalEntry, JournalReader, SessionRecord

REDACTED = NP_("word", "(secret)")

CUT = N_("(the rest was lost when the journal was damaged)")

STATUS = {
    "running": NP_("word", "running"),
    "waiting": NP_("word", "unfinished"),
    "ended": NP_("word", "ended"),
    "abandoned": NP_("word", "abandoned"),
    "aside": N_("set aside"),
}


class StillRunning(ValueError):
    """A replay of a session that is not over might reveal its secrets."""


class NoSuchSession(ValueError):
    """The number is of no session in the journal."""


def asked_for(journal: Path, args: Namespace) -> Iterator[str]:
    """The answer to the command line's arguments. Raises ValueError, and as `replay` does."""
    if not journal.exists():
        told = N_("{file} does not exist: no game was played yet, or {option} names another folder")
        raise ValueError(_(told, file=journal, option="--state"))
    number, language, picture = args.session, args.language or spoken(), args.picture
    if number is None and picture:
        raise ValueError(_("{option} needs the number of a session", option="--picture"))
    if number is None:
        yield from sessions(journal)
    elif picture:
        from gm_appliance.app import picture as drawing

        yield from drawing.picture(retold(journal, number, language)).save(picture)
    elif args.events or args.secrets:
        yield from replay(journal, number, args.language, secrets=args.secrets)
    else:
        yield from retold(journal, number, language).lines()


def sessions(journal: Path) -> Iterator[str]:
    """One line per session, oldest first. Raises JournalError if the journal cannot be read."""
    with closing(JournalReader(journal)) as reader:
        for one in reader.sessions():
            date = minute_of(one.started) or "-" * 16
            yield f"{one.id:4}  {date}  {_summary(one)}"


def _summary(session: SessionRecord) -> str:
    said = {"game": session.game, "status": _(STATUS[session.status])}
    players = session.options.get("players")
    if not isinstance(players, int):
        return _("{game}: {status}", **said)
    return ngettext("{game}, {n} player: {status}", "{game}, {n} players: {status}", players, **said)


def replay(journal: Path, number: int, language: str | None, *, secrets: bool) -> Iterator[str]:
    """Each choice and the sentences it led to; events without any appear as their `repr`.

    language: None for the one it was played in. secrets: show secret choices too.

    Raises NoSuchSession, StillRunning, UnknownLanguage, GameError if the session was played with other rules,
    and JournalError if the journal cannot be read.
    """
    with closing(JournalReader(journal)) as reader:
        session = _ended(reader, journal, number)
        yield from _lines(session, reader.entries(number), language or session.language, secrets)


def retold(journal: Path, number: int, language: str) -> Story:
    """A finished session's story. Raises as `replay` does."""
    with closing(JournalReader(journal)) as reader:
        session = _ended(reader, journal, number)
        return story(session, reader.entries(number), language)


def _ended(reader: JournalReader, journal: Path, number: int) -> SessionRecord:
    known = {one.id: one for one in reader.sessions()}
    if number not in known:
        has = {"journal": journal, "number": number, "known": ", ".join(map(str, known)) or word("none")}
        raise NoSuchSession(_("{journal} has no session {number}; it has: {known}", **has))
    session = known[number]
    if session.status in ("running", "waiting"):
        told = _(
            "session {number} is not over, and a replay might reveal its secrets. "
            "Finish the game, or end it at the table, and try again",
            number=number,
        )
        raise StillRunning(told)
    return session


def _lines(
    session: SessionRecord, entries: Sequence[JournalEntry], language: str, secrets: bool
) -> Iterator[str]:
    told = registered(session.game)
    words = load(language).verbatim()
    play = fold(session, [])
    start = entries[0].t if entries else 0.0
    yield _heading(words, session)
    cut = session.cut
    for entry in entries:
        if cut is not None and entry.n > cut:
            yield words(CUT)
            cut = None
        hidden = entry.secret and not secrets
        shown = words(REDACTED) if hidden else json.dumps(entry.value, ensure_ascii=False)
        yield f"{max(0.0, entry.t - start):8.1f}  {entry.name} {shown}"
        news = play.take(Choice(entry.name, entry.value))
        narration = told.narration(language, Party(seated(session.people, play.names)))
        for event, view in news:
            said = [cue.text for cue in narration.tell(event, view) if isinstance(cue, Say)]
            yield from (f"{'':10}{text}" for text in said or [repr(event)])
    if cut is not None:
        yield words(CUT)


def _heading(_: Language, session: SessionRecord) -> str:
    status = _(STATUS[session.status])
    return _("{game}, session {number}: {status}", game=session.game, number=session.id, status=status)
