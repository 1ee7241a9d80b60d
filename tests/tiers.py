"""Which of many similar cases run every time; the others are long tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from gm_appliance.core.language import languages


def long_but(cases: Iterable[str], every_run: Iterable[str]) -> list[Any]:
    """Parameters of a test, marked long unless in `every_run`. Raises ValueError for a name that is not a
    case."""
    cases, often = [*cases], {*every_run}
    if unknown := often - {*cases}:
        raise ValueError(f"not among the cases: {', '.join(sorted(unknown))}")
    return [pytest.param(case, marks=() if case in often else pytest.mark.long) for case in cases]


def evening_languages() -> list[Any]:
    """For tests of whole evenings: English every time, and German, whose words are the longest."""
    return long_but(languages(), ("en", "de"))
