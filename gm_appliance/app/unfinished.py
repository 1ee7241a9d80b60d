"""Sessions that are not over: the one that was interrupted, and those put off when another game began."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from gm_appliance.app.finished import FinishedGames, playing_time
from gm_appliance.core.game import JSON, Choice, GameError, Outcome
from gm_appliance.core.messages import _
from gm_appliance.core.people import seated
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FaultReport
from gm_appliance.core.values import Value
from gm_appliance.games.registry import GAMES, RegisteredGame, registered
from gm_appliance.storage.journal import Journal, JournalError, SessionRecord
from gm_appliance.storage.session_log import JournalSessionLog, LoggedChoice

log = logging.getLogger(__name__)

T = TypeVar("T")


class Interrupted(Value):
    """short: damage cost the session its last choices, and it was not resumed since."""

    session: SessionRecord
    play: Play
    logged: tuple[LoggedChoice, ...]
    short: bool = False


class OtherRules(GameError):
    """The session was played with another version's rules."""


def fold(
    session: SessionRecord, choices: Sequence[Choice], registry: Mapping[str, RegisteredGame] = GAMES
) -> Play:
    """Replay the choices. Raises GameError or NoSuchGame if they do not fit the rules."""
    game = registered(session.game, registry).game
    if session.rules != game.rules:
        played = {"number": session.id, "old": session.rules, "new": game.rules}
        raise OtherRules(_("session {number} was played with rules {old}, not {new}", **played))
    play = Play(game, game.complete(dict(session.options)))
    for choice in choices:
        play.take(choice)
    return play


class UnfinishedGames:
    """The games in the journal that can be resumed. The journal's errors are logged, not raised.

    finished: keeps the results of games that turn out to be over; None without a journal.
    """

    def __init__(
        self,
        journal: Journal | None,
        registry: Mapping[str, RegisteredGame],
        finished: FinishedGames | None,
        fault: FaultReport,
    ) -> None:
        self._journal = journal
        self._registry = registry
        self._finished = finished
        self._fault = fault
        self._over: JournalSessionLog | None = None  # of the game that has just ended

    def end(self, session_log: JournalSessionLog, outcome: Outcome) -> None:
        """End this session, for this evening even if the journal cannot be written yet."""
        session_log.end(_facts(outcome))
        self._over = session_log

    def make_room(self) -> None:
        """Retry one last time to end the last session, before another begins."""
        self._is_unwritten()
        self._over = None

    def running(self) -> Interrupted | None:
        """The interrupted session. One that does not fit these rules is set aside and reported."""
        session = None if self._is_unwritten() else self._ask(lambda journal: journal.running())
        return self._folded(session) if session else None

    def by_number(self, running: Interrupted | None, most: int) -> dict[int, Interrupted]:
        """The resumable games by session: the interrupted one, `running`, then those put off, newest first.

        most: the maximum number of those put off, at least 1. Games that were over, but could not be ended in
        the journal, are ended now and left out.
        """
        waiting = None if self._is_unwritten() else self._ask(lambda journal: journal.waiting(most))
        found = [*filter(None, (running, *map(self._folded, waiting or ())))]
        for one in found:
            if one.play.outcome:
                self._end_late(one, one.play.outcome)
        return {one.session.id: one for one in found if one.play.decision is not None}

    def _is_unwritten(self) -> bool:
        return self._over is not None and not self._over.retry()

    def _end_late(self, one: Interrupted, outcome: Outcome) -> None:
        number, session, moments = one.session.id, one.session, [entry.at for entry in one.logged]
        if self._finished:
            seconds = playing_time([session.started, *moments])
            names = seated(session.people, one.play.names)
            self._finished.keep(session.game, one.play.options, outcome, session.started, seconds, names)
        self._ask(lambda journal: journal.end(number, _facts(outcome)), "written")

    def _folded(self, session: SessionRecord) -> Interrupted | None:
        """Replay a session. It is set aside if it was finished, or does not fit these rules; the latter is
        reported."""
        entries = self._ask(lambda journal: journal.entries(session.id))
        if entries is None:
            return None
        try:
            logged = tuple(LoggedChoice(Choice(one.name, one.value), one.secret, one.t) for one in entries)
            choices = [one.choice for one in logged]
            play = fold(session, choices, self._registry)
        except (ValueError, ArithmeticError, LookupError, TypeError, AssertionError) as error:
            # The reason must not name a value, which may be secret.
            reason = f"{type(error).__name__} while folding"
        else:
            finished = self._finished and self._finished.results.has(session.game, session.started)
            if play.decision is None or not finished:
                cut = session.cut
                short = cut is not None and all(one.n <= cut for one in entries)
                return Interrupted(session, play, logged, short)
            log.info("Session %d was finished, but its end could not be written to the journal.", session.id)
            self._keep_aside(session.id, "its end could not be written")
            return None
        log.error("Session %d does not fit these rules (%s). It was set aside.", session.id, reason)
        self._keep_aside(session.id, reason)
        self._fault("session", "set-aside")
        return None

    def _keep_aside(self, number: int, reason: str) -> None:
        self._ask(lambda journal: journal.keep_aside(number, reason), "written")

    def _ask(self, ask: Callable[[Journal], T], what: str = "read") -> T | None:
        """The journal's answer; None without a journal, or if it fails. what: it cannot be that then."""
        try:
            return ask(self._journal) if self._journal else None
        except JournalError as error:
            log.error("The journal cannot be %s: %s", what, error)
            return None


def _facts(outcome: Outcome) -> dict[str, JSON]:
    winners: list[JSON] = [*outcome.winners]
    return {"winners": winners, "reason": outcome.reason, **outcome.facts, **outcome.counted}
