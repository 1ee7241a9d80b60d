"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.simulator.room_on_page import Table


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
