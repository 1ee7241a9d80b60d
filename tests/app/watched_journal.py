"""A journal that a test can inspect, make fail, and cut off between two writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from gm_appliance.core.game import JSON
from gm_appliance.storage.journal import Journal, JournalError

T = TypeVar("T")
Draft: TypeAlias = "tuple[str, JSON] | None"


class Kept(NamedTuple):
    name: str
    value: JSON
    secret: bool


class WatchedJournal(Journal):
    """A journal that can be made to fail, and that records its contents.

    fails:    raised by each call that writes; None for none.
    standing: the committed choices that were not taken back. draft: the draft kept.
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

    def _write(
        self, write: Callable[[], T], standing: Sequence[Kept], draft: Draft = None, *, over: bool = False
    ) -> T:
        """Power may be cut before the commit or after it; other tests cut it within."""
        self._tick()
        if self.fails:
            raise self.fails
        got = write()
        self.standing, self.draft_now, self.over = list(standing), draft, self.over or over
        self._tick()
        return got

    def begin(
        self,
        game: str,
        rules: int,
        options: Mapping[str, JSON],
        language: str,
        now: float,
        people: Sequence[str] = (),
    ) -> int:
        self.over = False
        return self._write(partial(super().begin, game, rules, options, language, now, people), ())

    def go_on(self, session: int) -> None:
        found = [Kept(one.name, one.value, one.secret) for one in self.entries(session)]
        self.over = False
        self._write(partial(super().go_on, session), found, self.drafted(session))

    def choose(self, session: int, name: str, value: JSON, secret: bool, t: float) -> None:
        after = (*self.standing, Kept(name, value, secret))
        self._write(partial(super().choose, session, name, value, secret, t), after)

    def undo(self, session: int, t: float) -> None:
        self._write(partial(super().undo, session, t), self.standing[:-1])

    def draft(self, session: int, name: str, value: JSON) -> None:
        self.drafts.append(name)
        kept = None if value is None else (name, value)
        self._write(partial(super().draft, session, name, value), self.standing, kept)

    def end(self, session: int, outcome: Mapping[str, JSON]) -> None:
        self._write(partial(super().end, session, outcome), self.standing, over=True)

    def set_setting(self, key: str, value: JSON) -> None:
        self._write(partial(super().set_setting, key, value), self.standing, self.draft_now)

    def keep_aside(self, session: int, reason: str) -> None:
        self._write(partial(super().keep_aside, session, reason), ())
