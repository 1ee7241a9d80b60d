"""Deleting a game, a person, or everything that is known of games and people."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gm_appliance.app.history import day, title
from gm_appliance.core.game import JSON
from gm_appliance.core.messages import _
from gm_appliance.core.people import by_ear, same_name
from gm_appliance.core.results import Result
from gm_appliance.core.values import replace
from gm_appliance.games.menu.rules import EVERYTHING
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings
from gm_appliance.storage.known_players import KnownPlayers
from gm_appliance.storage.results import NAME, KeptResults

if TYPE_CHECKING:
    from gm_appliance.app.league import Book  # not needed before there is a league

log = logging.getLogger(__name__)


class Memory(NamedTuple):
    """All that the box keeps of games and people. Each method may raise OSError, and can be repeated then."""

    journal: Journal
    results: KeptResults
    known: KnownPlayers

    def forget(self, what: JSON) -> str:
        """Delete the menu's choice; returns the fault to announce. Never raises."""
        try:
            if isinstance(what, int):
                self.forget_game(*self.results.all[-what].identity)
            elif what == EVERYTHING:
                self.forget_everything()
            else:
                number = int(str(what).partition(".")[2])
                self.forget_person(persons(self.results.all, self.known.known())[number - 1])
        except OSError as error:
            log.error("It cannot be deleted: %s", error)
            return "undeleted"
        return "deleted"

    def forget_game(self, game: str, started: float) -> None:
        identity = (game, started)
        sessions = (one.id for one in self.journal.sessions() if (one.game, one.started) == identity)
        self.journal.erase(*sessions)  # first, or the result would be added from there again
        self.results.change(lambda one: None if one.identity == identity else one)
        self._forget_beside(lambda name: False)

    def forget_person(self, name: str) -> None:
        """Their games are kept, with a seat that nobody had a name for."""
        is_theirs = partial(same_name, name)
        for one in filter(is_theirs, self.names()):  # each spelling
            self.known.change(one)
        self.journal.blank(is_theirs)
        self.results.change(lambda one: _without(one, name))
        self._forget_beside(is_theirs)

    def names(self) -> set[str]:
        """All names that are kept."""
        tables = (*(one.names for one in self.results.all), *(one.people for one in self.journal.sessions()))
        in_league = book.names() if (book := self._book()) else ()
        return {*self.known.known(), *in_league, *(name for table in tables for name in table if name)}

    def forget_everything(self) -> None:
        """All games, also unfinished ones, and all names but those of the configuration."""
        self.journal.erase(*(one.id for one in self.journal.sessions()))
        self.results.change(lambda one: None)
        self.known.forget()
        self._forget_beside(lambda name: True, everything=True)

    def _forget_beside(self, forgets: Callable[[str], bool], *, everything: bool = False) -> None:
        """Delete it in the league, and damaged files that were kept, as nothing can be deleted in them."""
        if book := self._book():
            book.forget(self.results.all, forgets, everything)
        for one in self.journal.path.parent.glob("*.aside-*"):
            with suppress(FileNotFoundError):
                one.unlink()

    def _book(self) -> Book | None:
        state = self.journal.path.parent
        if not (state / "league.jsonl").exists():
            return None
        from gm_appliance.app.league import Book

        return Book(state)


def _without(result: Result, name: str) -> Result:
    names = tuple("" if same_name(name, one) else one for one in result.names)
    return replace(result, names=names if any(names) else ()) if names != result.names else result


def persons(results: Iterable[Result], known: Iterable[str]) -> tuple[str, ...]:
    """Everybody whose name is kept, each once."""
    found = {by_ear(name): name for one in results for name in one.names if name}
    return tuple(({by_ear(name): name for name in known} | found).values())


def forget(state: Path, game: str | None, person: str | None) -> Iterator[str]:
    """`gm-appliance forget`: delete this game, or this person, or else everything; yields what was deleted.

    game: the number of its session, or its date or the beginning of it. Raises ValueError, OSError.
    """
    with closing(Journal(state / "journal.sqlite")) as journal:
        results = KeptResults(state / NAME, lambda part, what: None)
        memory = Memory(journal, results, KnownPlayers(KeptSettings(journal)))
        if game is not None:
            numbers = {(one.game, one.started): str(one.id) for one in journal.sessions()}
            found = [one for one in results.all if game == numbers.get(one.identity) or _on(one, game)]
            if len(found) != 1:
                raise ValueError(
                    _("{game!r} matches no game, or several: see `gm-appliance history`", game=game)
                )
            memory.forget_game(*found[0].identity)
            yield _("Deleted: {what}", what=f"{title(found[0].game)}, {day(found[0])}")
        elif person is not None:
            if not any(map(partial(same_name, person), memory.names())):
                raise ValueError(_("nobody here is called {name!r}", name=person))
            memory.forget_person(person)
            yield _("Deleted: {what}", what=person)
        else:
            memory.forget_everything()
            yield _("Deleted: {what}", what=_("all games and all names"))


def _on(result: Result, date: str) -> bool:
    return len(date) >= len("2027-03-01") and day(result).startswith(date)
