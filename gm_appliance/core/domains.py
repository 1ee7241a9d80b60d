"""What a choice may be: plain data, and the domains it is taken from."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from gm_appliance.core.values import frozen

# Plain data: what JSON can carry. A tuple stands for a JSON list.
Plain: TypeAlias = "bool | int | str | list[Plain] | tuple[Plain, ...] | dict[str, Plain] | None"


@frozen
class OneOf:
    """One of the given values, e.g. the seats Thor may wound, or ``"pass"``.

    On a pad the value ``"pass"`` is thumb down, held. In a ballot of two values the first is
    thumb down and the second thumb up.

    >>> OneOf((1, 4, "pass")).contains("pass")
    True
    >>> OneOf((1, 4, "pass")).contains(2)
    False
    """

    options: tuple[int | str, ...]

    def contains(self, value: Plain) -> bool:
        # True and 1.0 equal 1 in Python; neither must pass for seat 1.
        return type(value) in (int, str) and value in self.options

    def sample(self, rng: Random) -> Plain:
        return rng.choice(self.options)

    def __str__(self) -> str:
        return " | ".join(str(option) for option in self.options)


@frozen
class Number:
    """A whole number from `lo` to `hi`, both included; a picker starts at `start`.

    >>> players = Number(7, 15, start=9)
    >>> players.contains(15), players.contains(16), players.contains(7.5)
    (True, False, False)
    """

    lo: int
    hi: int
    start: int = 0

    def contains(self, value: Plain) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi

    def sample(self, rng: Random) -> Plain:
        return rng.randint(self.lo, self.hi)

    def __str__(self) -> str:
        return f"{self.lo} to {self.hi}"


@frozen
class Each:
    """One value of `each` for every key: ``{"1": "up", "2": "down"}``.

    With `partial`, keys may be missing: a ballot in which somebody did not press.

    >>> ballot = Each(("1", "2"), OneOf(("down", "up")), partial=True)
    >>> ballot.contains({"1": "up", "2": "down"}), ballot.contains({"1": "up"})
    (True, True)
    >>> ballot.contains({"3": "up"})
    False
    """

    keys: tuple[str, ...]
    each: Domain
    partial: bool = False

    def contains(self, value: Plain) -> bool:
        if not isinstance(value, dict) or not value.keys() <= set(self.keys):
            return False
        complete = self.partial or len(value) == len(self.keys)
        return complete and all(map(self.each.contains, value.values()))

    def sample(self, rng: Random) -> Plain:
        kept = [key for key in self.keys if not self.partial or rng.random() < 0.8]
        return {key: self.each.sample(rng) for key in kept}

    def __str__(self) -> str:
        some = "any of" if self.partial else "each of"
        return f"{some} {', '.join(self.keys)}: {self.each}"


Domain: TypeAlias = "OneOf | Number | Each"
