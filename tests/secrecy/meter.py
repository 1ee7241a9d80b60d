"""Counts work: lines of Python, calls of functions in C, and the lengths of what these are given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

_sum: Callable[[Iterable[int]], int] = sum
"""The real one: `sum` itself is counted."""


class Work(NamedTuple):
    """What was done between two looks at the inbox. given: how long what functions in C were given is."""

    lines: int = 0
    calls: int = 0
    given: int = 0


class Meter:
    """Counts between `begin` and `end`. at_rest: never; what is made once and kept is made."""

    def __init__(self, at_rest: bool = False) -> None:
        self.at_rest = at_rest
        self.counting = False
        self._lines = self._calls = self._given = 0

    def begin(self) -> None:
        self._lines = self._calls = self._given = 0
        self._before = sys.gettrace(), sys.getprofile()
        self.counting = True
        frame: FrameType | None = sys._getframe(1)
        while frame:
            frame.f_trace = self._trace
            frame = frame.f_back
        sys.settrace(self._trace)
        sys.setprofile(self._profile)

    def end(self) -> Work:
        if self.counting:
            sys.setprofile(self._before[1])
            sys.settrace(self._before[0])
            self.counting = False
        return self.so_far

    @property
    def so_far(self) -> Work:
        return Work(self._lines, self._calls, self._given)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Others are at work, such as the people."""
        before, self.counting = self.counting, False
        try:
            yield
        finally:
            self.counting = before

    def goes_through(self, _name: str, sizes: Sequence[int]) -> None:
        self._given += self.counting and _sum(sizes)

    def _trace(self, frame: FrameType, event: str, _given: object) -> Any:
        self._lines += event == "line" and self.counting
        return self._trace

    def _profile(self, frame: FrameType, event: str, _function: object) -> None:
        self._calls += event == "c_call" and self.counting
