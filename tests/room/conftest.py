"""Brokers, and connections to them that try again at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.room.brokers import Ear, Mosquitto

if not find_spec("paho"):  # pip install '.[room]'
    collect_ignore_glob = ["test_broker.py", "test_room_process.py", "test_room_league.py"]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def broker(tmp_path: Path, stack: ExitStack) -> Callable[..., Mosquitto]:
    return lambda *lines, **how: stack.enter_context(closing(Mosquitto(tmp_path, *lines, **how)))


@pytest.fixture
def ear(stack: ExitStack) -> Callable[..., Ear]:
    return lambda port, **more: stack.enter_context(closing(Ear(port, **more)))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("paho"):
        monkeypatch.setattr("gm_appliance.room.broker.SOON", 0.05)
