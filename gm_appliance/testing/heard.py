"""What is heard at a table, in order: sentences, events of the game, prompts, beats and announcements.

A test says what should happen, not in which words: an event's class or an event, or one of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from gm_appliance.core.game import Choice, Decision, Pad, Seat


@dataclass(frozen=True)
class Said:
    """A sentence, word for word."""

    text: str


@dataclass(frozen=True)
class Asked:
    """A decision of this name was opened, and its prompt with it.

    seat: whom it asks where it asks one, else 0; None, in a test, for anybody.
    """

    name: str
    seat: int | None = None


@dataclass(frozen=True)
class AtBeat:
    """This mark came in the timetable of the open decision, such as ``"now"``.

    about: the seat or number it is about, else 0; None, in a test, for any.
    """

    mark: str
    about: int | None = None


@dataclass(frozen=True)
class Announced:
    """The house itself said something of this name, such as ``"paused"``."""

    name: str


What: TypeAlias = "type[Any] | Any"
"""What can be waited for: one of these, an event, or the class of either."""


class Heard(NamedTuple):
    """One of these, or an event of the game, and when."""

    t: float
    what: Any


def fits(wanted: What, what: Any) -> bool:
    """Whether this is what was wanted. None in what was wanted stands for anything."""
    if isinstance(wanted, type):
        return isinstance(what, wanted)
    if isinstance(wanted, Asked) and isinstance(what, Asked):
        return wanted.name == what.name and wanted.seat in (None, what.seat)
    if isinstance(wanted, AtBeat) and isinstance(what, AtBeat):
        return wanted.mark == what.mark and wanted.about in (None, what.about)
    return bool(wanted == what)


def in_order(wanted: Sequence[What], heard: Sequence[Heard]) -> bool:
    """Whether all that was wanted is among what was heard, in this order."""
    rest = iter(heard)
    return all(any(fits(one, other.what) for other in rest) for one in wanted)


class Ears:
    """An observer that writes down what is heard. Sentences and beats it is told by whoever has the ports.

    now:   the clock's seconds. on: told each as soon as it is written down.
    heard: everything, in order.
    open:  the asking and the decision that was opened last, at `opened_at`.
    """

    def __init__(self, now: Callable[[], float], on: Callable[[Any], None] = lambda what: None) -> None:
        self.heard: list[Heard] = []
        self._now = now
        self._on = on
        self.open: tuple[int, Decision] | None = None
        self.opened_at = 0.0

    def _hear(self, what: Any) -> None:
        self.heard.append(Heard(self._now(), what))
        self._on(what)

    def of(self, what: What) -> list[Any]:
        """All that fits, in order."""
        return [one.what for one in self.heard if fits(what, one.what)]

    def say(self, text: str) -> None:
        self._hear(Said(text))

    def beat(self, asking: int, index: int) -> None:
        if self.open and self.open[0] == asking and self.open[1].beats:
            beat = self.open[1].beats[index]
            self._hear(AtBeat(beat.mark, beat.about))

    # ------------------------------------------------------------ observer

    def asked(self, asking: int, decision: Decision) -> None:
        self.open, self.opened_at = (asking, decision), self._now()
        seat = decision.who.seat if isinstance(decision.who, Seat | Pad) else 0
        self._hear(Asked(decision.name, seat))

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None:
        self._hear(event)

    def announced(self, name: str) -> None:
        self._hear(Announced(name))

    def rested(self, seconds: float) -> None: ...
