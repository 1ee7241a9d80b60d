"""What the host is told of the pads, and a reader that outlives whatever its port does to it."""

from __future__ import annotations

import errno
import logging
import os
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator

import pytest
import serial

from firmware.hub_protocol import BIGGEST
from firmware.link import Link
from gm_appliance.table.hub_link import Foreign, Met, Moved, Receipt, Snapshot
from gm_appliance.table.inbox import RealClock, TableInbox, VirtualClock
from gm_appliance.table.pads import (
    LOST_AFTER,
    MISSING_AFTER,
    PadReports,
    PadsSettings,
    SeatPads,
    Wire,
    open_pads,
    open_wire,
)
from gm_appliance.table.ports import PAD_BUTTONS, Edge, Input, Lamps, Trouble


class Recorder:
    """An inbox that keeps everything. Its clock is the test's."""

    def __init__(self) -> None:
        self.items: list[Input] = []
        self.time = 100.0
        self._changed = threading.Condition()

    def now(self) -> float:
        return self.time

    def post(self, item: Input) -> None:
        with self._changed:
            self.items.append(item)
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(until, 20.0)

    def reach(self, items: int) -> bool:
        return self.wait(lambda: len(self.items) >= items)

    @property
    def told(self) -> list[object]:
        """Troubles, and for edges the pad, the thumb, down or not, asking and beat."""
        return [
            (item.source, item.button, item.down, item.asking, item.beat)
            if isinstance(item, Edge)
            else item.what
            if isinstance(item, Trouble)
            else item
            for item in self.items
        ]


@pytest.fixture
def inbox() -> Recorder:
    return Recorder()


def snapshot(held: int = 0, current: bool = True, chain: bool = True, ms: int = 0) -> Snapshot:
    return Snapshot(ms, held, current, chain, dropped=0)


def there(inbox: Recorder) -> PadReports:
    """Pads that answer."""
    reports = PadReports(inbox, 0.0)
    reports.take(Met(1, True), 0.0)
    reports.take(snapshot(), 0.0)
    return reports


# ---------------------------------------------------------------- what the host is told


def test_pads_that_answer_are_nothing_to_tell(inbox: Recorder) -> None:
    there(inbox).wake(1.0)
    assert inbox.items == []


def test_presses_and_releases_with_their_stamps(inbox: Recorder) -> None:
    reports = there(inbox)
    for switch, down in [(0, True), (29, True), (0, False), (29, False)]:
        reports.take(Moved(switch, down, 0, asking=7, beat=2), 0.0)
    assert inbox.told == [
        (1, "up", True, 7, 2),
        (15, "down", True, 7, 2),
        (1, "up", False, 7, 2),
        (15, "down", False, 7, 2),
    ]


