"""Everything heard at a table, in order: sentences, events of the game, prompts, beats and announcements.

A test names what should happen: an event or its class, or one of these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from gm_appliance.core.game import Decision, Pad, Seat
from gm_appliance.core.observer import Observer
from gm_appliance.core.values import Value


class Said(Value):
    """A sentence, word for word."""

    text: str


class Hushed(Value):
    """A message that was not heard, because it was hushed before it began."""

    what: Any


class Asked(Value):
    """The prompt of a decision of this name.

    seat: the seat it asks, 0 if it asks several; None matches any.
    """

    name: str
    seat: int | None = None


class AtBeat(Value):
    """A beat of the open decision's timetable with this mark, such as ``"now"``.

    about: its seat or number, 0 for none; None matches any.
    """

    mark: str
    about: int | str | None = None


class Announced(Value):
    """An announcement of this name, such as ``"paused"``."""

    name: str


What: TypeAlias = "type[Any] | Any"  # something to wait for: one of these, an event, or the class of either


class Heard(NamedTuple):
    """One of these, or an event of the game, with its time."""

    t: float
    what: Any


def fits(wanted: What, what: Any) -> bool:
    """Whether this matches what is wanted, where None matches anything."""
    if isinstance(wanted, type):
        return isinstance(what, wanted)
    if isinstance(wanted, Asked) and isinstance(what, Asked):
        return wanted.name == what.name and wanted.seat in (None, what.seat)
    if isinstance(wanted, AtBeat) and isinstance(what, AtBeat):
        return wanted.mark == what.mark and wanted.about in (None, what.about)
    return bool(wanted == what)


class Ears(Observer):
    """Records what is heard. The owner of the ports reports sentences and beats to it.

    A sentence hushed before it begins was not heard, and neither was its announcement.

    now:   the clock.
    heard: everything, in order.
    cut:   how many sentences were hushed, by their places in `heard`.
    open:  the prompt and decision opened last, at `opened_at`.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.heard: list[Heard] = []
        self._now = now
        self.open: tuple[int, Decision] | None = None
        self.opened_at = 0.0
        self.cut: set[int] = set()
        self._spoken: list[tuple[int, float, float]] = []  # places in `heard`, with begin and end

    def _hear(self, what: Any) -> None:
        self.heard.append(Heard(self._now(), what))

    def of(self, what: What) -> list[Any]:
        return [one.what for one in self.heard if fits(what, one.what)]

    def say(self, text: str, seconds: float, ready: float = 0.0) -> None:
        """A sentence of this length, after those being said. ready: when it is rendered."""
        begin = max([self._now(), ready, *(end for _at, _begin, end in self._spoken[-1:])])
        self._spoken.append((len(self.heard), begin, begin + seconds))
        self._hear(Said(text))

    def hush(self) -> None:
        """Sentences being said or queued are hushed."""
        now = self._now()
        for at, begin, end in self._spoken:
            if end > now + 1e-6:
                self.cut.add(at)
            if begin >= now:
                announced = at and isinstance(self.heard[at - 1].what, Announced)
                for place in (at - 1, at) if announced else (at,):
                    self.heard[place] = Heard(self.heard[place].t, Hushed(self.heard[place].what))
        self._spoken.clear()

    def beat(self, prompt_id: int, index: int) -> None:
        if self.open and self.open[0] == prompt_id and self.open[1].beats:
            beat = self.open[1].beats[index]
            self._hear(AtBeat(beat.mark, beat.about))

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        self.open, self.opened_at = (prompt_id, decision), self._now()
        seat = decision.who.seat if isinstance(decision.who, Seat | Pad) else 0
        self._hear(Asked(decision.name, seat))

    def told(self, event: Any) -> None:
        self._hear(event)

    def announced(self, name: str) -> None:
        self._hear(Announced(name))
