"""Timetables of the steps with closed eyes and of the ballots, made from public facts.

Beats are in seconds from the beginning of the decision. Each timetable begins with a lead-in, eyes open. The
words of every language must fit between two beats, which a test checks. Timetables are values, so they are
cached.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gm_appliance.core.game import Beat

LEAD = 4.0
"""Seconds of the lead-in of a night: long enough for somebody to stop it."""

TO_THUNDER, OF_THUNDER = 3.0, 4.0
"""Seconds from the beginning of the storm to the thunder, and of the thunder, in which nothing is said."""


# Timetables have most of their beats in common.
_beat = lru_cache(maxsize=1024)(Beat)


class _Clock:
    """A timetable in the making."""

    def __init__(self) -> None:
        self.at = 0.0
        self.beats: list[Beat] = []

    def beat(self, mark: str, lasts: float, about: int = 0, listens: bool = False) -> None:
        self.beats.append(_beat(mark, self.at, about, listens))
        self.at += lasts

    def countdown(self, marks: Iterable[int], listens: bool = False) -> None:
        for remaining in marks:
            self.beat("count", 1.0, about=remaining, listens=listens)

    def done(self) -> tuple[Beat, ...]:
        return (*self.beats, Beat("end", self.at))


@lru_cache(maxsize=64)
def learning() -> tuple[Beat, ...]:
    """The box learns the factions: eyes closed, one thumb each, which counts as soon as it is explained."""
    clock = _Clock()
    clock.beat("lead", LEAD)
    clock.beat("close", 6.0)
    clock.beat("explain", 7.0, listens=True)
    clock.beat("now", 8.0, listens=True)
    clock.beat("open", 3.0)
    return clock.done()


@lru_cache(maxsize=64)
def night(asgard: tuple[int, ...], agree: int, beat: int) -> tuple[Beat, ...]:
    """The conspiracy phase: `agree` seconds to agree, then a roll call of Asgard, `beat` seconds a name."""
    clock = _Clock()
    clock.beat("lead", LEAD)
    clock.beat("close", TO_THUNDER)
    clock.beat("thunder", OF_THUNDER)
    clock.beat("agree", float(agree))
    clock.countdown(range(5, 0, -1))
    clock.beat("rollcall", 9.0)
    for seat in asgard:
        clock.beat("name", float(beat), about=seat, listens=True)
    clock.beat("reclose", 6.0)
    clock.beat("open", 4.0)
    return clock.done()


@lru_cache(maxsize=64)
def night_of_the_die(agree: int) -> tuple[Beat, ...]:
    """The same without pads: the conspirators lay the die while the seconds are counted aloud."""
    clock = _Clock()
    clock.beat("lead", LEAD)
    clock.beat("close", TO_THUNDER)
    clock.beat("thunder", OF_THUNDER)
    clock.beat("die", 7.0)
    clock.countdown(range(agree, 0, -1))
    clock.beat("reclose", 6.0)
    clock.beat("open", 4.0)
    return clock.done()


@lru_cache(maxsize=64)
def look(seconds: int) -> tuple[Beat, ...]:
    """The Oracle looks at a card, and has time to put it back before the others open their eyes."""
    clock = _Clock()
    clock.beat("lead", 10.0)
    clock.beat("close", 4.0)
    clock.beat("look", float(seconds))
    clock.beat("return", 4.0)
    clock.beat("open", 4.0)
    return clock.done()


@lru_cache(maxsize=1)
def no_look() -> tuple[Beat, ...]:
    """The Oracle has nobody to look at, so all eyes stay open."""
    clock = _Clock()
    clock.beat("lead", 5.0)
    return clock.done()


@lru_cache(maxsize=64)
def show() -> tuple[Beat, ...]:
    """Thumbs shown to all, eyes open: three, two, one, now."""
    clock = _Clock()
    clock.beat("lead", 6.0)
    clock.countdown((3, 2, 1))
    clock.beat("now", 3.0)
    return clock.done()


@lru_cache(maxsize=64)
def vote(seconds: int) -> tuple[Beat, ...]:
    """A ballot, eyes open: three, two, one, now, then `seconds` to press. A seat's last thumb counts; thumbs
    count as soon as the accused is named."""
    clock = _Clock()
    clock.beat("lead", 6.0, listens=True)
    clock.countdown((3, 2, 1), listens=True)
    for remaining in range(seconds, 0, -1):
        clock.beat("now" if remaining == seconds else "tick", 1.0, about=remaining, listens=True)
    return clock.done()
