"""A box and phones at it: without pages, and in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from tests.phones.crowd import Box, Crowd

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.phones.served import PhonesTable


@pytest.fixture
def box() -> Iterator[Box]:
    # Not pytest's folder: the path of a Unix socket is short.
    with TemporaryDirectory(prefix="gm-") as folder, closing(Box(Path(folder))) as box:
        yield box


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with closing(Crowd()) as crowd:
        yield crowd


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.simulator.chromium import launched

    with launched() as browser:
        yield browser


@pytest.fixture
def table(browser: Browser) -> Iterator[PhonesTable]:
    from tests.phones.served import PhonesTable

    table = PhonesTable(browser)
    yield table
    table.close()
    assert table.complaints == []
