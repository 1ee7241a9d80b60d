"""The rescue program, when the game master keeps failing; the last picture before power-off."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Iterable
from pathlib import Path

import pytest

from gm_appliance.devices.display import bare
from gm_appliance.devices.display.settings import DisplaySettings
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.install import building, proof, rescue, rescue_copy, unplug
from gm_appliance.install.releases import name_of
from gm_appliance.install.slots import ATTEMPTS
from tests.install import recordings
from tests.install.machine import Pi, PowerCut, fresh_pi, release

Span = tuple[float, float]


class World(rescue.Box):
    """A display, a loudspeaker and buttons on a clock of their own. ok, back: when the buttons are down."""

    def __init__(self, ok: Iterable[Span] = (), back: Iterable[Span] = (), *, parts: bool = True) -> None:
        self.t = 0.0
        self.down = {"ok": tuple(ok), "back": tuple(back)}
        self.parts = parts
        self.shown: list[str] = []
        self.played: list[float] = []

    def show(self, picture: str) -> None:
        if not self.parts:
            raise OSError("no display")
        self.shown.append(picture)

    def play(self, picture: str) -> None:
        if not self.parts:
            raise OSError("no sound")
        assert picture == self.shown[-1]
        self.played.append(self.t)

    def pressed(self, button: str) -> bool:
        return any(since <= self.t < until for since, until in self.down[button])

    def now(self) -> float:
        return self.t

    def rest(self, seconds: float) -> None:
        self.t += seconds


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    there = fresh_pi(tmp_path / "pi")
    there.installer().install(release(tmp_path / "first", "1.0.0"))
    there.asked.clear()
    return there


STARTED = ["systemctl reset-failed gm-appliance.service", "systemctl start --no-block gm-appliance.service"]


def test_people_are_told_and_a_press_tries_again(pi: Pi) -> None:
    world = World([(5.0, 5.2)])
    assert rescue.rescue(pi.installer(), world) == ""
    assert world.shown == ["trouble"]
    assert world.played == [0.0]
    assert 5.0 <= world.t < 5.2
    assert pi.asked == STARTED


def test_ok_is_heard_while_the_words_are_spoken(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rescue, "PLAYER", ("sh", "-c", "exec sleep 60"))
    world = World([(1.0, 1.2)])
    rescue.Box.play(world, "trouble")
    speaking = world._playing
    rescue.rescue(pi.installer(), world)
    assert world.t < 1.2
    assert speaking is not None
    assert speaking.returncode is not None, "it would speak on over the game"
    assert pi.asked == STARTED


def test_a_hung_sound_card_delays_nothing() -> None:
    seconds = max(sum(map(length, names)) for names in rescue.SAID.values())
    limit, allowed, *_aplay = rescue.PLAYER
    assert limit == "timeout"
    assert seconds < float(allowed) < rescue.SAY_EVERY


@pytest.mark.parametrize("down", [[], [(-1.0, 1000.0)]], ids=["nobody there", "a stuck button"])
def test_without_a_press_it_tries_again_by_itself(down: list[tuple[float, float]], pi: Pi) -> None:
    world = World(down)
    rescue.rescue(pi.installer(), world)
    assert world.t == pytest.approx(rescue.AGAIN_AFTER, abs=0.1)
    assert world.played == pytest.approx([0.0, 40.0, 80.0], abs=0.1)
    assert pi.asked == STARTED


def test_without_display_and_sound_it_tries_again_too(pi: Pi) -> None:
    rescue.rescue(pi.installer(), World(parts=False))
    assert pi.asked == STARTED


def test_an_update_that_never_ran_is_taken_back_at_once(pi: Pi, tmp_path: Path) -> None:
    second = release(tmp_path / "second", "1.1.0")
    pi.cut = "systemctl enable"  # the plug was pulled before it was ready
    with pytest.raises(PowerCut):
        pi.installer().install(second)
    pi.broken.add(name_of(second))
    pi.boot()
    plays = pi.active
    assert not plays
    world = World()
    assert rescue.rescue(pi.installer(), world).startswith("1.0.0-")
    assert world.t == 0.0
    assert pi.active
    assert pi.running.startswith("1.0.0-")


@pytest.fixture
def updated(pi: Pi, tmp_path: Path) -> Pi:
    pi.installer().install(release(tmp_path / "second", "1.1.0"))
    pi.asked.clear()
    return pi


@pytest.mark.parametrize(
    ("ok", "back", "shown", "runs"),
    [
        ([(9.0, 9.2)], [(5.0, 5.2)], ["trouble-back", "before"], "1.0.0"),
        ([(5.0, 5.2)], [], ["trouble-back"], "1.1.0"),
        ([(9.0, 9.2)], [(5.0, 5.2), (7.0, 7.2)], ["trouble-back", "before", "trouble-back"], "1.1.0"),
        ([], [(5.0, 5.2)], ["trouble-back", "before"], "1.1.0"),
        ([(9.0, 9.2)], [(-1.0, 99.0)], ["trouble-back"], "1.1.0"),
    ],
    ids=["asked for twice", "OK alone", "asked for and declined", "nobody confirms", "BACK is stuck"],
)
def test_people_go_back_to_the_version_before_by_two_presses(
    updated: Pi, ok: list[Span], back: list[Span], shown: list[str], runs: str
) -> None:
    world = World(ok, back)
    said = rescue.rescue(updated.installer(), world)
    assert world.shown == shown
    assert said == (runs if runs == "1.0.0" else "")
    updated.boot()
    assert updated.running.startswith(f"{runs}-")


def test_without_a_version_before_nobody_is_asked_for_one(pi: Pi) -> None:
    world = World([(9.0, 9.2)], [(5.0, 5.2)])
    assert rescue.rescue(pi.installer(), world) == ""
    assert world.shown == ["trouble"]
    assert not pi.installer().places.failures.exists(), "there is nothing to give it up for"


def test_a_version_that_ends_here_again_and_again_is_given_up(updated: Pi) -> None:
    """Even if it passed its trial. Failures are counted on the card, so the plug may be pulled in between."""
    failed = updated.running
    for _time in range(ATTEMPTS - 1):
        assert rescue.rescue(updated.installer(), World()) == ""
        updated.boot()
        assert updated.running == failed
    world = World()
    assert rescue.rescue(updated.installer(), world).startswith("1.0.0-")
    assert world.shown == []
    updated.boot()
    assert updated.running.startswith("1.0.0-")
    # The failed release is not offered.
    world = World([(9.0, 9.2)], [(5.0, 5.2)])
    rescue.rescue(updated.installer(), world)
    assert world.shown == ["trouble"]


def test_failures_long_before_do_not_count(updated: Pi) -> None:
    for _time in range(ATTEMPTS - 1):
        rescue.rescue(updated.installer(), World())
    updated.boot()
    updated.rest(proof.SETTLED)
    assert rescue.rescue(updated.installer(), World()) == ""
    assert updated.running.startswith("1.1.0-")


def length(name: str) -> float:
    with wave.open(str(rescue.RECORDED / f"{name}.wav"), "rb") as words:
        assert words.getsampwidth() == 2
        return words.getnframes() / words.getframerate()


@pytest.mark.process
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="needs espeak-ng")
@pytest.mark.parametrize("name", recordings.WORDS)
def test_the_recorded_words_are_those_that_are_written_down(name: str, tmp_path: Path) -> None:
    assert {one for names in rescue.SAID.values() for one in names} == {*recordings.WORDS}
    recordings.record(name, tmp_path / "again.wav")
    with wave.open(str(tmp_path / "again.wav"), "rb") as again:
        seconds = again.getnframes() / again.getframerate()
    assert length(name) == pytest.approx(seconds, rel=0.1)


def test_the_buttons_are_where_the_settings_say(tmp_path: Path) -> None:
    file = tmp_path / "gm-appliance.toml"
    assert PanelSettings().pins.items() >= rescue.PINS.items()
    for text, ok, back in (
        ("", 13, 16),
        ("[panel]\nok = 22\nback = 23\n", 22, 23),
        ("[panel]\nok = 'x'\n", 13, 16),
        ("[panel", 13, 16),
    ):
        file.write_text(text)
        assert rescue.pins((tmp_path / "not there", file)) == {"ok": ok, "back": back}


@pytest.mark.process
@pytest.mark.parametrize("missing", ["", "core/messages.py", "install/recorded/before.wav"])
def test_the_copy_runs_by_itself_and_an_incomplete_one_is_noticed(tmp_path: Path, missing: str) -> None:
    copied = tmp_path / "gm_appliance"
    copied.mkdir()
    building.copy(Path(rescue.__file__).parents[1], copied, rescue_copy.PARTS)
    if missing:
        (copied / missing).unlink()
    check = [sys.executable, *rescue_copy.PROGRAM[1:], "--check"]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(check, cwd=tmp_path, env=outside, capture_output=True, check=False)
    assert (done.returncode == 0) == (not missing)


SCRIPT = Path(__file__).parents[2] / "systemd/gm-appliance.shutdown"


@pytest.mark.process
@pytest.mark.parametrize(
    ("next_", "shown"), [("poweroff", True), ("halt", True), ("reboot", False), ("kexec", False)]
)
def test_it_is_shown_only_where_the_box_stays_off(tmp_path: Path, next_: str, shown: bool) -> None:
    python = tmp_path / "python3"
    python.write_text('#!/bin/sh\necho "$PWD $*" >>said\n')
    python.chmod(0o755)
    script = SCRIPT.read_text().replace("/opt/gm-appliance/rescue", str(tmp_path))
    subprocess.run(["sh", "-c", script.replace("/usr/bin/python3", str(python)), "sh", next_], check=True)
    said = tmp_path / "said"
    expected = f"{tmp_path} -m gm_appliance.install.unplug\n" if shown else ""
    assert (said.read_text() if said.exists() else "") == expected


@pytest.mark.parametrize(
    ("model", "name"),
    [("Raspberry Pi 4 Model B Rev 1.5", "plug"), ("Raspberry Pi 5 Model B Rev 1.0", "button"), ("", "")],
)
def test_there_is_a_picture_for_each_way_to_switch_it_on(model: str, name: str) -> None:
    picture = unplug.picture(model)
    assert picture.partition("-")[2] == name
    assert len((bare.PICTURES / f"{picture}.pages").read_bytes()) == bare.PAGES * bare.COLUMNS


def test_without_a_display_it_says_so_and_fails(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare, "settings_in", lambda files: DisplaySettings(i2c_bus=22))
    assert unplug.main() == 1
    assert "unplugged" in capfd.readouterr().err
