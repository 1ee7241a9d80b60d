"""Computes the box's choices when it plays a seat."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from random import Random
from threading import Thread
from typing import TypeAlias

from gm_appliance.core.game import JSON, Decision
from gm_appliance.core.minds import Thought
from gm_appliance.host.loop import Think

Schedule: TypeAlias = "Callable[[Callable[[], JSON]], Callable[[], JSON]]"
"""Starts work; returns a function that waits for its result."""


def when_due(work: Callable[[], JSON]) -> Callable[[], JSON]:
    """Do the work when its result is asked for; for virtual time."""
    return work


def on_a_thread(work: Callable[[], JSON]) -> Callable[[], JSON]:
    """Do the work in a thread. Its exceptions are raised in the thread that waits for the result."""
    coming: Future[JSON] = Future()

    def run() -> None:
        try:
            coming.set_result(work())
        except BaseException as failure:
            coming.set_exception(failure)

    Thread(target=run, name="opponent", daemon=True).start()
    return coming.result


def thinker(generator: Random, schedule: Schedule) -> Think:
    """Gives each thought its own random generator."""

    def think(decision: Decision, thought: Thought) -> Callable[[], JSON]:
        return schedule(partial(thought, Random(generator.getrandbits(64))))

    return think
