"""Updates on trial: failures, games in progress, power cuts, the rescue program meanwhile, and the proof."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm_appliance.install.building import NotInstalled
from gm_appliance.install.commands import Asked, Ended
from gm_appliance.install.proof import QUIET, age
from gm_appliance.install.releases import Releases, name_of
from tests.install.machine import Pi, PowerCut, files, release


@pytest.mark.parametrize("kind", ["broken", "dying", "silent", "taken back"])
def test_a_failing_update_is_taken_back(
    kind: str, box: Pi, first: Path, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A silent one runs, but answers no press. The rescue program may be quicker than the installer."""
    before = files(box.root)
    (second / "systemd/gm-appliance.service").write_text("[Service]\nExecStart=/other\n")
    if kind in ("broken", "dying"):
        getattr(box, kind).add(name_of(second))
    elif kind == "silent":
        monkeypatch.setattr(Pi, "rest", lambda _pi, _seconds: None)
    box.taken_back = kind == "taken back"
    with pytest.raises(NotInstalled, match=rf"failed, so {name_of(first)} runs again.*\nModuleNotFoundError"):
        box.installer().install(second)
    assert any("on trial for a minute" in line for line in box.said) == (kind in ("dying", "silent"))
    assert box.active
    assert box.running == box.installer().releases.current() == name_of(first)
    assert files(box.root) == before
    assert [one.name for one in (box.root / "opt/gm-appliance/releases").iterdir()] == [name_of(first)]


@pytest.mark.parametrize("full", ["begin_trial", "switch"])
def test_a_card_that_is_full_when_the_release_changes_leaves_one_that_runs(
    full: str, box: Pi, first: Path, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    def refuses(_releases: Releases, _name: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Releases, full, refuses)
    with pytest.raises(OSError, match="No space"):
        box.installer().install(second)
    assert box.active
    assert box.running == name_of(first)


@pytest.mark.parametrize("now", [False, True])
def test_an_update_waits_for_the_end_of_a_game_unless_it_is_told_not_to(
    now: bool, box: Pi, second: Path
) -> None:
    box.status = "Playing gotterdammerung"
    box.installer().install(second, now=now)
    assert any(line.startswith("A game is in progress.") for line in box.said) != now
    assert (box.rested == QUIET) == now  # on trial only
    assert box.running == name_of(second)


def test_interrupting_the_wait_for_the_trial_loses_nothing(box: Pi, first: Path, second: Path) -> None:
    """After Ctrl-C or a lost connection, the machine itself ends the trial, or takes the update back."""

    def ctrl_c(_seconds: float) -> None:
        raise KeyboardInterrupt

    impatient = box.installer()
    impatient.rest = ctrl_c
    with pytest.raises(KeyboardInterrupt):
        impatient.install(second)
    assert box.installer().releases.on_trial() == name_of(first)
    box.rest(QUIET)
    assert box.installer().releases.on_trial() == ""
    box.installer().install(second)
    assert rescue_of(box) == name_of(second)


def rescue_of(pi: Pi) -> str:
    link = pi.root / "opt/gm-appliance/rescue"
    assert (link / "gm_appliance/install/its.py").is_file()
    assert len(list(link.parent.glob("rescue-*"))) == 1
    return link.readlink().name.removeprefix("rescue-")


def test_the_rescue_program_comes_from_the_last_proven_release(
    box: Pi, first: Path, second: Path, tmp_path: Path
) -> None:
    assert rescue_of(box) == name_of(first)
    for kind in (box.broken, box.dying, box.unimportable):
        kind.add(name_of(second))
        with pytest.raises(NotInstalled):
            box.installer().install(second)
        kind.clear()
        assert rescue_of(box) == name_of(first)
    # A power cut during the trial.
    box.cut = "systemctl start gm"
    with pytest.raises(PowerCut):
        box.installer().install(second)
    assert rescue_of(box) == name_of(first)
    box.installer().install(second)
    assert rescue_of(box) == name_of(second)
    third = release(tmp_path / "third", "1.2.0")
    box.installer().install(third)
    assert rescue_of(box) == name_of(third)


SYSTEMCTL = [f"systemctl {verb}" for verb in ("daemon-reload", "enable", "stop gm", "start")]


@pytest.mark.parametrize("cut", ["/usr/bin/python3 -m venv", *SYSTEMCTL, "udevadm"])
@pytest.mark.parametrize("good", [True, False], ids=["a good update", "a bad update"])
def test_a_power_cut_in_the_middle_of_an_update_leaves_a_box_that_plays(
    cut: str, good: bool, box: Pi, first: Path, second: Path
) -> None:
    unit = second / "systemd/gm-appliance.service"
    unit.write_text(unit.read_text() + "# another\n")
    rules = second / "systemd/70-seathub.rules"
    rules.write_text(rules.read_text() + "# another\n")
    if not good:
        box.broken.add(name_of(second))
    box.cut = cut
    with pytest.raises(PowerCut):
        box.installer().install(second)
    box.boot()
    if not box.active:  # as the unit for repeated failures does
        assert box.installer().roll_back_if_failed() == name_of(first)
        box.boot()
    assert box.active
    # The same command then completes the update.
    if good:
        box.installer().install(second)
        assert box.running == name_of(second)
        box.installer().install(second)


READY = 100.0
"""When the first prompt was open."""


@dataclass
class Service:
    """A game master whose loop pings systemd every ten seconds. dies: when it fails and restarts. hangs: when
    it stops answering; systemd ends it half a minute later."""

    t: float
    dies: float = 1e9
    hangs: float = 1e9

    def run(self, *_command: str) -> Ended:
        dies = min(self.dies, self.hangs + 30.0)
        began = READY if self.t < dies else dies + 3.0
        ping = min(self.t, self.hangs) // 10.0 * 10.0
        state = "active" if self.t >= began else "activating"
        told = {
            "ActiveState": state,
            "ActiveEnterTimestampMonotonic": f"{began * 1e6:.0f}",
            "WatchdogTimestampMonotonic": f"{ping * 1e6:.0f}",
            "WatchdogUSec": "30s",
        }
        return Ended(0, "".join(f"{name}={value}\n" for name, value in told.items()))

    def rest(self, seconds: float) -> None:
        self.t += seconds

    def age(self) -> float:
        return age(Asked(self.run), lambda: self.t, self.rest)


def test_a_quiet_minute_and_a_sign_of_life_after_it_are_a_proof() -> None:
    service = Service(t=READY + QUIET)
    assert service.age() == pytest.approx(QUIET + 10.0, abs=2.0)


def test_who_asks_too_early_waits() -> None:
    """After a failure the timer starts before the first prompt."""
    service = Service(t=READY + 5.0)
    assert QUIET <= service.age() <= QUIET + 12.0


@pytest.mark.parametrize("after", [5.0, QUIET - 1.0])
def test_one_that_fails_or_does_not_answer_a_press_has_not_proved_itself(after: float) -> None:
    assert Service(t=READY + 1.0, dies=READY + after).age() == 0.0
    # It ran for a minute, but its loop hung at the last press.
    assert Service(t=READY + QUIET - 1.0, hangs=READY + after).age() == 0.0
