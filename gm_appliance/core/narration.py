"""The interface of every game's narration, as the host uses it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, assert_never

from gm_appliance.core.cues import Cue, Props, Say, screens
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.epilogue import Told
from gm_appliance.core.game import Beat, Choice, Decision, Face, First, MenuFace, NumberFace, Seat
from gm_appliance.core.language import Message
from gm_appliance.core.values import Value, field

log = logging.getLogger(__name__)


class MissingWords(LookupError):
    """A narration has no words for an event, a decision or a question; the message names it and the remedy.

    For deliberate silence a narration returns no cues instead.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(f"{what}; {remedy}" if remedy else what)


def worded(ask: Callable[[], str], otherwise: str) -> str:
    """What a narration answers, or `otherwise` if it has no words: a result may be of another version."""
    with suppress(MissingWords, KeyError):
        return ask()
    return otherwise


class PromptText(Value):
    """All words and texts of a prompt, translated on use.

    ask, again: spoken, when it opens and when it is repeated, shorter; `again` is by default the same.
    title: above it on the display, at most 16 columns.
    items: lines of the menu, by value, at most 21 columns; values that are names or numbers need none.
    help: of an option, in half a sentence, for the command line.
    own: of a sole choice, or one's own, in the words of who makes it.
    """

    ask: Message
    title: Message
    again: Message | None = None
    items: Mapping[str, Message] = field(default_factory=dict)
    help: Message = Message("")
    own: Message | None = None

    @property
    def shorter(self) -> Message:
        """The words for repeating the question."""
        return self.again or self.ask

    def item(self, value: object, decision: str = "") -> Message:
        """The line of the menu for a value of a decision. Raises MissingWords."""
        if not isinstance(value, str) or value not in self.items:
            asked = decision or self.title.text
            raise MissingWords(f"the line {value!r} of {asked!r}", "add it to the prompt's items")
        return self.items[value]


class OptionText(Value):
    """How the menu asks for an option of a game, in the players' language.

    ask, again: spoken. title: at most 16 columns. help: in half a sentence, for the command line.
    items: a label of at most 21 columns for each value; numbers need none.
    """

    ask: str
    again: str
    title: str
    help: str
    items: Mapping[str, str] = field(default_factory=dict)


class ButtonLabels(Value):
    """The effects of the panel's buttons at one prompt, for a game that states them in place of the host.

    ok:    what OK does there: "roll again". steps: what UP and DOWN change: "how many dice". back: what BACK
           does: "other dice". Empty for a button that is not mentioned.
    page:  which of several pages is open, for the display: "2/5".
    """

    ok: str = ""
    steps: str = ""
    back: str = ""
    page: str = ""


class Lesson(Value):
    """A lesson for people who have not played the game: a minute of rules, and then all press together.

    told: the minute, page by page; together with the dry run at most 150 words.
    pads: the names of the players who press in the dry run, by seat; empty if they use no pads.
    """

    told: tuple[Cue, ...]
    pads: Mapping[int, str] = field(default_factory=dict)


