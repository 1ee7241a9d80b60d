"""Where the box thinks when it plays a seat."""

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
"""Starts some work, and returns a function that waits for its result."""


def when_due(work: Callable[[], JSON]) -> Callable[[], JSON]:
    """Do the work when its result is asked for: on virtual time, thinking takes no time."""
    return work


def on_a_thread(work: Callable[[], JSON]) -> Callable[[], JSON]:
    """Do the work in a thread, so that presses, words and pictures never wait for it.

    An exception is raised in the thread that waits. Work whose result is not needed any more ends by itself.
    """
    coming: Future[JSON] = Future()

    def run() -> None:
        try:
            coming.set_result(work())
        except BaseException as failure:  # raised in the host's thread
            coming.set_exception(failure)

    Thread(target=run, name="opponent", daemon=True).start()
    return coming.result


def thinker(generator: Random, schedule: Schedule) -> Think:
    """The host's way to think: each thought gets its own random generator."""

    def think(decision: Decision, thought: Thought) -> Callable[[], JSON]:
        return schedule(partial(thought, Random(generator.getrandbits(64))))

    return think
