"""A browser, and a table of phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.phones.served import PhonesTable


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
