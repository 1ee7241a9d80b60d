"""Reports of the pads: presses, and faults once for each change."""

from __future__ import annotations

import pytest

from firmware.hub_protocol import BROKEN, CANCELLED, HELD, PRESSED, RELEASED, SOUND, UNSTEADY
from gm_appliance.core.ports import Edge, Fault
from gm_appliance.devices.pads.link import Acknowledgement, Foreign, Met, Moved, SkippedEvents, Snapshot
from gm_appliance.devices.pads.reports import LOST_AFTER, PadReports
from tests.devices.pads.pads_inbox import Recorder


@pytest.fixture
def inbox() -> Recorder:
    return Recorder()


def snapshot(
    held: int = 0, current: bool = True, chain: int = SOUND, ms: int = 0, muted: int = 0, dropped: int = 0
) -> Snapshot:
    return Snapshot(ms, held, current, chain, dropped, muted)


def answer(reports: PadReports, now: float, boot: int | None = None, **state: int) -> None:
    """The hub acknowledges and sends its state; with a boot number it identifies itself first."""
    if boot is not None:
        reports.take(Met(boot, boot != 1 or now == 0.0), now)
    reports.take(snapshot(**state), now)  # type: ignore[arg-type]
    reports.take(Acknowledgement(state.get("ms", 0), 1), now)


def there(inbox: Recorder) -> PadReports:
    reports = PadReports(inbox, 0.0)
    answer(reports, 0.0, boot=1)
    return reports


def switched(switch: int, move: int, ms: int = 0, prompt_id: int = 9, beat: int = 1) -> Moved:
    return Moved(switch, move, ms, prompt_id, beat)


