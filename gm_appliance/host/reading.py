"""Pages to read with open eyes: the story of the game, and all that can be asked behind BACK.

All of it follows from the public view and from events that were told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any

from gm_appliance.core.cues import Cue, Say, Show, Storm, StoryLine
from gm_appliance.core.cues.words import parts
from gm_appliance.core.language import Language
from gm_appliance.core.narration import Narration
from gm_appliance.core.play import Play
from gm_appliance.host.stage import Page

STORY = "story"  # the name of its pages
PARTS = 30  # the most choices that the story goes back
LETTERS = 4000  # the number of letters after which it adds no earlier choice


class Reader:
    """The pages of one play. It keeps the words of events, because a story only grows."""

    def __init__(self) -> None:
        self._narration: Narration | None = None
        self._told: dict[int, tuple[Any, tuple[str, ...]]] = {}  # by an event's identity

    def pages(self, play: Play, narration: Narration, language: Language) -> list[Page]:
        """The story first: a page for each of its chapters, the newest first."""
        chapters = groupby(self.story(play, narration), lambda one: one[0])
        pages = [
            (STORY, chapter or language("So far"), tuple(told for _chapter, told in all_))
            for chapter, all_ in chapters
        ]
        view = play.view
        for topic in narration.topics(view, ()):
            pages.append((topic, narration.topic(topic), (*_lines(narration.explain(topic, view)),)))
        return pages

    def story(self, play: Play, narration: Narration) -> Iterator[tuple[str, str]]:
        """A paragraph for each choice and its consequences, after its chapter, the newest first."""
        before, self._told = (self._told if narration is self._narration else {}), {}
        self._narration, letters = narration, 0
        for events in islice(play.told, PARTS):
            sentences = [text for one in events for text in self._sentences(one, narration, before)]
            letters += sum(map(len, sentences))
            if letters > LETTERS:
                return
            if sentences:
                yield narration.chapter(events[0][1]), " ".join(sentences)

    def _sentences(self, told: Any, narration: Narration, before: dict[int, Any]) -> tuple[str, ...]:
        """An event and its view in words. before: what was put in words at the last call."""
        known = before.get(id(told)) or (told, (*openly_told(narration.tell(*told)),))
        self._told[id(told)] = known  # also so that no other object gets its identity
        return known[1]


def openly_told(cues: Iterable[Cue]) -> Iterator[str]:
    """The sentences said with open eyes, and those of the story alone."""
    closed = False
    for cue in cues:
        if isinstance(cue, Storm):
            closed = cue.on
        elif isinstance(cue, Say | StoryLine) and not closed:
            yield cue.text


def _lines(cues: Iterable[Cue]) -> Iterator[str]:
    for cue in cues:
        if isinstance(cue, Say):
            yield cue.text
        elif isinstance(cue, Show):
            yield from filter(None, parts(cue.screen))
