"""Updates on trial: failures, games in progress, power cuts, and the rescue program meanwhile."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from gm_appliance.install.building import NotInstalled
from gm_appliance.install.proof import QUIET
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