class PromptNarration:
    """Turns an open decision into words, a picture and lights.

    By default the lamp of a seat that decides alone is lit, and the voice says what the display marks.
    Methods without a default raise MissingWords, here and in the subclasses.
    """

    def ask(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The decision's opening words, which need no context. The host adds what to press."""
        raise MissingWords(f"ask {decision.name!r}", "define ask")

    def again(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The same, shorter; empty for silence."""
        return self.ask(decision, view)

    def on_repeat(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The answer to REPEAT: the opening words, with details, without sentences spoken only once."""
        return self.ask(decision, view)

    def labels(self, decision: Decision, view: Any, face: Face) -> ButtonLabels | None:
        """The effects of the buttons; None if the host should say what to press."""
        return None

    def remind(self, decision: Decision, view: Any, times: int) -> tuple[Cue, ...]:
        """How long the prompt has been open: `times` times `Decision.remind`. It must not hurry anybody."""
        raise MissingWords(
            f"remind of {decision.name!r}", "define remind, or leave remind out of the decision"
        )

    def screen(self, decision: Decision, view: Any, face: Face, minutes: int) -> Screen:
        """The display while a decision is open. minutes: how long it has been, in whole minutes."""
        raise MissingWords(f"show {decision.name!r}", "define screen")

    def own(self, decision: Decision, view: Any) -> str:
        """The only choice, in the words of the player who makes it; empty for its usual name."""
        return ""

    def barred(self, decision: Decision, view: Any) -> Mapping[int, str]:
        """Why seats cannot be chosen now, in a few words, unless their plates say it."""
        return {}

    def lights(self, decision: Decision, view: Any) -> frozenset[int]:
        """The seats whose lamps are lit while a decision is open."""
        return frozenset({decision.who.seat}) if isinstance(decision.who, Seat) else frozenset()

    def under_cursor(self, decision: Decision, view: Any, face: Face) -> tuple[Cue, ...]:
        """The words for what is under the cursor, spoken when stepping stops; empty for none."""
        return words_under_cursor(self, decision, view, face)

    def marked_seat(self, decision: Decision, view: Any, face: Face) -> int:
        """The seat under the cursor, whose lamp is lit as well; 0 for none."""
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        return value if isinstance(value, int) and isinstance(decision.who, First) else 0


class Narration(PromptNarration):
    """Turns public information into cues. The view is the game's own; there is no other input.

    By default there is no timetable, nothing to explain and no reminder.
    """

    def beat(self, decision: Decision, view: Any, beat: Beat) -> tuple[Cue, ...]:
        """The cues at a beat of a timetable."""
        raise MissingWords(f"the timetable of {decision.name!r}", "define beat")

    def unheard(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """How to do a step with closed eyes without sound; shown before it, for the table to agree on."""
        raise MissingWords(f"{decision.name!r} where nobody hears it", "define unheard")

    def prefetch(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """Everything that might be spoken after this secret decision, to be rendered in advance."""
        return ()

    def tell(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """An event, with the view right after it."""
        raise MissingWords(f"tell {type(event).__name__}", "define tell")

    def story(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """The event as the story tells it: by default as it is told at the table."""
        return self.tell(event, view)

    def known(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The words that replace a `Pad` decision whose answer is known from the last game."""
        return ()

    def back(self, before: Any, view: Any) -> tuple[Cue, ...]:
        """The moves people have to make by hand after an undo. before: the view until then."""
        return ()

    def chapter(self, view: Any) -> str:
        """The heading of this part of the story, such as "Round 2"; empty for none."""
        return ""

    def ending(self, view: Any, minutes: int) -> tuple[Cue, ...]:
        """The screen at the end of a game, shown until somebody presses; nothing by default.

        minutes: how long it took.
        """
        return ()

    def epilogue(self, told: Told) -> Mapping[str, str]:
        """The sentences that are told of a game that is over, at last, by kind; nothing by default."""
        return {}

    def only_opened(self, choice: Choice) -> bool:
        """Whether this choice only opened a list, so that leaving it is not announced."""
        return False

    def farewell(self, view: Any) -> tuple[Cue, ...]:
        """The last words of a game that the table ends before it is over."""
        return ()

    def recap(self, decision: Decision, view: Any) -> tuple[Cue, ...]:
        """The state of the game, in a sentence or two, before a decision is opened again."""
        return ()

    def props(self, view: Any) -> Props | None:
        """Everything on the table; None to leave it unchanged."""
        return None

    def interrupted(self, decision: Decision, view: Any) -> str:
        """A sentence saying where the game was interrupted."""
        raise MissingWords(f"interrupted at {decision.name!r}", "define interrupted")

    def topics(self, view: Any, on_request: tuple[str, ...]) -> tuple[str, ...]:
        """The topics on offer behind BACK now, in order: those that are explained, and all names in
        `on_request`, the decisions open on request. Empty if there are none."""
        return on_request

    def topic(self, topic: str) -> str:
        """A topic, or a decision on request, as a line of the menu; at most 21 columns."""
        raise MissingWords(f"the topic {topic!r}", "define topic")

    def group(self, topic: str) -> str:
        """The line of the menu behind BACK under which this topic, or such a line, is listed; empty for the
        menu itself. `topic` has its words."""
        return ""

    def explain(self, topic: str, view: Any) -> tuple[Cue, ...]:
        """The explanation of a topic."""
        raise MissingWords(f"explain {topic!r}", "define explain")

    def lesson(self, decision: Decision, view: Any) -> Lesson | None:
        """The lesson before this decision if somebody is new to the game; None before all others. At that
        moment the table is set up, and nothing is secret yet."""
        return None


class GameNarration(Narration):
    """The narration of a game that the menu offers."""

    EPILOGUE: ClassVar[Mapping[str, Message]] = {}
    """The sentences of the epilogue by kind of fact, the rarest first: `benchmarks.epilogues` counts them."""

    def title(self) -> str:
        """The game's name as a line of the menu; at most 21 columns."""
        raise MissingWords("the title", "define title")

    def option(self, name: str) -> OptionText:
        """The words for an option of the game. Raises MissingWords."""
        raise MissingWords(f"the option {name!r}", "define option")

    def setup(self, options: Mapping[str, int | str]) -> str:
        """An earlier setup as a line of the menu; at most 21 columns."""
        raise MissingWords("a setup", "define setup")

    def side_won(self, side: str) -> str:
        """A line that says that this side won, at most 21 columns. Raises MissingWords without sides."""
        raise MissingWords(f"the side {side!r}", "define side_won")

    def role(self, role: str) -> str:
        """The name of a role in the game's outcome. Raises MissingWords in a game without roles."""
        raise MissingWords(f"the role {role!r}", "define role")


def words_under_cursor(
    narration: PromptNarration, decision: Decision, view: Any, face: Face
) -> tuple[Cue, ...]:
    """The line that the display marks, or the number it shows.

    With a single choice it is the shorter prompt, because there is nothing to step to. Raises MissingWords if
    there is a cursor but the display marks nothing.
    """
    if isinstance(face, MenuFace) and len(face.items) == 1:
        return narration.again(decision, view)
    if not isinstance(face, NumberFace) and not (isinstance(face, MenuFace) and face.current):
        return ()
    if marked := marked_on(narration.screen(decision, view, face, 0)):
        return (Say(marked),)
    raise MissingWords(
        f"the cursor of {decision.name!r}", "define under_cursor, or let the screen mark a line"
    )


def marked_on(screen: Screen) -> str:
    """The line or the number that a screen marks; empty if it marks nothing."""
    match screen:
        case screens.MenuScreen(items=items, at=at):
            return items[at] if at >= 0 else ""
        case screens.NumberScreen(value=value):
            return str(value)
        case screens.RingScreen(lines=lines):
            return lines[0] if lines else ""
        case screens.PilesScreen(line=line) | screens.BoardScreen(line=line):
            return line
        case screens.TrackScreen(lanes=lanes):
            return next((str(lane.at) for lane in lanes if lane.marked), "")
        case (
            screens.Lines()
            | screens.BarScreen()
            | screens.VersusScreen()
            | screens.DiceScreen()
            | screens.GridScreen()
            | screens.BarsScreen()
            | screens.StashScreen()
            | screens.TextScreen()
            | screens.CodeScreen()
            | screens.ClosedScreen()
        ):
            return ""
        case _:
            assert_never(screen)


_SILENT: Mapping[str, tuple[str, Any]] = {
    "ask": ("asking {0.name}", ()),
    "again": ("asking {0.name} again", ()),
    "on_repeat": ("repeating {0.name}", ()),
    "own": ("one's own choice of {0.name}", ""),
    "barred": ("who cannot be chosen for {0.name}", {}),
    "labels": ("the buttons of {0.name}", None),
    "remind": ("reminding {0.name}", ()),
    "screen": ("showing {0.name}", screens.Lines("")),
    "lights": ("lights of {0.name}", frozenset()),
    "under_cursor": ("the cursor of {0.name}", ()),
    "marked_seat": ("the seat under the cursor of {0.name}", 0),
    "beat": ("beat {2.mark} of {0.name}", ()),
    "unheard": ("{0.name} unheard", ()),
    "prefetch": ("prefetch of {0.name}", ()),
    "tell": ("event {0.__class__.__name__}", ()),
    "story": ("the story of {0.__class__.__name__}", ()),
    "known": ("the known {0.name}", ()),
    "back": ("what was taken back", ()),
    "chapter": ("the round", ""),
    "ending": ("the end", ()),
    "epilogue": ("the epilogue", {}),
    "only_opened": ("a list that {0.name} opened", False),
    "farewell": ("a game that was left", ()),
    "recap": ("recap at {0.name}", ()),
    "props": ("what lies on the table", None),
    "interrupted": ("interrupted at {0.name}", ""),
    "topics": ("topics", ()),
    "topic": ("topic {0}", ""),
    "group": ("where {0} is listed", ""),
    "explain": ("explaining {0}", ()),
    "lesson": ("the lesson before {0.name}", None),
}
"""By method: the log's name for missing words, from the arguments, and the result in their place."""


class ForgivingNarration(Narration):
    """Wraps a narration for the table: if it lacks words, it is silent, and the evening goes on.

    Each kind of error is logged once. Tests use the narration itself, which raises.
    """

    def __init__(self, narration: Narration) -> None:
        self._bare = narration
        self._logged: set[str] = set()
        for name in (one for one in dir(Narration) if not one.startswith("_")):
            setattr(self, name, partial(self._or_nothing, name, *_SILENT[name]))

    def _or_nothing(self, name: str, what: str, nothing: Any, *given: Any) -> Any:
        try:
            return getattr(self._bare, name)(*given)
        except (MissingWords, KeyError) as error:  # KeyError: a placeholder's value is missing
            what = what.format(*given)
            if what not in self._logged:
                self._logged.add(what)
                log.error("No words for %s (%s: %s).", what, type(error).__name__, error)
            return given[1] if name == "topics" else nothing
