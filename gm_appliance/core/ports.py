"""The ports: all the host knows of the outside world.

Every driver, real or virtual, is one of these. None of them may raise for a missing or broken
part, and none may block: a part that fails says so once through the inbox and the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Protocol, TypeAlias

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.values import immutable

PANEL = 0
"""The source number of the panel; pads and seats are 1 and up."""

PANEL_BUTTONS = ("up", "down", "ok", "back", "repeat")
PAD_BUTTONS = ("up", "down")


@immutable
class Edge:
    """A button going down or up; or, said a second time, that a pad's button is still down.

    source: PANEL or a pad. button: one of PANEL_BUTTONS or PAD_BUTTONS; it may be a vote, so it
            stays out of the repr.
    down:   whether it is down now. Whoever reads a pad says down once more when it has been down
            for as long as a hold takes: silence alone makes no hold, for the line may be lost.
            The panel is wired to the box itself; its holds are timed there.
    t:      seconds on the inbox's clock at which it happened.
    prompt_id: the number of the prompt that was open when the *press* began; all that follows of it
            carries the same, however late it comes. beat: the index of that prompt's beat.
    cancelled: a release that nobody saw, for the line was lost while the button was down. It ends
            the press, which is neither a tap nor a hold then. Never together with down.

    Seat 3's thumb goes up, twelve and a half seconds from the start, in the prompt of number 7:

    >>> edge = Edge(3, "up", True, 12.5, 7)
    >>> edge.source, edge.t, "up" in repr(edge)
    (3, 12.5, False)
    """

    source: int
    button: str = field(repr=False)
    down: bool
    t: float
    prompt_id: int
    beat: int = 0
    cancelled: bool = False


FAULTS = {
    "voice": ("missing", "lost", "back", "stand-in"),
    "sound": ("missing", "lost", "back"),
    "display": ("missing", "lost", "back"),
    "panel": ("missing",),
    "pads": (
        "missing",  # since the start
        "lost",  # all of them, or with `which` those of one shift register
        "back",  # all of them
        "none",  # of those that are plugged in one by one, since the start
        "unplugged",  # one of these
        "unusable",  # the log says why
        "other-protocol",  # the hub's firmware is of another edition
        "several",  # more than one Pico is plugged in, and none says that it is the hub
        "dropped",  # the hub had to forget presses while the line was out
        "stuck",  # a button of one pad is held down by something, or chatters, and is ignored
        "mended",  # it works again
        "unsteady",  # the hub's own wires have a bad contact; presses still arrive
    ),
    "journal": ("lost", "back", "full", "set-aside"),
    "session": ("set-aside",),
    "results": ("lost", "back", "full"),
    "settings": (
        "wrong",  # one line, which does not count
        "meant",  # the same, where something else was probably meant
        "several",  # some lines
        "unread",  # none of the file counts
    ),
}
"""By part, all that can be wrong or right again."""


@immutable
class Fault:
    """Something the table must be told once: a part that is missing, broken, or came back.

    part:  one of FAULTS. what: one of that part's.
    which: what it is about, where there are several of it; else 0. For the pads' "lost" a shift
           register of the hub, 1 to 4: register k reads the pads from 4k-3 to 4k, the fourth
           those from 13 to 15; 0 is all of them. For "stuck" and "mended" the pad's number. For the
           settings the line.
    meant: of the settings, what was probably meant; else empty.
    shown: a line each of what is shown with it; none where that is what is said.
    """

    part: str
    what: str
    which: int = 0
    meant: str = ""
    shown: tuple[str, ...] = ()


FaultReport: TypeAlias = Callable[[str, str], None]
"""A part's way to say what is wrong with it, or right again; see `Fault`. From any thread."""


@immutable
class Stop:
    """The service is asked to end: a signal, or the guarded hold."""


Input: TypeAlias = "Edge | Fault | Stop"


class Inbox(Protocol):
    """Time and everything that comes in, in order."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward."""
        ...

    def wait(self, until: float | None) -> Input | None:
        """The next input; None once `until` (absolute) has come. None as `until` waits for ever."""
        ...

    def ask(self, prompt_id: int, beat: int) -> None:
        """Stamp presses that begin from now on with this prompt and beat."""
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


@immutable
class Ports:
    """One of each: what a table is made of."""

    inbox: Inbox
    display: Display
    lamps: Lamps
    voice: Voice
    mixer: Mixer
    tabletop: Tabletop
