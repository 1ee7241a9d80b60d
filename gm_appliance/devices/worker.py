"""A thread that does what is due, sleeps in between, and survives errors.

Each part that may hang has a thread of its own, and nothing else waits for it. Its work is in functions
that are given the time and can be tested without a thread.
"""

from __future__ import annotations

import logging
import select
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread


class Worker:
    """Calls `work` repeatedly on a thread of its own, from `start` to `close`.

    work:   does what is due, and returns when it wants to be called again, on `now`'s clock; None waits for
            `wake`. It may be called earlier.
    mishap: logged to `log` with the first unexpected exception.
    retry:  seconds until `work` is called again after an exception; None waits for `wake`.
    begin, end: called once on the thread, before and after all work.

    `wake` and `going_on` may be used from any thread, also before `start` and after `close`.
    """

    # Many parameters: what Thread takes, what to do after an error, and a clock for tests.
    def __init__(
        self,
        name: str,
        work: Callable[[], float | None],
        mishap: str,
        log: logging.Logger,
        *,
        retry: float | None = None,
        now: Callable[[], float] = time.monotonic,
        begin: Callable[[], object] = lambda: None,
        end: Callable[[], object] = lambda: None,
    ) -> None:
        self.closing = Event()  # set when closing begins, for long work to look at
        self._work, self._begin, self._end = work, begin, end
        self._mishap, self._log = mishap, log
        self._retry = retry
        self._now = now
        self._bell = Event()
        self._lock = Lock()
        self._failed = False
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, unless that was done. From any thread."""
        with self._lock:
            if self._thread.ident is None:
                self._thread.start()

    def wake(self) -> None:
        """Have `work` called, again if it is running now. Returns at once."""
        self._bell.set()

    def close(self, within: float) -> None:
        """Stop, waiting up to this many seconds for the thread to end."""
        self.closing.set()
        self._bell.set()
        if self._thread.ident is not None:
            self._thread.join(within)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Suppress exceptions raised inside. The worker's first exception is logged."""
        try:
            yield
        except Exception:
            with self._lock:
                first, self._failed = not self._failed, True
            if first:
                self._log.exception("%s This is logged once.", self._mishap)

    def _run(self) -> None:
        with self.going_on():
            self._begin()
        while not self.closing.is_set():
            seconds = self._retry
            with self.going_on():
                due = self._work()
                seconds = None if due is None else max(0.0, due - self._now())
            self._bell.wait(seconds)
            # Cleared before looking at `closing` and working: no later call may be missed.
            self._bell.clear()
        with self.going_on():
            self._end()


class Bell:
    """Wakes a thread that waits for files. It may be rung from any thread, also after `close`."""

    def __init__(self) -> None:
        self._inside, self._rope = socket.socketpair()
        self._rope.setblocking(False)

    def ring(self) -> None:
        with suppress(OSError):  # it rings already, or is closed
            self._rope.send(b"!")

    def wait(self, files: Iterable[int], seconds: float | None) -> frozenset[int]:
        """Wait until a file is readable or it rings; returns the readable files. None waits for ever."""
        inside = self._inside.fileno()
        ready, _, _ = select.select([inside, *files], [], [], seconds)
        if inside in ready:
            self._inside.recv(4096)  # every ring until now
        return frozenset(ready) - {inside}

    def close(self) -> None:
        self._rope.close()
        self._inside.close()
