"""Keeps libraries from loading everything, and other libraries, for one part of them: that takes seconds on a
Pi."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


def load_when_asked(package: str) -> None:
    """Load the package's own module when something in it is asked for, not with the first of its parts. Does
    nothing if the package is loaded already or missing."""
    spec = None if package in sys.modules else find_spec(package)
    if not spec or not spec.loader:
        return
    loader, module = spec.loader, module_from_spec(spec)

    def whole(wanted: str) -> Any:
        if wanted.startswith("__"):
            raise AttributeError(wanted)
        del module.__dict__["__getattr__"]
        loader.exec_module(module)
        return getattr(module, wanted)

    module.__dict__["__getattr__"] = whole
    sys.modules[package] = module


@contextmanager
def loading_when_called(*modules: str) -> Iterator[None]:
    """Within it a library that takes functions from these modules loads them when it calls the functions.

    A module that is loaded already is used as it is. Nothing may inherit from a class that is taken this way.
    """
    ours = {}
    for name in modules:
        if name not in sys.modules:
            module = ModuleType(name)
            module.__dict__["__getattr__"] = _taking(name)
            ours[name] = sys.modules[name] = module
    try:
        yield
    finally:
        for name, module in ours.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _taking(module: str) -> Any:
    def take(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **values: getattr(import_module(module), name)(*args, **values)

    return take
