"""Cues: what the box can do, as data that the ports perform. Texts are in the players' language."""

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

    It is left out once those who decide have done it this evening, except after a silence or REPEAT.

    row: identifies what is pressed, in any language.
    """

    row: str = ""


class Suggestion(Say):
    """Say what OK would choose as the prompt opens.

    The host adds one after each question with a cursor, before the press hint; but not if the narration has
    one itself, for a question that says it already: "Go on?"
    """


class InLanguage(Say):
    """Say this in another language than the table's, by the voice of that one.

    language: its tag, as gettext names it: ``"de"``. A voice with one language says it in that one.
    """

    language: str


class Remark(Say):
    """Say this before the words of the next prompt. Nobody waits for it, and a press cuts it off.

    The prompt's picture must show it too. Without sound it is written out at once.
    """


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
    """Play a short sound: ``"horn"``, after which speech waits, or ``"thunder"``, after which it does not."""

    name: str


class Props(Value):
    """Everything on the table now. At a real table people move it, as the voice tells them."""

    items: tuple[Prop, ...]


Cue: TypeAlias = "Say | Pause | Show | Light | Storm | Sound | Props"
