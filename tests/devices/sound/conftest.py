"""Closes the renderers of each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.devices.sound.workshop import MADE


@pytest.fixture(autouse=True)
def renderers_end_with_the_test() -> Iterator[None]:
    yield
    while MADE:
        MADE.pop().renderer.close()
