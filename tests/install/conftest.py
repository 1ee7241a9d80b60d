"""A simulated Pi, and releases for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.install.machine import Pi, fresh_pi, release


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return fresh_pi(tmp_path / "pi")


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return release(tmp_path / "first", "1.0.0")


@pytest.fixture
def box(pi: Pi, first: Path) -> Pi:
    pi.installer().install(first)
    return pi


@pytest.fixture
def second(tmp_path: Path) -> Path:
    return release(tmp_path / "second", "1.1.0")
