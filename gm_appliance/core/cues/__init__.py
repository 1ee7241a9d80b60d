"""Cues: the box's possible actions, as data performed by the ports. Texts are in the players' language."""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.values import Value


class Say(Value):
    """Speak this sentence."""

    text: str


class PressHint(Say):
    """Say what to press, at the end of a prompt.

    Omitted if those who decide have pressed the same this evening, except after a silence or REPEAT.

    row: identifies what is pressed, in any language.
    """

    row: str = ""


class Greeting(Say):
    """Say this at the first prompt of an evening that has it, and `later` at all others."""

    later: str = ""


class Suggestion(Say):
    """Say what OK would choose when the prompt opens.

    The host adds one after each question with a cursor, before the press hint, unless the narration provides
    one: a question that suggests its answer itself, such as "Go on?"
    """


class InLanguage(Say):
    """Say this in a language other than the table's, with that language's voice.

    language: its gettext tag, such as ``"de"``. A voice with only one language uses that one.
    """

    language: str


class Remark(Say):
    """Say this before the words of the next prompt. Nobody waits for it, and a press cuts it off, so it must
    not ask for anything to be done.

    The prompt's picture must show it too. Without sound it is written out at once.
    """


class StoryLine(Value):
    """Add this to the game's story, if one is kept, without saying or showing it.

    heading: whether it begins a part of the story, such as a round.
    """

    text: str
    heading: bool = False


class Pause(Value):
    """Be silent for this many seconds."""

    seconds: float


class Show(Value):
    """Show this on the display."""

    screen: Screen


class Light(Value):
    """Light the lamps of these seats and no others."""

    lit: frozenset[int] = frozenset()


class Storm(Value):
    """Start or end the storm. While it sounds, eyes are closed."""

    on: bool


class Sound(Value):
    """Play a short sound: ``"horn"``, which delays speech until its end, or ``"thunder"``, which does not."""

    name: str


class Props(Value):
    """Everything on the table now. At a real table people move it, as the voice tells them."""

    items: tuple[Prop, ...]


Cue: TypeAlias = "Say | StoryLine | Pause | Show | Light | Storm | Sound | Props"
