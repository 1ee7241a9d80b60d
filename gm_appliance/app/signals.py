"""SIGTERM and Ctrl+C end the evening properly."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

ENDING = (signal.SIGTERM, signal.SIGINT)


def hold() -> None:
    """Block both signals until `on_end` waits for them.

    Call it before imports that start threads: they inherit the mask, and one that does not block the signals
    would let them end the process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def on_end(stop: Callable[[], None]) -> None:
    """Call `stop` on the first signal; on a later one, end at once. Nothing committed is lost."""
    hold()

    # A thread, because handlers would run only after the main thread's current wait.
    def wait() -> None:
        signal.sigwait(ENDING)
        stop()
        # Some programs signal a process and its group, so it may come twice.
        while signal.sigtimedwait(ENDING, 1.0):
            pass
        os._exit(128 + signal.sigwait(ENDING))

    threading.Thread(target=wait, name="signals", daemon=True).start()
