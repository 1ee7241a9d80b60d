"""Keeps the results of finished games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from gm_appliance.app.clock import WallClock, date_of
from gm_appliance.core.game import JSON, Outcome
from gm_appliance.core.results import Result, with_outcome
from gm_appliance.core.values import replace
from gm_appliance.host.question_narration import END, SETUP
from gm_appliance.storage.journal import Journal, JournalError, SessionRecord
from gm_appliance.storage.results import KeptResults

log = logging.getLogger(__name__)

BREAK = 3600.0  # longer pauses between two choices, in seconds, do not count as playing time


def was_left(reason: str) -> bool:
    """Whether the table left the game before its end, without a result."""
    return reason in (SETUP, END)


def playing_time(moments: Iterable[float]) -> float:
    """Seconds from first to last, without breaks and jumps of the clock."""
    between = (later - earlier for earlier, later in pairwise(moments))
    return sum(seconds for seconds in between if 0 <= seconds <= BREAK)


class FinishedGames:
    """Never raises."""

    def __init__(self, results: KeptResults, clock: WallClock, bots: Callable[[], Iterable[int]]) -> None:
        self.results = results
        self._clock, self._bots = clock, bots

    def keep(
        self,
        game: str,
        options: Mapping[str, int | str],
        outcome: Outcome,
        started: float,
        seconds: float,
        names: Sequence[str] = (),
    ) -> None:
        """Keep the result of a game that ends now. Repeating this, as after a power cut, changes nothing."""
        if was_left(outcome.reason):
            return
        date, certain = date_of(self._clock.now()), self._clock.certain()
        result = Result(game, started, date, certain, seconds, options, tuple(names))
        result = with_outcome(result, outcome)
        bots = tuple(seat for seat in sorted(self._bots()) if seat <= result.players)
        self.results.keep(replace(result, bots=bots))

    def catch_up(self, journal: Journal) -> None:
        """Keep results that only the journal has because their file failed; their dates are uncertain."""
        try:
            ended = [one for one in journal.sessions() if one.status == "ended"]
            missing = [one for one in ended if not self.results.has(one.game, one.started)]
            found = [result for one in missing if (result := _of_session(journal, one))]
        except JournalError as error:
            log.error("The journal cannot be read: %s", error)
            return
        self.results.keep(*found)


def _of_session(journal: Journal, session: SessionRecord) -> Result | None:
    """The result by the outcome in the journal, if it has one."""
    outcome = dict(session.outcome or {})
    winners, reason = outcome.pop("winners", None), outcome.pop("reason", None)
    if not isinstance(winners, list) or not isinstance(reason, str) or was_left(reason):
        return None
    won = tuple(one for one in winners if isinstance(one, int | str))
    moments = [session.started, *(one.t for one in journal.entries(session.id))]
    facts: dict[str, JSON] = outcome
    try:
        options = {name: one for name, one in session.options.items() if isinstance(one, int | str)}
        date, seconds = date_of(moments[-1]), playing_time(moments)
        result = Result(session.game, session.started, date, False, seconds, options, session.people)
        return with_outcome(result, Outcome(won, reason, facts))
    except ValueError:  # an impossible start, for example: damage that SQLite does not detect
        return None
