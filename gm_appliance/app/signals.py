"""SIGTERM and Ctrl+C end the evening properly."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

ENDING = (signal.SIGTERM, signal.SIGINT)


def hold() -> None:
    """Block both signals until `on_end` waits for them.

    Call it first: threads inherit the mask, and libraries start threads while they are imported. In a thread
    that does not block them, a signal would end the process.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


def on_end(stop: Callable[[], None]) -> None:
    """Call `stop` on the first signal; on another one later, end at once. Nothing committed is lost.

    A thread waits for them, because a handler would run only after the current wait of the main thread.
    """
    hold()

    def wait() -> None:
        signal.sigwait(ENDING)
        stop()
        # The same signal may come twice, from a program that ends a process and its group.
        while signal.sigtimedwait(ENDING, 1.0):
            pass
        os._exit(128 + signal.sigwait(ENDING))

    threading.Thread(target=wait, name="signals", daemon=True).start()
