"""Modules loaded on first use: a game that nobody plays does not slow down the start."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_MODULES: list[str] = []


class Later:
    """A stand-in for a module, which is imported when one of its functions is first called.

    >>> Later("fractions").Fraction(1, 3)
    Fraction(1, 3)
    """

    def __init__(self, module: str) -> None:
        self._module = module
        _MODULES.append(module)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] | None = None

        def call(*arguments: Any) -> Any:
            nonlocal found
            if found is None:
                found = getattr(import_module(self._module), name)
            return found(*arguments)

        return call


def load() -> None:
    """Import all modules that have a stand-in."""
    for module in _MODULES:
        import_module(module)
