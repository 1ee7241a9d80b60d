"""A box and phones at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.phones.bench import Box, Crowd


@pytest.fixture
def box() -> Iterator[Box]:
    # Not pytest's folder: the path of a Unix socket is short.
    with TemporaryDirectory(prefix="gm-") as folder, closing(Box(Path(folder))) as box:
        yield box


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with closing(Crowd()) as crowd:
        yield crowd
