"""SIGTERM and Ctrl+C end the evening in order."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

ENDING = (signal.SIGTERM, signal.SIGINT)


def hold() -> None:
    """Let both wait until somebody asks for them.

    To be called before anything else: threads take this from the one that starts them, and libraries
    start threads as they are imported. One that does not hold them would end the process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def on_end(stop: Callable[[], None]) -> None:
    """Call `stop` at the first of them; at a second one later end at once. Nothing committed is lost.

    A thread waits for them: a handler would run only after whatever wait had just begun.
    """
    hold()

    def wait() -> None:
        signal.sigwait(ENDING)
        stop()
        # One wish may come twice, from a program that ends another and its whole group.
        while signal.sigtimedwait(ENDING, 1.0):
            pass
        os._exit(128 + signal.sigwait(ENDING))

    threading.Thread(target=wait, name="signals", daemon=True).start()
