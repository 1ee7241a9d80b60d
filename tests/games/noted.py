"""Everything the games say and show in random evenings, and which of their sentences they looked up."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from random import Random
from typing import Any

from gm_appliance.core.cues import Cue, Props, Say, Show
from gm_appliance.core.game import JSON, Chance, Choice, Decision, Face, MenuFace, NumberFace, Ready
from gm_appliance.core.language import pseudo
from gm_appliance.core.narration import GameNarration, PromptNarration
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import asdict
from gm_appliance.games.registry import GAMES
from gm_appliance.pickers import Gesture, face_of, open_picker
from gm_appliance.pickers.menu import Menu
from tests.extraction import domains
from tests.games.recorded import random_choice, random_options

FAR = 40
"""Steps after which a number's range has been tried enough."""


class Noted(NullTranslations):
    """The pseudo-language, where every vowel is accented; `used` records what was looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        self.used.add((context, message))
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.used.add((context, msgid1))
        return pseudo(super().ngettext(msgid1, msgid2, n))

    def share(self, package: str) -> float:
        """The share of the package's own sentences that were looked up."""
        (own,) = (domain for domain in domains() if domain.package == package)
        marked = {(one.context, one.texts[0]) for one in own.sentences()}
        return len(marked & self.used) / len(marked)


def moments(name: str, seed: int, most: int) -> Iterator[Play]:
    """A random evening of a game at each of its steps."""
    registered, rng = GAMES[name], Random(f"{name} {seed}")
    play = Play(registered.game, random_options(registered.game, rng))
    yield play
    while play.decision is not None and len(play.taken) < most:
        choice = random_choice(play.decision, rng)
        if choice and choice.name == "setup.factions" and rng.random() < 0.9:
            deck = registered.narration("en").RULES.deck(play.view)  # type: ignore[attr-defined]
            cards = [card for card, number in deck.items() for _ in range(number)]
            rng.shuffle(cards)
            choice = Choice(choice.name, {key: cards[int(key) - 1] for key in play.decision.domain.keys})  # type: ignore[union-attr]
        if choice:
            play.take(choice)
            yield play


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
    if play.game.kept:
        yield Say(narration.interrupted(decision, view))
    if len(play.taken) % 20 == 1:  # these change slowly
        on_request = tuple(one.name for one in decision.on_request)
        for topic in narration.topics(view, on_request):
            yield Say(narration.topic(topic))
            yield from () if topic in on_request else narration.explain(topic, view)


def prompt_cues(narration: GameNarration, decision: Decision, view: Any) -> Iterator[Cue]:
    """Everything said and shown at an open decision, at every beat or position of its cursor."""
    yield from narration.ask(decision, view)
    yield from narration.again(decision, view)
    for beat in decision.beats:
        yield from narration.beat(decision, view, beat)
    if decision.remind:
        yield from narration.remind(decision, view, 1)
    if decision.beats:
        return
    yield from narration.on_repeat(decision, view)
    for face in faces(decision):
        if labels := narration.labels(decision, view, face):
            yield Say(labels.ok)
        yield Show(narration.screen(decision, view, face, 0))
    if not (decision.secret or isinstance(decision.domain, Ready)):
        for words in checked(narration, decision, view).values():
            yield Say(words)


def faces(decision: Decision) -> dict[Face, None]:
    """The cursor's positions as the panel's buttons move it, each once."""
    return dict.fromkeys(face for button in ("down", "up") for face in _positions(decision, button))


def _positions(decision: Decision, button: str) -> Iterator[Face]:
    picker, seen = open_picker(decision), set[JSON]()
    if isinstance(picker, Menu) and picker.groups:
        yield from (picker.resumed(at).face for at in range(len(picker.items)))
        return
    while picker is not None and picker.choice is None and picker.draft not in seen and len(seen) < FAR:
        yield face_of(picker)
        seen.add(str(picker.draft) if isinstance(picker.draft, list | dict) else picker.draft)
        picker = picker.on(Gesture(PANEL, button, "press", 1.0))


def checked(narration: PromptNarration, decision: Decision, view: Any) -> dict[Face, str]:
    """The words under the cursor at its positions. Asserts that all have words, and no two the same."""
    told = {}
    for face in faces(decision):
        cues = narration.under_cursor(decision, view, face)
        words = " ".join(cue.text for cue in cues if isinstance(cue, Say)).strip()
        is_somewhere = isinstance(face, MenuFace) and face.current is not None
        assert bool(words) == (is_somewhere or isinstance(face, NumberFace)), (decision.name, face)
        if words:
            told[face] = words
    assert len(set(told.values())) == len(told), (decision.name, told)
    return told


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
