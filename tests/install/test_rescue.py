"""The rescue program, when the game master keeps failing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from gm_appliance.devices import gpio_chips
from gm_appliance.devices.panel import PanelSettings
from gm_appliance.install import building, proof, rescue, rescue_copy
from gm_appliance.install.releases import name_of
from gm_appliance.install.slots import ATTEMPTS
from tests.install import recordings
from tests.install.machine import Pi, PowerCut, fresh_pi, release

Span = tuple[float, float]


class World:
    """A display, a loudspeaker and buttons on a clock of their own.

    down: when OK is down, in seconds; back: the same for BACK.
    """

    def __init__(self, down: Iterable[Span] = (), back: Iterable[Span] = (), *, parts: bool = True) -> None:
        self.t = 0.0
        self.down = {"ok": tuple(down), "back": tuple(back)}
        self.parts = parts
        self.shown: list[str] = []
        self.played: list[float] = []
        self.hushed: list[float] = []

    def surroundings(self) -> rescue.Surroundings:
        return rescue.Surroundings(
            self._show, self._play, self._hush, self._pressed, lambda: self.t, self._rest
        )

    def _show(self, name: str) -> None:
        if not self.parts:
            raise OSError("no display")
        self.shown.append(name)

    def _play(self, name: str) -> None:
        if not self.parts:
            raise OSError("no sound")
        assert name == self.shown[-1]
        self.played.append(self.t)

    def _hush(self) -> None:
        self.hushed.append(self.t)

    def _pressed(self, button: str) -> bool:
        return any(since <= self.t < until for since, until in self.down[button])

    def _rest(self, seconds: float) -> None:
        self.t += seconds


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    there = fresh_pi(tmp_path / "pi")
    there.installer().install(release(tmp_path / "first", "1.0.0"))
    there.machine.asked.clear()
    return there


def plays(pi: Pi) -> bool:
    return pi.machine.active


STARTED = ["systemctl reset-failed gm-appliance.service", "systemctl start --no-block gm-appliance.service"]


def test_people_are_told_and_a_press_tries_again(pi: Pi) -> None:
    world = World([(5.0, 5.2)])
    assert rescue.rescue(pi.installer(), world.surroundings()) == ""
    assert world.shown == ["trouble"]
    assert world.played == [0.0]
    assert 5.0 <= world.t < 5.2
    assert pi.machine.asked == STARTED


def test_ok_is_heard_while_the_words_are_spoken(pi: Pi) -> None:
    speaker = rescue.Speaker(("sh", "-c", "exec sleep 60"))
    world = World([(1.0, 1.2)])
    surroundings = replace(world.surroundings(), play=speaker.play, hush=speaker.hush)
    speaker.play("trouble")
    speaking = speaker._process
    rescue.rescue(pi.installer(), surroundings)
    assert world.t < 1.2
    assert speaking is not None
    assert speaking.returncode is not None, "it would speak on over the game"
    assert pi.machine.asked == STARTED


def test_a_hung_sound_card_delays_nothing() -> None:
    seconds = max(sum(map(length, names)) for names in rescue.SAID.values())
    limit, allowed, *_aplay = rescue.Speaker().command
    assert limit == "timeout"
    assert seconds < float(allowed) < rescue.SAY_EVERY


@pytest.mark.parametrize(
    ("labels", "opened"),
    [
        ({0: "pinctrl-bcm2711"}, [0]),
        ({11: "gpio-brcmstb", 15: "pinctrl-rp1"}, [15]),
        ({0: "gpio-brcmstb"}, []),
    ],
    ids=["Pi 4", "Pi 5", "not a header"],
)
def test_the_button_is_one_of_the_header(
    labels: dict[int, str], opened: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    lgpio = ModuleType("lgpio")
    vars(lgpio).update(
        SET_PULL_UP=32,
        gpiochip_open=asked.append,
        gpio_claim_input=lambda _chip, _pin, _flags: 0,
        gpio_read=lambda _chip, _pin: 0,
    )
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setattr(gpio_chips, "labels", lambda: labels)
    assert rescue.buttons(rescue.PINS)("ok") == bool(opened)
    assert asked == opened


@pytest.mark.parametrize("down", [[], [(-1.0, 1000.0)]], ids=["nobody there", "a stuck button"])
def test_without_a_press_it_tries_again_by_itself(down: list[tuple[float, float]], pi: Pi) -> None:
    world = World(down)
    rescue.rescue(pi.installer(), world.surroundings())
    assert world.t == pytest.approx(rescue.AGAIN_AFTER, abs=0.1)
    assert world.played == pytest.approx([0.0, 40.0, 80.0], abs=0.1)
    assert pi.machine.asked == STARTED


def test_without_display_and_sound_it_tries_again_too(pi: Pi) -> None:
    rescue.rescue(pi.installer(), World(parts=False).surroundings())
    assert pi.machine.asked == STARTED


def test_an_update_that_never_ran_is_taken_back_at_once(pi: Pi, tmp_path: Path) -> None:
    second = release(tmp_path / "second", "1.1.0")
    pi.machine.cut = "systemctl enable"  # the plug was pulled before it was ready
    with pytest.raises(PowerCut):
        pi.installer().install(second)
    pi.machine.broken.add(name_of(second))
    pi.machine.boot()
    assert not plays(pi)
    world = World()
    assert rescue.rescue(pi.installer(), world.surroundings()).startswith("1.0.0-")
    assert world.t == 0.0
    assert plays(pi)
    assert pi.machine.running.startswith("1.0.0-")


@pytest.fixture
def updated(pi: Pi, tmp_path: Path) -> Pi:
    """With a release before the one that runs."""
    pi.installer().install(release(tmp_path / "second", "1.1.0"))
    pi.machine.asked.clear()
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
    said = rescue.rescue(updated.installer(), world.surroundings())
    assert world.shown == shown
    assert said == (runs if runs == "1.0.0" else "")
    updated.machine.boot()
    assert updated.machine.running.startswith(f"{runs}-")


def test_without_a_version_before_nobody_is_asked_for_one(pi: Pi) -> None:
    world = World([(9.0, 9.2)], [(5.0, 5.2)])
    assert rescue.rescue(pi.installer(), world.surroundings()) == ""
    assert world.shown == ["trouble"]
    assert not pi.installer().places.failures.exists(), "there is nothing to give it up for"


def test_a_version_that_ends_here_again_and_again_is_given_up(updated: Pi) -> None:
    """Although it passed its trial. The plug may be pulled in between: it is counted on the card."""
    failed = updated.machine.running
    for _time in range(ATTEMPTS - 1):
        assert rescue.rescue(updated.installer(), World().surroundings()) == ""
        updated.machine.boot()
        assert updated.machine.running == failed
    world = World()
    assert rescue.rescue(updated.installer(), world.surroundings()).startswith("1.0.0-")
    assert world.shown == []
    updated.machine.boot()
    assert updated.machine.running.startswith("1.0.0-")
    # The one that failed is not offered either.
    world = World([(9.0, 9.2)], [(5.0, 5.2)])
    rescue.rescue(updated.installer(), world.surroundings())
    assert world.shown == ["trouble"]


def test_failures_long_before_do_not_count(updated: Pi) -> None:
    for _time in range(ATTEMPTS - 1):
        rescue.rescue(updated.installer(), World().surroundings())
    updated.machine.boot()
    updated.machine.rest(proof.SETTLED)
    assert rescue.rescue(updated.installer(), World().surroundings()) == ""
    assert updated.machine.running.startswith("1.1.0-")


def test_an_update_that_dies_after_its_trial_again_and_again_does_not_stay(pi: Pi, tmp_path: Path) -> None:
    second = release(tmp_path / "second", "1.1.0")
    pi.machine.dying.add(name_of(second))
    pi.machine.dies_after = 75.0
    pi.installer().install(second)
    assert not pi.installer().releases.on_trial()
    rescues = 0
    while pi.machine.running == name_of(second):
        for _failure in range(ATTEMPTS):
            pi.machine.rest(75.0)
        rescues += 1
        rescue.rescue(pi.installer(), World().surroundings())
        pi.machine.boot()
    assert rescues == ATTEMPTS
    assert pi.machine.running.startswith("1.0.0-")


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