def test_a_release_keeps_the_prompt_of_its_press_when_the_link_has_forgotten_it(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(switched(4, PRESSED, prompt_id=7, beat=2), 0.0)
    reports.take(switched(4, RELEASED, prompt_id=0, beat=0), 0.1)
    assert inbox.told == [(3, "up", True, 7, 2), (3, "up", False, 7, 2)]


def test_a_press_has_the_time_it_happened(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Met(1, False), 4.9)
    reports.take(snapshot(ms=5000), 5.0)
    inbox.time = 200.0
    reports.take(switched(0, PRESSED, 5100), 5.25)
    reports.take(switched(0, RELEASED, 5180), 5.25)
    reports.take(Acknowledgement(5240, 1), 5.24)
    assert times(inbox) == [pytest.approx(199.85), pytest.approx(199.93)]


def times(inbox: Recorder) -> list[float]:
    return [item.t for item in inbox.items if isinstance(item, Edge)]


def test_times_never_go_back(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(snapshot(ms=5000), 5.4)
    reports.take(switched(0, PRESSED, 5350), 5.4)
    reports.take(snapshot(ms=5400), 5.4)
    reports.take(switched(0, RELEASED, 5360), 5.4)
    first, second = times(inbox)
    assert first <= second <= inbox.now() + 0.01


def test_only_the_hub_decides_what_is_a_hold(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(switched(3, PRESSED, 5000), 5.0)
    reports.take(switched(8, PRESSED, 9000), 9.0)  # another switch's events advance the clock
    inbox.time += 60
    reports.take(switched(3, RELEASED, 9500), 9.5)
    down, _, up = times(inbox)
    assert 0 < up - down < 0.7


def test_silence_is_reported_in_time(inbox: Recorder) -> None:
    reports = there(inbox)
    answer(reports, 5.0)
    assert LOST_AFTER < reports.deadline - 5.0 < LOST_AFTER + 0.1
    reports.wake(reports.deadline)
    assert inbox.told == ["lost"]


def test_a_hub_that_talks_but_takes_no_command_is_lost_in_time(
    inbox: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    reports = there(inbox)
    for tenth in range(1, 17):
        reports.take(snapshot(), tenth / 10)
        reports.wake(tenth / 10)
    assert inbox.told == []
    assert reports.deadline < LOST_AFTER + 0.1
    reports.take(snapshot(), LOST_AFTER + 0.05)
    reports.wake(LOST_AFTER + 0.05)
    assert inbox.told == ["lost"]
    assert "does not take commands" in caplog.text
    for second in range(2, 60):
        reports.take(snapshot(), float(second))
        reports.wake(float(second))
    assert inbox.told == ["lost"], "heard it may be, but nothing can be asked of it"
    reports.take(Acknowledgement(0, 1), 60.0)
    assert inbox.told == ["lost", "back"]


def test_presses_are_cancelled_when_the_pads_are_lost(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(switched(4, PRESSED), 0.1)
    reports.wake(LOST_AFTER + 1)
    assert inbox.told == [(3, "up", True, 9, 1), "lost", (3, "up", "cancelled", 9, 1)]
    answer(reports, 5.0, held=1 << 4)
    for move in (HELD, RELEASED):
        reports.take(switched(4, move), 5.1)
    reports.take(switched(4, PRESSED, prompt_id=10, beat=0), 5.2)
    assert inbox.told[3:] == ["back", (3, "up", True, 10, 0)]


def test_a_press_the_hub_lost_sight_of_is_cancelled(inbox: Recorder) -> None:
    reports = there(inbox)
    for move in (PRESSED, HELD, CANCELLED):
        reports.take(switched(4, move), 0.1)
    assert inbox.told[-1] == (3, "up", "cancelled", 9, 1)


def test_a_press_that_a_snapshot_contradicts_is_cancelled(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(switched(4, PRESSED), 0.1)
    reports.take(switched(5, PRESSED), 0.1)
    reports.take(snapshot(held=1 << 5, current=False), 0.2)
    assert len(inbox.told) == 2, "a release that is on its way is not told before it comes"
    reports.take(snapshot(held=1 << 5), 0.3)
    assert inbox.told[2:] == [(3, "up", "cancelled", 9, 1)]


def test_a_broken_chain_is_a_loss(inbox: Recorder, caplog: pytest.LogCaptureFixture) -> None:
    reports = there(inbox)
    for half in range(1, 6):
        answer(reports, half / 2, chain=BROKEN)
        reports.wake(half / 2)
    assert inbox.told == ["lost"]
    assert "chain of shift registers" in caplog.text
    answer(reports, 4.0)
    assert inbox.told == ["lost", "back"]


@pytest.mark.parametrize(("register", "pads"), [(1, "1 to 4"), (3, "9 to 12"), (4, "13 to 15")])
def test_an_unreadable_register_is_reported_with_its_pads(
    register: int, pads: str, inbox: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    reports = there(inbox)
    for half in range(1, 6):
        answer(reports, half / 2, chain=register)
        reports.wake(half / 2)
    assert inbox.items == [Fault("pads", "lost", register)]
    assert f"Shift register {register} of the hub, with pads {pads}" in caplog.text


def test_one_bad_snapshot_is_no_loss(inbox: Recorder) -> None:
    reports = there(inbox)
    for half in range(1, 9):
        answer(reports, half / 2, chain=SOUND if half % 3 else BROKEN)
        reports.wake(half / 2)
    assert inbox.told == []


def test_a_bad_contact_is_reported_once(inbox: Recorder) -> None:
    reports = there(inbox)
    for half in range(1, 99):
        answer(reports, half / 2, chain=UNSTEADY if half % 5 else SOUND)
        reports.wake(half / 2)
    assert inbox.told == ["unsteady"]


def test_returning_pads_with_a_bad_contact_are_only_back(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.wake(10.0)
    answer(reports, 20.0, chain=UNSTEADY)
    assert inbox.told == ["lost", "back"]


def test_a_stuck_switch_and_its_repair_are_reported_with_the_pad(inbox: Recorder) -> None:
    reports = there(inbox)
    up, down = 1 << 12, 1 << 13  # both of pad 7
    for second, muted in enumerate([0, up, up, up | down, down, 0, down], 1):
        answer(reports, float(second), muted=muted)
    assert inbox.items == [Fault("pads", what, 7) for what in ("stuck", "mended", "stuck")]


def test_presses_dropped_by_the_hub_are_reported(inbox: Recorder, caplog: pytest.LogCaptureFixture) -> None:
    reports = there(inbox)
    for dropped in (3, 3, 5):
        reports.take(snapshot(dropped=dropped), 0.5)
    assert inbox.told == ["dropped", "dropped"]
    assert caplog.messages == 2 * ["The seat hub dropped presses, because they were not fetched in time."]


def test_presses_taken_by_another_program_are_reported(inbox: Recorder) -> None:
    there(inbox).take(SkippedEvents(4), 0.5)
    assert inbox.told == ["dropped"]


def test_several_picos_are_reported_once(inbox: Recorder) -> None:
    reports = PadReports(inbox, 0.0)
    for second in range(10):
        reports.several(float(second))
        reports.wake(float(second))
    assert inbox.told == ["several"]
    answer(reports, 20.0, boot=1)
    assert inbox.told == ["several", "back"]


@pytest.mark.parametrize(
    ("edition", "advice"), [(0, "Update the hub"), (99, "Update gm-appliance"), (None, "prompt")]
)
def test_other_firmware_is_reported_once_with_the_side_to_update(
    edition: int | None, advice: str, inbox: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    reports = PadReports(inbox, 0.0)
    for second in range(10):
        reports.take(Foreign(edition), float(second))
        reports.wake(float(second))
    assert inbox.told == ["other-protocol"]
    assert len(caplog.messages) == 1
    assert advice in caplog.text
    answer(reports, 20.0, boot=3)
    assert inbox.told == ["other-protocol", "back"]


def test_other_firmware_after_ours_is_a_loss_first(inbox: Recorder) -> None:
    reports = there(inbox)
    reports.take(Foreign(None), 1.0)
    assert inbox.told == ["lost", "other-protocol"]


def test_no_repr_shows_who_pressed_what() -> None:
    assert repr(Moved(3, PRESSED, 1, 2, 0)) == repr(Moved(8, RELEASED, 1, 2, 0))
    assert repr(snapshot(held=5)) == repr(snapshot(held=1 << 20))
    assert repr(snapshot(muted=5)) == repr(snapshot(muted=1 << 20))


def test_a_loose_plug_is_reported_as_coming_and_going(inbox: Recorder) -> None:
    reports = there(inbox)
    for pair in range(1, 19):
        answer(reports, 1.1 * pair, boot=1 + pair)
    assert inbox.told == ["lost", "back", "comes-and-goes"]
    assert reports.there
    for tenth in range(10 * 30):
        reports.wake(20.0 + tenth / 10)
        answer(reports, 20.0 + tenth / 10)
    assert inbox.told == ["lost", "back", "comes-and-goes", "back"]
    reports.wake(90.0)
    assert inbox.told[4:] == ["lost"], "long after it is told as if it were the first time"
