"""A narration made of tables: a game gives words as data, and overrides methods for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Say, Show, Suggestion
from gm_appliance.core.cues.screens import Lines, MenuScreen, NumberScreen, Screen
from gm_appliance.core.epilogue import Fact, Told, rarest
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, NumberFace
from gm_appliance.core.language import N_, NP_, Language, Message, Name
from gm_appliance.core.narration import (
    GameNarration,
    Lesson,
    MissingWords,
    OptionText,
    PromptText,
    words_under_cursor,
)
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.values import Value

TABLE_MATCHES = N_("Does your table match? If not, put it right.")
"""Follows the state of the table, because people move pieces and cards by hand."""


class Topic(Value):
    """Something people can ask for behind BACK.

    line: in the menu, at most 21 columns. said: the answer; empty for a decision open on request, and if the
    game computes the answer. group: as in `Narration.group`.
    """

    line: Message
    said: tuple[Message, ...] = ()
    group: str = ""


MISTAKE = Topic(
    NP_("line", "A wrong press"),
    (
        N_("To take back the last choice, hold the back button."),
        N_("Hold it again to go back further."),
    ),
)
"""How to take back a choice, for a game in which every choice can be taken back."""


LANGUAGE = PromptText(ask=N_("Which language?"), title=NP_("title", "Language"))
"""Asks for the table's language, in the menu and behind BACK."""

VOLUME = PromptText(
    ask=N_("How loud?"), again=N_("How loud, in percent?"), title=NP_("title", "Volume, percent")
)
"""Asks for the volume, in the menu and behind BACK."""
CHANGES = "change"
"""The group of the menu behind BACK for decisions on request, in a game that groups its topics."""

RULES, LATE = "rules", "late"
"""The topics of a game that is taught: the game in a minute, and in thirty seconds for a latecomer."""

TAUGHT: Mapping[str, Topic] = {
    RULES: Topic(NP_("line", "The rules, a minute")),
    LATE: Topic(NP_("line", "Late? Half a minute")),
}
"""Both, for the `TOPICS` of such a game."""

AT_A_PAD = N_("On your turn: tap thumb down to step, hold thumb up to choose.")
"""The use of thumbs in a game that asks one player after the other."""


class Words:
    """The base of each part of a narration: its language, and the names of the people at the table."""

    def __init__(self, _: Language, people: Party = NOBODY) -> None:
        self._ = _
        self._people = people

    def player(self, seat: int) -> Name:
        """The name of the player at a seat, or "Player 3"."""
        return self._people.name(self._, seat)

    def players(self, number: int) -> str:
        """The number of players, in a line of the menu."""
        return self._.npgettext("line", "{n} plays", "{n} play", number)


class EventWords(Words):
    """The words for a game's events, by the events' classes."""

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]]
    """The method that tells each kind of event, of the event and the view right after it."""

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """The words and pictures for an event. Raises MissingWords."""
        if told := self.TOLD.get(type(event)):
            return (*told(self, event, view),)
        raise MissingWords(f"tell {type(event).__name__}", "add it to TOLD")


def told_by(words: Mapping[str, Any], events: ModuleType) -> dict[type, Callable[..., Iterable[Cue]]]:
    """For `EventWords.TOLD`: a class body's public methods that are named after a module's events, as
    `game_over` is after `GameOver`."""
    named = {name.title().replace("_", ""): told for name, told in words.items() if name[0] != "_"}
    return {getattr(events, name): told for name, told in named.items() if hasattr(events, name)}


def silent(words: EventWords, event: Any, view: Any) -> tuple[Cue, ...]:
    """For `EventWords.TOLD`: an event that is silent on purpose."""
    return ()


def untold(*events: type) -> dict[type, Callable[..., Iterable[Cue]]]:
    """For `TableNarration.STORY`: events that matter only at the table, in their moment."""
    return dict.fromkeys(events, lambda words, event, view: ())


