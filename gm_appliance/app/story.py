"""A finished session as a story: its rounds, who did what to whom, and the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from gm_appliance.app.clock import date_of
from gm_appliance.app.finished import playing_time
from gm_appliance.app.unfinished import fold
from gm_appliance.core.cues import Props, StoryLine
from gm_appliance.core.cues.props import Banner, Plate
from gm_appliance.core.game import Choice
from gm_appliance.core.language import load
from gm_appliance.core.narration import Narration
from gm_appliance.core.people import Party, seated
from gm_appliance.core.play import Play
from gm_appliance.core.results import Result, with_outcome
from gm_appliance.core.values import Value, field
from gm_appliance.games.registry import registered
from gm_appliance.host.reading import LETTERS, STORY, openly_told
from gm_appliance.storage.journal import JournalEntry, SessionRecord

WIDTH = 88


class Chapter(Value):
    """heading: such as "Round 2"; empty for a game without rounds. points: a seat's, and its sum after it."""

    heading: str
    told: tuple[str, ...]
    points: Mapping[int, tuple[int, int]] = field(default_factory=dict)


# Many attributes: what the text, the page and the picture show of a game.
class Story(Value):
    """people: the name of each seat by seat, in its game: "Odin", "Anna". persons: their own, if they differ.

    note: date, players, length. headline: who won; empty if nobody did. decided: the vote that decided it.
    epilogue: what was told of the whole game, sentence by sentence.
    fallen: by seat, the heading of the chapter in which it fell. points: at the end. props: at the end.
    """

    title: str
    note: str
    people: Mapping[int, str]
    persons: Mapping[int, str]
    chapters: tuple[Chapter, ...]
    headline: str
    winners: tuple[int | str, ...]
    decided: str
    epilogue: tuple[str, ...]
    fallen: Mapping[int, str]
    points: Mapping[int, int]
    props: Props
    language: str

    def called(self, seat: int) -> str:
        return self.people.get(seat) or str(seat)

    def lines(self) -> Iterator[str]:
        """As text, without a line longer than WIDTH if words allow that."""
        yield self.title
        yield self.note
        if self.persons:
            both = (f"{self.called(seat)} ({person})" for seat, person in self.persons.items())
            yield from wrap(", ".join(both), WIDTH)
        for heading, told in self.parts():
            yield ""
            yield from filter(None, (heading,))
            indent = "  " if heading else ""
            for one in told:
                yield from wrap(one, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ")

    def parts(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Headings, each with its paragraphs: chapters with points, the vote that decided, the epilogue."""
        words = load(self.language)
        for chapter in self.chapters:
            best = sorted(chapter.points.items(), key=lambda one: -one[1][1])
            said = {self.called(seat): f"{total} ({points:+})" for seat, (points, total) in best}
            scores = (words("{player}: {points}.", player=one, points=n) for one, n in said.items())
            yield chapter.heading, (*chapter.told, *filter(None, (" ".join(scores),)))
        if last := (*filter(None, (self.decided,)), *self.epilogue):
            yield "", last


def story(session: SessionRecord, entries: Sequence[JournalEntry], language: str) -> Story:
    """Raises UnknownLanguage, and GameError if the session was played with other rules."""
    play = fold(session, [Choice(entry.name, entry.value) for entry in entries])
    box, names = registered(session.game), seated(session.people, play.names)
    language = box.told_in(language)
    words, party = load(language), Party(names)
    narration = box.narration(language, party)
    minutes = max(1, round(playing_time([session.started, *(entry.t for entry in entries)]) / 60))
    props = narration.props(play.view) or Props(())
    plates = {
        one.at: one.label.removesuffix(f", {one.player}") for one in props.items if isinstance(one, Plate)
    }
    date = date_of(session.started)[:16].replace("T", " ")
    players = session.options.get("players", len(plates))
    seats = players if isinstance(players, int) else len(plates)
    people = plates or {seat: party.name(words, seat) for seat in range(1, seats + 1)}
    note = (
        date,
        words.npgettext("line", "{n} player", "{n} players", seats) if seats else "",
        words.npgettext("line", "{n} minute", "{n} minutes", minutes),
    )
    end = narration.ending(play.view, minutes)
    laid = [one for cue in end.stays if isinstance(cue, Props) for one in cue.items] if end else []
    banner = next((one.label for one in laid if isinstance(one, Banner)), "")
    decided = [cue.text for cue in end.then if isinstance(cue, StoryLine)] if end else []
    return Story(
        title=narration.title(),
        note=" · ".join(filter(None, note)),
        people=people,
        persons={seat: name for seat, name in enumerate(names, 1) if name and people.get(seat) != name},
        chapters=chapters(play, narration),
        headline=banner or _last_word(play, narration),
        winners=play.outcome.winners if play.outcome else (),
        decided=" ".join(decided),
        epilogue=_epilogue(play, narration),
        fallen=_fallen(play, narration),
        points=_result(play).points,
        props=props,
        language=language,
    )


def to_read(play: Play, narration: Narration) -> list[tuple[str, str, tuple[str, ...]]]:
    """A game that is over, as pages to read: the newest first, like the story of a running one."""
    pages, letters = [(STORY, "", told[::-1])] if (told := _epilogue(play, narration)) else [], 0
    for chapter in reversed(chapters(play, narration)):
        letters += sum(map(len, chapter.told))
        if letters > LETTERS:
            break
        pages.append((STORY, chapter.heading, chapter.told[::-1]))
    return pages


def _epilogue(play: Play, narration: Narration) -> tuple[str, ...]:
    told = [one for events in reversed([*play.told]) for one in events]
    return tuple(cue.text for cue in narration.epilogue(told) if isinstance(cue, StoryLine))


def _result(play: Play) -> Result:
    """Its points and rounds; all else is empty."""
    result = Result(play.game.name, 0.0, "", False, 0.0)
    return with_outcome(result, play.outcome) if play.outcome else result


def _last_word(play: Play, narration: Narration) -> str:
    """The sentence that says who won; empty if nobody did."""
    for events in play.told if play.outcome and play.outcome.winners else ():
        for event, view in reversed(events):
            if said := [*openly_told(narration.story(event, view))]:
                return said[0].removesuffix(".")
    return ""


def chapters(play: Play, narration: Narration) -> tuple[Chapter, ...]:
    """Of a game that is over."""
    told = [(*one, narration.chapter(one[1])) for events in reversed([*play.told]) for one in events]
    scores = [*_result(play).rounds]
    sums: dict[int, int] = {}
    found: list[Chapter] = []
    for heading, events in groupby(told, lambda one: one[2]):
        points: dict[int, tuple[int, int]] = {}
        for seat, n in scores.pop(0).items() if heading and scores else ():
            sums[seat] = sums.get(seat, 0) + n
            points[seat] = n, sums[seat]
        paragraphs = tuple(_paragraphs(narration, [one[:2] for one in events]))
        if paragraphs or points:
            found.append(Chapter(heading, paragraphs, points))
    return tuple(found)


def _paragraphs(narration: Narration, events: Sequence[tuple[Any, Any]]) -> list[str]:
    """After a correction a game may end once more, which is told once."""
    texts: list[str] = []
    fresh = True
    for event, view in events:
        said = " ".join(openly_told(narration.story(event, view)))
        fresh = fresh or not narration.continues(event)
        if said and fresh:
            texts.append(said)
        elif said:
            texts[-1] = f"{texts[-1]} {said}"
        fresh = fresh and not said
    return [*(text for text in texts[:-1] if text != texts[-1]), *texts[-1:]]


def _fallen(play: Play, narration: Narration) -> Mapping[int, str]:
    """When each seat fell for good, in this order: nights can be declared void."""
    fell: dict[int, str] = {}
    for events in reversed([*play.told]):
        for _event, view in events:
            plates = [one for one in (narration.props(view) or Props(())).items if isinstance(one, Plate)]
            out = [one.at for one in plates if one.turned]
            still = {seat: heading for seat, heading in fell.items() if seat in out}
            fell = still | {seat: narration.chapter(view) for seat in out if seat not in still}
    return fell
