"""What the host is told of the pads: presses, and once for each change that they are lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm_appliance.table.hub_link import Foreign, Met, Moved, Receipt, Snapshot
from gm_appliance.table.inbox import RealClock, TableInbox, VirtualClock
from gm_appliance.table.pads import LOST_AFTER, MISSING_AFTER, PadReports
from gm_appliance.table.ports import Edge, Trouble
from tests.table.pads_inbox import Recorder


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


@pytest.mark.parametrize("clock", [RealClock, VirtualClock])
def test_the_tables_inbox_will_do(clock: Callable[[], RealClock | VirtualClock]) -> None:
    box = TableInbox(clock())
    reports = PadReports(box, 0.0)
    reports.take(Foreign(None), 0.0)
    assert box.wait(0.0) == Trouble("pads", "other-protocol")
