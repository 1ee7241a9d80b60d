"""Values cannot be changed, and some keep their fields to themselves."""

from __future__ import annotations

import copy
import pickle
from functools import cached_property
from typing import Any

import pytest

from gm_appliance.core.values import Redacted, Value, field, replace


class Point(Value):
    x: int
    y: int = 2
    seen: list[int] = field(default_factory=list)


class Ordered(Value):
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


class Remembering(Value, dict=True):
    x: int

    @cached_property
    def doubled(self) -> list[int]:
        return [2 * self.x]


class Vote(Redacted):
    seat: int
    thumb: str
    redacted = ("thumb",)


@pytest.mark.parametrize("name", ["x", "seen", "other"])
def test_no_field_can_be_assigned_to(name: str) -> None:
    point: Any = Point(1)
    with pytest.raises(AttributeError):
        setattr(point, name, 3)
    assert point == Point(1)


def test_a_mistaken_replacement_is_refused() -> None:
    misspelt: Any = {"z": 3}
    with pytest.raises(TypeError):
        replace(Point(1), **misspelt)
    with pytest.raises(ValueError, match="low is above high"):
        replace(Ordered(1, 2), low=3)


def test_what_is_remembered_takes_no_part_in_comparing_and_is_not_carried_over() -> None:
    one, other = Remembering(1), Remembering(1)
    assert one.doubled is one.doubled
    assert (one, hash(one)) == (other, hash(other))
    assert replace(one, x=2).doubled == [4]


def test_copies_and_pickles_are_equal() -> None:
    assert copy.copy(Ordered(1, 2)) == pickle.loads(pickle.dumps(Ordered(1, 2))) == Ordered(1, 2)


def test_a_redacted_field_shows_nowhere_and_still_counts() -> None:
    up, down = Vote(3, "up"), Vote(3, "down")
    assert repr(up) == repr(down) == f"{(up,)}"[1:-2] == "Vote(seat=3)"
    assert up != down
