"""In a box that was on for ten years the parts do what they do in one just switched on."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.core.ports import Stop
from gm_appliance.devices.panel import Change, Contacts
from tests.devices.display.oled_bench import Bench
from tests.devices.sound.sound_room import Room

YEARS = 10 * 365 * 86_400.0


def glass(patch: pytest.MonkeyPatch, since: float) -> list[tuple[bytes, int]]:
    """What is seen on the display, second by second: lit, dimmed, moved, off, awake again."""
    bench = Bench(patch, since=since)
    seen = []
    for second in range(1200):
        bench.at(since + second)
        if second in (0, 1000):
            bench.show(f"shown at {second}")
        elif second == 600:
            bench.wake()
        seen.append((bench.bus.picture, bench.bus.display.contrast))
    assert bench.told == []
    return seen


def test_the_display(monkeypatch: pytest.MonkeyPatch) -> None:
    just_on = glass(monkeypatch, 0.0)
    assert len(set(just_on)) > 5
    assert glass(monkeypatch, YEARS) == just_on


def evening(folder: Path, since: float, storms: int) -> list[tuple[float, str]]:
    """What is heard, to a tenth of a second, in two storms with words; after so many segments."""
    folder.mkdir()
    room = Room(folder)
    room.now += since
    room.mixer._masking._upcoming = storms
    room.storm(10, 10, 10)
    for on in (True, False, True):
        room.mixer.storm(on)
        room.mixer.speak(room.rendered("odin", 2.0))
        room.live(25.0)
        assert room.gain_now() == pytest.approx(float(on))
    assert (room.complaints, room.faults) == ([], [])
    return [(round(at - since, 1), what) for at, what in room.heard]


def test_words_and_storm(tmp_path: Path) -> None:
    just_on = evening(tmp_path / "just on", 0.0, 0)
    assert [what for _, what in just_on].count("odin") == 3
    assert evening(tmp_path / "years", YEARS, 3 * 2**32) == just_on


def presses(since: float) -> list[tuple[float, str, bool] | str]:
    """What a bouncing tap comes to, and both buttons of the guarded hold."""
    contacts = Contacts()
    given: list[Change | Stop] = []
    bounce = [(0.0, True), (0.002, False), (0.003, True), (0.1, False), (0.101, True), (0.104, False)]
    for t, down in bounce:
        given += contacts.change(Change(since + t, "ok", down))
    given += contacts.wake(since + 1.0)
    for button in ("back", "repeat"):
        given += contacts.change(Change(since + 2.0, button, True))
    given += contacts.wake(since + 6.9)
    given += [*contacts.wake(since + 7.1), *contacts.wake(since + 30.0)]
    return [
        "stop" if isinstance(one, Stop) else (round(one.t - since, 3), one.button, one.down) for one in given
    ]


def test_the_panel() -> None:
    just_on = presses(0.0)
    assert just_on[:2] == [(0.003, "ok", True), (0.104, "ok", False)]
    assert just_on.count("stop") == 1
    assert presses(YEARS) == just_on