class Teaching(Words):
    """A game's lesson: pages of one sentence each, with public information only."""

    BEFORE: ClassVar[frozenset[str]] = frozenset()
    """The first of these decisions is preceded by the lesson."""

    def is_due(self, decision: Decision, view: Any) -> bool:
        """Whether this is the moment to teach it: the table is set up, and nothing is secret yet."""
        return decision.name in self.BEFORE

    def minute(self, view: Any) -> Iterator[Cue]:
        """The aim, a round, and the use of thumbs: at most 135 words."""
        raise NotImplementedError

    def half_minute(self, view: Any) -> Iterator[Cue]:
        """The same for a latecomer: at most 75 words."""
        raise NotImplementedError

    def pads(self, view: Any) -> Mapping[int, str]:
        """The names of the players who use pads, by seat; by default nobody."""
        return {}

    def told(self, picture: Screen | None, *sentences: Message, **values: object) -> Iterator[Cue]:
        """Sentences, each with this picture; without one they are written out."""
        for sentence in sentences:
            if picture:
                yield Show(picture)
            yield Say(self._(sentence, **values))

    def at_pads(self) -> Iterator[Cue]:
        """The use of thumbs in a game that asks one player after the other; nothing without pads."""
        return self.told(None, *((AT_A_PAD,) if self._people.pads else ()))


