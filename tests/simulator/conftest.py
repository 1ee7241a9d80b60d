"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.simulator.room_on_page import Table


if not find_spec("aiohttp"):  # pip install '.[simulator]'
    collect_ignore_glob = ["test_*page*.py", "test_browser.py", "test_long_evening.py", "test_web.py"]
elif not find_spec("playwright"):  # pip install '.[test]'
    collect_ignore_glob = ["test_page*.py", "test_browser.py"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.simulator.chromium import launched

    with launched() as browser:
        yield browser


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    from tests.simulator.room_on_page import Table

    table = Table(browser)
    yield table
    table.close()
    assert table.complaints == []
