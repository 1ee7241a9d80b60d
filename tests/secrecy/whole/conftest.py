"""No test of whole boxes passes because a part that was replaced, or a leak, no longer fits the box."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

import pytest

MISFITS = (AssertionError, AttributeError, LookupError, NameError, TypeError, ZeroDivisionError)


def misfits(records: Iterable[logging.LogRecord]) -> list[str]:
    """Errors of the code itself that a box logged and went on after."""
    errors = (one.exc_info[1] for one in records if one.exc_info)
    return [repr(error) for error in errors if isinstance(error, MISFITS)]


@pytest.fixture(autouse=True)
def everything_fits(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert misfits(caplog.get_records("call")) == []
