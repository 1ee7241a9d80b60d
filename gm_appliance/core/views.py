"""Base classes for views and for steps under construction, and the rules of a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from gm_appliance.core.game import Decision
from gm_appliance.core.values import Value, replace

T = TypeVar("T")
V = TypeVar("V", bound="BaseView")


class BaseView(Value, dict=True):
    """All public knowledge of a game. It is immutable; a changed view shares everything else."""

    def once(self, find: Callable[[Any], T]) -> T:
        """The result of `find`, computed once per view. It must be the same function at every call."""
        memo: dict[str, T] = self.__dict__
        if _FOUND not in memo:
            memo[_FOUND] = find(self)
        return memo[_FOUND]


_FOUND = "_found"


class BaseStepBuilder(Generic[V]):
    """A step under construction: the view so far, and the events so far."""

    __slots__ = ("events", "view")

    def __init__(self, view: V) -> None:
        self.view = view
        self.events: list[tuple[Any, V]] = []

    def change(self, **changes: Any) -> None:
        """Change the view without an event."""
        self.view = replace(self.view, **changes)

    def tell(self, event: object, **changes: Any) -> None:
        """Change the view and add the event."""
        if changes:
            self.view = replace(self.view, **changes)
        self.events.append((event, self.view))

    def tell_all(self, events: Iterable[object]) -> None:
        """Add these events, which do not change the view."""
        view = self.view
        self.events += [(event, view) for event in events]


class PhaseRules(NamedTuple):
    """The open decision of one phase, and the consequences of a choice.

    decision: of the view and its phase. apply: of the step under construction, the phase and the
    chosen value.
    """

    decision: Callable[[Any, Any], Decision]
    apply: Callable[[Any, Any, Any], None]
