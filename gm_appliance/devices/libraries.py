"""Loads the part of a library that is needed: some libraries load all of themselves, which takes seconds on a Pi."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


def load_part(name: str) -> ModuleType:
    """A module of a package, without what the package's own module imports. Raises ImportError.

    name: such as ``"pygame.mixer"``. The rest follows when something of the package itself is used.
    """
    package = name.partition(".")[0]
    spec = find_spec(package) if package not in sys.modules else None
    if spec and spec.loader:
        loader, module = spec.loader, module_from_spec(spec)

        def whole(wanted: str) -> Any:
            if wanted.startswith("__"):
                raise AttributeError(wanted)
            del module.__dict__["__getattr__"]
            loader.exec_module(module)
            return getattr(module, wanted)

        module.__dict__["__getattr__"] = whole
        sys.modules[package] = module
        try:
            return import_module(name)
        except ImportError:
            del sys.modules[package]  # it is put together in another way
    return import_module(name)


@contextmanager
def metadata_later() -> Iterator[None]:
    """Meanwhile, a library that looks for its drivers through the metadata of packages loads that only when
    it does."""
    name = "importlib_metadata"  # the backport, which such libraries prefer
    if find_spec(name):
        yield
        return
    sys.modules[name] = stand_in = ModuleType(name)
    stand_in.__dict__["entry_points"] = _entry_points
    try:
        yield
    finally:
        del sys.modules[name]


def _entry_points(**wanted: str) -> Any:
    from importlib.metadata import entry_points

    return entry_points(**wanted)
