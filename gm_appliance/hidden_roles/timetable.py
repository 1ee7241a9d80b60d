"""Timetables of the steps with closed eyes and of the ballots, made from public facts.

Beats are in seconds from the beginning of the decision. A beat states its minimum length and the quiet people
need after its words. The length of the words depends on the voice, so the host adds it
(`gm_appliance.host.window.timed`). Each timetable begins with a lead-in, eyes open. Timetables are values, so
they are cached.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Self

from gm_appliance.core.game import Beat, ByHand

LEAD = 4.0  # seconds of a night's lead-in: long enough for somebody to stop it

TO_THUNDER, OF_THUNDER = 3.0, 4.0
"""Seconds from the start of the storm to the thunder, and of the thunder, during which the box is silent."""

COUNTED = 5  # while some agree, this many last seconds are counted aloud


class Steps:
    """A timetable under construction, step by step: eyes close, some wake, all press, eyes open.

    A game adds the steps of its nights in their order, and gives their words by the marks of their beats.
    """

    def __init__(self) -> None:
        self._at = 0.0
        self._beats: list[Beat] = []
        self._awake: int | str = 0
        self.by_hand: ByHand = ""

    def beat(
        self, mark: str, *, rest: float, lasts: float = 0.0, about: int | str = 0, listens: bool = False
    ) -> Self:
        """rest: seconds of quiet after the words. lasts: the minimum length in seconds."""
        self._beats.append(Beat(mark, self._at, about, listens, rest, self._awake, self.by_hand))
        self._at += max(lasts, rest)
        return self

    def countdown(self, marks: Iterable[int], listens: bool = False) -> Self:
        for remaining in marks:
            self.beat("count", lasts=1.0, rest=0.1, about=remaining, listens=listens)
        return self

    def storm(self) -> Self:
        """A lead-in with eyes open, then all close them, and it thunders."""
        self.beat("lead", lasts=LEAD, rest=1.0)
        self.beat("close", lasts=TO_THUNDER, rest=1.0)
        return self.beat("thunder", lasts=OF_THUNDER, rest=0.0)

    def wake(self, mark: str, seconds: float, awake: int | str, by_hand: ByHand = "") -> Self:
        """Somebody opens their eyes, until `sleep`, and does something by hand."""
        self._awake, self.by_hand = awake, by_hand
        return self.beat(mark, rest=seconds)

    def agree(self, seconds: int, card: str) -> Self:
        """Those with this card agree, of which the last seconds are counted aloud."""
        return self.wake("agree", float(seconds - COUNTED), card).countdown(range(COUNTED, 0, -1))

    def roll_call(self, names: Iterable[int | str], seconds: int, mark: str = "name") -> Self:
        """All press at each name, so many seconds each."""
        self.beat("rollcall", rest=2.0)
        for name in names:
            self.beat(mark, lasts=float(seconds), rest=0.5, about=name, listens=True)
        return self

    def sleep(self, mark: str = "reclose", rest: float = 3.5) -> Self:
        """Those who woke close their eyes."""
        self._awake, self.by_hand = 0, ""
        return self.beat(mark, rest=rest)

    def open(self, rest: float = 2.5) -> tuple[Beat, ...]:
        """All open their eyes, and it is over."""
        return self.sleep("open", rest).done()

    def done(self) -> tuple[Beat, ...]:
        return (*self._beats, Beat("end", self._at))


@lru_cache(maxsize=64)
def learning(cards: tuple[str, ...], beat: int) -> tuple[Beat, ...]:
    """The box learns the cards, eyes closed. With two, all give one thumb, which counts once it is explained;
    with more, each is named, and those who hold it press thumb down."""
    steps = Steps().beat("lead", lasts=LEAD, rest=1.0).beat("close", rest=4.5)
    if len(cards) > 2:
        return steps.roll_call(cards, beat, "card").open(1.5)
    return steps.beat("explain", rest=3.5, listens=True).beat("now", rest=7.0, listens=True).open(1.5)


@lru_cache(maxsize=64)
def show() -> tuple[Beat, ...]:
    """Thumbs shown to all, eyes open: three, two, one, now."""
    steps = Steps().beat("lead", lasts=LEAD, rest=0.5).countdown((3, 2, 1))
    steps.by_hand = "thumbs"
    return steps.beat("now", lasts=3.0, rest=1.0).done()


@lru_cache(maxsize=64)
def vote(seconds: int) -> tuple[Beat, ...]:
    """A ballot, eyes open: three, two, one, now, then `seconds` to press. A seat's last thumb counts; thumbs
    count as soon as the accused is named."""
    steps = Steps().beat("lead", lasts=LEAD, rest=1.0, listens=True).countdown((3, 2, 1), listens=True)
    for remaining in range(seconds, 0, -1):
        mark = "now" if remaining == seconds else "tick"
        steps.beat(mark, lasts=1.0, rest=0.0, about=remaining, listens=True)
    return steps.done()
