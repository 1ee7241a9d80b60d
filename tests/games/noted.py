"""Collect everything a narration says and shows, and record which sentences were looked up."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.game import Chance, Decision, MenuFace
from gm_appliance.core.language import pseudo
from gm_appliance.core.narration import GameNarration
from gm_appliance.core.play import Play
from gm_appliance.core.values import asdict
from gm_appliance.pickers import face_of, open_picker
from tests.extraction import domains


class Noted(NullTranslations):
    """English that records in `used` which contexts and sentences were looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        self.used.add((context, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.used.add((context, msgid1))
        return super().ngettext(msgid1, msgid2, n)

    def unused(self, package: str) -> set[tuple[str, str]]:
        """The package's own sentences that were never looked up, with their contexts."""
        (own,) = (domain for domain in domains() if domain.package == package)
        marked = {(one.context, one.texts[0]) for one in own.sentences()}
        assert len(marked) > 50
        return marked - self.used


class NotedPseudo(Noted):
    """The same in the pseudo-language, where every vowel is accented."""

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(super().pgettext(context, message))

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(super().npgettext(context, msgid1, msgid2, n))


def all_cues(narration: GameNarration, play: Play) -> Iterator[Cue]:
    """Everything said and shown at the current moment of a play, sometimes with the explanations."""
    view, decision = play.view, play.decision
    for event, after in play.events:
        yield from narration.tell(event, after)
    if play.taken:
        yield from narration.back(view, play.undone().view)
    yield from narration.farewell(view)
    if decision is None or isinstance(decision.who, Chance):
        return
    for one in (decision, *decision.on_request):
        yield from prompt_cues(narration, one, view)
    yield from narration.recap(decision, view)
    yield Say(narration.interrupted(decision, view))
    if len(play.taken) % 20 == 1:  # these change slowly
        yield from _topic_cues(narration, decision, view)


def _topic_cues(narration: GameNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    on_request = tuple(one.name for one in decision.on_request)
    for topic in narration.topics(view, on_request):
        yield Say(narration.topic(topic))
        yield from () if topic in on_request else narration.explain(topic, view)


def prompt_cues(narration: GameNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    """Everything said and shown at an open decision, at every position of its cursor."""
    yield from narration.ask(decision, view)
    yield from narration.again(decision, view)
    yield from narration.on_repeat(decision, view)
    face = face_of(open_picker(decision))
    faces = (
        [MenuFace(face.items, at) for at in range(len(face.items))] if isinstance(face, MenuFace) else [face]
    )
    for one in faces:
        if labels := narration.labels(decision, view, one):
            yield Say(labels.ok)
        yield from narration.under_cursor(decision, view, one)
        yield Show(narration.screen(decision, view, one, 0))


def texts(cue: Cue) -> Iterator[str]:
    """All text that a cue says, shows or lays on the table."""
    if isinstance(cue, Say):
        yield cue.text
    elif isinstance(cue, Show):
        yield from _strings(asdict(cue.screen))
    elif isinstance(cue, Props):
        yield from (prop.label for prop in cue.items)


def _strings(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict | list | tuple):
        for one in thing.values() if isinstance(thing, dict) else thing:
            yield from _strings(one)
