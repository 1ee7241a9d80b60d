"""Installing, updating, going back and removing, on a Pi that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.install.building import NotInstalled
from gm_appliance.install.releases import NoRelease, name_of
from tests.install.machine import Pi, PowerCut, fresh_pi, release


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return fresh_pi(tmp_path / "pi")


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return release(tmp_path / "first", "1.0.0")


@pytest.fixture
def second(tmp_path: Path) -> Path:
    return release(tmp_path / "second", "1.1.0")


def files(root: Path) -> dict[str, bytes]:
    """Everything outside /opt, by its path."""
    found = [one for one in root.rglob("*") if one.is_file() and "opt" not in one.relative_to(root).parts]
    return {str(one.relative_to(root)): one.read_bytes() for one in found}


def test_one_command_makes_a_box_of_a_fresh_pi(pi: Pi, first: Path) -> None:
    before = files(pi.machine.root)
    pi.installer().install(first)
    needed = {"python3-venv", "python3-lgpio", "python3-evdev", "espeak-ng", "alsa-utils"}
    assert pi.machine.packages == needed
    assert pi.machine.active
    assert pi.machine.enabled
    assert pi.machine.running == name_of(first)
    after = files(pi.machine.root)
    assert set(after) - set(before) == {
        "etc/gm-appliance.toml",
        "etc/systemd/system/gm-appliance.service",
        "etc/systemd/system/gm-appliance-rescue.service",
        "etc/systemd/journald.conf.d/gm-appliance.conf",
        "etc/sysusers.d/gm-appliance.conf",
        "etc/udev/rules.d/70-seathub.rules",
        "etc/udev/rules.d/71-activity-light.rules",
        "etc/modules-load.d/gm-appliance.conf",
    }
    assert b"\n[all]\ndtparam=i2c_arm=on\n" in after["boot/firmware/config.txt"]
    assert "sudo reboot" in pi.said[-1]


def test_a_second_time_it_changes_nothing_and_disturbs_nobody(pi: Pi, first: Path) -> None:
    pi.installer().install(first)
    before = files(pi.machine.root)
    pi.machine.asked.clear()
    pi.machine.status = "Playing thor"
    pi.installer().install(first)
    assert files(pi.machine.root) == before
    assert not any(
        word in line for line in pi.machine.asked for word in ("restart", "pip", "apt-get", "daemon")
    )
    assert pi.rested == 0


def test_what_people_wrote_is_never_touched(pi: Pi, first: Path, second: Path) -> None:
    games = pi.machine.root / "var/lib/gm-appliance/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    settings = pi.machine.root / "etc/gm-appliance.toml"
    settings.write_text("[voice]\nrate = 120\n")
    for one in (first, second):
        pi.installer().install(one)
    pi.installer().remove()
    assert games.read_text() == "games"
    assert settings.read_text() == "[voice]\nrate = 120\n"


def test_removing_leaves_the_pi_as_it_was(pi: Pi, first: Path) -> None:
    before = files(pi.machine.root)
    pi.installer().install(first)
    pi.installer().remove()
    after = files(pi.machine.root)
    assert after.pop("etc/gm-appliance.toml")
    assert after == before
    assert not (pi.machine.root / "opt/gm-appliance").exists()
    assert not pi.machine.enabled


def test_an_update_keeps_the_release_before_and_no_older_one(
    pi: Pi, first: Path, second: Path, tmp_path: Path
) -> None:
    third = release(tmp_path / "third", "1.2.0")
    for one in (first, second, third):
        pi.installer().install(one)
    assert pi.machine.running == name_of(third)
    kept = {one.name for one in (pi.machine.root / "opt/gm-appliance/releases").iterdir()}
    assert kept == {name_of(second), name_of(third)}
    assert pi.installer().roll_back() == name_of(second)
    assert pi.machine.running == name_of(second)


def test_an_update_that_does_not_start_is_taken_back(pi: Pi, first: Path, second: Path) -> None:
    pi.installer().install(first)
    before = files(pi.machine.root)
    (second / "systemd/gm-appliance.service").write_text("[Service]\nExecStart=/other\n")
    pi.machine.broken.add(name_of(second))
    with pytest.raises(
        NotInstalled, match=rf"did not start, so {name_of(first)} runs again.*\nModuleNotFoundError"
    ):
        pi.installer().install(second)
    assert pi.machine.active
    assert pi.machine.running == name_of(first)
    assert files(pi.machine.root) == before
    assert [one.name for one in (pi.machine.root / "opt/gm-appliance/releases").iterdir()] == [name_of(first)]


def test_no_update_in_the_middle_of_a_game(pi: Pi, first: Path, second: Path) -> None:
    pi.installer().install(first)
    pi.machine.status = "Playing gotterdammerung"
    pi.installer().install(second)
    assert pi.rested >= 60
    assert [line for line in pi.said if line.startswith("A game is on.")] != []
    assert pi.machine.running == name_of(second)


def test_who_cannot_wait_says_so(pi: Pi, first: Path, second: Path) -> None:
    pi.installer().install(first)
    pi.machine.status = "Playing gotterdammerung"
    pi.installer().install(second, now=True)
    assert pi.rested == 0
    assert pi.machine.running == name_of(second)


CUTS = [
    "/usr/bin/python3 -m venv",
    "systemctl daemon-reload",
    "systemctl enable",
    "systemctl restart",
    "udevadm",
]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("good", [True, False], ids=["a good update", "a bad update"])
def test_a_power_cut_in_the_middle_of_an_update_leaves_a_box_that_plays(
    cut: str, good: bool, pi: Pi, first: Path, second: Path
) -> None:
    pi.installer().install(first)
    unit = second / "systemd/gm-appliance.service"
    unit.write_text(unit.read_text() + "# another\n")
    rules = second / "systemd/70-seathub.rules"
    rules.write_text(rules.read_text() + "# another\n")
    if not good:
        pi.machine.broken.add(name_of(second))
    pi.machine.cut = cut
    with pytest.raises(PowerCut):
        pi.installer().install(second)
    pi.machine.boot()
    if not pi.machine.active:  # as the unit for repeated failures does
        assert pi.installer().roll_back_on_trial() == name_of(first)
        pi.machine.boot()
    assert pi.machine.active
    # And the same command mends what the cut left.
    if good:
        pi.installer().install(second)
        assert pi.machine.running == name_of(second)
        pi.installer().install(second)


def test_a_pi_without_a_network_says_what_to_do_and_stays_as_it_is(pi: Pi, first: Path) -> None:
    pi.machine.network = False
    before = files(pi.machine.root)
    with pytest.raises(NotInstalled, match=r"python3-lgpio could not be installed.*bundle"):
        pi.installer().install(first)
    pi.machine.packages.update(("python3-lgpio", "python3-venv"))
    with pytest.raises(NotInstalled, match="connected to the internet"):
        pi.installer().install(first)
    assert files(pi.machine.root) == before
    assert not any((pi.machine.root / "opt/gm-appliance/releases").iterdir())


@pytest.mark.parametrize("lgpio", ["on the machine", "carried"])
def test_a_bundle_needs_no_network(lgpio: str, pi: Pi, first: Path) -> None:
    pi.machine.network = False
    (first / "wheels").mkdir()
    for wheel in ("pip-26.0-py3-none-any.whl", "gm_appliance-1.0.0-py3-none-any.whl"):
        (first / "wheels" / wheel).write_text("")
    if lgpio == "carried":
        (first / "packages").mkdir()
        (first / "packages/python3-lgpio_0.2.2_arm64.deb").write_text("")
    else:
        pi.machine.packages.add("python3-lgpio")
    pi.installer().install(first)
    assert pi.machine.running == name_of(first)
    pips = [line for line in pi.machine.asked if " install " in line and "bin/python" in line]
    assert pips
    assert all("--no-index --find-links" in line for line in pips)
    assert any(line.endswith("espeakng-loader") for line in pips)  # for there is no espeak-ng


def test_half_a_release_is_none(tmp_path: Path, first: Path) -> None:
    (first / "gm_appliance/__init__.py").unlink()
    with pytest.raises(NoRelease, match=r"no whole release.*Unpack the release anew"):
        name_of(first)


def test_other_files_are_another_release(first: Path) -> None:
    before = name_of(first)
    (first / "firmware/main.py").write_text("# another\n")
    (first / "gm_appliance/__pycache__").mkdir()
    (first / "gm_appliance/__pycache__/x.pyc").write_text("")
    assert name_of(first).startswith("1.0.0-")
    assert name_of(first) != before