class TableNarration(Words, GameNarration):
    """The narration of a game from its tables.

    A game sets `TITLE`, `OPTIONS`, `PROMPTS` and `TOPICS`, and defines `happened`, `props` and `interrupted`.
    It may override the other methods, most often `values`, which fills in its sentences.
    """

    TITLE: ClassVar[Message]
    """The game's name as a line of the menu, at most 21 columns."""

    OPTIONS: ClassVar[Mapping[str, PromptText]] = {}

    PROMPTS: ClassVar[Mapping[str, PromptText]] = {}
    """The words of each decision."""

    SUGGESTIONS: ClassVar[frozenset[str]] = frozenset()
    """The decisions whose own question suggests the answer of OK: "Next round?"."""

    OF_PLAYERS: ClassVar[frozenset[str]] = frozenset()
    """The decisions whose numbers are seats."""

    TOPICS: ClassVar[Mapping[str, Topic]] = {}
    """All topics of the game, in the order in which `topics` offers them."""

    STORY: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {}
    """The story's own sentences for events, by type; `untold` leaves an event out."""

    TEACHING: ClassVar[type[Teaching] | None] = None
    """The game's lesson; if there is one, its topics include `TAUGHT`."""

    # ------------------------------------------------------------ in the menu

    def title(self) -> str:
        return self._(self.TITLE)

    def option(self, name: str) -> OptionText:
        if name not in self.OPTIONS:
            raise MissingWords(f"the option {name!r}", "add it to OPTIONS")
        _, words = self._, self.OPTIONS[name]
        items = {value: _(line) for value, line in words.items.items()}
        return OptionText(_(words.ask), _(words.shorter), _(words.title), _(words.help), items)

    # ------------------------------------------------------------ prompts

    def prompt(self, decision: Decision, view: Any) -> PromptText:
        """The words of a decision. Raises MissingWords."""
        if decision.name not in self.PROMPTS:
            raise MissingWords(f"ask {decision.name!r}", "add it to PROMPTS")
        return self.PROMPTS[decision.name]

    def values(self, decision: Decision, view: Any) -> Mapping[str, object]:
        """The values for the placeholders in the words of a decision."""
        return {}

    def before(self, decision: Decision, view: Any) -> Iterable[Cue]:
        """Words before the question."""
        return ()

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (*self.before(decision, view), self.question(decision, view))

    def question(self, decision: Decision, view: Any) -> Say:
        """Only the question, in full."""
        say = Suggestion if decision.name in self.SUGGESTIONS else Say
        return say(self._(self.prompt(decision, view).ask, **self.values(decision, view)))

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        return (Say(self._(self.prompt(decision, view).shorter, **self.values(decision, view))),)

    def own(self, decision: Decision, view: Any) -> str:
        own = self.prompt(decision, view).own
        return self._(own, **self.values(decision, view)) if own else ""

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        return self.picture(decision, view, face, self.heading(decision, view))

    def heading(self, decision: Decision, view: Any) -> str:
        """The title of an open decision's screen, at most 16 columns."""
        return self._(self.prompt(decision, view).title, **self.values(decision, view))

    def picture(self, decision: Decision, view: Any, face: Face, title: str) -> Screen:
        """The screen of an open decision under its title: by default the number, or the menu's lines."""
        if isinstance(face, NumberFace):
            return NumberScreen(title, face.value)
        if isinstance(face, MenuFace):
            return MenuScreen(title, tuple(self.item(one, view) for one in face.items), max(face.at, 0))
        return Lines(title)

    def item(self, choice: Choice, view: Any) -> str:
        """A choice as a line of the menu. Raises MissingWords."""
        if not isinstance(choice.value, int):
            return self._(self.PROMPTS[choice.name].item(choice.value, choice.name))
        return self.player(choice.value) if choice.name in self.OF_PLAYERS else str(choice.value)

    def under_cursor(self, decision: Decision, view: Any, face: Face) -> tuple[Cue, ...]:
        if isinstance(face, MenuFace) and face.current and len(face.items) > 1:
            return (Say(self.item(face.current, view)),)
        return words_under_cursor(self, decision, view, face)

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) and decision.name in self.OF_PLAYERS else 0

    # ------------------------------------------------------------ events

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        laid = self.props(view)
        return (*((laid,) if laid else ()), *self.happened(event, view))

    def happened(self, event: Any, view: Any) -> Iterable[Cue]:
        """The words and pictures for an event, after the props have been updated. Raises MissingWords."""
        raise MissingWords(f"tell {type(event).__name__}", "define happened")

    def story(self, event: Any, view: Any) -> tuple[Cue, ...]:
        told = self.STORY.get(type(event))
        return (*told(self, event, view),) if told else self.tell(event, view)

    def chapter(self, view: Any) -> str:
        number: int = getattr(view, "round", 0)
        return self._.pgettext("title", "Round {round}", round=number) if number else ""

    def name(self, view: Any, seat: int) -> Name:
        """How a seat is called in this game."""
        return self.player(seat)

    def facts(self, told: Told) -> Iterable[Fact]:
        """All that the epilogue may tell."""
        return ()

    def epilogue(self, told: Told) -> Mapping[str, str]:
        sentences: dict[str, str] = {}
        if not told:
            return sentences
        for fact in rarest(self.facts(told), [*self.EPILOGUE]):
            names = {place: self.name(told[-1][1], seat) for place, seat in fact.seats.items()}
            sentences[fact.kind] = self._(self.EPILOGUE[fact.kind], **names, **fact.words)
        return sentences

    # ------------------------------------------------------------ topics

    def topic(self, topic: str) -> str:
        if topic not in self.TOPICS:
            raise MissingWords(f"the topic {topic!r}", "add it to TOPICS")
        return self._(self.TOPICS[topic].line)

    def group(self, topic: str) -> str:
        return self.TOPICS[topic].group if topic in self.TOPICS else ""

    def explain(self, topic: str, view: Any) -> tuple[Cue, ...]:
        if self.TEACHING and topic in TAUGHT:
            teaching = self.TEACHING(self._, self._people)
            return (*(teaching.minute(view) if topic == RULES else teaching.half_minute(view)),)
        if topic not in self.TOPICS or not self.TOPICS[topic].said:
            raise MissingWords(f"explain {topic!r}", "add what is said to TOPICS")
        return tuple(Say(self._(sentence)) for sentence in self.TOPICS[topic].said)

    def lesson(self, decision: Decision, view: Any) -> Lesson | None:
        teaching = self.TEACHING(self._, self._people) if self.TEACHING else None
        if not teaching or not teaching.is_due(decision, view):
            return None
        return Lesson((*teaching.minute(view),), teaching.pads(view) if self._people.pads else {})
