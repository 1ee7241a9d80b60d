"""What the box may do in front of the players. A cue is data; the ports perform it.

Its texts are already in the players' language.
"""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.values import immutable


@immutable
class Say:
    """Speak this sentence."""

    text: str


@immutable
class Handling(Say):
    """Say what to do or to press, in a prompt. Left out once whoever decides has done it this evening, but
    for a silence or a question: so it is a sentence of its own, and the same wherever the same is pressed.
    """


@immutable
class Remark(Say):
    """Say this with the prompt that comes next, before its words: nobody waits for it, and whoever presses
    cuts it off. Its prompt's picture has to show it too. Where nobody hears, it is written out at once.
    """


@immutable
class Pause:
    """Be silent for so many seconds."""

    seconds: float


@immutable
class Show:
    """Put this on the display."""

    screen: Screen


@immutable
class Light:
    """Light the lamps of these seats and no others."""

    lit: frozenset[int] = frozenset()


@immutable
class Storm:
    """Start or end the storm. While it sounds, eyes are closed."""

    on: bool


@immutable
class Sound:
    """A short sound by name: ``"horn"``, which words wait for; ``"thunder"``, which they do not."""

    name: str


@immutable
class Props:
    """Everything that lies on the table now. On a real table people move it, told by the voice."""

    items: tuple[Prop, ...]


Cue: TypeAlias = "Say | Pause | Show | Light | Storm | Sound | Props"
