"""A worker's thread, with clock and bell controlled by the test."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from queue import Queue

import pytest

from gm_appliance.devices import worker
from gm_appliance.devices.worker import Worker

SOON = 20.0  # timeout in seconds, never nearly reached

MISHAP = "An error in the part; it goes on."

log = logging.getLogger("tests.part")


class Bell:
    """Replaces the worker's event: reports how long it waits; the test decides when time is up."""

    def __init__(self) -> None:
        self.waits: Queue[float | None] = Queue()
        self._changed = threading.Condition()
        self._rung = self._time_is_up = False

    def set(self) -> None:
        with self._changed:
            self._rung = True
            self._changed.notify()

    def clear(self) -> None:
        with self._changed:
            self._rung = False

    def time_is_up(self) -> None:
        with self._changed:
            self._time_is_up = True
            self._changed.notify()

    def wait(self, timeout: float | None) -> None:
        self.waits.put(timeout)
        with self._changed:
            assert self._changed.wait_for(lambda: self._rung or self._time_is_up, SOON)
            self._time_is_up = False


class Bench:
    def __init__(self, patch: pytest.MonkeyPatch, **given: Callable[[], object] | float) -> None:
        self.now = 100.0
        self.did: Queue[str] = Queue()
        self.todo: deque[Callable[[], float | None]] = deque()
        self.bell = Bell()
        events = iter((threading.Event(), self.bell))  # its closing event, and its bell
        patch.setattr(worker, "Event", lambda: next(events))
        self.worker = Worker("part", self._work, MISHAP, log, now=lambda: self.now, **given)  # type: ignore[arg-type]

    def _work(self) -> float | None:
        self.did.put(threading.current_thread().name)
        return self.todo.popleft()() if self.todo else None

    def rests(self) -> float | None:
        """How long it rests next; None: until called."""
        return self.bell.waits.get(timeout=SOON)

    def worked(self) -> bool:
        """Whether it has worked since the last call, on its own thread."""
        return not self.did.empty() and self.did.get() == "part"


def fails() -> float | None:
    raise RuntimeError("what nobody thought of")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(monkeypatch)


def test_it_works_at_once_and_sleeps_until_it_is_due(bench: Bench) -> None:
    bench.todo += [lambda: 103.5, lambda: 99.0]
    bench.worker.start()
    assert bench.rests() == 3.5
    assert bench.worked()
    bench.bell.time_is_up()
    assert bench.rests() == 0.0, "what is overdue is done at once"
    assert bench.worked()
    bench.worker.close(SOON)


def test_a_second_start_changes_nothing(bench: Bench) -> None:
    bench.worker.start()
    bench.worker.start()
    assert bench.rests() is None
    bench.worker.close(SOON)
    bench.worker.start()
    assert bench.did.qsize() == 1


def test_waking_returns_at_once_and_is_not_missed_during_work(bench: Bench) -> None:
    busy, go_on = threading.Event(), threading.Event()

    def long() -> float | None:
        busy.set()
        assert go_on.wait(SOON)
        return None

    bench.todo.append(long)
    bench.worker.start()
    assert busy.wait(SOON)
    for _ in range(100):
        bench.worker.wake()
    assert bench.did.qsize() == 1, "still at its first work, and nobody waited for it"
    go_on.set()
    assert bench.rests() is None
    assert bench.rests() is None
    assert bench.did.qsize() == 2, "however often it was woken, it looks once"
    bench.worker.close(SOON)


def test_closing_ends_it_after_the_work_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    bench = Bench(monkeypatch, begin=lambda: said.append("begin"), end=lambda: said.append("end"))

    def last() -> float | None:
        said.append("work")
        bench.worker.closing.set()
        return None

    bench.todo.append(last)
    bench.worker.start()
    bench.worker.close(SOON)
    assert said == ["begin", "work", "end"]
    assert not bench.worker._thread.is_alive()
    bench.worker.close(SOON)
    bench.worker.wake()
    assert said == ["begin", "work", "end"]


def test_closing_waits_no_longer_than_it_is_told(bench: Bench) -> None:
    busy, go_on = threading.Event(), threading.Event()

    def hangs() -> float | None:
        busy.set()
        assert go_on.wait(SOON)
        return None

    bench.todo.append(hangs)
    bench.worker.start()
    assert busy.wait(SOON)
    bench.worker.close(0.0)
    assert bench.worker.closing.is_set()
    assert bench.worker._thread.is_alive()
    go_on.set()
    bench.worker.close(SOON)
    assert not bench.worker._thread.is_alive()


@pytest.mark.parametrize("retry", [2.5, None])
def test_an_unexpected_error_is_logged_once_and_work_retried(
    retry: float | None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(monkeypatch, **({} if retry is None else {"retry": retry}))
    bench.todo += [fails, fails, lambda: 101.0]
    bench.worker.start()
    assert bench.rests() == retry
    bench.worker.wake()
    assert bench.rests() == retry
    bench.worker.wake()
    assert bench.rests() == 1.0
    bench.worker.close(SOON)
    assert caplog.text.count(f"{MISHAP} This is logged once.") == 1
    assert caplog.text.count("RuntimeError: what nobody thought of") == 1
    assert [one.name for one in caplog.records] == ["tests.part"]


def test_a_beginning_and_an_end_that_fail_cost_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(monkeypatch, begin=fails, end=fails)
    bench.worker.start()
    assert bench.rests() is None
    assert bench.worked()
    bench.worker.close(SOON)
    assert not bench.worker._thread.is_alive()
    assert len(caplog.records) == 1
