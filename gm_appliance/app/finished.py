"""Finished games, from the evening to the file of results; and what the journal knows of others."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gm_appliance.app.clock import WallClock, date_of
from gm_appliance.core.game import Outcome, Plain
from gm_appliance.core.results import Result, of_outcome
from gm_appliance.host.question_narration import END, SETUP
from gm_appliance.storage.journal import Journal, JournalError, SessionRecord
from gm_appliance.storage.results import KeptResults

log = logging.getLogger(__name__)

BREAK = 3600.0
"""Seconds between two choices after which nobody played meanwhile: the box was off, or they slept."""


def was_left(reason: str) -> bool:
    """Whether the table left the game before its end: it has no result, and tells nothing."""
    return reason in (SETUP, END)


def playing_time(moments: Iterable[float]) -> float:
    """Seconds from the first moment to the last, without breaks; a clock that was set counts for nothing."""
    between = (later - earlier for earlier, later in pairwise(moments))
    return sum(seconds for seconds in between if 0 <= seconds <= BREAK)


class FinishedGames:
    """Keeps the result of every game that was played to its end. Nothing here ever raises."""

    def __init__(self, results: KeptResults, clock: WallClock) -> None:
        self.results = results
        self._clock = clock

    def keep(
        self,
        game: str,
        options: Mapping[str, int | str],
        outcome: Outcome,
        started: float,
        seconds: float,
        names: Sequence[str] = (),
    ) -> None:
        """This game is over now. Told twice, as after a power cut, it is kept once."""
        if was_left(outcome.reason):
            return
        date, certain = date_of(self._clock.now()), self._clock.certain()
        self.results.keep(
            of_outcome(
                *(game, options, outcome),
                started=started,
                date=date,
                certain=certain,
                seconds=seconds,
                names=names,
            )
        )

    def catch_up(self, journal: Journal) -> None:
        """Keep what only the journal knows: games that ended when no result could be written, or under a
        version that wrote none. Of their dates nobody knows whether the clock was right."""
        try:
            ended = [one for one in journal.sessions() if one.status == "ended"]
            missing = [one for one in ended if not self.results.has(one.game, one.started)]
            found = [result for one in missing if (result := _of_session(journal, one))]
        except JournalError as error:
            log.error("The journal cannot be read: %s", error)
            return
        self.results.keep(*found)


def _of_session(journal: Journal, session: SessionRecord) -> Result | None:
    """The result of a session that ended, by what was written down of its end; None where that is none."""
    outcome = dict(session.outcome or {})
    winners, reason = outcome.pop("winners", None), outcome.pop("reason", None)
    if not isinstance(winners, list) or not isinstance(reason, str) or was_left(reason):
        return None
    won = tuple(one for one in winners if isinstance(one, int | str))
    moments = [session.started, *(one.t for one in journal.entries(session.id))]
    facts: dict[str, Plain] = outcome
    try:
        return of_outcome(
            session.game,
            session.options,
            Outcome(won, reason, facts),
            started=session.started,
            date=date_of(moments[-1]),
            certain=False,
            seconds=playing_time(moments),
            names=session.people,
        )
    except ValueError:  # no beginning that can be, say: damage that SQLite does not see
        return None
