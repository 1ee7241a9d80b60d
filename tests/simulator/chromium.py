"""The Chromium for the tests of the page."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, expect, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The headless shell comes first: it starts faster, and a full browser without a window sometimes stops
drawing after being resized."""

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

UNPAINTED = """addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.opacity = 0;
})"""
"""For pages whose pixels do not matter: a transparent page is laid out but not painted."""

DRAWN = """new Promise((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(drawn));
    setTimeout(drawn, 2000);
})"""
"""Wait until the page is drawn, or two seconds: a browser that stopped drawing must not block the tests."""


def no_playwright(node: str) -> str:
    """Why Playwright's node cannot run here and what to do about it; "" if it runs."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    how = " apt install libatomic1" if "libatomic" in done.stderr else ""
    return f"Playwright's node does not run here:{how} ({done.stderr.strip()})"


@contextmanager
def launched() -> Iterator[Browser]:
    """The machine's own Chromium, or else Playwright's. Skips the test if neither runs."""
    if why := no_playwright(compute_driver_executable()[0]):
        pytest.skip(why)
    # A busy machine may need more than the default five seconds.
    expect.set_options(timeout=20_000)
    with sync_playwright() as driver:
        own = next((path for name in NAMES if (path := shutil.which(name))), None)
        path = own or driver.chromium.executable_path
        if not Path(path).exists():
            pytest.skip(
                "there is no Chromium: apt install chromium-headless-shell, or playwright install chromium"
            )
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()
