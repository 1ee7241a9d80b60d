"""The ports: all the host knows of the outside world.

Every driver, real or virtual, is one of these. None of them may raise for a missing or broken
part, and none may block: a part that fails says so once through the inbox and the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from gm_appliance.cues import Prop, Screen

PANEL = 0
"""The source number of the panel; seats are 1 and up."""

PANEL_BUTTONS = ("up", "down", "ok", "back", "repeat")
PAD_BUTTONS = ("up", "down")


@dataclass(frozen=True)
class Edge:
    """A button going down or up.

    source: PANEL or a seat. button: one of PANEL_BUTTONS or PAD_BUTTONS; it may be a vote, so it
            stays out of the repr.
    t:      seconds on the inbox's clock at which it happened.
    asking: the number of the asking that was open when the *press* began; a release carries the
            number of its press, however late it comes. beat: the index of that asking's beat.
    """

    source: int
    button: str = field(repr=False)
    down: bool
    t: float
    asking: int
    beat: int = 0


@dataclass(frozen=True)
class Trouble:
    """Something the table must be told once: a part that is missing or came back.

    part: ``"voice"``, ``"sound"``, ``"display"``, ``"panel"``, ``"pads"``, ``"journal"``.
    what: ``"missing"``, ``"lost"``, ``"back"``, ``"full"``, ``"set-aside"``, ``"other-protocol"``.
    """

    part: str
    what: str


@dataclass(frozen=True)
class Stop:
    """The service is asked to end: a signal, or the guarded hold."""


Input: TypeAlias = "Edge | Trouble | Stop"


class Inbox(Protocol):
    """Time and everything that comes in, in order."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward."""
        ...

    def wait(self, until: float | None) -> Input | None:
        """The next input; None once `until` (absolute) has come. None as `until` waits for ever."""
        ...

    def ask(self, asking: int, beat: int) -> None:
        """Stamp presses that begin from now on with this asking and beat."""
        ...


class Display(Protocol):
    def show(self, screen: Screen) -> None: ...


class Lamps(Protocol):
    def light(self, lit: frozenset[int]) -> None:
        """Light these seats' lamps and no others."""
        ...


class Voice(Protocol):
    def say(self, text: str) -> float:
        """Queue a sentence after those still being spoken; returns its own length in seconds.

        Guaranteed to return at once: the length is that of the rendered sentence where it is
        already rendered, else an estimate from the text alone.
        """
        ...

    def hush(self) -> None:
        """Cut off what is being spoken and forget what is queued."""
        ...

    def prepare(self, texts: Sequence[str]) -> None:
        """These may be said soon: have them ready."""
        ...

    def volume(self, percent: int) -> None:
        """0 to 100."""
        ...

    def rate(self, words_per_minute: int) -> None:
        """Of what is said from now on; 80 to 450."""
        ...


class Mixer(Protocol):
    def storm(self, on: bool) -> None: ...

    def play(self, name: str) -> None:
        """A short sound by name."""
        ...

    def volume(self, percent: int) -> None:
        """0 to 100."""
        ...


class Tabletop(Protocol):
    def lay(self, items: Sequence[Prop]) -> None:
        """What lies on the table now. Real tables ignore it: people move the cards."""
        ...


def estimated_length(text: str) -> float:
    """Seconds a sentence takes to speak, from its letters alone: a little more than it needs."""
    return 0.5 + 0.075 * len(text)


@dataclass(frozen=True)
class Ports:
    """One of each: what a table is made of."""

    inbox: Inbox
    display: Display
    lamps: Lamps
    voice: Voice
    mixer: Mixer
    tabletop: Tabletop
