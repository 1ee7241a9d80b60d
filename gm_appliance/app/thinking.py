"""Where the box thinks, while it plays a seat itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from random import Random
from threading import Thread
from typing import TypeAlias

from gm_appliance.core.game import Decision, Plain
from gm_appliance.core.minds import Thought
from gm_appliance.host.loop import Think

Aside: TypeAlias = "Callable[[Callable[[], Plain]], Callable[[], Plain]]"
"""Begins some work, and returns what waits for its result."""


def when_due(work: Callable[[], Plain]) -> Callable[[], Plain]:
    """Do the work only when its result is asked for: on virtual time no thinking takes any."""
    return work


def on_a_thread(work: Callable[[], Plain]) -> Callable[[], Plain]:
    """Do the work beside the game, so that presses, words and pictures never wait for it.

    What it raises is raised to whoever waits. Work that nobody waits for any more ends by itself.
    """
    coming: Future[Plain] = Future()

    def run() -> None:
        try:
            coming.set_result(work())
        except BaseException as failure:  # raised in the host's thread
            coming.set_exception(failure)

    Thread(target=run, name="opponent", daemon=True).start()
    return coming.result


def thinker(generator: Random, aside: Aside) -> Think:
    """How the host thinks: each thought gets a generator of its own, which nobody else draws from."""

    def think(decision: Decision, thought: Thought) -> Callable[[], Plain]:
        return aside(partial(thought, Random(generator.getrandbits(64))))

    return think
