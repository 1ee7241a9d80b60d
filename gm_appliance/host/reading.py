"""Pages to read with open eyes: the story of the game, and all that can be asked behind BACK.

All of it follows from the public view and from events that were told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from typing import Any

from gm_appliance.core.cues import Cue, Say, Show, Storm, StoryLine
from gm_appliance.core.cues.words import parts
from gm_appliance.core.language import Language
from gm_appliance.core.narration import Narration
from gm_appliance.core.play import Play
from gm_appliance.host.stage import Page

STORY = "story"  # the name of its pages
GAME = "game"  # the name of the page before those of a game that is over
PARTS = 30  # the most choices that the story goes back
LETTERS = 4000  # the number of letters after which it adds no earlier choice


class Reader:
    """The pages of one play. It keeps the words of events, because a story only grows."""

    def __init__(self) -> None:
        self._narration: Narration | None = None
        self._told: dict[int, tuple[Any, tuple[str, ...]]] = {}  # by an event's identity

    def pages(self, play: Play, narration: Narration, language: Language) -> list[Page]:
        """The story first: a page for each of its chapters, the newest first."""
        before, self._told = (self._told if narration is self._narration else {}), {}
        self._narration = narration

        def words(told: tuple[Any, Any]) -> tuple[str, ...]:
            known = before.get(id(told)) or (told, (*openly_told(narration.tell(*told)),))
            self._told[id(told)] = known  # also so that no other object gets its identity
            return known[1]

        pages = newest(paragraphs(play, narration, words), language("So far"))
        view = play.view
        for topic in narration.topics(view, ()):
            pages.append((topic, narration.topic(topic), (*_lines(narration.explain(topic, view)),)))
        return pages


def paragraphs(
    play: Play, narration: Narration, words: Callable[[tuple[Any, Any]], Iterable[str]]
) -> Iterator[tuple[str, str]]:
    """Each choice and its consequences in words, perhaps none, after its chapter; the newest first.

    words: for an event with the view right after it.
    """
    for events in play.told:
        for chapter, some in reversed(
            [(one, [*of]) for one, of in groupby(events, lambda one: narration.chapter(one[1]))]
        ):
            yield chapter, " ".join(text for one in some for text in words(one))


def newest(told: Iterable[tuple[str, str]], title: str, most: int = PARTS) -> list[Page]:
    """A page for each chapter, as far back as people read. title: of what is in no chapter. most: parts."""
    kept: list[tuple[str, str]] = []
    for chapter, text in islice(told, most):
        if sum(len(one) for _chapter, one in kept) + len(text) > LETTERS:
            break
        kept += [(chapter or title, text)] if text else []
    pages = groupby(kept, lambda one: one[0])
    return [(STORY, chapter, tuple(text for _chapter, text in all_)) for chapter, all_ in pages]


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
