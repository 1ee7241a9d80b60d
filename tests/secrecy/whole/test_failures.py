"""Leaks that show only where something fails: the comparison of whole boxes catches each."""

from __future__ import annotations

import logging
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.secrecy.compare import leak
from tests.secrecy.evening import Run
from tests.secrecy.whole.box import play_whole
from tests.secrecy.whole.conftest import misfits
from tests.secrecy.whole.plants import tiered
from tests.secrecy.whole.plants_faults import FAILING, PLANTS, WHERE

pytestmark = pytest.mark.many

OTHERS = range(1, 6)
"""What the first run is compared with: many of these leaks tell odd from even, which may be the same."""


@pytest.mark.parametrize(("kind", "name"), tiered(PLANTS))
def test_a_planted_leak_is_caught(kind: str, name: str, tmp_path: Path) -> None:
    @cache
    def played(at: int, run: int) -> Run:
        came = play_whole(tmp_path, evenings[at], run, PLANTS[kind][name])
        assert not any(b"This is logged once." in one.data for one in came.outputs), (
            "a part had an error with it"
        )
        return came

    evenings = WHERE.get(kind, FAILING)
    pairs = product(OTHERS, range(len(evenings)))
    assert any(leak(played(at, 0), played(at, other)) for other, at in pairs), f"{name}: not caught"


@pytest.mark.parametrize("error", [AttributeError("_cache"), TypeError("memory"), OSError("full")])
def test_an_error_that_a_box_went_on_after_is_a_misfit_unless_of_the_system(error: Exception) -> None:
    record = logging.LogRecord("pads", logging.ERROR, "", 1, "", (), (type(error), error, None))
    assert misfits([record]) == ([] if isinstance(error, OSError) else [repr(error)])
