"""Some libraries load all of themselves for any part, which takes seconds on a Pi."""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from typing import Any


def load_when_asked(package: str) -> None:
    """Load the package's own module when something in it is asked for, not with the first of its parts.

    A package that is loaded already, or missing, stays so.
    """
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
