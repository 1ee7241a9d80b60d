"""A browser, for the tests that look at the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.simulator.room_on_page import Table


def chromium() -> str | None:
    """A Chromium of the system's; playwright's own if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = chromium() or driver.chromium.executable_path
        if not Path(path).exists():
            pytest.skip("there is no Chromium: apt install chromium, or playwright install chromium")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    from tests.simulator.room_on_page import Table

    table = Table(browser)
    yield table
    table.close()
    assert table.complaints == []
