"""The session log of a whole box, which plays the game once more beside the host's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import JSON, Choice
from gm_appliance.core.play import Play
from gm_appliance.storage.session_log import JournalSessionLog
from tests.secrecy.any_evening import published
from tests.secrecy.evening import Run
from tests.secrecy.whole.guests import Guests


class Book:
    """written: called once something secret was written down."""

    def __init__(self, play: Play, run: Run, guests: Guests, written: Callable[[], None]) -> None:
        self._first = play
        self._run = run
        self._guests = guests
        self._written = written
        self._revealed: list[bool] = []

    def on(self, kept: JournalSessionLog) -> Book:
        """Go on with what the journal holds: the power may have been cut."""
        self._kept, self._play = kept, Play(self._first.game, self._first.options)
        for one in kept.logged:
            self._play.take(one.choice)
        del self._revealed[len(kept.logged) :]
        self._stands()
        return self

    def choose(self, choice: Choice, secret: bool) -> None:
        now, guests = self._guests.now(), self._guests
        self._kept.choose(choice, secret)
        if secret:
            assert guests.window is not None
            guests.window = guests.heard(guests.window)
            self._run.windows.append((now, guests.window.until(now)))
        told = self._play.take(choice)
        facts = published(self._play.game, told, self._play.decision)
        self._revealed.append(secret and {name for name, _what in facts} - {"Missing"} != set())
        self._stands()
        if facts or secret:  # that nothing is published is public, too
            self._run.published.append((now, facts))
        if secret:
            self._written()

    def undo(self) -> None:
        self._kept.undo()
        self._play = self._play.undone()
        if self._revealed.pop():
            self._run.broken.append("a step that revealed something secret was taken back")
        self._stands()

    def _stands(self) -> None:
        self._guests.pads = self._play.view.pads
        self._run.standing.append((self._guests.now(), len(self._revealed)))

    def end(self, facts: Mapping[str, Any]) -> None:
        self._kept.end(facts)

    def draft(self, name: str, value: JSON) -> None:
        self._kept.draft(name, value)

    def drafted(self, name: str) -> JSON:
        return self._kept.drafted(name)

    def retry(self) -> bool:
        return self._kept.retry()