def test_a_press_is_told_with_the_time_it_happened_at(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(snapshot(ms=5000), 5.0)
    inbox.time = 200.0
    reports.take(Moved(0, True, 5100, 1, 0), 5.25)
    reports.take(Moved(0, False, 5180, 1, 0), 5.25)
    reports.take(Receipt(5240, 1), 5.24)
    times = [item.t for item in inbox.items if isinstance(item, Edge)]
    assert times == [pytest.approx(199.85), pytest.approx(199.93)]


def test_times_never_go_back(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(snapshot(ms=5000), 5.4)
    reports.take(Moved(0, True, 5350, 1, 0), 5.4)
    reports.take(snapshot(ms=5400), 5.4)
    reports.take(Moved(0, False, 5360, 1, 0), 5.4)
    first, second = (item.t for item in inbox.items if isinstance(item, Edge))
    assert first <= second <= inbox.now()


def test_pads_that_never_answer_are_missing_once(inbox: Recorder) -> None:
    reports = PadReports(inbox, 0.0)
    reports.wake(MISSING_AFTER - 0.1)
    assert inbox.told == []
    for late in range(1, 50):
        reports.wake(MISSING_AFTER + late)
    assert inbox.told == ["missing"]
    reports.take(Met(1, True), 60.0)
    reports.take(snapshot(), 60.0)
    assert inbox.told == ["missing", "back"]


def test_silence_is_told_once_and_so_is_its_end(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.wake(LOST_AFTER - 0.1)
    assert inbox.told == []
    for late in range(1, 50):
        reports.wake(LOST_AFTER + late)
    reports.take(Met(1, False), 60.0)
    assert inbox.told == ["lost"]
    reports.take(snapshot(), 60.0)
    reports.take(snapshot(), 60.5)
    assert inbox.told == ["lost", "back"]


def test_a_short_silence_of_the_same_hub_is_nothing_to_tell(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.wake(1.0)
    reports.take(Met(1, False), 1.2)
    reports.take(snapshot(), 1.2)
    reports.wake(2.0)
    assert inbox.told == []


def test_a_hub_that_started_anew_was_lost_however_quick_it_was(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Met(2, True), 0.3)
    reports.take(snapshot(), 0.3)
    assert inbox.told == ["lost", "back"]


def test_what_is_held_when_the_pads_are_lost_is_let_go(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Moved(4, True, 0, 9, 1), 0.1)
    reports.wake(LOST_AFTER + 1)
    assert inbox.told == [(3, "up", True, 9, 1), "lost", (3, "up", False, 9, 1)]
    reports.take(Met(1, False), 5.0)
    reports.take(snapshot(held=1 << 4), 5.0)
    reports.take(Moved(4, False, 0, 9, 1), 5.1)
    reports.take(Moved(4, True, 0, 10, 0), 5.2)
    assert inbox.told[3:] == ["back", (3, "up", True, 10, 0)]


def test_a_snapshot_lets_go_what_is_up(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Moved(4, True, 0, 9, 1), 0.1)
    reports.take(Moved(5, True, 0, 9, 1), 0.1)
    reports.take(snapshot(held=1 << 5, current=False), 0.2)
    assert len(inbox.told) == 2, "a release that is on its way is not told before it comes"
    reports.take(snapshot(held=1 << 5), 0.3)
    assert inbox.told[2:] == [(3, "up", False, 9, 1)]


def test_what_a_snapshot_shows_held_is_no_press(inbox: Recorder) -> None:
    there(inbox).take(snapshot(held=(1 << 30) - 1), 0.1)
    assert inbox.told == []


def test_a_broken_chain_is_a_loss(inbox: Recorder, caplog: pytest.LogCaptureFixture) -> None:
    reports = there(inbox)
    for half in range(1, 6):
        reports.take(snapshot(chain=False), half / 2)
        reports.wake(half / 2)
    assert inbox.told == ["lost"]
    assert "chain of shift registers" in caplog.text
    reports.take(snapshot(), 4.0)
    assert inbox.told == ["lost", "back"]


def test_one_bad_look_at_the_chain_is_no_loss(inbox: Recorder) -> None:
    reports = there(inbox)
    for half in range(1, 9):
        reports.take(snapshot(chain=half % 3 != 0), half / 2)
        reports.wake(half / 2)
    assert inbox.told == []


@pytest.mark.parametrize(
    ("edition", "advice"), [(0, "Update the hub"), (99, "Update gm-appliance"), (None, "prompt")]
)
def test_other_firmware_is_told_once_with_the_side_to_update(
    edition: int | None, advice: str, inbox: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    reports = PadReports(inbox, 0.0)
    for second in range(10):
        reports.take(Foreign(edition), float(second))
        reports.wake(float(second))
    assert inbox.told == ["other-protocol"]
    assert len(caplog.messages) == 1
    assert advice in caplog.text
    reports.take(Met(3, True), 20.0)
    reports.take(snapshot(), 20.0)
    assert inbox.told == ["other-protocol", "back"]


def test_other_firmware_after_ours_is_a_loss_first(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Foreign(None), 1.0)
    assert inbox.told == ["lost", "other-protocol"]


def test_presses_the_hub_forgot_are_logged(inbox: Recorder, caplog: pytest.LogCaptureFixture) -> None:
    reports = there(inbox)
    for dropped in (3, 3, 5):
        reports.take(Snapshot(0, 0, True, True, dropped), 0.5)
    assert caplog.messages == ["The hub had to forget 3 presses.", "The hub had to forget 2 presses."]


def test_no_repr_shows_who_pressed_what() -> None:
    assert repr(Moved(3, True, 1, 2, 0)) == repr(Moved(8, False, 1, 2, 0))
    assert repr(snapshot(held=5)) == repr(snapshot(held=1 << 20))


# ---------------------------------------------------------------- the reader and its port


class Hub:
    """The hub's half of the link on a pseudo-terminal, in a thread. No firmware: that is tested elsewhere."""

    def __init__(self) -> None:
        self.link = Link(boot=77)
        self.inner, self._outer = os.openpty()
        tty.setraw(self._outer)
        self.port = os.ttyname(self._outer)
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def tap(self, switch: int) -> None:
        with self._lock:
            self.link.pressed(switch, self._ms())
            self.link.released(switch, self._ms())

    def _ms(self) -> int:
        return int(time.monotonic() * 1000) & BIGGEST

    def _run(self) -> None:
        os.set_blocking(self.inner, False)
        while not self._closed:
            try:
                data = os.read(self.inner, 4096)
            except BlockingIOError:
                data = b""
            with self._lock:
                self.link.hear(data, self._ms())
                out = self.link.due(self._ms(), 0, True)
            if out:
                os.write(self.inner, out)
            time.sleep(0.002)

    def close(self) -> None:
        self._closed = True
        self._thread.join()
        os.close(self.inner)
        os.close(self._outer)


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub()
    yield hub
    hub.close()


class Flaky:
    """A port that raises what real ports raise, each error once every few calls."""

    ERRORS = (
        OSError(errno.EIO, "Input/output error"),
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialTimeoutException("Write timeout"),
        termios.error(errno.EIO, "Input/output error"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
    )

    def __init__(self, sound: bool = False) -> None:
        self.raised: list[type] = []
        self._sound = sound
        self._calls = 0

    def open(self, port: str | None) -> Wire:
        self.stumble(7)
        return FlakyWire(open_wire(port), self)

    def stumble(self, every: int) -> None:
        self._calls += 1
        if self._calls % every == 0 and not self._sound:
            error = self.ERRORS[len(self.raised) % len(self.ERRORS)]
            self.raised.append(type(error))
            raise error


class FlakyWire:
    def __init__(self, wire: Wire, flaky: Flaky) -> None:
        self._wire = wire
        self._flaky = flaky

    @property
    def in_waiting(self) -> int:
        self._flaky.stumble(5)
        return self._wire.in_waiting

    def fileno(self) -> int:
        return self._wire.fileno()

    def read(self, size: int = 1, /) -> bytes:
        self._flaky.stumble(11)
        return self._wire.read(size)

    def write(self, data: bytes, /) -> int | None:
        self._flaky.stumble(13)
        return self._wire.write(data)

    def close(self) -> None:
        self._wire.close()
        self._flaky.stumble(3)


def test_whatever_the_port_raises_nothing_is_lost_or_doubled(
    hub: Hub, inbox: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_appliance.table.pads.RETRY_SECONDS", 0.0)
    flaky = Flaky()
    pads = SeatPads(inbox, hub.port, flaky.open)
    pads.start()
    for switch in range(20):
        hub.tap(switch)
        assert inbox.reach(2 * switch + 2)
    pads.close()
    moves = [(switch, down) for switch in range(20) for down in (True, False)]
    assert inbox.told == [(switch // 2 + 1, PAD_BUTTONS[switch % 2], down, 0, 0) for switch, down in moves]
    assert set(flaky.raised) == {type(error) for error in Flaky.ERRORS}


def test_lamps_and_askings_go_out_and_come_back_as_stamps(hub: Hub, inbox: Recorder) -> None:
    pads = SeatPads(inbox, hub.port)
    lamps: Lamps = pads
    pads.start()
    pads.ask(41, 3)
    lamps.light(frozenset({1, 15}))
    hub.tap(29)
    while hub.link.lamps != 0b100_0000_0000_0001:
        time.sleep(0.005)
    hub.tap(28)
    assert inbox.reach(4)
    pads.close()
    assert inbox.told[2:] == [(15, "up", True, 41, 3), (15, "up", False, 41, 3)]


def test_what_was_heard_is_acknowledged_before_it_closes(hub: Hub, inbox: Recorder) -> None:
    for times in (1, 2, 3):
        pads = SeatPads(inbox, hub.port)
        pads.start()
        hub.tap(times)
        assert inbox.reach(2 * times)
        pads.close()
    assert len(inbox.items) == 6


class Counting(FlakyWire):
    """A port that never stumbles, and counts how often it was waited at and read from."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire, Flaky(sound=True))
        self.waits = self.reads = 0

    def fileno(self) -> int:
        self.waits += 1
        return super().fileno()

    def read(self, size: int = 1, /) -> bytes:
        self.reads += 1
        return super().read(size)


def test_an_idle_reader_wakes_only_for_what_there_is_to_do(hub: Hub, inbox: Recorder) -> None:
    wires: list[Counting] = []

    def counted(port: str | None) -> Wire:
        wires.append(Counting(open_wire(port)))
        return wires[-1]

    pads = SeatPads(inbox, hub.port, counted)
    pads.start()
    hub.tap(0)
    assert inbox.reach(2)
    waits, reads = wires[0].waits, wires[0].reads
    while wires[0].reads < reads + 4:
        time.sleep(0.01)
    pads.close()
    # For each line of the hub once, and once for a line that is due; a bare select ends now and then.
    assert wires[0].waits - waits <= 3 * (wires[0].reads - reads) + 2


def test_no_port_is_told_once_and_logged_once(
    inbox: Recorder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gm_appliance.table.pads.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("gm_appliance.table.pads.MISSING_AFTER", 0.2)
    with caplog.at_level(logging.INFO):
        pads = open_pads(PadsSettings(port="/dev/nowhere"), inbox)
        assert pads is not None
        assert inbox.wait(lambda: bool(inbox.items))
        pads.light(frozenset({1}))
        pads.close()
    assert inbox.told == ["missing"]
    assert len(caplog.messages) == 2


def test_pads_that_are_switched_off_are_not_looked_for(inbox: Recorder) -> None:
    assert open_pads(PadsSettings(enabled=False), inbox) is None


def test_closed_twice_or_told_after_closing_nothing_happens(inbox: Recorder) -> None:
    pads = SeatPads(inbox, "/dev/nowhere")
    pads.start()
    pads.close()
    pads.close()
    pads.light(frozenset({1}))
    pads.ask(2, 0)
    never_started = SeatPads(inbox, "/dev/nowhere")
    never_started.close()


@pytest.mark.parametrize("clock", [RealClock, VirtualClock])
def test_the_tables_inbox_will_do(clock: Callable[[], RealClock | VirtualClock]) -> None:
    box = TableInbox(clock())
    reports = PadReports(box, 0.0)
    reports.take(Foreign(None), 0.0)
    assert box.wait(0.0) == Trouble("pads", "other-protocol")
