"""Timetables of the steps with closed eyes and of the ballots, made from public facts.

Beats are in seconds from the beginning of the decision. A beat states its minimum length and the quiet people
need after its words. The length of the words depends on the voice, so the host adds it
(`gm_appliance.host.window.timed`). Each timetable begins with a lead-in, eyes open. Timetables are values, so
they are cached.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gm_appliance.core.game import Beat

LEAD = 4.0
"""Seconds of a night's lead-in: long enough for somebody to stop it."""

TO_THUNDER, OF_THUNDER = 3.0, 4.0
"""Seconds from the start of the storm to the thunder, and of the thunder, during which the box is silent."""

COUNTED = 5
"""While the conspirators agree, this many last seconds are counted aloud."""


# Timetables have most of their beats in common.
_beat = lru_cache(maxsize=1024)(Beat)


class _Clock:
    def __init__(self) -> None:
        self.at = 0.0
        self.beats: list[Beat] = []

    def beat(
        self, mark: str, *, rest: float, lasts: float = 0.0, about: int = 0, listens: bool = False
    ) -> None:
        """rest: seconds of quiet after the words. lasts: the minimum length in seconds."""
        self.beats.append(_beat(mark, self.at, about, listens, rest))
        self.at += max(lasts, rest)

    def countdown(self, marks: Iterable[int], listens: bool = False) -> None:
        for remaining in marks:
            self.beat("count", lasts=1.0, rest=0.1, about=remaining, listens=listens)

    def done(self) -> tuple[Beat, ...]:
        return (*self.beats, Beat("end", self.at))


@lru_cache(maxsize=64)
def learning() -> tuple[Beat, ...]:
    """The box learns the factions: eyes closed, one thumb each, which counts as soon as it is explained."""
    clock = _Clock()
    clock.beat("lead", lasts=LEAD, rest=1.0)
    clock.beat("close", rest=4.5)
    clock.beat("explain", rest=3.5, listens=True)
    clock.beat("now", rest=7.0, listens=True)
    clock.beat("open", rest=1.5)
    return clock.done()


@lru_cache(maxsize=64)
def night(asgard: tuple[int, ...], agree: int, beat: int) -> tuple[Beat, ...]:
    """The conspiracy phase: `agree` seconds to agree, then a roll call of Asgard, `beat` seconds a name."""
    clock = _Clock()
    _storm(clock)
    clock.beat("agree", rest=float(agree - COUNTED))
    clock.countdown(range(COUNTED, 0, -1))
    clock.beat("rollcall", rest=2.0)
    for seat in asgard:
        clock.beat("name", lasts=float(beat), rest=0.5, about=seat, listens=True)
    _dawn(clock)
    return clock.done()


@lru_cache(maxsize=64)
def night_of_the_die(agree: int) -> tuple[Beat, ...]:
    """The same without pads: the conspirators place the die while the seconds are counted aloud."""
    clock = _Clock()
    _storm(clock)
    clock.beat("die", rest=1.5)
    clock.countdown(range(agree, 0, -1))
    _dawn(clock)
    return clock.done()


def _storm(clock: _Clock) -> None:
    clock.beat("lead", lasts=LEAD, rest=1.0)
    clock.beat("close", lasts=TO_THUNDER, rest=1.0)
    clock.beat("thunder", lasts=OF_THUNDER, rest=0.0)


def _dawn(clock: _Clock) -> None:
    clock.beat("reclose", rest=3.5)
    clock.beat("open", rest=2.5)


@lru_cache(maxsize=64)
def look(seconds: int) -> tuple[Beat, ...]:
    """The Oracle looks at a card, and has time to put it back before the others open their eyes."""
    clock = _Clock()
    clock.beat("lead", lasts=LEAD, rest=4.0)
    clock.beat("close", rest=1.5)
    clock.beat("look", rest=float(seconds))
    clock.beat("return", rest=4.0)
    clock.beat("open", rest=2.0)
    return clock.done()


@lru_cache(maxsize=1)
def no_look() -> tuple[Beat, ...]:
    """The Oracle has nobody to look at, so everybody's eyes stay open."""
    clock = _Clock()
    clock.beat("lead", lasts=5.0, rest=1.0)
    return clock.done()


@lru_cache(maxsize=64)
def show() -> tuple[Beat, ...]:
    """Thumbs shown to all, eyes open: three, two, one, now."""
    clock = _Clock()
    clock.beat("lead", lasts=LEAD, rest=0.5)
    clock.countdown((3, 2, 1))
    clock.beat("now", lasts=3.0, rest=1.0)
    return clock.done()


@lru_cache(maxsize=64)
def vote(seconds: int) -> tuple[Beat, ...]:
    """A ballot, eyes open: three, two, one, now, then `seconds` to press. A seat's last thumb counts; thumbs
    count as soon as the accused is named."""
    clock = _Clock()
    clock.beat("lead", lasts=LEAD, rest=1.0, listens=True)
    clock.countdown((3, 2, 1), listens=True)
    for remaining in range(seconds, 0, -1):
        mark = "now" if remaining == seconds else "tick"
        clock.beat(mark, lasts=1.0, rest=0.0, about=remaining, listens=True)
    return clock.done()
