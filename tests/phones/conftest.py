"""A box and phones at it: without pages, and in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from tests.phones.crowd import Box, Crowd

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.phones.served import PhonesTable


if not (find_spec("playwright") and find_spec("axe_playwright_python")):  # pip install '.[test]'
    collect_ignore_glob = [
        "test_firefox.py",
        "test_phone_evening.py",
        "test_phone_looks.py",
        "test_phone_page.py",
        "test_phone_secrets.py",
    ]


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
