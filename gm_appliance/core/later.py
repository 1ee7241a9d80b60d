"""Modules loaded on first use: a game that nobody plays does not slow down the start."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

_MODULES: list[Callable[[], ModuleType]] = []


class Later:
    """A stand-in for a module, which is imported when one of its functions is first called.

    module: imports the module and returns it.

    >>> def fractions():
    ...     import fractions
    ...     return fractions
    >>> Later(fractions).Fraction(1, 3)
    Fraction(1, 3)
    """

    def __init__(self, module: Callable[[], ModuleType]) -> None:
        self._module = module
        _MODULES.append(module)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] | None = None

        def call(*arguments: Any) -> Any:
            nonlocal found
            if found is None:
                found = getattr(self._module(), name)
            return found(*arguments)

        return call


def load() -> None:
    """Import all modules that have a stand-in."""
    for module in _MODULES:
        module()
