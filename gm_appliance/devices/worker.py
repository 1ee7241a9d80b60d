"""A thread that does what is due, sleeps until something is, and goes on whatever goes wrong.

Whoever owns a part that may hang has one, so that nobody else ever waits for that part. What the part
does stands elsewhere, in functions that are told the time and need no thread to be tested.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread


class Worker:
    """Calls `work` again and again on a thread of its own, from `start` to `close`.

    work:   does what is due. Returns when it wants to be called again, on `now`'s clock; None for not
            before `wake`. It may be called earlier, and finds then that nothing is due.
    mishap: what the log says, the first time that something raises what nobody expected.
    log:    where it says so.
    retry:  seconds until `work` is called again after it has raised; None for not before `wake`.
    begin, end: called once on the thread, before and after all work.

    `wake` and `going_on` may be used from any thread, also before `start` and after `close`.
    """

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
        self.closing = Event()
        """Set as soon as no more is to be done: for what takes long to look at."""
        self._work, self._begin, self._end = work, begin, end
        self._mishap, self._log = mishap, log
        self._retry = retry
        self._now = now
        self._bell = Event()
        self._lock = Lock()
        self._failed = False
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work; once only."""
        self._thread.start()

    def wake(self) -> None:
        """Have `work` called; once more, if it is being called now. Returns at once."""
        self._bell.set()

    def close(self, within: float) -> None:
        """Do no more; waits until all is ended, so many seconds at most."""
        self.closing.set()
        self._bell.set()
        if self._thread.ident is not None:
            self._thread.join(within)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Whatever is raised inside goes no further. The first of it is logged, wherever it came from."""
        try:
            yield
        except Exception:
            with self._lock:
                first, self._failed = not self._failed, True
            if first:
                self._log.exception("%s This is told once.", self._mishap)

    def _run(self) -> None:
        with self.going_on():
            self._begin()
        while not self.closing.is_set():
            seconds = self._retry
            with self.going_on():
                due = self._work()
                seconds = None if due is None else max(0.0, due - self._now())
            self._bell.wait(seconds)
            # Before looking at `closing` and working again: what rings from here on is not missed.
            self._bell.clear()
        with self.going_on():
            self._end()
