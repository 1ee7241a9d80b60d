"""A finished session as a story: its rounds, who did what to whom, and the points."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from msgspec import json

from gm_appliance.app.bg_stats import BG_STATS, play_link
from gm_appliance.app.clock import minute_of
from gm_appliance.app.finished import playing_time
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Props
from gm_appliance.core.cues.props import Banner, Plate
from gm_appliance.core.epilogue import Told
from gm_appliance.core.game import Choice
from gm_appliance.core.language import load
from gm_appliance.core.narration import Narration
from gm_appliance.core.people import Party, seated
from gm_appliance.core.play import Play
from gm_appliance.core.results import Result, with_outcome
from gm_appliance.core.values import Value, replace
from gm_appliance.games.registry import registered
from gm_appliance.host.reading import GAME, STORY, newest, openly_told, paragraphs
from gm_appliance.host.stage import Page
from gm_appliance.phones.frames import LONGEST_CONTENT
from gm_appliance.storage.journal import Journal, JournalEntry, SessionRecord
from gm_appliance.storage.results import KeptResults

log = logging.getLogger(__name__)

WIDTH = 88
MOST = 5  # the most games to read on phones: all of them are sent with each prompt of the menu
LONG = 200  # the most paragraphs of each


class Story(Value):
    """people: the name of each seat by seat, in its game: "Odin", "Anna". persons: their own, if they differ.

    note: date, players, length. headline: who won; empty if nobody did. decided: the vote that decided it.
    parts: headings, such as "Round 2", each with its paragraphs; the last without one is the epilogue.
    fallen: by seat, the heading of the part in which it fell. points: at the end. props: at the end.
    """

    title: str
    note: str
    people: Mapping[int, str]
    persons: Mapping[int, str]
    parts: tuple[tuple[str, tuple[str, ...]], ...]
    headline: str
    winners: tuple[int | str, ...]
    decided: str
    fallen: Mapping[int, str]
    points: Mapping[int, int]
    props: Props

    @property
    def cast(self) -> str:
        """Who was whom; empty if people have no other names in the game."""
        return ", ".join(f"{self.people[seat]} ({person})" for seat, person in self.persons.items())

    def lines(self) -> Iterator[str]:
        """As text, without a line longer than WIDTH if words allow that."""
        yield self.title
        yield self.note
        yield from wrap(self.cast, WIDTH)
        for heading, told in self.parts:
            yield ""
            yield from filter(None, (heading,))
            indent = "  " if heading else ""
            for one in told:
                yield from wrap(one, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")


def story(session: SessionRecord, entries: Sequence[JournalEntry], language: str) -> Story:
    """Raises UnknownLanguage, and GameError if the session was played with other rules."""
    play = fold(session, [Choice(entry.name, entry.value) for entry in entries])
    box, names = registered(session.game), seated(session.people, play.names)
    language = box.told_in(language)
    words, narration, view = load(language), box.narration(language, Party(names)), play.view
    result = Result(session.game, session.started, "", False, 0.0)
    result = with_outcome(result, play.outcome) if play.outcome else result
    players = session.options.get("players")
    props = narration.props(view) or Props(())
    plates = [one for one in props.items if isinstance(one, Plate)]
    seats = range(1, max((players if isinstance(players, int) else 0, *result.points)) + 1)
    people = {seat: str(Party(names).name(words, seat)) for seat in seats}
    people |= {one.at: one.label.removesuffix(f", {one.player}") for one in plates}
    minutes = max(1, round(playing_time([session.started, *(entry.t for entry in entries)]) / 60))
    note = (
        minute_of(session.started),
        words.npgettext("line", "{n} player", "{n} players", len(people)) if people else "",
        words.npgettext("line", "{n} minute", "{n} minutes", minutes),
    )
    laid = [one for cue in narration.ending(view, minutes) if isinstance(cue, Props) for one in cue.items]
    banner = next((one.label for one in laid if isinstance(one, Banner)), "")
    last = (text for one in reversed(_events(play)) for text in openly_told(narration.story(*one)))
    epilogue = narration.epilogue(_events(play))
    return Story(
        title=narration.title(),
        note=" · ".join(filter(None, note)),
        people=people,
        persons={seat: name for seat, name in enumerate(names, 1) if name and people.get(seat, name) != name},
        parts=(
            *_chapters(play, narration, result, people),
            *([("", (*epilogue.values(),))] if epilogue else []),
        ),
        headline=banner or (next(last, "").removesuffix(".") if result.winners else ""),
        winners=result.winners,
        decided=next((told for kind, told in epilogue.items() if kind.startswith("decided")), ""),
        fallen={
            seat: narration.chapter(replace(view, round=n)) for seat, n in getattr(view, "falls", {}).items()
        },
        points=result.points,
        props=props,
    )


class LastGames:
    """The last games that were finished, as pages to read on phones. Never raises."""

    def __init__(self, journal: Journal, results: KeptResults) -> None:
        self._journal, self._results = journal, results
        self._told: dict[tuple[str, float], tuple[Result, str, list[Page]]] = {}  # with the language

    def pages(self, language: str) -> list[Page]:
        """The newest game first: a page about it, those of its story, and a link that logs it."""
        before, self._told = self._told, {}
        for one in self._results.all[: -MOST - 1 : -1]:
            told = before.get(one.identity)
            if not told or told[:2] != (one, language):  # a name may have been deleted
                told = one, language, self._pages(one, language)
            self._told[one.identity] = told
        found: list[Page] = []
        for *_key, pages in self._told.values():
            if len(json.encode([*found, *pages])) > LONGEST_CONTENT // 2:
                break
            found += pages
        return found

    def _pages(self, result: Result, language: str) -> list[Page]:
        """Empty if the journal does not have it, or by other rules."""
        try:
            sessions = [one for one in self._journal.sessions() if result.identity == (one.game, one.started)]
            (told,) = (story(one, self._journal.entries(one.id), language) for one in sessions)
        except (OSError, ValueError, ArithmeticError, LookupError, TypeError, AssertionError) as error:
            log.warning("A game of %s is not retold: %s", result.game, type(error).__name__)
            return []
        about = filter(None, (result.date[:10] if result.certain else "", told.title, told.headline))
        last = ((heading, text) for heading, some in reversed(told.parts) for text in reversed(some))
        parts = [(name, heading, some[::-1]) for name, heading, some in newest(last, "", LONG)]
        names = (told.cast or ", ".join(result.people.values()),)
        title = GAME, " · ".join(about), names if any(names) else ()
        return [title, *parts[::-1], (STORY, BG_STATS, (play_link(result),))]


def _events(play: Play) -> Told:
    return [one for events in reversed([*play.told]) for one in events]


def _chapters(
    play: Play, narration: Narration, result: Result, people: Mapping[int, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """With the points of each, and the sums after it."""
    told = [*paragraphs(play, narration, lambda one: openly_told(narration.story(*one)))]
    rounds, sums = [*result.rounds], dict.fromkeys(people, 0)
    for heading, some in groupby(reversed(told), lambda one: one[0]):
        texts = [text for _heading, text in some if text]
        if heading and rounds:
            points = rounds.pop(0)
            sums = {seat: total + points.get(seat, 0) for seat, total in sums.items()}
            best = sorted(points, key=lambda seat: -sums[seat])
            texts.append(", ".join(f"{people[seat]} {sums[seat]} ({points[seat]:+})" for seat in best))
        if texts:
            yield heading, tuple(texts)
