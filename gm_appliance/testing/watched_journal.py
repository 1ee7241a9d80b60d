"""A journal that a test can look into, make fail, and cut off between two writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from gm_appliance.core.game import Plain
from gm_appliance.storage.journal import Journal, JournalError

T = TypeVar("T")
Draft: TypeAlias = "tuple[str, Plain] | None"


class Kept(NamedTuple):
    """A choice as it is in the journal."""

    name: str
    value: Plain
    secret: bool


class WatchedJournal(Journal):
    """A journal that can be made to fail, and that writes down what is in it.

    fails:    what each call that writes raises; None while the medium is well.
    standing: the choices whose commit returned and that were not taken back. draft: the draft kept.
    found, found_draft: the same at the opening; found_session: that session.
    """

    def __init__(self, path: Path, tick: Callable[[], None]) -> None:
        self._tick = tick
        self.fails: JournalError | None = None
        self.drafts: list[str] = []
        super().__init__(path)
        session = self.running()
        entries = self.entries(session.id) if session else ()
        self.found = [Kept(one.name, one.value, one.secret) for one in entries]
        self.found_draft = self.drafted(session.id) if session else None
        self.found_session = session
        self.standing, self.draft_now, self.over = list(self.found), self.found_draft, False

    def _write(self, write: Callable[[], T], standing: Sequence[Kept], draft: Draft = None) -> T:
        """The power may go before the commit, or after it; within it is another test's business."""
        self._tick()
        if self.fails:
            raise self.fails
        got = write()
        self.standing, self.draft_now = list(standing), draft
        self._tick()
        return got

    def begin(
        self,
        game: str,
        rules: int,
        options: Mapping[str, Plain],
        language: str,
        now: float,
        people: Sequence[str] = (),
    ) -> int:
        begin = super().begin
        self.over = False
        return self._write(lambda: begin(game, rules, options, language, now, people), ())

    def choose(self, session: int, name: str, value: Plain, secret: bool, t: float) -> None:
        choose = super().choose
        after = (*self.standing, Kept(name, value, secret))
        self._write(lambda: choose(session, name, value, secret, t), after)

    def undo(self, session: int, t: float) -> None:
        undo = super().undo
        self._write(lambda: undo(session, t), self.standing[:-1])

    def draft(self, session: int, name: str, value: Plain) -> None:
        draft = super().draft
        self.drafts.append(name)
        kept = None if value is None else (name, value)
        self._write(lambda: draft(session, name, value), self.standing, kept)

    def end(self, session: int, outcome: Mapping[str, Plain]) -> None:
        def end() -> None:
            Journal.end(self, session, outcome)
            self.over = True

        self._write(end, self.standing)

    def set_setting(self, key: str, value: Plain) -> None:
        set_setting = super().set_setting
        self._write(lambda: set_setting(key, value), self.standing, self.draft_now)

    def keep_aside(self, session: int, reason: str) -> None:
        keep_aside = super().keep_aside
        self._write(lambda: keep_aside(session, reason), ())
