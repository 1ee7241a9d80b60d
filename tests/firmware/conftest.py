"""Fail instead of skipping where the firmware must be tested."""

from __future__ import annotations

import os

import pytest

from tests.benches.firmware_hub import NoMicroPython, require_micropython


@pytest.fixture(scope="session")
def micropython() -> None:
    """MicroPython runs on this machine. Skips if it cannot; fails if GM_REQUIRE_FIRMWARE is set."""
    try:
        require_micropython()
    except NoMicroPython as error:
        if os.environ.get("GM_REQUIRE_FIRMWARE", "") not in ("", "0"):
            pytest.fail(f"GM_REQUIRE_FIRMWARE is set, so this may not be skipped: {error}")
        pytest.skip(str(error))
