"""Domains: the legal values of a choice, which are plain data."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from gm_appliance.core.values import Value

# Data that JSON can represent. A tuple is a JSON list.
JSON: TypeAlias = "bool | int | str | list[JSON] | tuple[JSON, ...] | dict[str, JSON] | None"


class OneOf(Value):
    """One of the given values, e.g. the seats Thor may wound, or ``"pass"``.

    On a pad ``"pass"`` is chosen by holding thumb down. In a ballot of two values thumb down is the first
    value and thumb up the second.

    >>> OneOf((1, 4, "pass")).contains("pass")
    True
    >>> OneOf((1, 4, "pass")).contains(2)
    False
    """

    options: tuple[int | str, ...]

    def contains(self, value: JSON) -> bool:
        """Whether this value is legal."""
        # True and 1.0 equal 1 in Python, but are not seat 1.
        return type(value) in (int, str) and value in self.options

    def sample(self, rng: Random) -> JSON:
        """A legal value at random."""
        return rng.choice(self.options)

    def __str__(self) -> str:
        return " | ".join(str(option) for option in self.options)


class Ready(OneOf):
    """An acknowledgement, with one value: the cards are dealt, the dice may roll.

    It is always asked. A OneOf with one value is not: the host makes that choice at once.
    """


class PersonName(OneOf):
    """The name of the person at a seat; an empty string for none, which is the only value the rules offer.

    At a table that plays with names, the host asks for one, by known names or letter by letter; otherwise
    nobody is asked.

    >>> PersonName(seat=3).contains("Anna"), PersonName(seat=3).contains(7)
    (True, False)
    """

    options: tuple[int | str, ...] = ("",)
    seat: int = 0

    def contains(self, value: JSON) -> bool:
        return isinstance(value, str)


class Grouped(OneOf):
    """One of the given values, in groups: a tap stays in its group, a hold goes to the next one.

    sizes: the number of values in each group, in order. starts: the index within each group at which a hold
    arrives.

    Two gods with the offers there, from the highest to the lowest:

    >>> offers = Grouped(("odin-5", "odin-3", "thor-4", "thor-2", "thor-0"), sizes=(2, 3), starts=(0, 2))
    >>> offers.options[offers.stepped(1, 1)], offers.options[offers.leapt(1, 1)]
    ('odin-5', 'thor-0')
    """

    sizes: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()

    def place(self, at: int) -> tuple[int, int]:
        """The group of an option, and the index where that group begins."""
        group = first = 0
        while at >= first + self.sizes[group]:
            first += self.sizes[group]
            group += 1
        return group, first

    def stepped(self, at: int, by: int) -> int:
        """The index `by` steps further in the same group, wrapping round."""
        group, first = self.place(at)
        return first + (at - first + by) % self.sizes[group]

    def leapt(self, at: int, by: int) -> int:
        """The index where a hold arrives, `by` groups further, wrapping round."""
        group = (self.place(at)[0] + by) % len(self.sizes)
        return sum(self.sizes[:group]) + self.starts[group]


def pages(options: tuple[int | str, ...]) -> OneOf:
    """The domain of pages, which people turn, and leave with OK; a single page is an acknowledgement."""
    return OneOf(options) if len(options) != 1 else Ready(options)


class Number(Value):
    """A whole number from `lo` to `hi`, both included; a picker starts at `start`.

    step: the change by one press. Only its multiples and `lo`, `hi` and `start` are legal.

    >>> volume = Number(0, 100, start=55, step=10)
    >>> volume.contains(60), volume.contains(55), volume.contains(61)
    (True, True, False)
    >>> players = Number(7, 15, start=9)
    >>> players.contains(15), players.contains(16), players.contains(7.5)
    (True, False, False)
    """

    lo: int
    hi: int
    start: int = 0
    step: int = 1

    def contains(self, value: JSON) -> bool:
        if not isinstance(value, int) or isinstance(value, bool) or not self.lo <= value <= self.hi:
            return False
        return value % self.step == 0 or value in (self.lo, self.hi, self.start)

    def sample(self, rng: Random) -> JSON:
        drawn = rng.randint(self.lo, self.hi)
        return max(self.lo, drawn - drawn % self.step)

    def __str__(self) -> str:
        return f"{self.lo} to {self.hi}"


class PerSeat(Value):
    """A value of the domain `each` for every key: ``{"1": "up", "2": "down"}``.

    partial: whether keys may be missing, because somebody did not press.

    >>> ballot = PerSeat(("1", "2"), OneOf(("down", "up")), partial=True)
    >>> ballot.contains({"1": "up", "2": "down"}), ballot.contains({"1": "up"})
    (True, True)
    >>> ballot.contains({"3": "up"})
    False
    """

    keys: tuple[str, ...]
    each: Domain
    partial: bool = False

    def contains(self, value: JSON) -> bool:
        if not isinstance(value, dict) or not value.keys() <= set(self.keys):
            return False
        complete = self.partial or len(value) == len(self.keys)
        return complete and all(map(self.each.contains, value.values()))

    def sample(self, rng: Random) -> JSON:
        kept = [key for key in self.keys if not self.partial or rng.random() < 0.8]
        return {key: self.each.sample(rng) for key in kept}

    def __str__(self) -> str:
        some = "any of" if self.partial else "each of"
        return f"{some} {', '.join(self.keys)}: {self.each}"


Domain: TypeAlias = "OneOf | Ready | Grouped | Number | PerSeat"
